"""Room for the record: how many more rounds the disk holds at the growth there was, and a reserve that is given back when it is full.

The journal only grows. So a table stops between two rounds while there is still room, and where something else fills the disk within a
round, the reserve is what lets that round end and what happened go on record.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

ROUND_BYTES: Final = 90_000  # a round at six seats; 45 kB were measured at three seats of Ultimate Texas Hold'em, checkpoints included
TELLING_ROUNDS: Final = 50  # so many rounds tell how a table's journal grows
OUT_ROUNDS: Final = 20
STEPS: Final = (OUT_ROUNDS, 50, 100, 200, 500, 1_000, 2_000)  # the last ones are some days of play
BACK: Final = 1.25  # a step is left only for so much more room than it was entered with, so that it does not flicker


class Grade(StrEnum):
    """`OUT`: no round may begin. `LOW`: somebody should make room."""

    FINE = "fine"
    LOW = "low"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Room:
    """There is room for fewer than so many rounds; 0 says that there is plenty."""

    fewer: int

    @property
    def grade(self) -> Grade:
        return Grade.FINE if not self.fewer else Grade.OUT if self.fewer == OUT_ROUNDS else Grade.LOW


class Reserve:
    """A file of a fixed size beside the journal; a size of 0 is none."""

    def __init__(self, journal: Path, size: int) -> None:
        self.path = Path(f"{journal}-reserve")
        self.size = size

    def missing(self) -> int:
        """How many bytes of it are not there."""
        with suppress(OSError):
            return max(0, self.size - self.path.stat().st_size)
        return self.size

    def keep(self) -> bool:
        """Make it where it is not there and the disk has room for it twice; whether it is there. Raises OSError."""
        if not self.missing():
            return True
        if shutil.disk_usage(self.path.parent).free < 2 * self.size:
            return False
        fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(fd, 0, self.size)
        finally:
            os.close(fd)
        return True

    def give_back(self) -> bool:
        """Let the disk have it; whether there was any."""
        with suppress(OSError):
            self.path.unlink()
            return True
        return False


class Watch:
    """Looks at the disk under a journal. One thread at a time."""

    def __init__(self, journal: Path, reserve: Reserve) -> None:
        self._journal = journal
        self._reserve = reserve
        self._room = Room(0)

    def look(self, rounds: int) -> Room:
        """How it stands after so many rounds; what the reserve lacks is no room. Raises OSError."""
        each = self._journal.stat().st_size // rounds if rounds >= TELLING_ROUNDS else ROUND_BYTES
        left = max(0, shutil.disk_usage(self._journal.parent).free - self._reserve.missing()) // each
        self._room = judged(left, self._room)
        return self._room


def judged(rounds: int, before: Room) -> Room:
    """How it stands with room for so many rounds."""
    fewer = next((step for step in STEPS if rounds < step), 0)
    better = before.fewer and (not fewer or fewer > before.fewer)
    return before if better and rounds < BACK * before.fewer else Room(fewer)
