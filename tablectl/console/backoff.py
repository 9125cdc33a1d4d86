"""How long a name or an address waits after wrong log-ins. Kept in the users' file, so that a restart does not end the wait."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from typing import Final

# A name is cheap to guess at, an address may be a whole pit behind one proxy.
FREE: Final = {"name": 3, "from": 10}
LONGEST_S: Final = 300.0  # a wait must not keep a supervisor from a held table for long
FORGET_S: Final = 3600.0
MOST_KEYS: Final = 1000  # invented names must not fill the disk


class Backoff:
    """Uses the caller's connection and lock. Keys are `name:<name>` and `from:<address>`; times are seconds."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def wait(self, keys: Sequence[str], now: float) -> int:
        """Whole seconds that are left to wait, 0 for none. A clock that was set back never makes the wait longer than the longest."""
        left = [min(row[0] - now, LONGEST_S) for key in keys for row in self._db.execute("SELECT until FROM refusals WHERE key = ?", (key,))]
        return max(0, math.ceil(max(left, default=0.0)))

    def failed(self, keys: Sequence[str], now: float) -> None:
        """Count a wrong log-in; beyond the free ones each doubles the wait."""
        self._db.execute("DELETE FROM refusals WHERE until < ? OR until > ?", (now - FORGET_S, now + FORGET_S))
        for key in keys:
            row = self._db.execute("SELECT failures FROM refusals WHERE key = ?", (key,)).fetchone()
            failures = 1 + (row[0] if row else 0)
            over = failures - FREE[key.partition(":")[0]]
            until = now + (min(2.0 ** min(over, 16), LONGEST_S) if over >= 0 else 0.0)
            self._db.execute("INSERT OR REPLACE INTO refusals VALUES(?, ?, ?)", (key, failures, until))
        self._db.execute("DELETE FROM refusals WHERE key NOT IN (SELECT key FROM refusals ORDER BY until DESC LIMIT ?)", (MOST_KEYS,))

    def forget(self, keys: Sequence[str]) -> None:
        self._db.executemany("DELETE FROM refusals WHERE key = ?", [(key,) for key in keys])
