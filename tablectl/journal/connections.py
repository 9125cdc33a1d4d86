"""How this package opens SQLite, and what SQLite's and the system's errors mean to an operator."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tablectl.journal.errors import (
    FolderMissing,
    JournalBusy,
    JournalDamaged,
    JournalDenied,
    JournalError,
    JournalFull,
    JournalMissing,
    JournalUnreachable,
    NotAJournal,
    StorageFault,
)

APPLICATION_ID: Final = int.from_bytes(b"TBLJ")
BUSY_S: Final = 5.0  # how long to wait for another program's lock on the file, such as a backup tool's
SYNCHRONOUS_FULL: Final = 2
FOLDER: Final = "this is a folder, and a journal is a file"
NO_ROOM_BYTES: Final = 64 * 1024  # SQLite's shared-memory file alone takes 32 KiB
HEADER_BYTES: Final = 100

Connect = Callable[[Path], sqlite3.Connection]


def connect(path: Path) -> sqlite3.Connection:
    """Open a file that exists for writing, in autocommit mode: transactions are begun and ended in so many words."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_S)


def configure_writer(connection: sqlite3.Connection, path: Path) -> None:
    """Make every commit durable before it returns. Raises `JournalUnreachable` where the file system cannot do that."""
    connection.text_factory = bytes
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != b"wal":
        raise JournalUnreachable(f"{path}: this file system has no shared memory for SQLite (a network share?); keep the journal on a local disk")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def connect_reader(path: Path) -> sqlite3.Connection:
    """Open read-only, also a file in use, also on a medium that cannot be written. Raises `JournalUnreachable`."""
    if not path.exists():
        raise (JournalMissing(f"{path}: there is no journal") if path.parent.is_dir() else FolderMissing(f"{path}: there is no folder {path.parent}"))
    if path.is_dir():  # SQLite calls it an I/O error
        raise NotAJournal(f"{path}: {FOLDER}")
    with explained(path):
        connection = _open_reader(path, "mode=ro")
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            if Path(f"{path}-wal").exists():
                raise
            # Without a write-ahead file all is in the file itself, and SQLite needs no second file beside it.
            connection = _open_reader(path, "mode=ro&immutable=1")
    return connection


def _open_reader(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
    connection.text_factory = bytes
    return connection


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise into the journal's own errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except UnicodeDecodeError as error:
        # SQLite quotes the schema when it cannot read it, and sqlite3 then fails at its message.
        raise JournalDamaged(0, "unreadable", f"{path}: the schema is damaged") from error
    except JournalError:
        raise
    except OSError as error:
        raise _explain_os(error, path) from error


def explain(error: sqlite3.Error, path: Path) -> JournalError:
    """Say in an operator's words what a SQLite error means."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    full = JournalFull(f"{path}: no space left on the disk")
    match code:
        case sqlite3.SQLITE_FULL:
            return full
        case sqlite3.SQLITE_NOTADB:
            advice = "if it was this table's journal, keep it under another name for the auditor, and start again"
            return NotAJournal(f"{path}: not a database, or its first page is damaged; {advice}")
        case sqlite3.SQLITE_CORRUPT:
            return JournalDamaged(0, "unreadable", f"{path}: {_cut_short(path) or f'a page is damaged ({error})'}")
        case sqlite3.SQLITE_ERROR:
            return JournalDamaged(0, "unreadable", f"{path}: SQLite makes no sense of it ({error})")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalBusy(f"{path}: another program holds a lock on the journal")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return JournalDenied(f"{path}: no right to write it, or the disk is mounted read-only")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR if _no_room(path):
            return full
        case sqlite3.SQLITE_CANTOPEN if path.is_dir():
            return JournalDenied(f"{path}: {FOLDER}")
        case sqlite3.SQLITE_CANTOPEN:
            return JournalDenied(f"{path}: cannot be opened with its side files; this user needs to read the file and write in {path.parent}")
        case _:
            return StorageFault(f"{path}: the disk or SQLite failed: {error}")


def _explain_os(error: OSError, path: Path) -> JournalError:
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return FolderMissing(f"{path}: there is no folder {path.parent}")
        case errno.EACCES | errno.EPERM | errno.EROFS | errno.EISDIR:
            return JournalDenied(f"{path}: this user may not write it, or not in {path.parent} ({error.strerror})")
        case errno.ENOSPC | errno.EDQUOT:
            return JournalFull(f"{path}: no space left on the disk")
        case _:
            return StorageFault(f"{path}: {error.strerror}")


def _cut_short(path: Path) -> str | None:
    """Say that a file is shorter than its first page has it; None where it is not, or cannot be told."""
    with suppress(OSError), path.open("rb") as file:
        header = file.read(HEADER_BYTES)
        size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])  # https://sqlite.org/fileformat2.html#the_database_header
        if (there := path.stat().st_size) < size * pages:
            return f"the file is cut short, it has {there} of {size * pages} bytes"
    return None


def _no_room(path: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(path.parent).free < NO_ROOM_BYTES
    return False
