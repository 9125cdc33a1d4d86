"""What one light shows, from the changes of its line. Knows no line, clock or thread; times are monotonic seconds.

PROTOCOL.md 3 says where the numbers come from.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise, takewhile
from math import inf
from typing import Final

from tablectl_drivers.events import Light

PULSE_S: Final = 0.02  # a level that stood shorter than this is bounce or noise
STEADY_S: Final = 2.2  # a level that stood for so long does not flash at 0.5 Hz any more
QUICKEST_S: Final = 0.15  # one period at 5 Hz is 0.2 s, seen up to two readings of a slow chip too short
SLOWEST_S: Final = 2.2  # one period at 0.5 Hz is 2 s
UNLIKE_S: Final = 0.06  # periods of one flash may differ by this,
UNLIKE_SHARE: Final = 0.25  # and by this part of the longest
PHASES: Final = 6  # so many in a row that are alike are a flash: three times on and three times off
MEMORY: Final = 10  # so many are looked back on: four flashes and a pause are a rhythm of their own
CHATTER: Final = 10  # so many short pulses within a second are no level at all
CHATTER_WINDOW_S: Final = 1.0


class Watch:
    """One line, from its first reading on."""

    def __init__(self, *, active: bool, now: float) -> None:
        self.short_pulses = 0
        self._raw, self._raw_at = active, now
        self._level, self._level_at = active, now
        self._phase_at = -inf  # how long it had stood before it was watched is not known
        self._phases: deque[float] = deque(maxlen=MEMORY)
        self._short: deque[float] = deque(maxlen=CHATTER)
        self._now = now

    def change(self, *, active: bool, at: float) -> None:
        """Take a change of the line; one that lies before what was seen already counts as that moment."""
        self._pass_time(at)
        if active is self._raw:
            return
        if self._raw is not self._level:
            self.short_pulses += 1
            self._short.append(self._now)
        self._raw, self._raw_at = active, self._now

    def level(self, now: float) -> bool:
        """The level, without bounce and noise."""
        self._pass_time(now)
        return self._level

    def chatters(self, now: float) -> bool:
        """Whether the line has so many short pulses that it has no level."""
        self._pass_time(now)
        return len(self._short) == CHATTER and self._now < self._short[0] + CHATTER_WINDOW_S

    def verdict(self, now: float) -> Light | None:
        """What the light shows, None while that cannot be said."""
        if self.chatters(now):
            return Light.UNKNOWN
        if self._now >= self._level_at + STEADY_S:
            return Light.STEADY if self._level else Light.OFF
        return Light.FLASHING if self._flashes() else None

    def deadline(self) -> float:
        """Return when the verdict may change without a change of the line."""
        due = [self._level_at + STEADY_S, self._raw_at + PULSE_S if self._raw is not self._level else inf]
        due += [self._short[0] + CHATTER_WINDOW_S] if len(self._short) == CHATTER else []
        return min((moment for moment in due if moment > self._now), default=inf)

    def _flashes(self) -> bool:
        phases = list(takewhile(lambda phase: phase < STEADY_S, reversed(self._phases)))
        if len(phases) < PHASES:
            return False
        periods = [one + other for one, other in pairwise(phases)]
        if min(periods) < QUICKEST_S or max(periods) > SLOWEST_S:
            return False
        return max(periods) - min(periods) <= UNLIKE_S + UNLIKE_SHARE * max(periods)

    def _pass_time(self, now: float) -> None:
        self._now = max(now, self._now)
        if self._raw is not self._level and self._now >= self._raw_at + PULSE_S:
            self._phases.append(self._raw_at - self._phase_at)
            self._level, self._level_at = self._raw, self._raw_at
            self._phase_at = self._raw_at
