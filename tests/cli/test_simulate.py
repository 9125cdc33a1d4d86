"""A table on simulated devices, started by the one command that a newcomer types."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, SETTINGS, Run


def test_the_simulator_answers_for_itself(process: Run) -> None:
    done = process("simulate", "--help")
    assert done.code == 0
    assert "usage: tablectl-sim" in done.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-scenario"], "there is no file and no scenario 'no-such-scenario'"),
        (["first-table", "--speed", "-1"], '--speed: expected "max" or a number above 0'),
        (["first-table", "--speed", "x"], '--speed: expected "max" or a number above 0'),
        (["first-table", "--rounds", "-1"], "expected a whole number, 0 or more, found -1"),
        (["first-table", "--console-port", "abc"], "expected a whole number from 0 to 65535, found abc"),
        (["first-table", "--dir", "a-file"], "a-file is there and holds something"),
    ],
)
def test_a_wrong_word_ends_the_run_with_one_message(process: Run, tmp_path: Path, arguments: list[str], words: str) -> None:
    (tmp_path / "a-file").touch()
    done = process("run", "--simulate", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "ended before it was ready" not in done.err


def test_a_mistake_in_given_house_rules_is_told_in_their_own_file(process: Run, tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text((SETTINGS / "rules.toml").read_text("utf-8").replace("river_multiple = 1", "river_multipel = 1"), "utf-8")
    done = process("run", "--simulate", "first-table", "--house-rules", "mine.toml")
    assert done.code == 78
    assert f"{rules}:8:1: river_multipel: unknown key" in done.err
    assert "tablectl-bench-" not in done.err.partition("the configuration has")[2]
    rules.write_text("[", "utf-8")
    done = process("run", "--simulate", "first-table", "--house-rules", "mine.toml")
    assert done.code == 78
    assert done.err.startswith("tablectl: mine.toml:1:")


def benches() -> set[int]:
    """Every process of this machine that plays a bench for us, by what stands on its command line."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"bench" in words and any(b"tablectl-bench-" in word for word in words):
            found.add(int(process.name))
    return found


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [str(PROGRAM), "run", "--simulate", "first-table", "--console-port", "0", "--set", "log.format=json"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["stopped", "the terminal is closed"])
def test_a_simulated_table_starts_and_leaves_nothing_behind(running: subprocess.Popen[str], tmp_path: Path, number: signal.Signals) -> None:
    assert running.stderr is not None
    said = ""
    while "Console of table" not in said:
        said += (line := running.stderr.readline())
        assert line, said
    (folder,) = tmp_path.glob("tablectl-bench-*")
    mine = {number for number in benches() if str(folder).encode() in Path(f"/proc/{number}/cmdline").read_bytes()}
    assert len(mine) == 1
    assert f"{folder} goes away with the bench, its journal too; --dir FOLDER keeps them." in said
    running.send_signal(number)
    _, rest = running.communicate(timeout=30)
    assert running.returncode == 0, rest
    assert not mine & benches()
    assert not folder.exists()
