"""Read a journal, also one that is being written: own read-only connections and short transactions, so that no reader holds up the writer.

A reader trusts what it reads; `verify` does not. One thread at a time may use a reader.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tablectl.journal import chain
from tablectl.journal.connections import APPLICATION_ID, connect_reader, explain, explained
from tablectl.journal.errors import JournalDamaged, NotAJournal
from tablectl.journal.filters import EVERYTHING, Filter
from tablectl.journal.migrate import load_migrations, schema_of
from tablectl.journal.records import Head, Meta, Record
from tablectl.journal.rows import SELECT, SELECT_META, Cell, Row, from_row, meta_from_row, read

PAGE_RECORDS: Final = 500
DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR})
POLL_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class Page:
    """Records from new to old. `before` asks for the next page; None says that there are no older ones."""

    records: tuple[Record, ...]
    before: int | None


class Reader:
    """Open from construction until `close`. Every method raises `JournalDamaged` or `JournalUnreachable` at what cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._connection = connect_reader(self.path)
        try:
            with explained(self.path):
                self._meta = identify(self._connection, self.path)
        except BaseException:
            self.close()
            raise

    @property
    def meta(self) -> Meta:
        return self._meta

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def head(self) -> Head:
        """Return the last record's place, or the genesis of an empty journal."""
        with explained(self.path):
            row = self._connection.execute("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1").fetchone()
        return chain.genesis(self._meta) if row is None else Head(*row)

    def get(self, seq: int) -> Record | None:
        with explained(self.path):
            return next(iter(read(self._connection, "seq = ?", seq)), None)

    def records(self, start: int = 1, stop: int | None = None, filter: Filter = EVERYTHING) -> Iterator[Record]:
        """Yield the records from seq `start` to `stop` (not included; None is the end of the journal when it is reached)."""
        where, values = filter.where()
        end = stop if stop is not None else 1 << 62
        while True:
            rows, error = self._rows(f"{where} AND seq >= ? AND seq < ? ORDER BY seq LIMIT {PAGE_RECORDS}", *values, start, end)
            for row in rows:
                record = from_row(row)
                start = record.seq + 1
                yield record
            if error is not None:
                raise chain.Finding(start, chain.Difference.UNREADABLE, f"the file cannot be read from here on ({error})").error() from error
            if len(rows) < PAGE_RECORDS:
                return

    def follow(self, after: int, wait_s: float, filter: Filter = EVERYTHING) -> Iterator[Record]:
        """Yield the records after seq `after` and then those that come; end when nothing new was written for `wait_s` seconds."""
        deadline = time.monotonic() + wait_s
        while True:
            last = self.head().seq
            if last > after:
                yield from self.records(after + 1, last + 1, filter)
                after = last
                deadline = time.monotonic() + wait_s
            rest = deadline - time.monotonic()
            if rest <= 0:
                return
            time.sleep(min(POLL_S, rest))

    def page(self, before: int | None = None, limit: int = 100, filter: Filter = EVERYTHING) -> Page:
        """Return up to `limit` records older than seq `before` (None: the newest)."""
        where, values = filter.where()
        end = before if before is not None else 1 << 62
        with explained(self.path):
            records = read(self._connection, f"{where} AND seq < ? ORDER BY seq DESC LIMIT ?", *values, end, limit + 1)
        more = len(records) > limit
        return Page(tuple(records[:limit]), records[limit - 1].seq if more else None)

    def file_faults(self, limit: int = 20) -> tuple[str, ...]:
        """Have SQLite check every page and index of the file; return what it finds, at most `limit` lines. Reads the whole file."""
        try:
            with explained(self.path):
                lines = [line.decode("utf-8", "replace") for (line,) in self._connection.execute(f"PRAGMA integrity_check({limit})")]
        except JournalDamaged as error:
            return (error.text,)
        return tuple(line for line in lines if line != "ok")

    def _rows(self, where: str, *values: Cell) -> tuple[list[Row], sqlite3.DatabaseError | None]:
        """Read a page of rows; where the file is damaged, those before the damage and the error."""
        rows: list[Row] = []
        try:
            rows.extend(self._connection.execute(f"{SELECT} WHERE {where}", values))
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in DAMAGE:
                raise explain(error, self.path) from error
            return rows, error
        return rows, None


def identify(connection: sqlite3.Connection, path: Path) -> Meta:
    """Tell a journal that this program can read. Raises `NotAJournal` and what `schema_of` does."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise NotAJournal(f"{path}: {'a database' if path.stat().st_size else 'an empty file'}, and not a journal of this program")
    schema_of(connection, path, load_migrations()[-1].number)
    return meta_from_row(connection.execute(SELECT_META).fetchone())
