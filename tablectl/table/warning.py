"""Warnings: causes that let play go on, until one repeats or lasts and becomes a hold by the house's rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablectl.table.holds import Condition, no_round_begins, raised
from tablectl.table.outcomes import HoldRaised, Outcome, WarningGone
from tablectl.table.state import Cause, Hold, Severity, TableState

_NEVER_TOO_MUCH = frozenset({Cause.PACK_SHORT, Cause.RECORD_ROOM})
"""What the house chose to play on with, or what stops play by itself when it has to, does not do so by lasting."""


def warn(state: TableState) -> tuple[TableState, tuple[Outcome, ...]]:
    """Raise a warning for each cause that has none, end those whose cause is gone, and hold play for those that repeat or last."""
    told: list[Outcome] = []
    standing = {_key(each): each for each in _standing(state)}
    for warning in state.warned:
        if _key(warning) not in standing:
            state = replace(state, warned=tuple(other for other in state.warned if other is not warning))
            told.append(WarningGone(warning.id, warning.cause.value))
    for key, condition in standing.items():
        if any(_key(warning) == key for warning in state.warned):
            continue
        number = state.next_hold
        hold = Hold(number, condition.cause, condition.text, condition.device, state.live.number, state.seen_ns, severity=Severity.WARN)
        times = state.warnings_before.get(key, 0) + 1
        state = replace(state, warned=(*state.warned, hold), next_hold=number + 1, warnings_before={**state.warnings_before, key: times})
        told.append(HoldRaised(hold))
    for warning in state.warned:
        if why := _too_much(state, warning):
            state, hold = raised(state, warning.cause, f"{warning.text}, {why}", warning.device, follows=warning.id)
            state = replace(state, warnings_before={key: times for key, times in state.warnings_before.items() if key != _key(warning)})
            told.append(HoldRaised(hold))
    return state, tuple(told)


def _standing(state: TableState) -> Iterator[Condition]:
    for name, fault in sorted(state.masked.items()):
        yield Condition(Cause.BUTTON_MASKED, None, f"The button {name} is not listened to any more: it is {fault.value}")
    if state.clock_set:
        yield Condition(Cause.CLOCK_STEPPED, None, state.clock_set)
    if state.room != "fine" and not no_round_begins(state):
        much = f"fewer than {state.fewer_rounds} more rounds" if state.room == "low" else "this round, and no other begins"
        yield Condition(Cause.RECORD_ROOM, None, f"The disk has room for the record of {much}")
    pack = state.shoe.pack
    if state.short_pack == "flag" and (out := state.out_of(pack)):
        cards = "1 card is" if len(out) == 1 else f"{len(out)} cards are"
        yield Condition(Cause.PACK_SHORT, None, f"Pack {pack} is dealt short: {cards} out and not replaced")


def _key(cause: Condition | Hold) -> str:
    return f"{cause.cause.value}: {cause.text}"


def _too_much(state: TableState, warning: Hold) -> str | None:
    """Why the house lets play go on with it no more."""
    if warning.cause in _NEVER_TOO_MUCH or any(hold.follows == warning.id for hold in state.holds):
        return None
    limits = state.escalation
    times = state.warnings_before.get(_key(warning), 0)
    if limits.repeats and times >= limits.repeats:
        return f"for the {times}. time" if times > 1 else "and the house plays on with none"
    lasted = state.live.number - warning.round
    return f"for {lasted} rounds" if limits.rounds and times and lasted >= limits.rounds else None
