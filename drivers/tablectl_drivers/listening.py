"""A clock that stands still while this machine does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

STALL_S: Final = 0.5


class ListeningClock:
    """Seconds in which somebody was there to listen, from any zero. A machine that was suspended, starved or blocked heard nothing in that time,
    which says nothing of the device: what it said meanwhile is still to be read. `stalls` counts such gaps. `read` gives monotonic seconds."""

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._looked = read()
        self._stood = 0.0
        self.stalls = 0

    def now(self, waited: float = 0.0) -> float:
        """The time, when since the last call the caller meant to let at most `waited` seconds pass. A gap longer than that by more than STALL_S
        is not counted at all, so that what was waited for is waited for anew."""
        reading = self._read()
        gap, self._looked = reading - self._looked, reading
        if gap > max(waited, 0.0) + STALL_S:
            self._stood += gap
            self.stalls += 1
        return reading - self._stood
