"""When a lamp with a pattern is lit. Knows no lamp and no clock."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.ports import Pattern

_EDGES: Final[dict[Pattern, tuple[float, ...]]] = {
    # Seconds at which the lamp changes within a period, the last being the period; lit from 0 on.
    Pattern.SLOW: (0.5, 1.0),
    Pattern.FAST: (0.125, 0.25),
    Pattern.DOUBLE: (0.1, 0.25, 0.35, 1.0),
}


def is_lit(pattern: Pattern, phase_start: float, now: float) -> bool:
    """Tell if the lamp is lit. Every pattern starts lit; before its start a lamp is dark."""
    if now < phase_start or pattern is Pattern.OFF:
        return False
    if pattern is Pattern.ON:
        return True
    passed, _ = _changes(pattern, phase_start, now)
    return passed % 2 == 0


def next_change(pattern: Pattern, phase_start: float, now: float) -> float | None:
    """Return the first moment after `now` at which `is_lit` turns, or None if it never does."""
    if pattern is Pattern.OFF:
        return None
    if now < phase_start:
        return phase_start
    if pattern is Pattern.ON:
        return None
    _, upcoming = _changes(pattern, phase_start, now)
    return upcoming


def _changes(pattern: Pattern, phase_start: float, now: float) -> tuple[int, float]:
    """Count the changes since the period began, and say when the next one is; both from the same sums, so that they agree."""
    edges = _EDGES[pattern]
    period = edges[-1]
    cycle = int((now - phase_start) / period)
    while phase_start + cycle * period > now:
        cycle -= 1
    while phase_start + (cycle + 1) * period <= now:
        cycle += 1
    for passed, edge in enumerate(edges[:-1]):
        moment = phase_start + cycle * period + edge
        if moment > now:
            return passed, moment
    return len(edges) - 1, phase_start + (cycle + 1) * period
