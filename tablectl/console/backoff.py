"""How long a name or an address waits after wrong log-ins. Kept in the users' file, so that a restart does not end the wait."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

# A name is cheap to guess at, an address may be a whole pit behind one proxy.
FREE: Final = {"name": 3, "from": 10}
LONGEST_S: Final = 300.0  # a wait must not keep a supervisor from a held table for long
FORGET_S: Final = 3600.0
MOST_KEYS: Final = 1000  # invented names must not fill the disk


PLACES: Final = ("main", "aside")  # the second is memory, for while the disk takes nothing


class Backoff:
    """Uses the caller's connection and lock. Keys are `name:<name>` and `from:<address>`; times are seconds."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def wait(self, keys: Sequence[str], now: float) -> int:
        """Whole seconds that are left to wait, 0 for none. A clock that was set back never makes the wait longer than the longest."""
        left = [min(until - now, LONGEST_S) for key in keys for _, until in self._known(key)]
        return max(0, math.ceil(max(left, default=0.0)))

    def failed(self, keys: Sequence[str], now: float) -> None:
        """Count a wrong log-in; beyond the free ones each doubles the wait."""
        try:
            self._failed("main", keys, now)
        except sqlite3.OperationalError:
            self._failed("aside", keys, now)

    def forget(self, keys: Sequence[str]) -> None:
        for place in PLACES:
            with suppress(sqlite3.OperationalError):
                self._db.executemany(f"DELETE FROM {place}.refusals WHERE key = ?", [(key,) for key in keys])  # noqa: S608 - a name of ours

    def _failed(self, place: str, keys: Sequence[str], now: float) -> None:
        table = f"{place}.refusals"
        self._db.execute(f"DELETE FROM {table} WHERE until < ? OR until > ?", (now - FORGET_S, now + FORGET_S))  # noqa: S608 - a name of ours
        for key in keys:
            failures = 1 + max((failures for failures, _ in self._known(key)), default=0)
            over = failures - FREE[key.partition(":")[0]]
            until = now + (min(2.0 ** min(over, 16), LONGEST_S) if over >= 0 else 0.0)
            self._db.execute(f"INSERT OR REPLACE INTO {table} VALUES(?, ?, ?)", (key, failures, until))
        newest = f"SELECT key FROM {table} ORDER BY until DESC LIMIT ?"  # noqa: S608 - a name of ours
        self._db.execute(f"DELETE FROM {table} WHERE key NOT IN ({newest})", (MOST_KEYS,))  # noqa: S608 - a name of ours

    def _known(self, key: str) -> list[tuple[int, float]]:
        """How often this key failed and until when it waits, in either place."""
        found: list[tuple[int, float]] = []
        for place in PLACES:
            found += self._db.execute(f"SELECT failures, until FROM {place}.refusals WHERE key = ?", (key,)).fetchall()  # noqa: S608 - a name of ours
        return found
