"""What the console needs of the running table; the daemon fills it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tablectl.console.devices.views import DevicesView
from tablectl.journal.filters import Filter
from tablectl.table.actions import Action, PersonRole
from tablectl.table.record.incidents import Incident, Wanted
from tablectl.table.shown.recovered import RecoveryView
from tablectl.table.views import LastCardView, RoundView, TableView, WhatIfView


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command: `done`, or refused with the rule and a sentence; `at` is the fact (from 0) of a round put right that it is about."""

    done: bool
    text: str
    rule: str = ""
    at: int | None = None


class LiveTable(Protocol):
    """The table as the console sees it. Every method runs in the daemon's event loop."""

    def view(self, role: PersonRole) -> TableView: ...

    def watch(self, role: PersonRole) -> AsyncIterator[TableView]:
        """The present view at once, then the newest after each change; a slow reader misses views, never blocks the table."""
        ...

    async def command(self, id: str, person: str, role: PersonRole, action: Action, round: int | None) -> Answer:
        """Journal the command, act, and answer once it is durable. `round` is the one that the person saw. Raise NotRecorded while the journal
        takes nothing."""
        ...

    def devices(self, role: PersonRole) -> DevicesView:
        """How the devices do at this moment. No face and no code is in it, of frames what their driver shows, and none is in the journal."""
        ...

    def facts(self) -> RoundView:
        """The facts of the open round, for those who may put it right."""
        ...

    async def last_card(self) -> LastCardView:
        """The card that was drawn last, and where it may have gone."""
        ...

    async def what_if(self, action: Action, round: int) -> WhatIfView:
        """What a command would change in the round that the person saw; nothing happens."""
        ...

    async def what_if_confirmed(self, number: int) -> WhatIfView:
        """What it would change now to confirm what waits for a second person as `number`; nothing happens."""
        ...

    def recovery(self) -> RecoveryView | None:
        """How the table stood when it was cut off last; None where it never was."""
        ...

    async def incidents(self, wanted: Wanted) -> tuple[Incident, ...]:
        """Holds and warnings from the journal, the newest first."""
        ...

    async def records(self, before: int | None, limit: int, filter: Filter) -> tuple[Mapping[str, Any], ...]:
        """Journal records that the filter lets through, newest first, without anything secret: seq, kind, type, round, wall_ns, body, and
        the text that says it in a sentence."""
        ...

    async def note(self, type: str, body: Mapping[str, Any]) -> None:
        """Put a record of the console's own into the journal, before what it tells of is done. Raise NotRecorded where it takes none."""
        ...

    async def add(self, type: str, body: Mapping[str, Any]) -> None:
        """Put a record of what was done elsewhere into the journal. Raise NotRecorded where it takes none now: the caller comes back with it."""
        ...

    async def keep(self, type: str, body: Mapping[str, Any]) -> None:
        """Put a record of what has happened (log-in, refused log-in, log-out) into the journal, later where it takes none now."""
        ...
