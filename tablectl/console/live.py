"""The live view: one WebSocket a tab, that only speaks. It sends snapshots, so a reader that missed some has missed nothing.

Nothing here can make the table wait: a socket that takes no more is dropped, and so is one whose session has ended.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

import pydantic_core
import structlog
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablectl.console.state import Console, Tab, console_of
from tablectl.console.users import Session

BEAT_S: Final = 2.0  # the page calls itself stale after three of these
VIEW_EVERY_S: Final = 0.05
SEND_LIMIT_S: Final = 5.0
MOST_TABS: Final = 64
SESSION_ENDED: Final = 4401
TRY_LATER: Final = 1013
ONLY_SPEAKS: Final = 1008
GOING: Final = 1001

router = APIRouter()
log = structlog.get_logger(__name__)


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    console = console_of(socket)
    session = await console.session(socket)
    if session is None or len(console.tabs) >= MOST_TABS:
        await socket.close(TRY_LATER if session else SESSION_ENDED)
        return
    await socket.accept()
    tab = Tab(session.key, session.name, asyncio.Event())
    console.tabs.add(tab)
    tasks = [
        asyncio.create_task(work)
        for work in (_views(socket, console, session), _beats(socket, console, session), _silence(socket, console, session), _ended(tab))
    ]
    code = GOING
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        code = _code(done)
    finally:
        console.tabs.discard(tab)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # it may be gone, or stuck
        async with asyncio.timeout(1.0):
            await socket.close(code)


def _code(done: set[asyncio.Task[int]]) -> int:
    """The code to close with. A reader that is gone or takes nothing is no error of ours."""
    for task in done:
        error = task.exception()
        if isinstance(error, TimeoutError):
            log.warning("slow console tab dropped", limit_s=SEND_LIMIT_S)
            return TRY_LATER
        if isinstance(error, WebSocketDisconnect):
            return GOING
        if error is not None:
            raise error
    return next(task.result() for task in done)


async def _views(socket: WebSocket, console: Console, session: Session) -> int:
    async for view in console.table.watch(session.role):
        await _send(socket, b'{"type":"view","view":' + pydantic_core.to_json(view) + b"}")
        await asyncio.sleep(VIEW_EVERY_S)
    return GOING


async def _beats(socket: WebSocket, console: Console, session: Session) -> int:
    while True:
        now = await console.session(socket)
        if now is None or now.role is not session.role:
            return SESSION_ENDED
        await _send(socket, b'{"type":"beat","now_ns":' + str(time.time_ns()).encode() + b"}")
        await asyncio.sleep(BEAT_S)


async def _silence(socket: WebSocket, console: Console, session: Session) -> int:
    """Commands go by HTTP, where they have an id and an answer; whatever is said here is refused and recorded."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOING))
    await console.refused("console_command_refused", {"person": session.name, "cause": "sent on a socket that only speaks"})
    return ONLY_SPEAKS


async def _ended(tab: Tab) -> int:
    await tab.ended.wait()
    return SESSION_ENDED


async def _send(socket: WebSocket, text: bytes) -> None:
    """Raise TimeoutError where the reader takes nothing for the limit."""
    async with asyncio.timeout(SEND_LIMIT_S):
        await socket.send_text(text.decode())
