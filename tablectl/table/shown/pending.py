"""What waits for a second person, as everybody may see it."""

from __future__ import annotations

from tablectl.table.codec import public_action
from tablectl.table.commands import COMPARED, seconds
from tablectl.table.requests import Money, capital, requested
from tablectl.table.state import TableState
from tablectl.table.views import PendingView


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
            compared=isinstance(pending.action, COMPARED),
        )
        for pending in state.pending
    )
