"""A record as one row of the file, and back. Text is read as bytes, so that a damaged row is named and not thrown at us by sqlite."""

from __future__ import annotations

import sqlite3
from typing import Final

from tablectl.journal.chain import HASH_BYTES, Difference, Finding
from tablectl.journal.records import Continues, Head, Kind, Meta, Record, Stamp

COLUMNS: Final = (
    "seq", "version", "kind", "type", "cause", "round", "wall_ns", "mono_ns", "boot_id", "synced",
    "correlation", "body", "sealed", "sealer", "prev_hash", "hash",
)  # fmt: skip
SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM record"  # noqa: S608 -- names of our own, no input
INSERT: Final = f"INSERT INTO record ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608 -- as above

SELECT_META: Final = "SELECT journal_id, schema, created_ns, continues_file, continues_id, continues_seq, continues_hash FROM meta"
INSERT_META: Final = "INSERT INTO meta VALUES (1, ?, ?, ?, ?, ?, ?, ?)"

Cell = int | float | str | bytes | None
Row = tuple[Cell, ...]


def to_row(record: Record) -> Row:
    stamp = record.stamp
    return (
        record.seq, record.version, record.kind.value, record.type, record.cause, record.round, stamp.wall_ns, stamp.mono_ns, stamp.boot_id,
        int(stamp.synced), record.correlation, record.body, record.sealed, record.sealer, record.prev_hash, record.hash,
    )  # fmt: skip


def from_row(row: Row) -> Record:
    """Read a row whose text columns came as bytes. Raises `JournalDamaged` naming the column that cannot be read."""
    seq, version, kind, name, cause, round_, wall_ns, mono_ns, boot_id, synced, correlation, body, sealed, sealer, prev_hash, digest = row
    try:
        return Record(
            _number("seq", seq),
            _number("version", version),
            _kind(kind),
            _text("type", name),
            None if cause is None else _number("cause", cause),
            None if round_ is None else _number("round", round_),
            Stamp(_number("wall_ns", wall_ns), _number("mono_ns", mono_ns), _text("boot_id", boot_id), _flag("synced", synced)),
            _text("correlation", correlation),
            _text("body", body),
            None if sealed is None else _bytes("sealed", sealed),
            None if sealer is None else _text("sealer", sealer),
            _digest("prev_hash", prev_hash),
            _digest("hash", digest),
        )
    except _BadCell as bad:
        raise Finding(seq if isinstance(seq, int) else 0, Difference.UNPARSABLE, str(bad)).error() from None


def read(connection: sqlite3.Connection, where: str, *values: Cell) -> list[Record]:
    """Read records; `where` is SQL of our own. Raises `JournalDamaged` and what sqlite raises."""
    return [from_row(row) for row in connection.execute(f"{SELECT} WHERE {where}", values)]


def meta_to_row(meta: Meta) -> Row:
    before = meta.continues
    head = before.head if before else None
    return (
        meta.journal_id, meta.schema, meta.created_ns, before.file if before else None, before.journal_id if before else None,
        head.seq if head else None, head.hash if head else None,
    )  # fmt: skip


def meta_from_row(row: Row | None) -> Meta:
    """Read the one row of a journal's identity. Raises `JournalDamaged` at record 0."""
    if row is None:
        raise Finding(0, Difference.UNPARSABLE, "the journal has no identity").error()
    journal_id, schema, created_ns, file, before_id, before_seq, before_hash = row
    try:
        head = None if before_seq is None else Head(_number("continues_seq", before_seq), _digest("continues_hash", before_hash))
        known_id = None if before_id is None else _text("continues_id", before_id)
        before = None if file is None else Continues(_text("continues_file", file), known_id, head)
        return Meta(_text("journal_id", journal_id), _number("schema", schema), _number("created_ns", created_ns), before)
    except _BadCell as bad:
        raise Finding(0, Difference.UNPARSABLE, str(bad)).error() from None


class _BadCell(Exception):
    """A column of a row holds what it cannot hold; the text names the column and never what it holds."""


def _number(name: str, cell: Cell) -> int:
    if not isinstance(cell, int):
        raise _BadCell(f"{name} is no whole number")
    return cell


def _flag(name: str, cell: Cell) -> bool:
    if cell not in {0, 1}:
        raise _BadCell(f"{name} is neither 0 nor 1")
    return cell == 1


def _bytes(name: str, cell: Cell) -> bytes:
    if not isinstance(cell, bytes):
        raise _BadCell(f"{name} is no bytes")
    return cell


def _text(name: str, cell: Cell) -> str:
    try:
        return _bytes(name, cell).decode()
    except UnicodeDecodeError:
        raise _BadCell(f"{name} is no UTF-8 text") from None


def _kind(cell: Cell) -> Kind:
    try:
        return Kind(_text("kind", cell))
    except ValueError:
        raise _BadCell("kind is not event, outcome or marker") from None


def _digest(name: str, cell: Cell) -> bytes:
    digest = _bytes(name, cell)
    if len(digest) != HASH_BYTES:
        raise _BadCell(f"{name} has {len(digest)} bytes, expected {HASH_BYTES}")
    return digest
