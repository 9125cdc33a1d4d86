"""The command that shows a game: it ends with its bench, never outlives it, and is never outlived by it."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablectl.journal.reader import Reader
from tests.cli.conftest import PROGRAM

SECONDS = 60.0
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start `tablectl run --simulate` with a folder for temporary files of its own."""
    running: list[subprocess.Popen[str]] = []

    def run(*arguments: str) -> subprocess.Popen[str]:
        command = [str(PROGRAM), "run", "--simulate", *arguments, "--set", f"journal.path={tmp_path / 'journal.db'}"]
        environment = {**os.environ, "TMPDIR": str(tmp_path)}
        running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment))
        return running[-1]

    yield run
    for process in running:
        process.kill()
        process.communicate()


def bench_of(folder: Path) -> int:
    """The process that plays the bench in a folder for temporary files; 0 where there is none."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if "bench" in words and any(word.startswith(f"{folder}/tablectl-bench-") for word in words):
            return int(process.name)
    return 0


def wait_until_gone(folder: Path) -> bool:
    if number := bench_of(folder):
        end = os.pidfd_open(number)
        poll = select.poll()
        poll.register(end, select.POLLIN)
        poll.poll(SECONDS * 1000)
        os.close(end)
    return not bench_of(folder)


def read_until(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if re.search(pattern, line):
            return line
    raise AssertionError("".join(said))


@pytest.mark.soak
def test_it_ends_with_its_rounds(start: Start, tmp_path: Path) -> None:
    process = start("blackjack-full-speed", "--rounds", "1", "--speed", "max")
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said
    assert "One-time first code:" in said, "the people of the bench are no admins"
    assert re.search(r"round 1: seats 1 2 3 4 5, \d+ cards", said)
    with Reader(tmp_path / "journal.db") as reader:
        records = list(reader.records())
    assert records[-1].type == "stopped"
    assert [record.type for record in records if record.type in {"round_ended", "hold_raised"}] == ["round_ended"]
    assert not list(tmp_path.glob("tablectl-bench-*"))


def test_a_folder_that_is_given_is_kept(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    process = start("first-table", "--rounds", "1", "--speed", "max", "--dir", str(folder))
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said
    assert "goes away" not in said
    assert {"table.toml", "rules.toml", "users.json"} <= {path.name for path in folder.iterdir()}
    again = start("first-table", "--dir", str(folder))
    _, said = again.communicate(timeout=SECONDS)
    assert again.returncode == 2
    assert f"{folder} is there and holds something" in said


def test_a_bench_does_not_outlive_a_run_that_was_killed(start: Start, tmp_path: Path) -> None:
    process = start("casino-holdem")
    read_until(process, "Console of table")
    assert bench_of(tmp_path)
    process.kill()
    assert wait_until_gone(tmp_path)


def test_a_run_does_not_outlive_a_bench_that_was_killed(start: Start, tmp_path: Path) -> None:
    process = start("casino-holdem")
    read_until(process, "Console of table")
    os.kill(bench_of(tmp_path), signal.SIGKILL)
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "the simulator ended by itself" in said
