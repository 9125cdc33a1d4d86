"""A look at the file of users before anything is opened: whether the console will be able to use it. Changes nothing."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tablectl.console.errors import StoreUnusable


def look(path: Path) -> None:
    """Raise StoreUnusable where this is no file of users, or none that this user may use. One that is not there will be made."""
    if not path.exists():
        return
    if not path.is_file():
        raise StoreUnusable(f"{path}: this is no file, and the users are kept in one", passing=False)
    if not os.access(path, os.R_OK | os.W_OK):
        raise StoreUnusable(f"{path}: this user may not read and write the file of users", passing=False)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5.0)) as db:
            foreign = db.execute("PRAGMA application_id").fetchone() != (0,)
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        passing = isinstance(error, sqlite3.OperationalError)  # locked, or its disk is full; a damaged file is another class
        raise StoreUnusable(f"{path}: the file of users cannot be used: {error}", passing=passing) from error
    if foreign:
        raise StoreUnusable(f"{path}: this is another program's database, such as a journal, and no file of users", passing=False)
