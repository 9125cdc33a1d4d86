"""A supervisor releases a hold, and with it those of the same likely cause: only where what it was raised for is gone."""

from __future__ import annotations

from dataclasses import replace

from tablectl.engine.game import Refusal
from tablectl.table import tagging
from tablectl.table.actions import ReleaseHold
from tablectl.table.holds import is_active, linked
from tablectl.table.outcomes import HoldReleased
from tablectl.table.packs import withdrawing
from tablectl.table.state import Cause
from tablectl.table.turn import Turn


def release(turn: Turn, action: ReleaseHold, person: str) -> Refusal | None:
    """All of them, or none: whoever calls this takes back what was changed where it refuses."""
    group = linked(turn.state.holds, action.hold)
    for each in action.along:
        if each not in group:
            return Refusal("", f"Hold {each} is not open or has another cause: release it for itself")
    for each in dict.fromkeys((action.hold, *action.along)):
        if refusal := _release_one(turn, each, person, action):
            return refusal
    return None


def _release_one(turn: Turn, number: int, person: str, action: ReleaseHold) -> Refusal | None:
    hold = next((hold for hold in turn.state.holds if hold.id == number), None)
    if hold is None:
        return Refusal("", "This hold is not open (any more)")
    if is_active(turn.state, hold):
        return Refusal("", f"The cause is still there: {hold.text}")
    if hold.rejects and (refusal := withdrawing.replace_rejected(turn, hold, action.replacement, person, action.reason)):
        return refusal
    turn.change(holds=tuple(other for other in turn.state.holds if other is not hold), notices=())  # what was refused for a hold is old now
    if hold.cause is Cause.PACK_UNVERIFIED:
        turn.change(shoe=replace(turn.state.shoe, verified=True))
    tagging.found(turn, hold, person, action.reason)
    if (cut := turn.state.cut) is not None and cut.hold == hold.id:
        turn.change(cut=replace(cut, person=person, reason=action.reason, acknowledged_ns=turn.state.seen_ns))
    turn.outcomes.append(HoldReleased(hold.id, hold.cause.value, person, action.reason))
    return None
