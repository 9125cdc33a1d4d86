"""The running table as the console sees it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

from tablectl.console.devices.board import Board
from tablectl.console.devices.views import DevicesView
from tablectl.console.errors import NotRecorded
from tablectl.console.ports import Answer
from tablectl.console.telling import told
from tablectl.journal.clock import Stamper
from tablectl.journal.errors import JournalError
from tablectl.journal.filters import Filter
from tablectl.journal.reader import Reader
from tablectl.journal.records import Draft, Kind, Record, canonical
from tablectl.table.actions import Action, PersonRole
from tablectl.table.controller import Controller, Journal
from tablectl.table.events import CommandGiven
from tablectl.table.placing import last_card
from tablectl.table.record.incidents import Incident, Wanted, incidents
from tablectl.table.shown.comparing import what_if, what_if_confirmed
from tablectl.table.shown.correcting import round_view
from tablectl.table.shown.recovered import RecoveryView, recovery_view
from tablectl.table.shown.screens import Showing, money, view
from tablectl.table.views import LastCardView, RoundView, TableView, WhatIfView


class Live:
    """Fills `console.ports.LiveTable`. Views are drawn once for each role and state, however many people look."""

    def __init__(self, controller: Controller, journal: Journal, stamper: Stamper, path: Path, showing: Showing, *, board: Board) -> None:
        self._controller = controller
        self._journal = journal
        self._stamper = stamper
        self._path = path
        self._showing = showing
        self._board = board
        self._change = asyncio.Event()
        self._drawn: dict[PersonRole, TableView] = {}

    def changed(self) -> None:
        """Wake everybody who watches."""
        self._drawn.clear()
        self._change.set()
        self._change = asyncio.Event()

    def view(self, role: PersonRole) -> TableView:
        if role not in self._drawn:
            self._drawn[role] = view(self._controller.shown, role, self._controller.cursor, self._showing)
        return self._drawn[role]

    async def watch(self, role: PersonRole) -> AsyncIterator[TableView]:
        while True:
            change = self._change
            yield self.view(role)
            await change.wait()

    async def command(self, id: str, person: str, role: PersonRole, action: Action, round: int | None) -> Answer:
        if self._controller.interrupted is not None:
            raise NotRecorded(self._controller.interrupted)
        answer = await self._controller.command(CommandGiven(id, person, role, action, round))
        return Answer(answer.done, answer.text, answer.rule, answer.at)

    def look(self) -> None:
        """Note how the devices do; to be called about once a second."""
        self._board.look(self._controller.shown, time.monotonic(), time.time_ns())

    def devices(self, role: PersonRole) -> DevicesView:
        return self._board.view(self._controller.shown, role, time.monotonic(), time.time_ns())

    def facts(self) -> RoundView:
        return round_view(self._controller.shown, self._showing)

    async def last_card(self) -> LastCardView:
        return await asyncio.to_thread(last_card, self._controller.shown)  # the round is played again for each place

    async def what_if_confirmed(self, number: int) -> WhatIfView:
        return await asyncio.to_thread(what_if_confirmed, self._controller.shown, number, self._showing)

    async def what_if(self, action: Action, round: int) -> WhatIfView:
        return await asyncio.to_thread(what_if, self._controller.shown, action, round, self._showing)  # the round is played again

    def recovery(self) -> RecoveryView | None:
        return recovery_view(self._controller.shown, self._showing)

    async def incidents(self, wanted: Wanted) -> tuple[Incident, ...]:
        return await asyncio.to_thread(self._incidents, wanted)

    async def records(self, before: int | None, limit: int, filter: Filter) -> tuple[Mapping[str, Any], ...]:
        return await asyncio.to_thread(self._read, before, limit, filter)

    async def note(self, type: str, body: Mapping[str, Any]) -> None:
        try:
            await self._append(type, body)
        except JournalError as error:
            self._controller.keep("console_change_refused", {"change": type, "cause": "nothing could be recorded"})  # the table learns of the fault
            raise NotRecorded(str(error.__cause__ or error)) from error

    async def add(self, type: str, body: Mapping[str, Any]) -> None:
        try:
            await self._append(type, body)
        except JournalError as error:
            raise NotRecorded(str(error)) from error

    async def keep(self, type: str, body: Mapping[str, Any]) -> None:
        try:
            await self._append(type, body)
        except JournalError:
            self._controller.keep(type, body)

    async def _append(self, type: str, body: Mapping[str, Any]) -> None:
        draft = Draft(Kind.MARKER, type, self._stamper.stamp(), canonical({**body}))
        await asyncio.wrap_future(self._journal.append([draft]))

    def _read(self, before: int | None, limit: int, filter: Filter) -> tuple[Mapping[str, Any], ...]:
        with Reader(self._path) as reader:
            return tuple(_public(record, self._money) for record in reader.page(before, limit, filter).records)

    def _incidents(self, wanted: Wanted) -> tuple[Incident, ...]:
        with Reader(self._path) as reader:
            return incidents(lambda each: reader.records(filter=each), self._money, wanted)[::-1]

    def _money(self, amount: int) -> str:
        return money(amount, self._showing)


def _public(record: Record, money: Callable[[int], str]) -> dict[str, Any]:
    """A record without its secret part, and as a sentence."""
    body = json.loads(record.body)
    return {
        "seq": record.seq,
        "kind": record.kind.value,
        "type": record.type,
        "round": record.round,
        "wall_ns": record.stamp.wall_ns,
        "body": body,
        "text": told(record.type, body, money),
    }
