"""A console that really listens, in a thread of its own, and a line in front of it that can be cut without a word."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx
from argon2 import PasswordHasher

from tablectl.console.app import STATIC, create_app
from tablectl.console.server import Server
from tablectl.console.state import Console as Served
from tablectl.console.users import Users
from tablectl.table.actions import PersonRole

from .peer import PeerTable

T = TypeVar("T")
PASSWORD = "correct horse battery"  # noqa: S105 # of people who exist in tests only
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass
class Line:
    """Forwards TCP to the console; while `cut`, nothing passes and nobody is told."""

    target: int
    port: int = 0
    open: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    server: asyncio.Server | None = None

    async def start(self) -> None:
        self.open.set()
        self.server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self.server is not None:
            self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.open.wait()
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, sink))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while block := await source.read(65536):
                await self.open.wait()
                sink.write(block)
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()


@dataclass
class Console:
    """What a test holds of a running console."""

    table: PeerTable
    users: Users
    port: int
    line: Line
    loop: asyncio.AbstractEventLoop
    served: Served

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def line_url(self) -> str:
        return f"http://127.0.0.1:{self.line.port}"

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run in the console's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def cut(self) -> None:
        self.loop.call_soon_threadsafe(self.line.open.clear)

    def mend(self) -> None:
        self.loop.call_soon_threadsafe(self.line.open.set)

    def client(self) -> httpx.Client:
        """A browser's worth of HTTP: cookies, and the origin that a page of this console would send."""
        return httpx.Client(base_url=self.url, headers={"Origin": self.url})

    @contextmanager
    def someone(self, role: PersonRole) -> Iterator[httpx.Client]:
        """A client that is logged in as a person of this role."""
        if self.users.find(role.value) is None:
            self.users.add(role.value, role, PASSWORD)
        with self.client() as client:
            assert client.post("/api/login", json={"name": role.value, "password": PASSWORD}).status_code == 200
            yield client


def wait_until(met: Callable[[], bool], seconds: float = 5.0) -> None:
    """Look again and again until the condition is met; fail at the deadline."""
    deadline = time.monotonic() + seconds
    pause = threading.Event()
    while not met():
        assert time.monotonic() < deadline, "the condition was not met in time"
        pause.wait(0.01)


@contextmanager
def running(folder: Path, static: Path = STATIC) -> Iterator[Console]:
    ready: list[Console] = []
    stop = threading.Event()
    started = threading.Event()
    failures: list[BaseException] = []

    async def main() -> None:
        with Users(folder / "users.db", hasher=QUICK) as users:
            table = PeerTable()
            served = Served(table, users, 12 * 3600.0, lambda: True)
            app = create_app(served, static)
            server = Server(app, "127.0.0.1", 0)
            serving = asyncio.create_task(server.serve())
            while not server.started:  # noqa: ASYNC110 # uvicorn has a flag, no event
                await asyncio.sleep(0.005)
            line = Line(server.bound_port)
            await line.start()
            ready.append(Console(table, users, server.bound_port, line, asyncio.get_running_loop(), served))
            started.set()
            await asyncio.to_thread(stop.wait)
            await line.stop()
            server.should_exit = True
            await serving

    def run() -> None:
        try:
            asyncio.run(main())
        except BaseException as error:  # noqa: BLE001 # handed to the test's thread
            failures.append(error)
            started.set()

    thread = threading.Thread(target=run, name="console")
    thread.start()
    try:
        assert started.wait(10)
        if failures:
            raise failures[0]
        yield ready[0]
    finally:
        stop.set()
        thread.join(15)
    assert not failures, failures
