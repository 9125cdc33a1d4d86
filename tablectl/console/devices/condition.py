"""In which condition a device is: one word for what was seen of it. No I/O, no clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final

from tablectl.table.state import Link

HUNG_S: Final = 5.0  # every worker runs at least once a second
STALLED_S: Final = 10.0  # bytes that are older say nothing of now
STALLED_LOOKS: Final = 3  # one spoilt frame after a long rest is no stall
DEGRADED_ERRORS: Final = 3  # within the last minute


class Condition(StrEnum):
    """How a device does, the worst last."""

    BUSY = "busy"
    IDLE = "idle"
    WAITING = "waiting"
    """It was not heard in this run."""
    DEGRADED = "degraded"
    """It works, and goes wrong again and again."""
    STALLED = "stalled"
    """Bytes come, and nothing good is among them."""
    LOST = "lost"
    WRONG = "wrong"
    """Another device answers."""
    HUNG = "hung"
    """Its worker in the daemon does not run, so that nothing here is known."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a device. `beat_s` is the age of its numbers, `bad_s` that of the last bytes that made no sense, `bad_looks` in how many
    looks such came since the last good frame, `errors` how many of the last minute; `busy` says that it is at work, `faulty` that a part of it is
    not trusted."""

    link: Link
    beat_s: float = 0.0
    bad_s: float = inf
    bad_looks: int = 0
    errors: int = 0
    busy: bool = False
    faulty: bool = False


def condition(seen: Seen) -> Condition:
    if seen.beat_s > HUNG_S:
        return Condition.HUNG
    if seen.link is Link.REFUSED:
        return Condition.WRONG
    if seen.bad_looks >= STALLED_LOOKS and seen.bad_s <= STALLED_S:
        return Condition.STALLED
    if seen.link is Link.DOWN:
        return Condition.LOST
    if seen.link is Link.WAITING:
        return Condition.WAITING
    if seen.faulty or seen.errors >= DEGRADED_ERRORS:
        return Condition.DEGRADED
    return Condition.BUSY if seen.busy else Condition.IDLE
