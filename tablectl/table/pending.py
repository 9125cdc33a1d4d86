"""What waits for a second person, as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.table.codec import public_action
from tablectl.table.commands import seconds
from tablectl.table.requests import Money, capital, requested
from tablectl.table.state import TableState


@dataclass(frozen=True, slots=True)
class PendingView:
    """What `person` asked for as number `id`, and somebody else of one of the roles `seconds` has to confirm. It names no face."""

    id: int
    action: str
    text: str
    person: str
    role: str
    seconds: tuple[str, ...]
    round: int
    since_ns: int


def pending_views(state: TableState, money: Money) -> tuple[PendingView, ...]:
    """The oldest first."""
    return tuple(
        PendingView(
            id=pending.id,
            action=pending.action.kind,
            text=capital(requested(public_action(pending.action), money)),
            person=pending.person,
            role=pending.role.value,
            seconds=tuple(sorted(role.value for role in seconds(pending.action))),
            round=pending.round,
            since_ns=pending.since_ns,
        )
        for pending in state.pending
    )
