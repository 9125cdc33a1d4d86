"""A table in one process, with its real loop, journal and console, and everything that leaves it while the events of a shoe happen."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import structlog
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tablectl import logs
from tablectl.console.app import create_app
from tablectl.console.devices.board import Board, Fitted
from tablectl.console.server import Server
from tablectl.console.state import Console
from tablectl.console.users import Users
from tablectl.engine.exposure import exposed
from tablectl.engine.games import GAMES
from tablectl.journal import Sealer, SystemClock, Writer, open_for_writing
from tablectl.journal.signing import Signer
from tablectl.live import Live
from tablectl.table.actions import Action, PersonRole
from tablectl.table.controller import Controller
from tablectl.table.events import CommandGiven, TableEvent
from tablectl.table.record.checkpoints import Checkpoints
from tablectl.table.record.recovery import event_draft, outcome_draft, step
from tablectl.table.shown.screens import Showing
from tablectl_drivers.events import ReportId
from tablectl_drivers.ports import Health, Pattern
from tests.console.running import PASSWORD, QUICK
from tests.table.recording import ORIGIN

ACTIONS: Final[TypeAdapter[Action]] = TypeAdapter(Action)
SHOWING: Final = Showing("EUR", 2, {1: "red", 2: "blue"})
DEADLINE_S: Final = 20.0


@dataclass
class Nobody:
    """Looks at no lamp; whoever watches the console is told."""

    live: Live | None = None

    def show(self, lamps: Mapping[str, Pattern], wink: frozenset[str]) -> None: ...

    def try_lamps(self) -> None: ...

    def confirm(self, device: str, report: ReportId) -> None: ...

    def changed(self) -> None:
        assert self.live is not None
        self.live.changed()


@dataclass
class Table:
    """A table that runs. `people` do what was done in the shoe; one of each role is `looking`, and `heard` every view of the live page. `open` are
    the faces that lay up after an event, by its number; `said` is the log."""

    path: Path
    controller: Controller
    live: Live
    said: io.StringIO
    people: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    looking: dict[PersonRole, httpx.AsyncClient] = field(default_factory=dict)
    heard: dict[PersonRole, list[dict[str, Any]]] = field(default_factory=dict)
    open: dict[int, frozenset[str]] = field(default_factory=dict)

    async def happen(self, event: TableEvent) -> None:
        """Let it happen as the daemon does, a person's command by the console."""
        if isinstance(event, CommandGiven):
            body = {"id": f"{event.id}-of-the-shoe", "action": ACTIONS.dump_python(event.action, mode="json"), "round": event.round}
            answer = await self.people[person(event)].post("/api/commands", json=body)
            assert answer.status_code == 200, answer.text
            assert answer.json()["done"], answer.text
        else:
            self.controller.put(event)
        async with asyncio.timeout(DEADLINE_S):
            await self.controller.drained()
            await self.controller.settle()
        self.note_what_lies_open()

    def note_what_lies_open(self) -> None:
        played = self.controller.state.live.round
        self.open[self.controller.cursor] = frozenset(str(played.layout.at(place)[index]) for place, index in exposed(played))


def person(command: CommandGiven) -> str:
    """The name under which somebody of this role is logged in."""
    return f"{command.person}-{command.role.value}"


@asynccontextmanager
async def running(folder: Path, opening: TableEvent, sealer: Sealer, signer: Signer, people: Mapping[str, PersonRole]) -> AsyncIterator[Table]:
    """The table is open and everybody is logged in, with a page that shows the table."""
    clock = SystemClock()
    with logged() as said, closing(open_for_writing(folder / "journal.db", stamper=clock, sealer=sealer, signer=signer)) as writer:
        controller, effects = await _opened(writer, opening, clock)
        panel = Fitted("panel", "panel", "mock", (), lambda: Health("none", connected=True, beat=time.monotonic()))
        live = effects.live = Live(controller, writer, clock, writer.path, SHOWING, board=Board((), panel, 0, time.monotonic()))
        async with AsyncExitStack() as stack:
            users = stack.enter_context(Users(folder / "users.db", hasher=QUICK))
            url = await stack.enter_async_context(served(Console(live, users, 3600.0, lambda: True)))
            table = Table(writer.path, controller, live, said)
            table.note_what_lies_open()
            work = asyncio.create_task(controller.run())
            stack.push_async_callback(_end, work)
            for name, role in people.items():
                table.people[name] = await stack.enter_async_context(logged_in(url, users, name, role))
            for role in PersonRole:
                table.looking[role] = await stack.enter_async_context(logged_in(url, users, role.value, role))
                await stack.enter_async_context(watching(url, table.looking[role], table.heard.setdefault(role, [])))
            yield table


@asynccontextmanager
async def logged_in(url: str, users: Users, name: str, role: PersonRole) -> AsyncIterator[httpx.AsyncClient]:
    users.add(name, role, PASSWORD)
    limits = httpx.Limits(max_keepalive_connections=0)  # on a busy machine the console lets go of one just as it is used again
    async with httpx.AsyncClient(base_url=url, headers={"Origin": url}, limits=limits, timeout=DEADLINE_S) as client:
        assert (await client.post("/api/login", json={"name": name, "password": PASSWORD})).status_code == 200
        yield client


async def _opened(writer: Writer, opening: TableEvent, clock: SystemClock) -> tuple[Controller, Nobody]:
    (record,) = await asyncio.wrap_future(writer.append([event_draft(opening, clock.stamp(), 1, opening.kind)]))
    applied = step(GAMES, None, opening, record.stamp.wall_ns)
    drafts = [outcome_draft(outcome, record.seq, record.stamp, 1, opening.kind) for outcome in applied.outcomes]
    await asyncio.wrap_future(writer.append(drafts))
    effects = Nobody()
    return Controller(applied.state, record.seq, writer, clock, effects, checkpoints=Checkpoints(None, ORIGIN, clock)), effects


@asynccontextmanager
async def served(console: Console) -> AsyncIterator[str]:
    server = Server(create_app(console))
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 # uvicorn has a flag, no event
        await asyncio.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{server.bound_port}"
    finally:
        server.should_exit = True
        await serving


@asynccontextmanager
async def watching(url: str, client: httpx.AsyncClient, views: list[dict[str, Any]]) -> AsyncIterator[None]:
    """The live page of one person."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    async with connect(url.replace("http", "ws") + "/api/live", origin=Origin(url), additional_headers={"Cookie": cookies}) as socket:
        task = asyncio.create_task(_listen(socket, views))
        try:
            yield
        finally:
            await _end(task)


async def _listen(socket: ClientConnection, views: list[dict[str, Any]]) -> None:
    with suppress(ConnectionClosed):
        async for message in socket:
            said = json.loads(message)
            if said["type"] == "view":
                views.append(said["view"])


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Everything that the table logs, down to the last detail, and nothing of those who look at it."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    logs.setup("json", "debug", stream)
    theirs = [logging.getLogger(name) for name in ("httpx", "httpcore", "websockets.client")]
    for each in theirs:
        each.setLevel(logging.WARNING)
    try:
        yield stream
    finally:
        for each in theirs:
            each.setLevel(logging.NOTSET)
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()
