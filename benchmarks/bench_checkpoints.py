"""What a checkpoint costs, and what it saves at a start of a long journal.

    python benchmarks/bench_checkpoints.py --records 1000000

Per event, beside each other in one run: a bare commit, the chain's hash, the seal, and a checkpoint's part of an event when one is made as often
as a table may make it. Then a dealt journal is prolonged, with a checkpoint now and then, and read as a start reads it: from the newest
checkpoint, and all of it. Reading all of a long journal takes minutes, so that is done over its last records and counted up.
"""

from __future__ import annotations

import argparse
import os
import resource
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench_journal import BODY, SECRET, bare, commit_bare
from bench_start import DEALT, ready
from long_journal import prolong

from tablectl.engine.games import GAMES
from tablectl.journal import Draft, Head, Kind, Place, Reader, SystemClock
from tablectl.journal.chain import HASH_BYTES, link
from tablectl.journal.checkpoints import LEAST_RECORDS, completed
from tablectl.journal.earlier import check_until
from tablectl.journal.keys import KeySealer, read_keys
from tablectl.journal.signing import Signer
from tablectl.journal.verification import verified
from tablectl.table.record import starting
from tablectl.table.record.checkpoints import Origin, draft
from tablectl.table.record.recovery import recover
from tablectl.table.state import TableState

RECORDS: Final = 1_000_000
ALONE: Final = 5_000  # events of each kind
COMMITS: Final = 300
MADE: Final = 200  # checkpoints
FOLDED: Final = 20_000  # records of the whole reading
AIM_S: Final = 2.0
ORIGIN: Final = Origin("bench", "0" * 64)
MIB: Final = 1 << 10  # KiB


def each(count: int, work: Callable[[int], object]) -> float:
    """Seconds of processor time for one."""
    start = time.process_time()
    for number in range(count):
        work(number)
    return (time.process_time() - start) / count


def commit_once(connection: sqlite3.Connection) -> float:
    start = time.perf_counter()
    commit_bare(connection, 1)
    return time.perf_counter() - start


def costs(folder: Path, state: TableState) -> None:
    connection, clock = bare(folder), SystemClock()
    commit = statistics.median(commit_once(connection) for _ in range(COMMITS))
    connection.close()
    stamp, head = clock.stamp(), Head(1, bytes(HASH_BYTES))
    sealer, signer = KeySealer([os.urandom(32)]), Signer([os.urandom(32)])
    event = Draft(Kind.EVENT, "card_read", stamp, BODY, SECRET, round=7, correlation="k-1")
    with Reader(folder / "journal.db") as reader:
        meta = reader.meta

    def checkpoint(_: int) -> None:
        made = completed(draft(state, 1, stamp, ORIGIN), head, meta, signer)
        link(head, made, sealer.seal(made.secret or "", Place(2, made.type, head.hash)), sealer.id)

    print(f"a bare commit of one event: median {commit * 1e6:.0f} us")
    whole = each(MADE, checkpoint)
    for name, seconds in (
        ("chain, an event", each(ALONE, lambda _: link(head, event, b"x" * 92, sealer.id))),
        ("seal, an event", each(ALONE, lambda _: sealer.seal(SECRET, Place(2, "card_read", head.hash)))),
        ("checkpoint", whole),
        (f"checkpoint, an event of {LEAST_RECORDS}", whole / LEAST_RECORDS),
    ):
        print(f"{name:<30} {seconds * 1e6:>8.1f} us of processor   {seconds / commit:.4f} of a bare commit")


def start(path: Path, sealer: KeySealer, signer: Signer) -> starting.Found:
    with Reader(path) as reader:
        return starting.read(GAMES, reader, sealer, SystemClock().stamp(), signer.public)


def reading(path: Path, sealer: KeySealer, signer: Signer, records: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB
    began = time.perf_counter()
    found = start(path, sealer, signer)
    took = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB
    if found.base is None:
        raise ValueError("there is no checkpoint to start from")
    print(f"recovery of {records} records, {records - found.base.head.seq} after the checkpoint: {took:.3f} s   (aim: below {AIM_S} s)")
    print(f"most memory of this process: {before:.1f} MiB before it, {after:.1f} MiB after")
    with Reader(path) as reader:
        part = list(reader.records(1, FOLDED + 1))
        head = Head(FOLDED, part[-1].hash)
        began = time.perf_counter()
        recover(GAMES, part, sealer, SystemClock().stamp())
        folded = time.perf_counter() - began
    began = time.perf_counter()
    if check_until(path, head) is not None:
        raise ValueError("the journal is damaged")
    checked = time.perf_counter() - began
    each_of = (folded + checked) / len(part)
    print(
        f"reading all: {each_of * 1e6:.0f} us a record (first {len(part)}), so about {each_of * records:.0f} s; {each_of * records / took:.0f} times"
    )
    print(f"checking the earlier part, without its pauses: {checked / len(part) * 1e6:.0f} us a record")


def main(folder: Path, records: int) -> None:
    path = folder / "journal.db"
    ready(folder / "dealt", None, keep=path, deal=DEALT)
    sealer, signer = read_keys(folder / "seal.key"), Signer([os.urandom(32)])
    with Reader(path) as reader:
        state = recover(GAMES, verified(reader), sealer, SystemClock().stamp()).state
    if state is None:
        raise ValueError("nothing was dealt")
    costs(folder, state)
    began = time.perf_counter()
    count = prolong(path, records, sealer, signer=signer, origin=ORIGIN)
    print(f"{count} records made in {time.perf_counter() - began:.0f} s, {path.stat().st_size / (1 << 20):.0f} MiB")
    reading(path, sealer, signer, count)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Measure checkpoints beside bare commits, and the start that they save.")
    arguments.add_argument("--records", type=int, default=RECORDS)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        main(Path(name), given.records)
