"""Rounds that were dealt on somebody's finding: which releases leave a tag, and on which pack or round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablectl.engine.facts import CardDealt
from tablectl.table.state import Cause, Hold, Tag
from tablectl.table.turn import Turn

OF_ITS_SHUFFLE: Final = frozenset({Cause.PACK_UNVERIFIED, Cause.PACK_ORDER, Cause.PACK_USED, Cause.PACK_REPEATED})
"""A release lets the pack be dealt as it lies in the shoe. Once it was taken out that says nothing: it is shuffled before it comes back."""
OF_THE_PACK: Final = OF_ITS_SHUFFLE | frozenset(
    {
        Cause.ERROR_LIGHT,
        Cause.UNKNOWN_LIGHT,
        Cause.LID_OPEN,
        Cause.PACK_CHANGED,
        Cause.CARD_OF_OTHER_PACK,
        Cause.CARD_IMPOSSIBLE,
        Cause.COUNTS_DISAGREE,
    }
)
"""A release says that the pack may be dealt: every round of it has the tag, until another pack comes in."""
OF_THE_ROUND: Final = frozenset(
    {
        Cause.CARD_UNREADABLE,
        Cause.CARDS_MISSED,
        Cause.CARD_NOT_DUE,
        Cause.DEVICE_RESTARTED,
        Cause.DEVICE_UNWATCHED,
        Cause.JOURNAL_INTERRUPTED,
        Cause.TABLE_CUT_OFF,
    }
)
"""A release says that the round may go on."""

Tags = Mapping[int, tuple[Tag, ...]]


def found(turn: Turn, hold: Hold, person: str, reason: str) -> None:
    """Note what a release lets come into play."""
    tag, state = Tag(hold.id, hold.cause.value, person, reason), turn.state
    if hold.cause in OF_ITS_SHUFFLE and hold.pack != state.shoe.pack:
        return
    if hold.cause in OF_THE_PACK:
        turn.change(tags={**state.tags, hold.pack: (*state.tags.get(hold.pack, ()), tag)})
        if hold.pack == state.shoe.pack and any(isinstance(fact, CardDealt) for fact in state.live.round.facts):
            turn.tag((tag,))
    elif hold.cause in OF_THE_ROUND and hold.round == state.live.number:
        turn.tag((tag,))


def moved(tags: Tags, out: int, pack: int) -> Tags:
    """Another pack comes in: it has its own and those of the one that was to come, and the one that goes out is shuffled again."""
    left = {each: found for each, found in tags.items() if each not in {0, out, pack}}
    own = (*tags.get(0, ()), *(tags.get(pack, ()) if pack != out else ()))
    return {**left, pack: own} if own else left
