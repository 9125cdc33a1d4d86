"""Whether a lamp does what it was told, where a line senses that. Knows no line and no clock; seconds come as arguments."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

SETTLE_S: Final = 0.05  # after a change the sense line says nothing yet
LOOKS: Final = 3  # so many looks in a row have to agree


class LampFault(StrEnum):
    DARK = "dark"
    """It is told to burn and does not: broken, or its wire or its driver is."""
    GLOWS = "glows"
    """It is told to be dark and burns: its driver has failed, or its wire touches another."""


class Sensed:
    """One lamp that is sensed. A fault is over when the lamp did well in the state in which it failed."""

    def __init__(self) -> None:
        self.fault: LampFault | None = None
        self._wrong = dict.fromkeys(LampFault, 0)
        self._well = 0

    def look(self, *, told: bool, since: float, burns: bool, now: float) -> bool:
        """Take a reading of a lamp that was told to burn or not at `since`; say if the fault is another than before."""
        if now < since + SETTLE_S:
            return False
        state = LampFault.DARK if told else LampFault.GLOWS
        self._wrong[state] = 0 if burns is told else self._wrong[state] + 1
        if self.fault is state:
            self._well = self._well + 1 if burns is told else 0
        before = self.fault
        if self._wrong[state] >= LOOKS:
            self.fault = state
        elif self._well >= LOOKS:
            self.fault, self._well = None, 0
        return self.fault is not before
