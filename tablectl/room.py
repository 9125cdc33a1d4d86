"""Tell the table how much room its record has, and wait for some where there is not even enough to open it."""

from __future__ import annotations

import asyncio
import html
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

import structlog

from tablectl.journal.errors import JournalFull
from tablectl.journal.room import Reserve, Watch
from tablectl.notify import notify
from tablectl.table.controller import Controller
from tablectl.table.events import RecordRoom

LOOK_S: Final = 2.0
RETRY_S: Final = 1.0
MORE_TIME: Final = "EXTEND_TIMEOUT_USEC=30000000"  # so that the service manager does not take waiting for a failed start
HEAD_BYTES: Final = 16_384
READ_S: Final = 5.0

T = TypeVar("T")

log = structlog.get_logger(__name__)


class RoomKeeper:
    """Keeps the reserve, and puts it on record when the room becomes less or more."""

    def __init__(self, controller: Controller, watch: Watch, reserve: Reserve) -> None:
        self._controller = controller
        self._watch = watch
        self._reserve = reserve
        self._told = controller.state.room, controller.state.fewer_rounds

    async def run(self) -> None:
        while True:
            with suppress(OSError):  # the journal's own trouble with the disk is told by the journal
                await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        await asyncio.to_thread(self._reserve.keep)
        room = await asyncio.to_thread(self._watch.look, self._controller.state.live.number)
        if (room.grade.value, room.fewer) != self._told:
            self._told = room.grade.value, room.fewer
            log.warning("room for the record", grade=room.grade.value, fewer_rounds=room.fewer)
            self._controller.put(RecordRoom(*self._told))


async def with_room(begin: Callable[[], Awaitable[T]], reserve: Reserve, listening: socket.socket) -> T:
    """Open the record; on a full disk give back the reserve, and where that is not enough say so at the console's address until there is room."""
    page: asyncio.Server | None = None
    try:
        while True:
            try:
                return await begin()
            except JournalFull as error:
                if reserve.give_back():
                    log.warning("the reserve was given back to the disk", path=str(reserve.path))
                    continue
                if page is None:
                    log.error("the table cannot open before there is room", error=str(error))  # noqa: TRY400 - the words say it all
                    page = await asyncio.start_server(partial(_serve, _page(str(error))), sock=listening.dup(), limit=HEAD_BYTES)
            notify(f"{MORE_TIME}\nSTATUS=Waits for room on the disk of the record")
            await asyncio.sleep(RETRY_S)
    finally:
        if page is not None:
            page.close()


def _page(reason: str) -> bytes:
    """One answer to whatever is asked: why the table is not open."""
    text = f"The table is not open: {html.escape(reason)}. It opens by itself as soon as there is room."
    body = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Not open</title><h1>Not open</h1><p>{text}'.encode()
    head = f"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Retry-After: 5\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n".encode() + body


async def _serve(answer: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        async with asyncio.timeout(READ_S):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
    writer.close()
