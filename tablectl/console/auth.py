"""Which role may do what: read by the server before it acts and by the page to show no button in vain.

Who may act at the table is said in `table/commands.py`; here is what the console adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablectl.table.actions import Action, PersonRole
from tablectl.table.commands import ALLOWED as AT_THE_TABLE
from tablectl.table.commands import kind_of

READ_JOURNAL: Final = "read_journal"
KEEP_USERS: Final = "keep_users"
SEE_DEVICES: Final = "see_devices"

_BESIDES: Final[Mapping[PersonRole, frozenset[str]]] = {
    PersonRole.VIEWER: frozenset({READ_JOURNAL}),
    PersonRole.DEALER: frozenset(),
    PersonRole.SUPERVISOR: frozenset({READ_JOURNAL, SEE_DEVICES}),
    PersonRole.TECHNICIAN: frozenset({READ_JOURNAL, SEE_DEVICES}),
    PersonRole.AUDITOR: frozenset({READ_JOURNAL}),
    PersonRole.ADMIN: frozenset({READ_JOURNAL, KEEP_USERS, SEE_DEVICES}),
}

ALLOWED: Final[Mapping[PersonRole, frozenset[str]]] = {
    role: besides | {kind_of(action) for action, roles in AT_THE_TABLE.items() if role in roles} for role, besides in _BESIDES.items()
}


def may(role: PersonRole, what: str) -> bool:
    """Tell whether a role may do `what`: an action's kind, `READ_JOURNAL`, `SEE_DEVICES` or `KEEP_USERS`."""
    return what in ALLOWED[role]


def may_act(role: PersonRole, action: Action) -> bool:
    return may(role, action.kind)
