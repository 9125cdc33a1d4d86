"""Bring a journal's schema up to date: numbered scripts, each in a transaction of its own, after a copy was laid beside the file.

The version lies in SQLite's `user_version`. There is no way down: a journal from a later tablectl is refused in words.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from tablectl.journal.connections import explained
from tablectl.journal.errors import JournalTooNew, MigrationFailed
from tablectl.journal.lock import MODE

NOT_THE_SCRIPT: Final = frozenset({
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
})  # fmt: skip
NAME: Final = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; `number` is the `user_version` after it."""

    number: int
    name: str
    sql: str


def load_migrations(folder: Traversable | None = None) -> tuple[Migration, ...]:
    """Read the scripts of a folder (our own by default) in order. Raises `MigrationFailed` where the numbers are not 1, 2, 3, ..."""
    found = [
        Migration(int(match[1]), file.name, file.read_text("utf-8"))
        for file in (folder or files("tablectl.journal") / "migrations").iterdir()
        if (match := NAME.fullmatch(file.name))
    ]
    ordered = tuple(sorted(found, key=lambda migration: migration.number))
    if [migration.number for migration in ordered] != list(range(1, len(ordered) + 1)) or not ordered:
        raise MigrationFailed(f"migrations: expected numbers 1, 2, 3, ... without gaps, found {[migration.name for migration in ordered]}")
    return ordered


def schema_of(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return a journal's schema version. Raises `JournalTooNew` where it is beyond `newest`."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > newest:
        raise JournalTooNew(f"{path}: written by a later tablectl (schema {version}, this one knows {newest}), and left alone; install that version")
    return version


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration], suffix: str) -> Path | None:
    """Apply what is missing; return the copy that was made before, if there was anything to lose.

    Raises `JournalTooNew`, `MigrationFailed` (the file is as the last good script left it) and what a full disk raises.
    """
    version = schema_of(connection, path, migrations[-1].number)
    due = migrations[version:]
    copy = _copy(connection, Path(f"{path}.schema-{version}-{suffix}")) if due and version else None
    for migration in due:
        _apply(connection, migration)
    return copy


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{migration.sql}\nPRAGMA user_version = {migration.number};\nCOMMIT;")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in NOT_THE_SCRIPT:
            raise
        raise MigrationFailed(f"migration {migration.name}: {error}; the journal is unchanged by it") from error


def _copy(connection: sqlite3.Connection, target: Path) -> Path:
    with explained(target):
        fd = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
        try:
            with closing(sqlite3.connect(target)) as copy:
                connection.backup(copy)
            os.fsync(fd)
        except BaseException:
            target.unlink()  # half a copy is worse than none
            raise
        finally:
            os.close(fd)
    return target
