"""What every lamp of a panel shows, and since when. Knows no line and no clock; seconds come as arguments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tablectl_drivers.panel_gpio.patterns import is_lit, next_change
from tablectl_drivers.ports import Pattern


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

    def show(self, patterns: Mapping[str, Pattern], wink: Collection[str], now: float) -> None:
        """Take what is to be shown from `now` on. A lamp that is not named goes off, one that keeps its pattern keeps its
        phase, one that winks is dark for the wink and then starts anew; a name that is not wired is passed over."""
        for name, before in self._shown.items():
            pattern = patterns.get(name, Pattern.OFF)
            if name in wink:
                self._shown[name] = Shown(pattern, now + self._wink)
            elif pattern is not before.pattern:
                self._shown[name] = Shown(pattern, now)

    def lit(self, now: float) -> dict[str, bool]:
        return {name: is_lit(shown.pattern, shown.start, now) for name, shown in self._shown.items()}

    def deadline(self, now: float) -> float | None:
        """Return when the next lamp changes by itself."""
        changes = (next_change(shown.pattern, shown.start, now) for shown in self._shown.values())
        return min((change for change in changes if change is not None), default=None)
