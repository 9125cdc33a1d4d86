"""The bench's side of the pins: named buttons that people press, named lamps that people look at.

Buttons pull their line to ground. When the daemon goes away its lamps go dark, as with a lamp supply that a watchdog switches.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tablectl_sim import sockets
from tablectl_sim.errors import BadScenario

HISTORY: Final = 20_000  # lamp edges kept


@dataclass(frozen=True, slots=True, order=True)
class Wire:
    """A line of a chip, as a table's configuration names it."""

    chip: int
    line: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A lamp changed; `at` is of the monotonic clock."""

    at: float
    name: str
    level: int


@dataclass(slots=True)
class Lamp:
    level: int = 0
    rose_at: float = float("-inf")
    fell_at: float = float("-inf")


@dataclass(slots=True)
class _Peer:
    """One connected pin factory."""

    sock: socket.socket
    lines: sockets.Lines = field(default_factory=sockets.Lines)
    chip: int | None = None
    outputs: set[int] = field(default_factory=set)


class Panel:
    """Buttons and lamps by name. Every method may be called from any thread."""

    def __init__(self, path: Path, buttons: dict[str, Wire], lamps: dict[str, Wire]) -> None:
        self.path = path
        self.history: deque[Edge] = deque(maxlen=HISTORY)
        self._buttons = buttons
        self._lamps = {name: Lamp() for name in lamps}
        self._lamp_names = {wire: name for name, wire in lamps.items()}
        self._levels = dict.fromkeys(buttons.values(), 1)
        self._stuck: set[str] = set()
        self._released_at: dict[str, float] = {}
        self._edges = 0
        self._greetings = 0
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._peers: dict[socket.socket, _Peer] = {}
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def start(self) -> None:
        self._server = sockets.listen(self.path)
        self._selector = selectors.DefaultSelector()
        self._wake, self._woken = socket.socketpair()
        self._selector.register(self._server, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread.start()

    def stop(self) -> None:
        """Hang up; waiters return False."""
        self._stop.set()
        self._wake.send(b"\0")
        self._thread.join()
        with self._changed:
            self._changed.notify_all()
        for sock in (*self._peers, self._server, self._wake, self._woken):
            sock.close()
        self._selector.close()
        self.path.unlink(missing_ok=True)

    # buttons

    @property
    def buttons(self) -> tuple[str, ...]:
        return tuple(self._buttons)

    def hold(self, name: str) -> None:
        """Press and do not let go."""
        self._drive(name, 0)

    def release(self, name: str) -> None:
        self._drive(name, 1)

    def press(self, name: str, seconds: float) -> None:
        """Down and up again. A button that came up just now is left alone for as long first, or two presses would be one."""
        self._stop.wait(self._released_at.get(name, 0.0) + seconds - time.monotonic())
        self._drive(name, 0)
        self._stop.wait(seconds)
        self._drive(name, 1)
        self._released_at[name] = time.monotonic()

    def bounce(self, name: str, *, times: int = 5, every_s: float = 0.002, seconds: float = 0.1) -> None:
        """A press whose contact bounces at both ends."""
        for resting in (0, 1):
            for _ in range(times):
                self.press(name, every_s)
            self._drive(name, resting)
            if resting == 0:
                self._stop.wait(seconds)

    def chatter(self, name: str, *, times: int = 50, every_s: float = 0.01) -> None:
        """A broken contact: many short presses."""
        for _ in range(times):
            self.press(name, every_s)

    def glitch(self, name: str, seconds: float) -> None:
        """A short wrong level: noise on a resting line, a gap in a held one."""
        now = self._levels[self._wire(name)]
        self._drive(name, 1 - now)
        self._stop.wait(seconds)
        self._drive(name, now)

    def stick(self, name: str) -> None:
        """The button is jammed down; presses change nothing until `unstick`."""
        self._drive(name, 0)
        self._stuck.add(name)

    def unstick(self, name: str) -> None:
        self._stuck.discard(name)
        self._drive(name, 1)

    def _wire(self, name: str) -> Wire:
        try:
            return self._buttons[name]
        except KeyError:
            raise BadScenario(f"there is no button {name!r}; there are {', '.join(sorted(self._buttons))}") from None

    def _drive(self, name: str, level: int) -> None:
        wire = self._wire(name)
        if name in self._stuck:
            return
        with self._changed:
            self._levels[wire] = level
            for peer in list(self._peers.values()):
                if peer.chip == wire.chip:
                    self._send(peer, {"line": wire.line, "level": level})

    # lamps

    @property
    def connected(self) -> bool:
        """The daemon holds at least one line."""
        with self._changed:
            return any(peer.chip is not None for peer in self._peers.values())

    def lamp(self, name: str) -> Lamp:
        """A copy of what is known of a lamp."""
        with self._changed:
            lamp = self._lamps[name]
            return Lamp(lamp.level, lamp.rose_at, lamp.fell_at)

    def lamps(self) -> dict[str, Lamp]:
        with self._changed:
            return {name: Lamp(lamp.level, lamp.rose_at, lamp.fell_at) for name, lamp in self._lamps.items()}

    @property
    def greetings(self) -> int:
        """How many pin factories have connected so far: one that grows tells of a daemon that came back."""
        with self._changed:
            return self._greetings

    @property
    def edges(self) -> int:
        """How many times any lamp has changed."""
        with self._changed:
            return self._edges

    def wait_for(self, predicate: Callable[[Panel], bool], deadline: float) -> bool:
        """Wait until it is true, looking again at each change of a lamp; False at the deadline (monotonic seconds) or at the stop."""
        with self._changed:
            while not predicate(self):
                left = deadline - time.monotonic()
                if left <= 0 or self._stop.is_set():
                    return False
                self._changed.wait(left)
            return True

    def wake(self) -> None:
        """Let waiters look again."""
        with self._changed:
            self._changed.notify_all()

    def _set_lamp(self, wire: Wire, level: int) -> None:
        name = self._lamp_names.get(wire)
        if name is None or self._lamps[name].level == level:
            return
        lamp, now = self._lamps[name], time.monotonic()
        lamp.level = level
        if level:
            lamp.rose_at = now
        else:
            lamp.fell_at = now
        self._edges += 1
        self.history.append(Edge(now, name, level))
        self._changed.notify_all()

    # the wire to the daemon

    def _run(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._selector.select():
                if key.fileobj is self._server:
                    self._accept()
                elif isinstance(key.fileobj, socket.socket) and (peer := self._peers.get(key.fileobj)) is not None:
                    self._hear(peer)

    def _accept(self) -> None:
        sock, _ = self._server.accept()
        with self._changed:
            self._peers[sock] = _Peer(sock)
        self._selector.register(sock, selectors.EVENT_READ)

    def _hear(self, peer: _Peer) -> None:
        try:
            data = peer.sock.recv(65536)
        except OSError:
            data = b""
        with self._changed:
            if not data:
                self._hang_up(peer)
                return
            for message in peer.lines.feed(data):
                self._obey(peer, message)

    def _obey(self, peer: _Peer, message: sockets.Message) -> None:
        if "chip" in message:
            peer.chip = int(message["chip"])
            self._greetings += 1
            self._send(peer, {"levels": {str(wire.line): level for wire, level in self._levels.items() if wire.chip == peer.chip}})
        elif peer.chip is not None and "line" in message:
            line = int(message["line"])
            is_output = message.get("function") == "output"
            (peer.outputs.add if is_output else peer.outputs.discard)(line)
            self._set_lamp(Wire(peer.chip, line), int(message.get("level", 0)) if is_output else 0)

    def _hang_up(self, peer: _Peer) -> None:
        self._selector.unregister(peer.sock)
        del self._peers[peer.sock]
        peer.sock.close()
        for line in peer.outputs:
            self._set_lamp(Wire(peer.chip or 0, line), 0)

    def _send(self, peer: _Peer, message: sockets.Message) -> None:
        with contextlib.suppress(OSError):  # a peer that went away is noticed where it is read
            sockets.send(peer.sock, message)
