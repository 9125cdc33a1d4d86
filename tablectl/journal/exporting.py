"""Take a part of a journal away, also while it is in use: its records, and a proof that lets somebody check them who has nothing else.

The part has no gaps: everything between the first and the last record that was asked for, for only then does the chain hold in it. What
vouches for it is a signature that comes after it, so the records up to the next signed checkpoint go along, in a file of their own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain as chain_of
from pathlib import Path
from typing import Final

from tablectl.journal import chain
from tablectl.journal.checkpoints import CHECKPOINT, is_checkpoint, read
from tablectl.journal.errors import ExportRefused
from tablectl.journal.filters import Filter
from tablectl.journal.portable import HEADINGS, from_line, row, to_line, to_table
from tablectl.journal.proofs import ONWARD, PROOF, RECORDS, TABLE, Proof, Span, to_text
from tablectl.journal.reader import Reader
from tablectl.journal.records import Head, Record, Stamp
from tablectl.journal.sealing import CLEAR
from tablectl.journal.store import sync_folder

PART: Final = ".part"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for. `table` adds the records as a table for a spreadsheet; `clear` takes along faces that no key sealed."""

    filter: Filter
    table: bool = False
    clear: bool = False


def export(reader: Reader, folder: Path, wanted: Wanted, now: Stamp, program: str) -> Proof:
    """Write the files of an export into a folder that is not there yet; nothing is left of one that does not come to its end.

    Raises `ExportRefused`, `JournalDamaged` where the chain does not hold in what was asked for, and OSError.
    """
    first, last = _ends(reader, wanted.filter)
    if folder.exists():
        raise ExportRefused(f"{folder}: is there already; an export makes a folder of its own")
    part = folder.with_name(folder.name + PART)
    part.mkdir()
    try:
        before = chain.genesis(reader.meta) if first.seq == 1 else Head(first.seq - 1, first.prev_hash)
        after = Head(last.seq, last.hash)
        vouching = _vouching(reader, last.seq)
        records = _checked(before, reader.records(first.seq, last.seq + 1), clear=wanted.clear)
        files = {RECORDS: _write(part / RECORDS, (to_line(record) + "\n" for record in records))}
        if wanted.table:
            files[TABLE] = _write(part / TABLE, chain_of((row(HEADINGS),), map(to_table, reader.records(first.seq, last.seq + 1))))
        if vouching and vouching.seq > after.seq:
            onward = _checked(after, reader.records(after.seq + 1, vouching.seq + 1), clear=wanted.clear)
            files[ONWARD] = _write(part / ONWARD, (to_line(record) + "\n" for record in onward))
        asked = Span(wanted.filter.since_ns, wanted.filter.until_ns, wanted.filter.round)
        proof = Proof(program, now.wall_ns, now.synced, reader.meta, asked, before, after, vouching, files)
        _write(part / PROOF, (to_text(proof),))
        sync_folder(part)
        part.rename(folder)
        sync_folder(folder.absolute().parent)
    except BaseException:
        shutil.rmtree(part)
        raise
    return proof


def _ends(reader: Reader, wanted: Filter) -> tuple[Record, Record]:
    first = next(reader.records(filter=wanted), None)
    last = next(iter(reader.page(limit=1, filter=wanted).records), None)
    if first is None or last is None:
        raise ExportRefused(f"{reader.path}: none of its {reader.head().seq} records is of that time and round")
    return first, last


def _vouching(reader: Reader, last: int) -> Head | None:
    """The signed checkpoint that vouches for record `last`: that record itself, or the first one behind it."""
    made = reader.records(last, filter=Filter(types=frozenset({CHECKPOINT})))
    return next((Head(record.seq, record.hash) for record in made if is_checkpoint(record) and read(record).key is not None), None)


def _checked(head: Head, records: Iterator[Record], *, clear: bool) -> Iterator[Record]:
    """Each record as it is read back from its line, in its place in the chain."""
    for record in records:
        if record.sealer == CLEAR and not clear:
            raise ExportRefused(
                f"record {record.seq} ({record.type}) has its faces in clear, for this table has no seal key: "
                "whoever gets the export could read them, so they are taken along only where that is asked for"
            )
        if finding := chain.check(head, from_line(to_line(record), record.seq)):
            raise finding.error()
        head = Head(record.seq, record.hash)
        yield record


def _write(path: Path, texts: Iterable[str]) -> str:
    """Write a file to the disk; return its SHA-256."""
    digest = sha256()
    with path.open("xb") as file:
        for text in texts:
            data = text.encode()
            digest.update(data)
            file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()
