"""Devices behind ptys: names that stay, plugs that come out, one thread that carries the bytes.

The directory `by-id` plays /dev/serial/by-id: each replug is a new pty behind the same name.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import heapq
import itertools
import os
import select
import selectors
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Generic, Protocol, TypeVar

from tablectl_sim.errors import CannotDo
from tablectl_sim.faults import Line

TICK_S: Final = 0.01
READ_SIZE: Final = 4096
QUEUE_CAP: Final = 1 << 16  # bytes kept for a paced line


class WireDevice(Protocol):
    """What a wire needs of a device: bytes in, bytes out, and a tick; time is an argument."""

    def switch_on(self, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def take_output(self) -> list[bytes]: ...


D_co = TypeVar("D_co", bound=WireDevice, covariant=True)


class Plug(Protocol[D_co]):
    """What a bench needs of a device's plug, whatever the wire. Hold `lock` while touching the device from outside of its wire."""

    @property
    def name(self) -> str: ...

    @property
    def device(self) -> D_co: ...

    @property
    def lock(self) -> AbstractContextManager[object]: ...

    @property
    def plugged(self) -> bool: ...

    @property
    def master(self) -> int | None:
        """The descriptor at which bytes of the host come; None where none do, or somebody else carries them."""
        ...

    def plug(self) -> None: ...

    def unplug(self) -> None: ...

    def read(self, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def flush(self, now: float) -> None: ...


class Port(Generic[D_co]):
    """One device, its line and its plug. Hold `lock` while touching the device from outside of the wire thread."""

    def __init__(self, name: str, device: D_co, link: Path, line: Line, *, bytes_per_s: float | None = None) -> None:
        """`bytes_per_s` paces the line; a pty by itself has no speed."""
        self.name, self.device, self.link, self.line = name, device, link, line
        self.lock = threading.RLock()
        self.lost_bytes = 0
        self._bytes_per_s = bytes_per_s
        self._master: int | None = None
        self._slave: int | None = None
        self._queue = bytearray()
        self._allowance = 0.0
        self._paced_at = 0.0

    @property
    def plugged(self) -> bool:
        return self._master is not None

    @property
    def master(self) -> int | None:
        return self._master

    def plug(self) -> None:
        """Open a new pty behind the name. The own slave descriptor keeps reads of the master from failing before the host opens."""
        with self.lock:
            if self.plugged:
                raise CannotDo(f"the {self.name} is plugged in already")
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.link.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.link.with_name(f".{self.link.name}.new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(os.ttyname(self._slave))
            fresh.replace(self.link)

    def unplug(self) -> None:
        """The node vanishes and the host reads a hang-up; what was on the wire is lost. The device keeps its power."""
        with self.lock:
            if self._master is None or self._slave is None:
                raise CannotDo(f"the {self.name} is not plugged in")
            self.link.unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = None
            self._queue.clear()

    def is_open(self) -> bool:
        """Whether a host has the port open. The pty tells only while the own slave descriptor is closed."""
        with self.lock:
            if self._master is None or self._slave is None:
                return False
            node = os.ttyname(self._slave)
            os.close(self._slave)
            poll = select.poll()
            poll.register(self._master, 0)
            there = not any(event & select.POLLHUP for _, event in poll.poll(0))
            self._slave = os.open(node, os.O_RDWR | os.O_NOCTTY)
            if not there:
                tty.setraw(self._slave)
            return there

    def unread(self) -> int:
        """How many bytes lie at the host's end."""
        with self.lock:
            return 0 if self._slave is None else int.from_bytes(fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)), sys.byteorder)

    def read(self, now: float) -> None:
        """Carry what the host wrote to the device."""
        with self.lock:
            if self._master is None:
                return
            try:
                data = os.read(self._master, READ_SIZE)
            except (BlockingIOError, InterruptedError):
                return
            if passed := self.line.to_device(data):
                self.device.receive(passed, now)
            self.flush(now)

    def tick(self, now: float) -> None:
        with self.lock:
            self.device.tick(now)
            self.flush(now)

    def flush(self, now: float) -> None:
        """Carry what the device said to the host."""
        with self.lock:
            for frame in self.device.take_output():
                if self.plugged:
                    self.line.to_host(frame, now)
            if self.plugged:
                self._queue += self.line.due_to_host(now)
                self._write(now)
                if self.line.cut:
                    self.line.cut_after = None
                    self.unplug()

    def _write(self, now: float) -> None:
        chunk = bytes(self._queue[: self._may_send(now)])
        if not chunk or self._master is None or self._slave is None:
            return
        try:
            sent = os.write(self._master, chunk)
        except OSError as problem:
            if problem.errno != errno.EAGAIN:
                raise
            # nobody reads: what lies in an unread port is lost, as on a real line
            termios.tcflush(self._slave, termios.TCIFLUSH)
            sent = 0
            self.lost_bytes += len(chunk)
        del self._queue[:sent]
        del self._queue[:-QUEUE_CAP]

    def _may_send(self, now: float) -> int:
        if self._bytes_per_s is None:
            return len(self._queue)
        self._allowance = min(self._allowance + (now - self._paced_at) * self._bytes_per_s, self._bytes_per_s * TICK_S * 2)
        self._paced_at = now
        take = min(len(self._queue), int(self._allowance))
        self._allowance -= take
        return take


class Wires:
    """The thread that ticks every device, and does at a time what was asked for that time."""

    def __init__(self, ports: tuple[Plug[WireDevice], ...], clock: Callable[[], float] = time.monotonic) -> None:
        self._ports = ports
        self._clock = clock
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wires", daemon=True)

    def start(self) -> None:
        """Switch every device on, plug it in, and carry bytes from now on."""
        for port in self._ports:
            with port.lock:
                port.device.switch_on(self._clock())
            port.plug()
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        for port in self._ports:
            with contextlib.suppress(CannotDo):
                port.unplug()

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        """Do this in the wire thread, that many seconds from now."""
        with self._lock:
            heapq.heappush(self._later, (self._clock() + seconds, next(self._order), action))

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wait_for_bytes()
            now = self._clock()
            for action in self._due(now):
                with contextlib.suppress(CannotDo):  # a person may have done it by hand before
                    action()
            for port in self._ports:
                port.tick(now)

    def _due(self, now: float) -> list[Callable[[], None]]:
        with self._lock:
            due = []
            while self._later and self._later[0][0] <= now:
                due.append(heapq.heappop(self._later)[2])
            return due

    def _wait_for_bytes(self) -> None:
        with selectors.DefaultSelector() as selector:
            for port in self._ports:
                with port.lock:
                    if port.master is not None:
                        selector.register(port.master, selectors.EVENT_READ, port)
            ready = selector.select(TICK_S)
        for key, _ in ready:
            key.data.read(self._clock())
