"""The table over plain HTTP: its present view, its journal, and commands."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Final

import pydantic_core
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from tablectl.console.auth import READ_JOURNAL, SEE_DEVICES, may_act
from tablectl.console.commands import Command, WhatIf
from tablectl.console.ports import Answer
from tablectl.console.state import Asked, SignedIn, address_of, needs, read_body, refuse, signed_in
from tablectl.console.users import Session
from tablectl.journal.filters import Filter
from tablectl.journal.records import Kind
from tablectl.table.actions import CorrectRound, PlaceCard, SecondAction
from tablectl.table.commands import kind_of, one
from tablectl.table.record.incidents import Wanted
from tablectl.table.state import Cause

CORRECT: Final = kind_of(CorrectRound)
PLACE: Final = kind_of(PlaceCard)
SECOND: Final = kind_of(SecondAction)
LAST: Final = 2**53 - 1  # exact in a browser, and within the integers of the journal

router = APIRouter(prefix="/api")


@router.get("/view")
async def view(session: SignedIn, console: Asked) -> Response:
    return _json(console.table.view(session.role))


def wanted(
    kind: Annotated[Kind | None, Query()] = None,
    type: Annotated[str | None, Query(pattern=r"^[a-z_]{1,64}$")] = None,
    round: Annotated[int | None, Query(ge=0, le=LAST)] = None,
) -> Filter:
    """The records of one kind, one type, one round, where these are given."""
    return Filter(frozenset({kind} if kind else ()), frozenset({type} if type else ()), round)


@router.get("/journal", dependencies=[Depends(needs(READ_JOURNAL))])
async def journal(
    console: Asked,
    wanted: Annotated[Filter, Depends(wanted)],
    before: Annotated[int | None, Query(ge=0, le=LAST)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Records with a lower `seq` than `before`, newest first."""
    return _json(await console.table.records(before, limit, wanted))


def wanted_incidents(
    since: Annotated[datetime | None, Query()] = None,
    until: Annotated[datetime | None, Query()] = None,
    cause: Annotated[Cause | None, Query()] = None,
    round: Annotated[int | None, Query(ge=0, le=LAST)] = None,
) -> Wanted:
    """Those that stood within a time, of a cause, in a round. A time without a zone is UTC."""
    return Wanted(_ns(since), _ns(until), cause.value if cause else None, round)


def _ns(moment: datetime | None) -> int | None:
    return None if moment is None else round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000) * 1_000_000


@router.get("/incidents", dependencies=[Depends(needs(READ_JOURNAL))])
async def incidents(console: Asked, wanted: Annotated[Wanted, Depends(wanted_incidents)]) -> Response:
    """Every hold and warning, with its records and its people."""
    return _json(await console.table.incidents(wanted))


@router.get("/recovery", dependencies=[Depends(signed_in)])
async def recovery(console: Asked) -> Response:
    """How the table stood when it was cut off, for everybody who may see the table; `null` where it never was."""
    return _json(console.table.recovery())


@router.get("/devices")
async def devices(session: Annotated[Session, Depends(needs(SEE_DEVICES))], console: Asked) -> Response:
    """How the devices do, for those who look after them."""
    return _json(console.table.devices(session.role))


@router.get("/round", dependencies=[Depends(needs(CORRECT))])
async def facts(console: Asked) -> Response:
    """The facts of the round, for those who may put it right."""
    return _json(console.table.facts())


@router.get("/round/last-card", dependencies=[Depends(needs(PLACE))])
async def last_card(console: Asked) -> Response:
    """The card that was drawn last, for those who may say where it went."""
    return _json(await console.table.last_card())


@router.post("/round/what-if", dependencies=[Depends(needs(CORRECT))])
async def what_if(request: Request, console: Asked) -> Response:
    """What a command would change. Nothing is done, and nothing is told that does not lie face up."""
    asked = await read_body(request, WhatIf)
    return _json(await console.table.what_if(asked.action, asked.round))


@router.get("/pending/{number}/what-if", dependencies=[Depends(needs(SECOND))])
async def what_if_confirmed(number: Annotated[int, Path(ge=0, le=LAST)], console: Asked) -> Response:
    """What another person's request would change now, for who may confirm it."""
    return _json(await console.table.what_if_confirmed(number))


@router.post("/commands")
async def command(request: Request, console: Asked) -> Answer:
    """Act for a person, if the role may; an attempt without the right to it is put into the journal."""
    session = await console.session(request)
    if session is None:
        token = console.token(request)
        if token and (person := await asyncio.to_thread(console.users.whose, token)):
            body = {"person": person, "cause": "the session has ended", "address": address_of(request)}
            await console.refused("console_command_refused", body)
        refuse(401, "log in first")
    given = await read_body(request, Command)
    if not may_act(session.role, given.action):
        body = {"person": session.name, "role": session.role.value, "action": given.action.kind, "cause": "the role may not"}
        await console.refused("console_command_refused", body)
        refuse(403, f"{one(session.role)} may not do this")
    return await console.table.command(given.id, session.name, session.role, given.action, given.round)


def _json(value: object) -> Response:
    return Response(pydantic_core.to_json(value), media_type="application/json")
