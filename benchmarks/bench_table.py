"""Wire to lamp: from a card's bytes on the serial port to the lamp that it changes, through the daemon as a real process.

    python benchmarks/bench_table.py --folder /var/lib/tablectl --rounds 120

Beside it in the same run, before each of its samples: a bare loop (read the port, write one lamp to the socket), and the same loop with
a bare SQLite commit of as many bytes between the two. What the daemon adds is its time less that of the loop with the commit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from bare_loop import COMMIT
from running import quantile, table
from websockets.sync.client import connect
from websockets.typing import Origin

from tablectl_sim.bench import Bench
from tablectl_sim.cdl_wire import Kind, read_one
from tablectl_sim.dealer import Dealer, Hooks
from tablectl_sim.faults import Line
from tablectl_sim.pace import FULL, Pace
from tablectl_sim.panel import Panel, Wire
from tablectl_sim.wires import Port
from tests.e2e.running import Table

ROUNDS: Final = 120
WARM_UP: Final = 15  # samples
REST_S: Final = 0.03  # before a card, so that each comes alone, as from a hand
CHANGING: Final = {4: "last hole card", 7: "third flop card", 9: "river"}  # with one seat; by the count of cards on the felt
CARD_BYTES: Final = 50  # a REPORT and the STATUS that follows it
ROW_BYTES: Final = 480  # the records of a card and of the status after it: 110 bytes of body and secret each, two hashes, columns
ANSWER_S: Final = 5.0
AIM_MS: Final = 2.0


class WatchedLine(Line):
    """A clean line that notes when a card's report goes to the wire, and as which card of the round."""

    def __init__(self) -> None:
        super().__init__("clean")
        self.card = 0
        self.left_at: list[tuple[int, float]] = []
        self._reported = False

    def to_host(self, frame: bytes, now: float) -> None:
        read, _ = read_one(frame.strip(b"\0"))
        self._reported |= read is not None and read.kind is Kind.REPORT
        super().to_host(frame, now)

    def due_to_host(self, now: float) -> bytes:
        data = super().due_to_host(now)
        if self._reported:
            self._reported = False
            self.left_at.append((self.card, time.monotonic()))
        return data


class BareLoop:
    """The peer: a process at the other end of a pty and of a panel's socket."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._panel = Panel(folder / "panel.sock", {}, {"lamp": Wire(0, 1)})
        self._panel.start()
        self._master, slave = os.openpty()
        tty.setraw(slave)
        command = [sys.executable, str(Path(__file__).with_name("bare_loop.py")), os.ttyname(slave)]
        command += [str(folder / "panel.sock"), str(folder / "bare.db"), str(ROW_BYTES)]
        self._process = subprocess.Popen(command)  # noqa: S603 - a file of this folder
        os.close(slave)
        self._wait(0)

    def sample(self, *, commit: bool) -> float:
        """Seconds from the write to the lamp."""
        seen = self._panel.edges
        data = (COMMIT if commit else b"\0").ljust(CARD_BYTES, b"\0")
        start = time.monotonic()
        os.write(self._master, data)
        self._wait(seen)
        return self._panel.history[-1].at - start

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._panel.stop()
        os.close(self._master)

    def _wait(self, seen: int) -> None:
        if not self._panel.wait_for(lambda panel: panel.edges != seen, time.monotonic() + ANSWER_S):
            raise TimeoutError("the bare loop lit no lamp")


class Samples:
    """Takes a sample of the peer before each card that changes a lamp, then the card's."""

    def __init__(self, peer: BareLoop, line: WatchedLine) -> None:
        self.bare: list[float] = []
        self.committed: list[float] = []
        self._peer, self._line = peer, line

    def card_comes(self, _round: int, card: int) -> None:
        time.sleep(REST_S)
        if card in CHANGING:
            self.bare.append(self._peer.sample(commit=False))
            time.sleep(REST_S)
            self.committed.append(self._peer.sample(commit=True))
            time.sleep(REST_S)
        self._line.card = card


