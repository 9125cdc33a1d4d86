"""How it stands with each pack, and why one may not be dealt from: both follow from the state."""

from __future__ import annotations

from tablectl.table.custody import LONG_IN_USE_NS, Standing
from tablectl.table.state import Cause, TableState


def standing(state: TableState, pack: int) -> Standing:
    """Where a pack is in its life. Who took it out of play has the last word, then where the devices see it."""
    life = state.life(pack)
    if life.withdrawn is not None:
        return life.withdrawn.standing
    if state.shoe.pack == pack:
        return Standing.IN_SHOE
    if any(device.status is not None and device.status.pack == pack for device in state.shufflers()):
        return Standing.IN_SHUFFLER
    if life.rounds:
        return Standing.RESTING
    if life.inspected:
        return Standing.INSPECTED
    if life.opened_by:
        return Standing.OPENED
    return Standing.RESTING if life.since_ns else Standing.SEALED


def unfit(state: TableState, pack: int) -> tuple[Cause, str] | None:
    """Why a pack may not be dealt from, whoever shuffled and counted it. None where nothing speaks against it."""
    life, rule = state.life(pack), state.pack_rules.inspect
    if (withdrawn := life.withdrawn) is not None:
        return Cause.PACK_WITHDRAWN, f"Pack {pack} is {withdrawn.standing} and does not come back into play: {withdrawn.reason}"
    if life.receipt is not None and not life.receipt.right:
        return Cause.PACK_UNINSPECTED, f"Pack {pack} was found wrong when it was inspected: {life.receipt.finding}"
    if rule.on and life.doubt:
        return Cause.PACK_UNINSPECTED, rule.cited(f"Pack {pack} has to be inspected again: {life.doubt}")
    if rule.on and not life.inspected:
        return Cause.PACK_UNINSPECTED, rule.cited(f"Pack {pack} was not inspected")
    return None


def whose(state: TableState, pack: int) -> str | None:
    """Why a pack is none of this table; None where it is one."""
    if pack in state.packs or pack in state.lives:
        return None
    return f"This table has no pack {pack}; its packs are {', '.join(map(str, state.packs))}"


def hours_in_use(state: TableState, pack: int) -> int | None:
    """The full hours since a pack was opened, where they are more than a day. The wall clock is shown, and nothing depends on it."""
    life = state.life(pack)
    if not life.since_ns or life.withdrawn is not None or state.seen_ns - life.since_ns <= LONG_IN_USE_NS:
        return None
    return int((state.seen_ns - life.since_ns) // (3600 * 10**9))
