"""The daemon as a real process on a bench, a service manager's socket beside it, and a supervisor at its console."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Self

import httpx
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tablectl.cli import cli
from tablectl.journal.reader import Reader
from tablectl.journal.records import Record
from tablectl_sim.bench import Bench

READY_S = 90.0  # only a machine under heavy load takes more than two
PASSWORD = "correct horse battery"  # noqa: S105 - of a person who exists in tests only
View = dict[str, Any]


@dataclass
class Daemon:
    """`tablectl run` on a configuration. Everything it says on stderr is kept in `said`."""

    config: Path
    environment: dict[str, str]
    notify: Path
    said: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    process: subprocess.Popen[str] | None = None
    _heard: threading.Condition = field(default_factory=threading.Condition)
    _threads: list[threading.Thread] = field(default_factory=list)
    _socket: socket.socket | None = None

    def start(self, *arguments: str) -> None:
        self.notify.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.notify))
        environment = {**os.environ, **self.environment, "NOTIFY_SOCKET": str(self.notify)}
        command = [sys.executable, "-m", "tablectl", "run", "--config", str(self.config), *arguments]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self._threads = [threading.Thread(target=self._read, daemon=True), threading.Thread(target=self._listen, args=(self._socket,), daemon=True)]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def wait_ready(self) -> None:
        self.wait(lambda: any("READY=1" in message for message in self.messages), READY_S, "READY=1")

    def wait_said(self, pattern: str) -> re.Match[str]:
        """Wait until a line on stderr matches, and return the match."""
        self.wait(lambda: any(re.search(pattern, line) for line in self.said), READY_S, pattern)
        return next(match for line in self.said if (match := re.search(pattern, line)))

    def wait(self, condition: Callable[[], bool], seconds: float, what: str) -> None:
        with self._heard:
            if not self._heard.wait_for(lambda: condition() or self.ended, seconds) or not condition():
                raise AssertionError(f"the daemon never came to {what}; it said:\n{''.join(self.said[-30:])}")

    @property
    def ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """Ask it to stop, and return its exit code."""
        assert self.process is not None
        if not self.ended:
            self.process.send_signal(signal.SIGTERM)
        return self._end()

    def wait_exit(self) -> int:
        return self._end()

    def _end(self) -> int:
        assert self.process is not None
        code = self.process.wait(30)
        self._threads[0].join(10)
        if self._socket is not None:
            self._socket.close()
        return code

    def _read(self) -> None:
        assert self.process is not None
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in lines:
                with self._heard:
                    self.said.append(line)
                    self._heard.notify_all()
        with self._heard:
            self._heard.notify_all()

    def _listen(self, listening: socket.socket) -> None:
        while True:
            try:
                message = listening.recv(4096).decode()
            except OSError:
                return
            with self._heard:
                self.messages.append(message)
                self._heard.notify_all()


@dataclass
class Supervisor:
    """A person of role admin at the console, who watches the live view."""

    url: str
    client: httpx.Client
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @classmethod
    def log_in(cls, url: str, code: str | None) -> Self:
        client = httpx.Client(base_url=url, headers={"Origin": url}, timeout=20)
        person = {"name": "Ana", "password": PASSWORD}
        answer = client.post("/api/first", json=person | {"code": code}) if code else client.post("/api/login", json=person)
        assert answer.status_code == 200, answer.text
        return cls(url, client)

    def view(self) -> View:
        answer = self.client.get("/api/view")
        assert answer.status_code == 200, answer.text
        view: View = answer.json()
        return view

    def ask(self, **action: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Give a command, whatever becomes of it."""
        number = f"{os.getpid()}-{time.monotonic_ns()}-{next(self._numbers)}"
        answer = self.client.post("/api/commands", json={"id": number, "action": action, "round": self.view()["round"]})
        if answer.status_code == 503:  # nothing can be recorded now, and so nothing is done
            return {"done": False, "text": answer.json()["error"]}
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def do(self, **action: Any) -> None:  # noqa: ANN401 - JSON
        answer = self.ask(**action)
        assert answer["done"], answer

    @contextmanager
    def live(self) -> Iterator[Live]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        with connect(
            self.url.replace("http", "ws") + "/api/live", origin=Origin(self.url), additional_headers={"Cookie": cookie}, max_size=1 << 22
        ) as wire:
            yield Live(wire)


@dataclass
class Live:
    wire: ClientConnection

    def views(self, seconds: float) -> Iterator[View | None]:
        """Views as they come, and None at each heartbeat between, until the time is over or the line is closed."""
        deadline = time.monotonic() + seconds
        while (rest := deadline - time.monotonic()) > 0:
            try:
                message = json.loads(self.wire.recv(timeout=rest))
            except (TimeoutError, ConnectionClosed):
                return
            yield message["view"] if message["type"] == "view" else None

    def wait(self, condition: Callable[[View], bool], seconds: float, what: str) -> View:
        last: View = {}
        for view in self.views(seconds):
            if view is not None:
                last = view
                if condition(view):
                    return view
        raise AssertionError(f"the view never showed {what}; at last: {last.get('step')} holds {last.get('holds')}")


@dataclass
class Table:
    """A bench with its daemon, which can be killed and started again on the same journal."""

    bench: Bench
    folder: Path
    daemon: Daemon = field(init=False)
    _clients: list[httpx.Client] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.daemon = Daemon(self.bench.config_path, self.bench.environment, self.folder / "notify")

    def start(self, *arguments: str) -> None:
        self.daemon = Daemon(self.bench.config_path, self.bench.environment, self.folder / "notify")
        self.daemon.start(*arguments)
        self.daemon.wait_ready()

    def supervisor(self) -> Supervisor:
        """The supervisor at the console; whoever logged in before a restart still is."""
        url = self.daemon.wait_said(r"Console of table .*:  (http://\S+?)/?$")[1]
        if self._clients:
            (client := self._clients[-1]).base_url = url
            client.headers["Origin"] = url
            return Supervisor(url, client)
        codes = [match[1] for line in self.daemon.said if (match := re.search(r"One-time first code:  (\S+)", line))]
        supervisor = Supervisor.log_in(url, codes[0] if codes else None)
        self._clients.append(supervisor.client)
        return supervisor

    def close(self) -> None:
        """Let go of everything, whatever state it is in."""
        for client in self._clients:
            client.close()
        self._clients.clear()
        if self.daemon.process is not None and not self.daemon.ended:
            self.daemon.kill()

    @property
    def journal(self) -> Path:
        return self.folder / "journal.db"

    @property
    def seal_key(self) -> Path:
        return self.folder / "seal.key"

    def records(self) -> list[Record]:
        with Reader(self.journal) as reader:
            return list(reader.records())

    def recompute(self) -> None:
        """The record says the same when it is computed again, and is whole."""
        for words in (("replay", "--seal-key", str(self.seal_key), str(self.journal)), ("verify", str(self.journal))):
            done = CliRunner().invoke(cli, words)  # within this process: a start of Python for each would be a third of the suite
            assert done.exit_code == 0, f"{done.output}{done.exception}"

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "tablectl", *words], capture_output=True, text=True, check=False, timeout=120)
