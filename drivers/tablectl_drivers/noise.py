"""Bytes that were dropped, told at most once a second. No I/O, no clock."""

from __future__ import annotations

from math import inf
from typing import Final

from tablectl_drivers.events import LinkNoisy

NOISE_EVERY_S: Final = 1.0


class Noise:
    """Call `tell` with what was dropped since the start; it says what is new when that is due."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._told = self._now = (0, 0)
        self._told_at = -inf

    def tell(self, discarded_bytes: int, bad_frames: int, now: float) -> list[LinkNoisy]:
        self._now = (discarded_bytes, bad_frames)
        if now < self.deadline():
            return []
        before, self._told, self._told_at = self._told, self._now, now
        return [LinkNoisy(self._device, discarded_bytes - before[0], bad_frames - before[1])]

    def deadline(self) -> float:
        """When there is something to tell; `inf` where nothing is new."""
        return self._told_at + NOISE_EVERY_S if self._now != self._told else inf
