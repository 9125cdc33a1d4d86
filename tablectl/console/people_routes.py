"""First run, log-in, log-out, one's own password, and the admin's list of users.

Who may log in, and as what, changes only with its record. A log-in itself is put on record when the disk takes one: a supervisor has to get in
to read why play is held.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tablectl.console.auth import ALLOWED, KEEP_USERS
from tablectl.console.errors import TryLater, WrongLogin
from tablectl.console.state import Asked, Console, SignedIn, address_of, needs, read_body, refuse
from tablectl.console.users import Session, User
from tablectl.table.actions import PersonRole

MOST_WAITING: Final = 8  # log-ins that wait for their turn to be hashed

router = APIRouter(prefix="/api")
Keeper = Annotated[Session, Depends(needs(KEEP_USERS))]
Text = Annotated[str, Field(min_length=1, max_length=128)]


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LogIn(Form):
    name: Text
    password: Text


class First(LogIn):
    code: Text


class NewUser(LogIn):
    role: PersonRole


class Lock(Form):
    locked: bool


class Role(Form):
    role: PersonRole


class Passwords(Form):
    old: Text
    new: Text


@router.get("/me")
async def me(request: Request, console: Asked) -> dict[str, Any]:
    """Who is asking. The answer to a stranger says only whether the first admin is still to be made, whether this table is on a bench, and why
    a session of theirs has ended."""
    session = await console.session(request)
    if session is None:
        token = console.token(request)
        why = await asyncio.to_thread(console.users.why_ended, token) if token else None
        first = await asyncio.to_thread(console.users.awaits_first)
        refuse(401, "log in first", **({"why": why} if why else {}), first=first, bench=console.bench)
    return _me(console, session)


@router.post("/first")
async def first(request: Request, response: Response, console: Asked) -> dict[str, Any]:
    form = await read_body(request, First)
    record = _record(console, "console_user_added", person=form.name, role=PersonRole.ADMIN.value, by=form.name)
    try:
        async with console.hashing:
            user = await asyncio.to_thread(console.users.add_first, form.code, form.name, form.password, record)
    except WrongLogin as error:
        await console.refused("console_login_refused", {"person": None, "address": address_of(request), "cause": "a wrong first code"})
        refuse(403, str(error))
    return await _open(request, response, console, user)


@router.post("/login")
async def log_in(request: Request, response: Response, console: Asked) -> dict[str, Any]:
    form = await read_body(request, LogIn)
    return await _open(request, response, console, await _checked(request, console, form.name, form.password))


async def _checked(request: Request, console: Console, name: str, password: str, wrong: tuple[int, str] | None = None) -> User:
    """The person to whom name and password belong, or a refusal that is put on record and answered so."""
    if console.waiting >= MOST_WAITING:
        refuse(503, "too many log-ins at once; try again in a moment")
    console.waiting += 1
    try:
        async with console.hashing:
            return await asyncio.to_thread(console.users.log_in, name, password, address_of(request))
    except TryLater as error:
        await _log_in_refused(request, console, name, "made to wait, after wrong ones")
        refuse(429, str(error), wait_s=error.wait_s)
    except WrongLogin as error:
        await _log_in_refused(request, console, name, str(error))
        refuse(*(wrong or (401, str(error))))
    finally:
        console.waiting -= 1


async def _log_in_refused(request: Request, console: Console, name: str, cause: str) -> None:
    # A name that nobody has may be a password typed into the wrong field: it is not written down.
    known = await asyncio.to_thread(console.users.find, name)
    await console.refused("console_login_refused", {"person": known and known.name, "address": address_of(request), "cause": cause})


def _record(console: Console, type: str, **body: object) -> Callable[[], None]:
    """To be called in a worker thread: it waits until this is on record, or raises NotRecorded."""
    loop = asyncio.get_running_loop()

    def record() -> None:
        asyncio.run_coroutine_threadsafe(console.table.note(type, body), loop).result()

    return record


@router.post("/logout")
async def log_out(request: Request, response: Response, console: Asked) -> dict[str, bool]:
    token = console.token(request)
    session = await console.session(request)
    if token and session:
        await asyncio.to_thread(console.users.revoke, token)
        console.end(session=session.key)
        await console.table.keep("console_logout", {"person": session.name})
    response.delete_cookie(console.cookie, path="/")
    return {"done": True}


@router.get("/users", dependencies=[Depends(needs(KEEP_USERS))])
async def users(console: Asked) -> list[dict[str, Any]]:
    return [_shown(user) for user in await asyncio.to_thread(console.users.everyone)]


@router.post("/users")
async def add_user(request: Request, session: Keeper, console: Asked) -> dict[str, Any]:
    form = await read_body(request, NewUser)
    record = _record(console, "console_user_added", person=form.name, role=form.role.value, by=session.name)
    async with console.hashing:
        user = await asyncio.to_thread(console.users.add, form.name, form.role, form.password, record)
    return _shown(user)


@router.post("/users/{name}/lock")
async def lock_user(name: str, request: Request, session: Keeper, console: Asked) -> dict[str, Any]:
    form = await read_body(request, Lock)
    record = _record(console, "console_user_locked", person=name, locked=form.locked, by=session.name)
    await asyncio.to_thread(console.users.set_locked, name, form.locked, record)
    if form.locked:
        console.end(person=name)
    return {"done": True}


@router.post("/users/{name}/role")
async def give_role(name: str, request: Request, session: Keeper, console: Asked) -> dict[str, Any]:
    """Another role; who is logged in has it at once."""
    form = await read_body(request, Role)
    record = _record(console, "console_user_role", person=name, role=form.role.value, by=session.name)
    await asyncio.to_thread(console.users.set_role, name, form.role, record)
    console.end(person=name)
    return {"done": True}


@router.post("/password")
async def change_password(request: Request, response: Response, session: SignedIn, console: Asked) -> dict[str, Any]:
    """One's own password. Every other session of the person ends; this one goes on under a new token."""
    form = await read_body(request, Passwords)
    await _checked(request, console, session.name, form.old, (403, "the old password is wrong"))
    record = _record(console, "console_password_changed", person=session.name, address=address_of(request))
    async with console.hashing:
        await asyncio.to_thread(console.users.set_password, session.name, form.new, record)
    token, _ = await asyncio.to_thread(console.users.open_session, session.name, console.session_s, goes_on=True)
    console.set_cookie(request, response, token)
    console.end(person=session.name)
    return {"done": True}


async def _open(request: Request, response: Response, console: Console, user: User) -> dict[str, Any]:
    token, session = await asyncio.to_thread(console.users.open_session, user.name, console.session_s)
    console.set_cookie(request, response, token)
    await console.table.keep("console_login", {"person": session.name, "role": session.role.value, "address": address_of(request)})
    return _me(console, session)


def _me(console: Console, session: Session) -> dict[str, Any]:
    return {"name": session.name, "role": session.role.value, "may": sorted(ALLOWED[session.role]), "table": console.table_id, "bench": console.bench}


def _shown(user: User) -> dict[str, Any]:
    return {"name": user.name, "role": user.role.value, "created": user.created, "locked": user.locked, "last_log_in": user.last_log_in}
