"""Changes that the command line makes to the file of users. The daemon alone writes the journal, so each is left in that file, in one
transaction with what it tells of, until the daemon has put it on record.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tablectl.console.errors import NotRecorded
from tablectl.console.ports import LiveTable

SCHEMA: Final = "CREATE TABLE IF NOT EXISTS changes(id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, body TEXT NOT NULL) STRICT;"
AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Change:
    id: int
    type: str
    body: dict[str, Any]


class Outside:
    """Uses the store's connection and lock."""

    def __init__(self, db: sqlite3.Connection, lock: threading.RLock) -> None:
        self._db = db
        self._lock = lock
        self._told = 0  # on record, and perhaps still in the file while its disk takes nothing

    def leaving(self, type: str, **body: object) -> Callable[[], None]:
        """What to call within the transaction of a change, so that it is left for the record with it or not at all."""

        def leave() -> None:
            self._db.execute("INSERT INTO changes(type, body) VALUES(?, ?)", (type, json.dumps(body)))

        return leave

    def left(self) -> tuple[Change, ...]:
        """The oldest that are not on record yet."""
        with self._lock:
            rows = self._db.execute("SELECT id, type, body FROM changes WHERE id > ? ORDER BY id LIMIT ?", (self._told, AT_ONCE)).fetchall()
        return tuple(Change(number, kind, json.loads(body)) for number, kind, body in rows)

    def told(self, id: int) -> None:
        """This one, and those before it, are on record."""
        with self._lock:
            self._told = id
            self._db.execute("DELETE FROM changes WHERE id <= ?", (id,))


async def take_in(outside: Outside, table: LiveTable) -> None:
    """Put on record what was left. Where the record or the file takes nothing now, a later call does it.

    A cut between the two leaves a record twice, under one number.
    """
    try:
        for change in await asyncio.to_thread(outside.left):
            await table.add(change.type, {**change.body, "left": change.id})
            await asyncio.to_thread(outside.told, change.id)
    except (NotRecorded, sqlite3.OperationalError):
        return
