"""A disk that is full while a command makes a file, played by the limit that a shell sets on the length of files: nothing half made is left."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM


def short_of_room(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `tablectl` where no file may be longer than nothing."""
    command = ["sh", "-c", 'ulimit -f 0; exec "$0" "$@"', str(PROGRAM), *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("kind", ["new-key", "new-signing-key"])
def test_no_part_of_a_key_is_left(tmp_path: Path, kind: str) -> None:
    done = short_of_room("journal", kind, "table.key")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot be written: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_examples_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    done = short_of_room("config", "init", "new")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot be written: File too large" in done.stderr
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
