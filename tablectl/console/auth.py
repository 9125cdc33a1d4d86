"""Which role may do what: one table, read by the server before it acts and by the page to show no button in vain.

A supervisor's rulings need a reason and change what counts; dealing is what the dealer's own buttons say as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablectl.table.events import Action, PersonRole

RULINGS: Final = frozenset({"release_hold", "void_round", "declare_misdeal", "identify_card"})
DEALING: Final = frozenset({"press_key", "decide", "set_wager", "seat_player", "expose_card"})
READ_JOURNAL: Final = "read_journal"
KEEP_USERS: Final = "keep_users"

ALLOWED: Final[Mapping[PersonRole, frozenset[str]]] = {
    PersonRole.VIEWER: frozenset({READ_JOURNAL}),
    PersonRole.DEALER: DEALING,
    PersonRole.SUPERVISOR: DEALING | RULINGS | {READ_JOURNAL},
    PersonRole.TECHNICIAN: frozenset({READ_JOURNAL}),
    PersonRole.AUDITOR: frozenset({READ_JOURNAL}),
    PersonRole.ADMIN: DEALING | RULINGS | {READ_JOURNAL, KEEP_USERS},
}


def may(role: PersonRole, what: str) -> bool:
    """Tell whether a role may do `what`: an action's kind, `READ_JOURNAL` or `KEEP_USERS`."""
    return what in ALLOWED[role]


def may_act(role: PersonRole, action: Action) -> bool:
    return may(role, action.kind)
