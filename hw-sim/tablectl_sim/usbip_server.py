"""Simulated USB devices for hosts that speak USB/IP. At a TCP port a kernel with vhci-hcd sees them as if they were in its own sockets; at a socket
with a name the bench's own host has them (`usbip_backend.py`), in the process of a daemon.

What only a host can do wrong (`locked`, `taken` and `lingers` of `Faults`, drivers of its kernel) is that host's own here.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from tablectl_sim import sockets
from tablectl_sim.errors import BadUsbIp, CannotDo
from tablectl_sim.plugs import Plugs
from tablectl_sim.usb_gadget import Gadget
from tablectl_sim.usbip_session import UsbIpSession
from tablectl_sim.usbip_wire import NO_DEVICE, TAKEN, AskList, place, read_question, refuse_import, say_import, say_list

PORT: Final = 3240  # the port of USB/IP
TICK_S: Final = 0.005
ASK_S: Final = 5.0  # a host that has connected says what it wants
READ: Final = 1 << 16


class UsbIpServer(Plugs):
    """Answers for as long as the context lasts. A plug that is pulled ends the connection, as USB/IP has it."""

    def __init__(self, at: Path | tuple[str, int] = ("127.0.0.1", 0), clock: Callable[[], float] = time.monotonic) -> None:
        """`at` is where it will listen: host and port, 0 for one that is free, or the name of a socket."""
        super().__init__()
        self._at, self._clock = at, clock
        self._imported: set[int] = set()
        self._open: set[socket.socket] = set()
        self._closing = False
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Listen. Raise CannotDo where somebody does already."""
        try:
            self._listener = sockets.listen(self._at) if isinstance(self._at, Path) else socket.create_server(self._at)
        except OSError as problem:
            where = self._at if isinstance(self._at, Path) else ":".join(map(str, self._at))
            raise CannotDo(f"nothing can listen at {where}: {problem.strerror}") from problem
        self._start(self._accept, ())

    @property
    def port(self) -> int:
        """Of TCP, while it listens there."""
        number: int = self._listener.getsockname()[1]
        return number

    def stop(self) -> None:
        with self.lock:
            self._closing = True
            for each in (self._listener, *self._open):
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
        self.clear()
        for thread in list(self._threads):
            thread.join(ASK_S)
        self._listener.close()
        if isinstance(self._at, Path):
            self._at.unlink(missing_ok=True)

    def plug(self, gadget: Gadget, *ports: int, bus: int = 1) -> None:
        """As Plugs has it. One voice is all that a gadget has, so it may have one pipe to the host."""
        if sum(end.to_host for face in gadget.faces for end in face.ends) != 1:
            raise CannotDo(f"the device {gadget.label.model} has not exactly one pipe to the host, and is not played over USB/IP")
        super().plug(gadget, *ports, bus=bus)

    def _start(self, run: Callable[..., None], arguments: tuple[socket.socket, ...]) -> None:
        thread = threading.Thread(target=run, args=arguments, name="usbip", daemon=True)
        self._threads = [each for each in self._threads if each.is_alive()] + [thread]
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            if peer.family != socket.AF_UNIX:
                peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                if self._closing:
                    peer.close()
                    return
                self._open.add(peer)
            self._start(self._serve, (peer,))

    def _serve(self, peer: socket.socket) -> None:
        try:
            with suppress(OSError, BadUsbIp):
                self._converse(peer)
        finally:
            with self.lock:
                self._open.discard(peer)
                peer.close()

    def _converse(self, peer: socket.socket) -> None:
        peer.settimeout(ASK_S)
        held = bytearray()
        while (question := read_question(held)) is None:
            data = peer.recv(READ)
            if not data:
                return
            held += data
        if isinstance(question, AskList):
            peer.sendall(say_list(self.plugged()))
            return
        with self.lock:
            gadget = next((each for each in self._gadgets if place(each) == question.place), None)
            if gadget is None or gadget.address in self._imported:
                reason = NO_DEVICE if gadget is None else TAKEN
                peer.sendall(refuse_import(reason))
                return
            address = gadget.address
            self._imported.add(address)
        try:
            peer.sendall(say_import(gadget))
            self._carry(peer, gadget, address)
        finally:
            with self.lock:
                self._imported.discard(address)

    def _carry(self, peer: socket.socket, gadget: Gadget, address: int) -> None:
        """Play the device until its plug is pulled, which gives it another address when it is put in again, or the host lets it go."""
        session = UsbIpSession(gadget)
        peer.settimeout(TICK_S)
        while True:
            try:
                data = peer.recv(READ)
                if not data:
                    return
            except TimeoutError:
                data = b""
            with self.lock:
                if gadget.gone or gadget.address != address:
                    return
                out = session.receive(data, self._clock()) + session.tick(self._clock())
            peer.settimeout(ASK_S)
            peer.sendall(out)
            peer.settimeout(TICK_S)
