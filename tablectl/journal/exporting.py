"""Take a part of a journal away, also while it is in use: its records, and a proof that lets somebody check them who has nothing else.

The part has no gaps: everything between the first and the last record that was asked for, for only then does the chain hold in it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Final, Self

from tablectl.journal import chain
from tablectl.journal.errors import ExportRefused
from tablectl.journal.filters import Filter
from tablectl.journal.portable import HEADINGS, from_line, row, to_line, to_table
from tablectl.journal.proofs import PROOF, RECORDS, TABLE, Proof, Span, to_text
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
        files = _records(part, _checked(before, reader.records(first.seq, last.seq + 1), clear=wanted.clear), table=wanted.table)
        asked = Span(wanted.filter.since_ns, wanted.filter.until_ns, wanted.filter.round)
        proof = Proof(program, now.wall_ns, now.synced, reader.meta, asked, before, Head(last.seq, last.hash), files)
        with _Written(part / PROOF) as file:
            file.write(to_text(proof))
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


def _records(part: Path, records: Iterable[Record], *, table: bool) -> dict[str, str]:
    """Write the files of the records; return the SHA-256 of each."""
    with ExitStack() as stack:
        files = {name: stack.enter_context(_Written(part / name)) for name in (RECORDS, *((TABLE,) if table else ()))}
        if table:
            files[TABLE].write(row(HEADINGS))
        for record in records:
            files[RECORDS].write(to_line(record) + "\n")
            if table:
                files[TABLE].write(to_table(record))
    return {name: file.sha256 for name, file in files.items()}


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


class _Written:
    """A file that is hashed as it is written, and on the disk when it is closed."""

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("xb")
        self._digest = sha256()

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def write(self, text: str) -> None:
        data = text.encode()
        self._digest.update(data)
        self._file.write(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failed: object) -> None:
        with self._file:
            self._file.flush()
            os.fsync(self._file.fileno())
