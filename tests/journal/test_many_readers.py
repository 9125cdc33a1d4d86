"""Consoles and auditors read while the table writes: nobody waits for anybody else's lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from tablectl.journal import Draft, Reader, Writer

DEADLINE_S = 60.0
READERS = 5
BATCHES = 200


def test_readers_that_scan_the_whole_record_hold_up_no_writer_and_see_it_in_order(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], in_memory: Path
) -> None:
    writer = open_journal(in_memory / "table.journal")
    writer.append([draft(number) for number in range(500)]).result(DEADLINE_S)
    written = Event()

    def scan() -> list[list[int]]:
        scans: list[list[int]] = []
        while True:
            last = written.is_set()
            with Reader(writer.path) as reader:
                scans.append([record.seq for record in reader.records()])
            if last:
                return scans

    with ThreadPoolExecutor(READERS) as pool:
        reading = [pool.submit(scan) for _ in range(READERS)]
        try:
            stored = [record.seq for number in range(BATCHES) for record in writer.append([draft(number), draft(number)]).result(DEADLINE_S)]
        finally:
            written.set()
        seen = [scan for reader in reading for scan in reader.result(DEADLINE_S)]

    assert stored == list(range(501, 501 + 2 * BATCHES))
    assert all(scan == list(range(1, len(scan) + 1)) for scan in seen), "no record is left out, and none comes twice"
    assert sum(len(scan) == stored[-1] for scan in seen) >= READERS
    assert len(seen) > READERS, "they read while the table wrote"
