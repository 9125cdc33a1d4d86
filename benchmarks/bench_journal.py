"""How much the journal adds to a bare commit: events per second and latency with 1, 10 and 100 events waiting at a time.

    python benchmarks/bench_journal.py --folder /var/lib/tablectl --rounds 300

Beside each other in one run, round by round in turn, so that all meet the same disk: the journal in clear and sealed, and SQLite alone
with the same bytes per event in one table without index, committed one by one and, for the same number waiting, together.
Then 20 events a second, alone and while five processes read the whole record again and again: how late the latest event is.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from tablectl.journal import ClearSealer, Draft, Kind, Place, Reader, SystemClock, Writer, canonical, open_for_writing
from tablectl.journal.chain import HASH_BYTES
from tablectl.journal.keyfile import KEY_BYTES
from tablectl.journal.keys import KeySealer

ROUNDS: Final = 300
READERS: Final = 5
PACE_S: Final = 0.05
LATE_S: Final = 0.2  # later than this, an event would be seen to come late
WARM_UP: Final = 20
ALONE: Final = 10_000  # events sealed without a journal
WAITING: Final = (1, 10, 100)
BODY: Final = canonical({"device": "shoe", "report": [17, 4242], "pack": 1, "quality": 98, "text": "x" * 60})
SECRET: Final = canonical({"face": "Ah"})
ROW_BYTES: Final = len(BODY) + len(SECRET) + 64 + 80  # two hashes, and about what the other columns of a record take


def bare(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
    return connection


def commit_bare(connection: sqlite3.Connection, count: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO event (bytes) VALUES (?)", [(b"x" * ROW_BYTES,)] * count)
    connection.execute("COMMIT")


def commit_each(connection: sqlite3.Connection, count: int) -> None:
    for _ in range(count):
        commit_bare(connection, 1)


def append(writer: Writer, clock: SystemClock, count: int) -> None:
    futures = [writer.append([Draft(Kind.EVENT, "card_read", clock.stamp(), BODY, SECRET, round=7, correlation="k-1")]) for _ in range(count)]
    for future in futures:
        future.result()


def seal_only(sealer: KeySealer, count: int) -> None:
    for number in range(count):
        sealer.seal(SECRET, Place(number, "card_read", bytes(HASH_BYTES)))


def timed(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def scan(path: Path) -> None:
    """Read the whole record until somebody ends this process."""
    while True:
        with Reader(path) as reader:
            for _ in reader.records():
                pass


def paced(writer: Writer, clock: SystemClock, count: int) -> list[float]:
    """The latency of each of so many events, which come at an even pace."""
    took: list[float] = []
    for _ in range(count):
        took.append(timed(partial(append, writer, clock, 1)))
        time.sleep(max(0.0, PACE_S - took[-1]))
    return took


def beside_readers(writer: Writer, clock: SystemClock, count: int) -> None:
    alone = paced(writer, clock, count)
    readers = [get_context("spawn").Process(target=scan, args=(writer.path,), daemon=True) for _ in range(READERS)]
    for reader in readers:
        reader.start()
    try:
        beside = paced(writer, clock, count)
    finally:
        for reader in readers:
            reader.terminate()
            reader.join()
    for name, took in (("paced, nobody reads", alone), (f"paced, {READERS} read it all", beside)):
        cuts = statistics.quantiles(took, n=100)
        latest = f"latest {max(took) * 1e3:>7.3f} ms of {LATE_S * 1e3:.0f} ms"
        print(f"{name:<22}    1   p50 {cuts[49] * 1e3:>7.3f} ms   p99 {cuts[98] * 1e3:>7.3f} ms   {latest}")


def report(name: str, waiting: int, seconds: Sequence[float], base: Sequence[float] | None) -> None:
    cuts = statistics.quantiles(seconds, n=100)
    line = f"{name:<22} {waiting:>4} {waiting * len(seconds) / sum(seconds):>9.0f}/s   p50 {cuts[49] * 1e3:>7.3f} ms   p99 {cuts[98] * 1e3:>7.3f} ms"
    if base is not None:
        below = statistics.quantiles(base, n=100)
        line += f"   to bare: p50 x{cuts[49] / below[49]:.2f} ({(cuts[49] - below[49]) * 1e3:+.3f} ms), p99 x{cuts[98] / below[98]:.2f}"
    print(line)


def main(folder: Path, rounds: int) -> None:
    clock = SystemClock()
    writer = open_for_writing(folder / "clear.journal", stamper=clock, sealer=ClearSealer())
    sealer = KeySealer([os.urandom(KEY_BYTES)])
    sealing = open_for_writing(folder / "sealed.journal", stamper=clock, sealer=sealer)
    connection = bare(folder)
    print(f"{rounds} rounds; latency is from the first append of a round to its last future")
    one: list[float] = []
    for waiting in WAITING:
        together: list[float] = []
        single: list[float] = []
        journal: list[float] = []
        sealed: list[float] = []
        for number in range(rounds + WARM_UP):
            took = (
                timed(partial(commit_bare, connection, waiting)),
                timed(partial(commit_each, connection, waiting)),
                timed(partial(append, writer, clock, waiting)),
                timed(partial(append, sealing, clock, waiting)),
            )
            if number >= WARM_UP:
                for times, seconds in zip((together, single, journal, sealed), took, strict=True):
                    times.append(seconds)
        one = one or together
        report("bare, one commit", waiting, together, None)
        report("bare, commit each", waiting, single, together)
        report("journal, in clear", waiting, journal, together)
        report("journal, sealed", waiting, sealed, together)
    beside_readers(writer, clock, rounds)
    connection.close()
    writer.close()
    sealing.close()
    alone = timed(partial(seal_only, sealer, ALONE)) / ALONE
    print(f"sealing alone: {alone * 1e6:.1f} us an event, {alone / statistics.median(one):.4f} of a bare commit of one event")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Measure the journal beside bare SQLite commits.")
    arguments.add_argument("--folder", help="a folder on the disk to measure; the system's folder for temporary files by default")
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        main(Path(name), given.rounds)
