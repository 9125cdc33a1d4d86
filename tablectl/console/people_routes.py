"""First run, log-in, log-out, and the admin's list of users."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tablectl.console.auth import ALLOWED, KEEP_USERS
from tablectl.console.errors import LastAdmin, NameTaken, NoSuchUser, TryLater, UsersError, WrongLogin
from tablectl.console.state import Asked, Console, SignedIn, address_of, demand, read_body, refuse
from tablectl.console.users import Session, User
from tablectl.table.events import PersonRole

MOST_WAITING: Final = 8  # log-ins that wait for their turn to be hashed

router = APIRouter(prefix="/api")
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


@router.get("/me")
async def me(request: Request, console: Asked) -> dict[str, Any]:
    """Who is asking. The answer to a stranger says only whether the first admin is still to be made."""
    session = await console.session(request)
    if session is None:
        refuse(401, "log in first", first=await asyncio.to_thread(console.users.awaits_first))
    return _me(console, session)


@router.post("/first")
async def first(request: Request, response: Response, console: Asked) -> dict[str, Any]:
    form = await read_body(request, First)
    try:
        async with console.hashing:
            user = await asyncio.to_thread(console.users.add_first, form.code, form.name, form.password)
    except WrongLogin as error:
        await console.table.note("console_login_refused", {"person": None, "address": address_of(request)})
        refuse(403, str(error))
    except UsersError as error:
        refuse(422, str(error))
    await console.table.note("console_user_added", {"person": user.name, "role": user.role.value, "by": user.name})
    return await _open(request, response, console, user)


@router.post("/login")
async def log_in(request: Request, response: Response, console: Asked) -> dict[str, Any]:
    form = await read_body(request, LogIn)
    if console.waiting >= MOST_WAITING:
        refuse(503, "too many log-ins at once; try again in a moment")
    console.waiting += 1
    try:
        async with console.hashing:
            user = await asyncio.to_thread(console.users.log_in, form.name, form.password, address_of(request))
    except TryLater as error:
        refuse(429, str(error), wait_s=error.wait_s)
    except WrongLogin as error:
        # A name that nobody has may be a password typed into the wrong field: it is not written down.
        known = await asyncio.to_thread(console.users.find, form.name)
        await console.table.note("console_login_refused", {"person": known and known.name, "address": address_of(request)})
        refuse(401, str(error))
    finally:
        console.waiting -= 1
    return await _open(request, response, console, user)


@router.post("/logout")
async def log_out(request: Request, response: Response, console: Asked) -> dict[str, bool]:
    token = console.token(request)
    session = await console.session(request)
    if token and session:
        await asyncio.to_thread(console.users.revoke, token)
        console.end(session=session.key)
        await console.table.note("console_logout", {"person": session.name})
    response.delete_cookie(console.cookie, path="/")
    return {"done": True}


@router.get("/users")
async def users(session: SignedIn, console: Asked) -> list[dict[str, Any]]:
    demand(session, KEEP_USERS)
    return [_shown(user) for user in await asyncio.to_thread(console.users.everyone)]


@router.post("/users")
async def add_user(request: Request, session: SignedIn, console: Asked) -> dict[str, Any]:
    demand(session, KEEP_USERS)
    form = await read_body(request, NewUser)
    try:
        async with console.hashing:
            user = await asyncio.to_thread(console.users.add, form.name, form.role, form.password)
    except NameTaken as error:
        refuse(409, str(error))
    except UsersError as error:
        refuse(422, str(error))
    await console.table.note("console_user_added", {"person": user.name, "role": user.role.value, "by": session.name})
    return _shown(user)


@router.post("/users/{name}/lock")
async def lock_user(name: str, request: Request, session: SignedIn, console: Asked) -> dict[str, Any]:
    demand(session, KEEP_USERS)
    form = await read_body(request, Lock)
    try:
        await asyncio.to_thread(console.users.set_locked, name, form.locked)
    except NoSuchUser as error:
        refuse(404, str(error))
    except LastAdmin as error:
        refuse(409, str(error))
    if form.locked:
        console.end(person=name)
    await console.table.note("console_user_locked", {"person": name, "locked": form.locked, "by": session.name})
    return {"done": True}


async def _open(request: Request, response: Response, console: Console, user: User) -> dict[str, Any]:
    token, session = await asyncio.to_thread(console.users.open_session, user.name, console.session_s)
    console.set_cookie(request, response, token)
    await console.table.note("console_login", {"person": session.name, "role": session.role.value, "address": address_of(request)})
    return _me(console, session)


def _me(console: Console, session: Session) -> dict[str, Any]:
    return {"name": session.name, "role": session.role.value, "may": sorted(ALLOWED[session.role]), "table": console.table_id}


def _shown(user: User) -> dict[str, Any]:
    return {"name": user.name, "role": user.role.value, "created": user.created, "locked": user.locked}
