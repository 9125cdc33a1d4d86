"""The simulator as another program: found by its entry point, started with a scenario, stopped at the end.

The daemon's distribution holds no simulated device; this only knows how to start one that is installed.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import IO, Final

from tablectl.errors import TablectlError

GROUP: Final = "tablectl.simulators"
NAME: Final = "bench"
PANEL_VARIABLE: Final = "TABLECTL_SIM_PANEL"
READY_TIMEOUT_S: Final = 60.0  # a first start on a small machine also compiles the bench's modules
STOP_TIMEOUT_S: Final = 10.0


def installed() -> EntryPoint:
    """Find the simulator. Raise TablectlError where its distribution is not installed."""
    for entry in entry_points(group=GROUP, name=NAME):
        return entry
    raise TablectlError("the simulator is not installed: it is a distribution of its own, tablectl-sim (in a checkout: pip install -e ./hw-sim)")


@contextmanager
def bench(scenario: str, options: Sequence[str]) -> Iterator[Path]:
    """Play a scenario's devices in a process and a folder of their own; the folder is theirs to fill, and goes away with them."""
    entry = installed()
    # Until the daemon takes the signal over, a stop is to unwind this, so that no bench is left behind.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="tablectl-bench-") as name:
        folder = Path(name)
        command = [sys.executable, "-m", entry.module, "bench", scenario, "--dir", name, *options]
        # A session of its own: Ctrl-C in the terminal stops the table first, and the table then stops its devices.
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True)  # noqa: S603  # our own words
        try:
            _wait_until_ready(process, folder)
            yield folder
        finally:
            _stop(process)


def _wait_until_ready(process: subprocess.Popen[str], folder: Path) -> None:
    said = threading.Event()
    ready = threading.Event()
    stdout = process.stdout
    if stdout is None:
        raise TablectlError("the simulator was started without a pipe for its output")
    threading.Thread(target=_pass_on, args=(stdout, f"bench ready {folder}", ready, said), name="bench-output", daemon=True).start()
    if not said.wait(READY_TIMEOUT_S):
        raise TablectlError(f"the simulator did not get ready within {READY_TIMEOUT_S:.0f} s")
    if not ready.is_set():
        raise TablectlError(f"the simulator ended before it was ready (exit code {process.wait()})")


def _pass_on(output: IO[str], ready_line: str, ready: threading.Event, said: threading.Event) -> None:
    """Copy the simulator's lines to stderr, and tell when it is ready or has nothing more to say."""
    with output:
        for line in output:
            if line.strip() == ready_line:
                ready.set()
                said.set()
            sys.stderr.write(line)
    said.set()


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
