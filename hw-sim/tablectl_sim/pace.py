"""How fast people are: delays from a seed, scaled by the speed, none at full speed."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass
from typing import Final

FULL: Final = 0.0  # the speed "max"
FULL_PRESS_S: Final = 0.015  # long enough for a reader that samples every 5 ms and wants two samples alike
FULL_LONG_PRESS_S: Final = 0.3  # what the table is told at full speed
LONG_PRESS_S: Final = 0.8  # what a table takes for long where it is told nothing
LONG_ENOUGH: Final = 1.3
SPREAD: Final = 0.3  # a delay is its mean, 30 % less or more


@dataclass(frozen=True, slots=True)
class Delays:
    """Mean seconds at speed 1."""

    wager: float = 0.4
    card: float = 0.7
    think: float = 1.5
    key: float = 0.8
    pack: float = 3.0
    press: float = 0.12  # a finger stays down


class Pace:
    """Waits like a person; a stop ends every wait at once."""

    def __init__(self, delays: Delays, speed: float, seed: str) -> None:
        """`speed` 2 is twice as fast; `FULL` waits for nothing but the table."""
        self._delays, self._speed = delays, speed
        self._random = random.Random(f"{seed}/pace")
        self._stop = threading.Event()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    @property
    def press_s(self) -> float:
        """A press is as long as a debounced input needs, at any speed."""
        return FULL_PRESS_S if self._speed == FULL else max(0.06, self._delays.press / self._speed)

    @property
    def long_press_s(self) -> float:
        """A long press takes a wager back."""
        return FULL_LONG_PRESS_S * LONG_ENOUGH if self._speed == FULL else LONG_PRESS_S * LONG_ENOUGH

    @property
    def rest_s(self) -> float:
        """Lamps that have not changed for this long are at rest."""
        return 0.02 if self._speed == FULL else 0.1

    @property
    def closed_s(self) -> float:
        """Bets that were closed for this long without a card were perhaps not closed: twice what the first shuffle takes, and longer than it takes
        to tell that a link is lost."""
        return 8.0 if self._speed == FULL else 60.0

    @property
    def is_full(self) -> bool:
        """Nobody waits for anything but the table."""
        return self._speed == FULL

    @property
    def glance_s(self) -> float:
        """Between two looks at a display."""
        return 0.01 if self._speed == FULL else 0.1

    def stop(self) -> None:
        self._stop.set()

    def sleep(self, seconds: float) -> None:
        """Wait so long whatever the speed; a stop ends it."""
        self._stop.wait(seconds)

    def wait(self, what: str) -> None:
        mean: float = getattr(self._delays, what)
        if self._speed != FULL:
            self._stop.wait(mean * self._random.uniform(1 - SPREAD, 1 + SPREAD) / self._speed)
