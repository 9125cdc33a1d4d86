"""The socket that only speaks: who gets one, what it says, and when it ends."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tablectl.console import live
from tablectl.console.live import SESSION_ENDED
from tablectl.table.actions import PersonRole
from tablectl.table.views import NoticeView

from .running import Console, wait_until

LAST = 1_000_000


def join(console: Console, client: httpx.Client, origin: str | None = None) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = f"ws://127.0.0.1:{console.port}/api/live"
    return connect(url, origin=Origin(origin or console.url), additional_headers={"Cookie": cookie}, proxy=None)


def until(tab: ClientConnection, type: str, seconds: float = 3.0) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while True:
        message: dict[str, Any] = json.loads(tab.recv(timeout=deadline - time.monotonic()))
        if message["type"] == type:
            return message


def closed_with(tab: ClientConnection, seconds: float) -> int:
    deadline = time.monotonic() + seconds
    while True:
        try:
            tab.recv(timeout=deadline - time.monotonic())
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006


def test_a_stranger_and_another_site_get_no_socket(console: Console) -> None:
    with console.client() as stranger, pytest.raises(InvalidStatus) as refused:
        join(console, stranger)
    assert refused.value.response.status_code == 403
    with console.someone(PersonRole.VIEWER) as client, pytest.raises(InvalidStatus) as refused:
        join(console, client, origin="http://evil.example")
    assert refused.value.response.status_code == 403


def test_the_view_comes_at_once_and_after_each_change_and_beats_go_on(console: Console) -> None:
    with console.someone(PersonRole.VIEWER) as client, join(console, client) as tab:
        first = until(tab, "view")["view"]
        assert first["cursor"] == console.table.shown.cursor
        assert until(tab, "beat")["now_ns"] == pytest.approx(time.time_ns(), abs=2e9)
        console.do(console.table.show(replace(console.table.shown, round=13)))
        assert until(tab, "view", 1.0)["view"]["round"] == 13
        assert until(tab, "beat")


def test_many_changes_are_sent_as_few_views_and_the_last_one_arrives(console: Console) -> None:
    with console.someone(PersonRole.VIEWER) as client, join(console, client) as tab:
        until(tab, "view")

        async def burst() -> None:
            for number in range(1000):
                await console.table.show(replace(console.table.shown, round=number))

        console.do(burst())
        views = 1
        while until(tab, "view")["view"]["round"] != 999:
            views += 1
        assert views <= 25


def test_log_out_closes_the_other_tabs_socket_within_a_second(console: Console) -> None:
    with console.someone(PersonRole.SUPERVISOR) as client, join(console, client) as tab:
        until(tab, "view")
        client.post("/api/logout", json={})
        assert closed_with(tab, 1.0) == SESSION_ENDED


def test_a_lock_from_elsewhere_is_found_with_the_next_beat(console: Console) -> None:
    with console.someone(PersonRole.SUPERVISOR) as client, join(console, client) as tab:
        until(tab, "view")
        console.users.set_locked("supervisor", locked=True)
        assert closed_with(tab, 3.0) == SESSION_ENDED


def test_an_admins_lock_closes_the_socket_at_once(console: Console) -> None:
    with console.someone(PersonRole.SUPERVISOR) as client, join(console, client) as tab, console.someone(PersonRole.ADMIN) as admin:
        until(tab, "view")
        admin.post("/api/users/Supervisor/lock", json={"locked": True})
        assert closed_with(tab, 1.0) == SESSION_ENDED


def test_what_is_said_on_the_socket_is_refused_and_noted(console: Console) -> None:
    with console.someone(PersonRole.SUPERVISOR) as client, join(console, client) as tab:
        until(tab, "view")
        tab.send('{"kind":"release_hold","hold":4,"reason":"please"}')
        assert closed_with(tab, 2.0) == 1008
    assert console.table.asked == []
    assert ("console_command_refused", {"person": "supervisor", "cause": "sent on a socket that only speaks"}) in console.table.notes


def test_a_reader_that_takes_nothing_is_dropped_and_the_others_go_on(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SEND_LIMIT_S", 0.3)
    big = tuple(NoticeView("x" * 1000, "UTH 4.2") for _ in range(200))
    tabs = console.served.tabs
    with console.someone(PersonRole.VIEWER) as client, stuck(console, client), join(console, client) as reader:
        wait_until(lambda: len(tabs) == 2)
        heard: list[int] = []
        listening = threading.Thread(target=lambda: heard.extend(rounds(reader)))
        listening.start()

        async def play() -> None:
            number = 0
            while len(tabs) == 2:
                number += 1
                started = time.monotonic()
                await console.table.show(replace(console.table.shown, round=number, notices=big))
                assert time.monotonic() - started < 0.2, "the table waits for nobody"
                await asyncio.sleep(0.02)
            await console.table.show(replace(console.table.shown, round=LAST, notices=()))

        console.do(play())
        listening.join(5)
        assert heard[-1] == LAST
        assert len(tabs) == 1


def rounds(tab: ClientConnection) -> Iterator[int]:
    """Round numbers as they are heard, up to the last one."""
    while True:
        number: int = until(tab, "view")["view"]["round"]
        yield number
        if number == LAST:
            return


@contextmanager
def stuck(console: Console, client: httpx.Client) -> Iterator[None]:
    """A tab that shakes hands and then never reads."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    lines = (
        "GET /api/live HTTP/1.1", f"Host: 127.0.0.1:{console.port}", f"Origin: {console.url}", f"Cookie: {cookie}", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
    )  # fmt: skip
    with socket.socket() as plug:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plug.connect(("127.0.0.1", console.port))
        plug.sendall("\r\n".join(lines).encode())
        assert plug.recv(12) == b"HTTP/1.1 101"
        yield
