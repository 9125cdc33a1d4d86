"""What every route of the console shares: the table, the users, and who is asking."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, NoReturn, TypeVar

from fastapi import Depends, HTTPException, Request
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tablectl.console.auth import may
from tablectl.console.outside import take_in
from tablectl.console.ports import LiveTable
from tablectl.console.refusals import Refusals
from tablectl.console.users import Session, Users
from tablectl.table.actions import PersonRole
from tablectl.table.commands import one

Body = TypeVar("Body", bound=BaseModel)

RECORD_EVERY_S: Final = 2.0
MOST_BODY: Final = 16_384  # bytes; a correction of `MOST_FACTS` facts fits, any other command has a few hundred


@dataclass(frozen=True, slots=True)
class Tab:
    """An open WebSocket; `ended` is set when its session is over."""

    session: str
    person: str
    ended: asyncio.Event


@dataclass(slots=True)
class Console:
    """One per app. Passwords are hashed one at a time: each needs 64 MB for a moment, and the table shares the machine."""

    table: LiveTable
    users: Users
    session_s: float
    ready: Callable[[], bool]
    tabs: set[Tab] = field(default_factory=set)
    waiting: int = 0
    hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    refusals: Refusals = field(default_factory=Refusals)

    @property
    def table_id(self) -> str:
        return self.table.view(PersonRole.VIEWER).table

    @property
    def bench(self) -> bool:
        """Whether this is no table for live play."""
        return self.table.view(PersonRole.VIEWER).bench

    @property
    def cookie(self) -> str:
        """Cookies do not tell ports apart, so two tables on one machine need two names."""
        return "tablectl_" + re.sub(r"[^A-Za-z0-9_.-]", "_", self.table_id)

    def token(self, connection: HTTPConnection) -> str | None:
        return connection.cookies.get(self.cookie)

    async def session(self, connection: HTTPConnection) -> Session | None:
        token = self.token(connection)
        return await asyncio.to_thread(self.users.session, token) if token else None

    def set_cookie(self, request: Request, response: Response, token: str) -> None:
        secure = request.url.scheme == "https"
        response.set_cookie(self.cookie, token, max_age=int(self.session_s), httponly=True, samesite="strict", secure=secure, path="/")

    async def refused(self, type: str, body: dict[str, Any], *, once: tuple[str, ...] = ()) -> None:
        """Put a refusal on record, by itself or as one of many; see `Refusals.admit`."""
        if self.refusals.admit(body, time.monotonic(), once=once):
            await self.table.keep(type, body)

    async def record(self) -> None:
        """Put on record, until cancelled, what the command line did to the users, and how many refusals were only counted."""
        while True:
            await self.record_now()
            await asyncio.sleep(RECORD_EVERY_S)

    async def record_now(self, *, ending: bool = False) -> None:
        await take_in(self.users.outside, self.table)
        if counted := self.refusals.counted(time.monotonic(), ending=ending):
            await self.table.keep("console_refusals_counted", counted)

    def end(self, *, session: str | None = None, person: str | None = None) -> None:
        """Close the sockets of a session or of a person now; the next beat would find them anyway."""
        for tab in self.tabs:
            if tab.session == session or (person is not None and tab.person.casefold() == person.casefold()):
                tab.ended.set()


def console_of(connection: HTTPConnection) -> Console:
    console = connection.app.state.console
    if not isinstance(console, Console):
        raise TypeError("the app was not made by create_app")
    return console


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "unknown"


Asked = Annotated[Console, Depends(console_of)]


async def signed_in(request: Request, console: Asked) -> Session:
    session = await console.session(request)
    if session is None:
        refuse(401, "log in first")
    return session


SignedIn = Annotated[Session, Depends(signed_in)]


def needs(what: str) -> Callable[[Request, SignedIn, Asked], Awaitable[Session]]:
    """The session of who asks, for a route that takes the right to `what`. No page asks in vain, so that a try without it goes on record."""

    async def permitted(request: Request, session: SignedIn, console: Asked) -> Session:
        if not may(session.role, what):
            asked = f"{request.method} {request.scope['route'].path}"  # as the route is written: what a person typed is not kept
            body = {"person": session.name, "role": session.role.value, "asked": asked, "address": address_of(request)}
            await console.refused("console_request_refused", body, once=(session.name, asked))
            refuse(403, f"{one(session.role)} may not do this")
        return session

    return permitted


def refuse(status: int, text: str, **more: object) -> NoReturn:
    raise HTTPException(status, {"error": text, **more})


async def read_body(request: Request, model: type[Body]) -> Body:
    """The body of a request, checked; raise 413 or 422 in words."""
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > MOST_BODY:
            refuse(413, f"a request has at most {MOST_BODY} bytes")
    try:
        return model.model_validate_json(bytes(raw), strict=True)
    except ValidationError as error:
        refuse(422, "; ".join(_words(problem) for problem in error.errors(include_url=False, include_context=False, include_input=False)))


def _words(problem: ErrorDetails) -> str:
    where = ".".join(str(part) for part in problem["loc"])
    words = problem["msg"].removeprefix("Value error, ")  # how pydantic begins what a check of ours says
    return f"{where}: {words}" if where else words
