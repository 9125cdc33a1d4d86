"""The file of the console's users: its tables, and how it is opened."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from tablectl.console.errors import StoreUnusable
from tablectl.console.outside import SCHEMA as CHANGES

PASSING: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS users(
  name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL, hash TEXT NOT NULL, created REAL NOT NULL, locked INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS sessions(
  token_hash TEXT PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, created REAL NOT NULL, expires REAL NOT NULL, seen REAL NOT NULL,
  revoked INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS log_ins(name TEXT PRIMARY KEY COLLATE NOCASE, at REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS refusals(key TEXT PRIMARY KEY COLLATE NOCASE, failures INTEGER NOT NULL, until REAL NOT NULL) STRICT;
"""

ASIDE: Final = """
ATTACH DATABASE ':memory:' AS aside;
CREATE TABLE aside.sessions AS SELECT * FROM main.sessions WHERE 0;
CREATE TABLE aside.refusals(key TEXT PRIMARY KEY COLLATE NOCASE, failures INTEGER NOT NULL, until REAL NOT NULL) STRICT;
CREATE TEMP VIEW every_session AS SELECT * FROM main.sessions UNION ALL SELECT * FROM aside.sessions;
"""
"""Where sessions and refused log-ins go while the disk takes nothing: who looks after a table that is held for that has to get in."""


def open_store(path: Path) -> sqlite3.Connection:
    """Made with mode 0600 where there is none. Raise StoreUnusable."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreUnusable(f"{path}: the file of users cannot be opened: {error.strerror}", passing=error.errno in PASSING) from error
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    try:
        foreign = db.execute("PRAGMA application_id").fetchone() != (0,)
        if not foreign:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.executescript(SCHEMA + CHANGES)
            db.execute("PRAGMA temp_store=MEMORY")
            db.executescript(ASIDE)
    except sqlite3.Error as error:
        db.close()
        passing = isinstance(error, sqlite3.OperationalError)  # locked or full; a damaged file is another class
        raise StoreUnusable(f"{path}: the file of users cannot be used: {error}", passing=passing) from error
    if foreign:
        db.close()
        raise StoreUnusable(f"{path}: this is another program's database, such as a journal, and no file of users", passing=False)
    return db
