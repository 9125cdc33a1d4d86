"""What the numbers of one device did in the last minutes, from a look at them about once a second. No I/O; time is an argument."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from tablectl.console.devices.tally import Tally, tally

SPAN_S: Final = 10.0
SPANS: Final = 30  # five minutes
RECENT_SPANS: Final = 6  # the last minute
BUSY_S: Final = 60.0
CAME_KEPT: Final = 20

_WORDS: Final = {
    "good": ("good frame", "good frames"),
    "cards": ("card", "cards"),
    "unreadable": ("unreadable card", "unreadable cards"),
    "unknown_codes": ("unknown code", "unknown codes"),
    "bad": ("bad frame", "bad frames"),
    "discarded_bytes": ("byte discarded", "bytes discarded"),
    "reconnects": ("reconnect", "reconnects"),
}


@dataclass(slots=True)
class Span:
    errors: int = 0
    round_trip_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Came:
    at_ns: int
    what: str


class Track:
    """One device. What it had counted before the first look is no news."""

    def __init__(self, now: float) -> None:
        self._tally: Tally | None = None
        self.spans: deque[Span] = deque([Span()], maxlen=SPANS)
        self.came: deque[Came] = deque(maxlen=CAME_KEPT)
        self.bad_looks = 0
        self._span_at = now
        self._good_at = self._bad_at = self._worked_at = -inf

    def take(self, counters: Mapping[str, int], now: float, wall_ns: int, *, up: bool) -> None:
        """Take a look at what the device has counted by now."""
        self._pass_time(now)
        before, self._tally = self._tally, tally(counters, up=up)
        span = self.spans[-1]
        if self._tally.round_trip_ms is not None:
            span.round_trip_ms = max(span.round_trip_ms or 0, self._tally.round_trip_ms)
        if before is not None:
            self._compare(before, self._tally, now, wall_ns)

    def errors(self) -> int:
        """What went wrong in the last minute."""
        return sum(span.errors for span in list(self.spans)[-RECENT_SPANS:])

    def heard_s(self, now: float) -> float | None:
        """How long ago the last good frame came, as far as looks can tell."""
        return None if self._good_at == -inf else now - self._good_at

    def bad_s(self, now: float) -> float:
        return now - self._bad_at

    def busy(self, now: float) -> bool:
        return now - self._worked_at <= BUSY_S

    def _pass_time(self, now: float) -> None:
        if now - self._span_at >= SPAN_S * SPANS:
            self.spans.extend(Span() for _ in range(SPANS))
            self._span_at = now
        while now - self._span_at >= SPAN_S:
            self.spans.append(Span())
            self._span_at += SPAN_S

    def _compare(self, before: Tally, after: Tally, now: float, wall_ns: int) -> None:
        more = {name: count for name in _WORDS if (count := _rise(before, after, name)) > 0}
        self.spans[-1].errors += max(after.errors - before.errors, "discarded_bytes" in more and "bad" not in more)
        if more.keys() & {"bad", "discarded_bytes"}:
            self._bad_at = now
            self.bad_looks += 1
        if "good" in more:
            self._good_at = now
            self.bad_looks = 0
        if more.keys() & {"cards", "unreadable", "unknown_codes"}:
            self._worked_at = now
        if more:
            self.came.append(Came(wall_ns, ", ".join(f"{count} {_WORDS[name][count != 1]}" for name, count in more.items())))


def _rise(before: Tally, after: Tally, name: str) -> int:
    """How much a count grew; what a device begins to count only now grew from nothing."""
    return (getattr(after, name) or 0) - (getattr(before, name) or 0)
