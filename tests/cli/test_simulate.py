"""A table on simulated devices, started by the one command that a newcomer types."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, Run


def test_the_simulator_answers_for_itself(process: Run) -> None:
    done = process("simulate", "--help")
    assert done.code == 0
    assert "usage: tablectl-sim" in done.out


def test_an_unknown_scenario_ends_the_run_with_the_simulators_own_words(process: Run) -> None:
    done = process("run", "--simulate", "no-such-scenario")
    assert done.code == 1
    assert "no-such-scenario" in done.err
    assert "tablectl: the simulator ended before it was ready" in done.err


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


def test_a_simulated_table_starts_and_leaves_nothing_behind(running: subprocess.Popen[str], tmp_path: Path) -> None:
    assert running.stderr is not None
    assert any("Console of table" in line for line in running.stderr)
    (folder,) = tmp_path.glob("tablectl-bench-*")
    mine = {number for number in benches() if str(folder).encode() in Path(f"/proc/{number}/cmdline").read_bytes()}
    assert len(mine) == 1
    running.send_signal(signal.SIGTERM)
    _, rest = running.communicate(timeout=30)
    assert running.returncode == 0, rest
    assert not mine & benches()
    assert not folder.exists()
