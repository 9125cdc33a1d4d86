"""The wall clock of the machine is set while the table runs: told once, and nothing that is measured follows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablectl.journal.records import Stamp
from tablectl.table.events import ClockStepped
from tablectl.table.turn import Turn

LEAST_NS: Final = 10**9
"""Less is what a time service takes in slow motion, and no step."""

_UNITS: Final = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))


def step_between(before: Stamp, now: Stamp) -> ClockStepped | None:
    """What was done to the wall clock between two stamps of one boot, by the clock that nobody sets."""
    expected = before.wall_ns + now.mono_ns - before.mono_ns
    return ClockStepped(expected, now.wall_ns) if abs(now.wall_ns - expected) >= LEAST_NS else None


def on_step(turn: Turn, event: ClockStepped) -> None:
    """Warn until the next round, and move along what this run stamped with the clock as it was."""
    by = event.now_ns - event.expected_ns
    turn.change(clock_set=f"The clock of this machine was set {set_by(by)}: what was stamped before is off by that")
    begun = turn.state.begun_ns
    moved = {pack: replace(life, since_ns=life.since_ns + by) for pack, life in turn.state.lives.items() if life.since_ns >= begun}
    turn.change(lives={**turn.state.lives, **moved}, begun_ns=begun + by)


def set_by(ns: int) -> str:
    """How far and which way the clock was set, in words, to the second."""
    left, parts = round(abs(ns) / 10**9), []
    for unit, seconds in _UNITS:
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {unit}")
    return f"{'forward' if ns > 0 else 'back'} by {' '.join(parts)}"
