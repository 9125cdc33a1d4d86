"""Two persons for one action: the first asks, another one with a log-in of their own confirms, and only then it happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablectl.engine.game import Refusal
from tablectl.table.actions import PlaceCard, SecondAction
from tablectl.table.commands import COMPARED, concerns_round, one, seconds
from tablectl.table.events import CommandGiven
from tablectl.table.outcomes import ActionDropped, ActionSeconded, SecondAwaited
from tablectl.table.placing import cards_drawn
from tablectl.table.state import Pending, TableState
from tablectl.table.turn import Turn

NOT_ASKED: Final = "This is not asked for (any more)"
UNSEEN: Final = "Look first at what this changes in the round: nobody confirms it unseen"


def ask(turn: Turn, event: CommandGiven) -> Refusal | None:
    """Let it wait for the second person."""
    state, action = turn.state, event.action
    if isinstance(action, PlaceCard) and action.number is None:  # another card may be the last one by then
        action = replace(action, number=cards_drawn(state))
    if any(pending.action == action for pending in state.pending):
        return Refusal("", "This is asked for already, and waits for a second person")
    live = state.live
    pending = Pending(state.next_pending, event.person, event.role, action, live.number, len(live.round.corrections), state.seen_ns)
    turn.change(pending=(*state.pending, pending), next_pending=pending.id + 1, pulse=state.pulse + 1)
    turn.outcomes.append(SecondAwaited(pending.id, action.kind, event.person))
    return None


def confirm(turn: Turn, action: SecondAction, event: CommandGiven) -> CommandGiven | Refusal:
    """What the first person asked for, as a command that can be obeyed now; or why this person cannot confirm it."""
    pending = asked_for(turn.state, action.pending)
    if pending is None:
        return Refusal("", NOT_ASKED)
    if event.role not in seconds(pending.action):
        return Refusal("", f"{one(event.role)} may not be the second person for this".capitalize())
    if event.person.casefold() == pending.person.casefold():
        return Refusal("", "The second person has to be another one than the one who asked")
    moved = pending.corrections != len(turn.state.live.round.corrections)
    if moved and concerns_round(pending.action):
        return Refusal("", "The round was put right since this was asked for: withdraw it, and look at the round again")
    if isinstance(pending.action, COMPARED) and action.facts != len(turn.state.live.round.facts):
        return Refusal("", UNSEEN if action.facts is None else "The round went on since you looked: look again at what this changes")
    _leave(turn, pending)
    turn.outcomes.append(ActionSeconded(pending.id, pending.action.kind, pending.person, event.person))
    return replace(event, person=pending.person, role=pending.role, action=pending.action, round=pending.round)


def withdraw(turn: Turn, number: int, person: str, reason: str) -> Refusal | None:
    """Anybody who could confirm it may take it back, the one who asked too."""
    pending = asked_for(turn.state, number)
    if pending is None:
        return Refusal("", NOT_ASKED)
    _drop(turn, pending, person, reason)
    return None


def drop_old(turn: Turn) -> None:
    """What was asked for in a round is nothing for the one after it."""
    for pending in turn.state.pending:
        if concerns_round(pending.action):
            _drop(turn, pending, "", f"round {pending.round} is over")


def asked_for(state: TableState, number: int) -> Pending | None:
    """What waits under this number."""
    return next((pending for pending in state.pending if pending.id == number), None)


def _drop(turn: Turn, pending: Pending, by: str, reason: str) -> None:
    _leave(turn, pending)
    turn.outcomes.append(ActionDropped(pending.id, pending.action.kind, pending.person, by, reason))


def _leave(turn: Turn, pending: Pending) -> None:
    turn.change(pending=tuple(other for other in turn.state.pending if other is not pending), pulse=turn.state.pulse + 1)
