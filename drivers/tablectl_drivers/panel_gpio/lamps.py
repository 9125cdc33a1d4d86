"""What every lamp of a panel shows, and since when. Knows no line and no clock; seconds come as arguments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tablectl_drivers.panel_gpio.patterns import is_lit, next_change
from tablectl_drivers.ports import ALARM, Pattern

TRIAL_S: Final = 0.5  # of each lamp: long enough to be seen, and for its sense line to be read LOOKS times
ALARM_S: Final = 10.0  # at least so long for a door or a fault: New Zealand Gazette 1994, casino equipment standards C.3.1.5.5


@dataclass(frozen=True, slots=True)
class Shown:
    """A pattern and the moment it starts lit; a start in the future is a lamp that winks."""

    pattern: Pattern
    start: float


class Lamps:
    """The lamps that are wired, all off at first."""

    def __init__(self, names: Iterable[str], wink: float) -> None:
        self._shown = {name: Shown(Pattern.OFF, 0.0) for name in names}
        self._wink = wink
        self._trial: float | None = None
        self._alarm_until = 0.0

    def show(self, patterns: Mapping[str, Pattern], wink: Collection[str], now: float) -> None:
        """Take what is to be shown from `now` on. A lamp that is not named goes off, one that keeps its pattern keeps its
        phase, one that winks is dark for the wink and then starts anew; a name that is not wired is passed over. A trial ends, an alarm does not."""
        self._trial = None
        if ALARM in wink:
            self._alarm_until = now + ALARM_S
        for name, before in self._shown.items():
            pattern = patterns.get(name, Pattern.OFF)
            if name in wink:
                self._shown[name] = Shown(pattern, now + self._wink)
            elif pattern is not before.pattern:
                self._shown[name] = Shown(pattern, now)

    def try_each(self, now: float) -> None:
        """Light one lamp after the other from `now` on, each alone; after the last one all show their patterns again."""
        self._trial = now

    def lit(self, now: float) -> dict[str, bool]:
        if (turn := self._turn(now)) is not None:
            return {name: number == turn for number, name in enumerate(self._shown)}
        return {name: now < self._alarm_until if name == ALARM else is_lit(shown.pattern, shown.start, now) for name, shown in self._shown.items()}

    def deadline(self, now: float) -> float | None:
        """Return when the next lamp changes by itself."""
        if self._trial is not None and (turn := self._turn(now)) is not None:
            return self._trial + (turn + 1) * TRIAL_S
        changes = [next_change(shown.pattern, shown.start, now) for shown in self._shown.values()]
        if ALARM in self._shown and now < self._alarm_until:
            changes.append(self._alarm_until)
        return min((change for change in changes if change is not None), default=None)

    def _turn(self, now: float) -> int | None:
        """Which lamp is tried now, None where none is."""
        if self._trial is None:
            return None
        turn = next((number for number in range(len(self._shown)) if now < self._trial + (number + 1) * TRIAL_S), None)
        if turn is None:
            self._trial = None
        return turn