def answered(line: WatchedLine, panel: Panel) -> list[float]:
    """Seconds from each card that changed a lamp to the first lamp that it changed; before the next card nobody presses anything."""
    edges = [edge.at for edge in panel.history]
    ends = [at for _, at in line.left_at[1:]] + [float("inf")]
    firsts = ((card, left, end, next((at for at in edges if at >= left), end)) for (card, left), end in zip(line.left_at, ends, strict=True))
    return [first - left for card, left, end, first in firsts if card in CHANGING and first < end]


def deal(bench: Bench, samples: Samples, rounds: int) -> None:
    hooks = Hooks(card_comes=samples.card_comes)
    pace = Pace(bench.scenario.delays, FULL, bench.seed)
    dealer = Dealer(bench.panel, bench.world, bench.scenario.players, pace, bench.seed, rounds=rounds, hooks=hooks)
    dealer.start()
    try:
        if not dealer.done.wait(ANSWER_S * rounds):
            raise TimeoutError("the dealer came to no end")
    finally:
        dealer.stop()


def watch(url: str, cookie: str) -> None:
    """A console tab, in a process of its own: take every view and look at none."""
    with connect(url.replace("http", "ws") + "/api/live", origin=Origin(url), additional_headers={"Cookie": cookie}, max_size=1 << 22) as live:
        for _ in live:
            pass


def report(name: str, seconds: Sequence[float], base: Sequence[float] | None = None) -> None:
    line = f"{name:<28} p50 {quantile(seconds, 50) * 1e3:>7.3f} ms   p99 {quantile(seconds, 99) * 1e3:>7.3f} ms   max {max(seconds) * 1e3:>7.3f} ms"
    if base is not None:
        p50, p99 = ((quantile(seconds, percent) - quantile(base, percent)) * 1e3 for percent in (50, 99))
        line += f"   added: p50 {p50:+.3f} ms, p99 {p99:+.3f} ms (aim: below {AIM_MS:.0f} ms)"
    print(line)


def measure(folder: Path, rounds: int, before: Callable[[Table, ExitStack], None]) -> None:
    line = WatchedLine()
    with ExitStack() as running:
        peer = BareLoop(folder / "bare")
        running.callback(peer.close)

        def prepare(bench: Bench) -> None:
            if isinstance(bench.shoe, Port):
                bench.shoe.line = line

        played = running.enter_context(table(folder / "table", 1, prepare=prepare))
        played.start()
        before(played, running)
        samples = Samples(peer, line)
        deal(played.bench, samples, rounds)
        daemon = answered(line, played.bench.panel)
        print(f"{len(daemon)} cards that changed a lamp, of {len(line.left_at)}")
        report("bare loop", samples.bare[WARM_UP:])
        report("bare loop with a commit", samples.committed[WARM_UP:], None)
        report("daemon", daemon[WARM_UP:], samples.committed[WARM_UP:])


def nobody(_table: Table, _running: ExitStack) -> None:
    """Nobody looks at the console."""


def one_tab(played: Table, running: ExitStack) -> None:
    supervisor = played.supervisor()
    cookie = "; ".join(f"{name}={value}" for name, value in supervisor.client.cookies.items())
    watcher = get_context("spawn").Process(target=watch, args=(supervisor.url, cookie))
    watcher.start()
    running.callback(watcher.join)
    running.callback(watcher.kill)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Measure the time from the wire to the lamp beside a bare loop.")
    arguments.add_argument("--folder", help="a folder on the disk to measure; the system's folder for temporary files by default")
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    given = arguments.parse_args()
    for title, before in (("nobody watches", nobody), ("one console tab watches", one_tab)):
        print(f"{title}:")
        with tempfile.TemporaryDirectory(dir=given.folder) as name:
            measure(Path(name), given.rounds, before)
