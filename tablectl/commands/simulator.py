"""The simulator as another program: found by its entry point, started with a scenario, stopped at the end.

The daemon's distribution holds no simulated device; this only knows how to start one that is installed, and how to let its people in at the console.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import IO, Final

from tablectl.errors import TablectlError

GROUP: Final = "tablectl.simulators"
NAME: Final = "bench"
PANEL_VARIABLE: Final = "TABLECTL_SIM_PANEL"
EXIT_USAGE: Final = 2
READY_TIMEOUT_S: Final = 60.0  # a first start on a small machine also compiles the bench's modules
STOP_TIMEOUT_S: Final = 10.0
ANSWER_TIMEOUT_S: Final = 10.0

Account = tuple[str, str]  # name and password


def installed() -> EntryPoint:
    """Find the simulator. Raise TablectlError where its distribution is not installed."""
    for entry in entry_points(group=GROUP, name=NAME):
        return entry
    raise TablectlError("the simulator is not installed: it is a distribution of its own, tablectl-sim (in a checkout: pip install -e ./hw-sim)")


@dataclass
class Bench:
    """A bench that runs. When it has played its rounds, or ends by itself, this process is told to stop as by a person.

    `ends_with_terminal` is not so where the person asked for more by `nohup`.
    """

    folder: Path
    process: subprocess.Popen[str]
    ends_with_terminal: bool
    ready: threading.Event = field(default_factory=threading.Event)
    said: threading.Event = field(default_factory=threading.Event)  # ready, or nothing more to say
    done: threading.Event = field(default_factory=threading.Event)
    failed: bool = False
    stopping: bool = False

    def wait_until_ready(self) -> None:
        """Raise TablectlError where it does not get ready."""
        threading.Thread(target=self._listen, name="bench-output", daemon=True).start()
        if not self.said.wait(READY_TIMEOUT_S):
            raise TablectlError(f"the simulator did not get ready within {READY_TIMEOUT_S:.0f} s")
        if not self.ready.is_set():
            if (code := self.process.wait()) == EXIT_USAGE:
                raise SystemExit(code)  # it has said what is wrong
            raise TablectlError(f"the simulator ended before it was ready (exit code {code})")

    def sign_in(self, url: str, dealer: Account, supervisor: Account) -> None:
        """Tell the bench's people, without waiting for them, where the console is and who they are there."""
        order = {"do": "sign_in", "url": url, "dealer": dealer, "supervisor": supervisor}
        threading.Thread(target=self._order, args=(order,), name="bench-order", daemon=True).start()

    def stop(self) -> None:
        self.stopping = True
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.terminate()
        try:
            self.process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _listen(self) -> None:
        """Copy the bench's lines to stderr, and tell when it is ready, done, or gone."""
        if self.process.stdout is not None:
            with self.process.stdout as lines:
                self._hear(lines)
        self.said.set()
        if self.ready.is_set() and not self.stopping and not self.done.is_set():
            self.failed = True
            os.kill(os.getpid(), signal.SIGTERM)

    def _hear(self, lines: IO[str]) -> None:
        for line in lines:
            if line.strip() == f"bench ready {self.folder}":
                self.ready.set()
                self.said.set()
            with suppress(OSError):  # the terminal may be closed
                sys.stderr.write(line)
            if line.strip() == f"bench done {self.folder}":
                self.done.set()
                os.kill(os.getpid(), signal.SIGTERM)

    def _order(self, order: object) -> None:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as peer:  # a bench that is gone is noticed by its output
            peer.settimeout(ANSWER_TIMEOUT_S)
            peer.connect(str(self.folder / "bench.sock"))
            peer.sendall(json.dumps(order).encode() + b"\n")
            answer = json.loads(peer.makefile().readline() or "{}")
            if not answer.get("ok"):
                sys.stderr.write(f"the bench's people could not sign in: {answer.get('error', 'no answer')}\n")


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        yield kept.absolute()
        return
    with tempfile.TemporaryDirectory(prefix="tablectl-bench-") as name:
        yield Path(name)


@contextmanager
def bench(scenario: str, options: Sequence[str], kept: Path | None = None) -> Iterator[Bench]:
    """Play a scenario's devices and people in a process and a folder of their own; the folder goes away with them, unless one is given to keep.

    The bench also ends where this process is gone without a word: it reads the end of its standard input.
    """
    entry = installed()
    with _folder(kept) as folder:
        command = [sys.executable, "-m", entry.module, "bench", scenario, "--dir", str(folder), "--until-eof", *options]
        # A session of its own: Ctrl-C in the terminal stops the table first, and the table then stops its devices.
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)  # noqa: S603  # our own words
        running = Bench(folder, process, signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN)
        # Until the daemon takes the signals over, a stop is to unwind this, so that no bench is left behind.
        for stop in (signal.SIGTERM, *((signal.SIGHUP,) if running.ends_with_terminal else ())):
            signal.signal(stop, lambda number, _frame: sys.exit(0 if running.done.is_set() else 128 + number))
        try:
            running.wait_until_ready()
            yield running
        finally:
            running.stop()
        if running.failed:
            raise TablectlError(f"the simulator ended by itself (exit code {process.returncode})")


def accounts(users: Path) -> tuple[Account, Account]:
    """Make accounts for the bench's dealer and supervisor, with passwords that nobody else knows."""
    from tablectl.console.users import Users  # noqa: PLC0415 - heavy, and only a simulated table needs it
    from tablectl.table.actions import PersonRole  # noqa: PLC0415

    dealer, supervisor = (("bench-dealer", secrets.token_urlsafe()), ("bench-supervisor", secrets.token_urlsafe()))
    with Users(users) as store:
        store.add(dealer[0], PersonRole.DEALER, dealer[1])
        store.add(supervisor[0], PersonRole.SUPERVISOR, supervisor[1])
    return dealer, supervisor
