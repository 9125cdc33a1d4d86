"""Open a journal for writing, make a new one, or set a damaged one aside. What to do when is the daemon's decision."""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from tablectl.journal import chain, wal
from tablectl.journal.checkpoints import Signs
from tablectl.journal.clock import Stamper
from tablectl.journal.connections import APPLICATION_ID, Connect, configure_writer, connect, explained
from tablectl.journal.errors import JournalDamaged, JournalExists, JournalOrphaned, NotAJournal
from tablectl.journal.lock import MODE, JournalLock
from tablectl.journal.migrate import Migration, load_migrations, migrate, schema_of
from tablectl.journal.records import Continues, Head, Meta, Record, Stamp
from tablectl.journal.room import Reserve
from tablectl.journal.rows import INSERT_META, SELECT_META, meta_from_row, meta_to_row, read
from tablectl.journal.sealing import Sealer
from tablectl.journal.writer import LastRun, Opening, Writer, last_run

TAIL_RECORDS: Final = 256  # so many are checked at every opening; the whole chain is `verify`'s


def open_for_writing(
    path: Path,
    *,
    stamper: Stamper,
    sealer: Sealer,
    signer: Signs | None = None,
    reserve: Reserve | None = None,
    continues: Continues | None = None,
    connect: Connect = connect,
    migrations: Sequence[Migration] | None = None,
) -> Writer:
    """Take a journal for this process alone; make it where the file does not exist, in a folder that must.

    `signer` signs its checkpoints; `reserve` is given back when a commit finds the disk full.
    `continues` links a new journal to the one before it. The last records are checked, the whole file is not: see `verify`.
    Raises `JournalUnreachable`, `JournalTooNew`, `JournalDamaged`, `MigrationFailed`, `JournalFull`, `StorageFault`.
    """
    path = path.absolute()
    lock = JournalLock(path)
    try:
        with explained(path):
            _create_file(path)
            _refuse_spoiled(path)  # before SQLite sees it, which goes on as if nothing were missing
            connection = connect(path)
            try:
                opening = _open(connection, path, continues, stamper.stamp(), migrations or load_migrations())
            except BaseException:
                connection.close()
                raise
    except BaseException:
        lock.release()
        raise
    reopen = partial(_reopen, path, connect)
    return Writer(
        path, lock=lock, connection=connection, reopen=reopen, opening=opening, stamper=stamper, sealer=sealer, signer=signer, reserve=reserve
    )


def set_aside(path: Path) -> Path:
    """Rename a journal, with its write-ahead file and as it is, to a name with the UTC time; return the new path.

    Raises `JournalBusy` while a process writes it, `JournalUnreachable` where it cannot be renamed.
    """
    path = path.absolute()
    with JournalLock(path), explained(path):
        target = _free_name(path, f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
        # The journal first: a write-ahead file left alone by a power cut between the two is refused at the next opening.
        for suffix in ("", "-wal", "-shm"):
            if (part := Path(f"{path}{suffix}")).exists():
                part.rename(f"{target}{suffix}")
        sync_folder(path.parent)
    return target


def refuse_orphan(path: Path) -> None:
    """Raise JournalOrphaned where a journal is not there, and its last records are."""
    if not path.exists() and (left := Path(f"{path}-wal")).exists() and left.stat().st_size:
        raise JournalOrphaned(f"{left}: holds the last records of a journal that is not there; bring {path.name} back or set the file aside")


def _refuse_spoiled(path: Path) -> None:
    if wal.spoiled(Path(f"{path}-wal")):
        raise JournalDamaged(0, "unreadable", f"{path}: {wal.SPOILED}")


def _create_file(path: Path) -> None:
    if path.exists():
        return
    refuse_orphan(path)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
    try:
        os.fchmod(fd, MODE)
    finally:
        os.close(fd)
    sync_folder(path.parent)


def _open(connection: sqlite3.Connection, path: Path, continues: Continues | None, now: Stamp, migrations: Sequence[Migration]) -> Opening:
    schema_of(connection, path, migrations[-1].number)
    created = _is_new(connection, path)
    if continues is not None and not created:
        raise JournalExists(f"{path}: is there already, so it cannot be made the continuation of {continues.file}")
    configure_writer(connection, path)
    copy = migrate(connection, path, migrations, f"{datetime.fromtimestamp(now.wall_ns // 10**9, UTC):%Y%m%dT%H%M%SZ}")
    if created:
        meta = Meta(uuid.uuid4().hex, migrations[-1].number, now.wall_ns, continues)
        connection.execute(INSERT_META, meta_to_row(meta))
        return Opening(meta, chain.genesis(meta), created, LastRun.NONE, copy)
    meta = meta_from_row(connection.execute(SELECT_META).fetchone())
    tail = read(connection, "1 ORDER BY seq DESC LIMIT ?", TAIL_RECORDS)[::-1]
    return Opening(meta, _check_tail(meta, tail), created, last_run(tail[-1] if tail else None), copy)


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Tell an empty file, or one whose making was cut short, from a journal. Raises `NotAJournal` for anything else."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == APPLICATION_ID:
        return not (connection.execute("SELECT EXISTS (SELECT 1 FROM meta) OR EXISTS (SELECT 1 FROM record)").fetchone()[0])
    if application or tables:
        raise NotAJournal(f"{path}: a database, and not a journal of this program")
    return True


def _check_tail(meta: Meta, tail: Sequence[Record]) -> Head:
    if not tail:
        return chain.genesis(meta)
    first = tail[0]
    head = chain.genesis(meta) if first.seq == 1 else Head(first.seq - 1, first.prev_hash)
    for record in tail:
        if finding := chain.check(head, record):
            raise finding.error()
        head = Head(record.seq, record.hash)
    return head


def _reopen(path: Path, connect: Connect) -> sqlite3.Connection:
    connection = connect(path)
    configure_writer(connection, path)
    return connection


def _free_name(path: Path, stamp: str) -> Path:
    name = f"{path}.aside-{stamp}"
    number = 1
    while (target := Path(name if number == 1 else f"{name}-{number}")).exists() or Path(f"{target}-wal").exists():
        number += 1
    return target


def sync_folder(folder: Path) -> None:
    """Make durable which files a folder has."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
