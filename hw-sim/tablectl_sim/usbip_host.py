"""A host of USB/IP in user space: what is plugged in behind a socket, and the transfers of a device that it has."""

from __future__ import annotations

import errno
import os
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from tablectl_sim import sockets
from tablectl_sim.errors import BadUsbIp
from tablectl_sim.usb_gadget import Setup
from tablectl_sim.usbip_asking import Ended, Listed, ask_import, ask_list, read_end, read_import, read_list, submit, unlink
from tablectl_sim.usbip_wire import TAKEN

ANSWER_S: Final = 5.0
LET_GO_S: Final = 1.0  # until the device of a host that is gone can be had again
AGAIN_S: Final = 0.01
READ: Final = 1 << 16

A = TypeVar("A")


def listed(path: Path) -> list[Listed]:
    """What is plugged in. Raise OSError where nobody answers."""
    with _connected(path) as peer:
        peer.sendall(ask_list())
        return _answer(peer, read_list)


class HeldDevice:
    """A device that no other host has until it is closed. Its transfers may be asked for by any thread."""

    def __init__(self, path: Path, device: Listed) -> None:
        """Raise OSError where it cannot be had: EBUSY where another host has it, ENODEV where it is not there."""
        self._peer, self._device = _taken(path, device), device.number
        self._changed = threading.Condition()
        self._from_device: dict[int, bool] = {}
        self._ended: dict[int, Ended] = {}
        self._count = 0
        self._gone = False
        self._reader = threading.Thread(target=self._listen, name="usbip host", daemon=True)
        self._reader.start()

    def close(self) -> None:
        with suppress(OSError):  # the other end may have closed
            self._peer.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._peer.close()

    def send(self, endpoint: int, data: bytes, timeout_s: float, setup: bytes = bytes(8)) -> int:
        """Return how many bytes it took. Raise OSError as the kernel has it, ETIMEDOUT where the time is over."""
        return self._transfer(submit(self._device, number := self._new(to_host=False), endpoint, setup, data=data), number, timeout_s).count

    def ask(self, endpoint: int, wanted: int, timeout_s: float, setup: bytes = bytes(8)) -> bytes:
        """Return what came. Raise as `send`."""
        return self._transfer(submit(self._device, number := self._new(to_host=True), endpoint, setup, wanted=wanted), number, timeout_s).data

    def control(self, asked: Setup, timeout_s: float = ANSWER_S) -> bytes:
        """A request on endpoint zero; return what it brought. Raise as `send`."""
        setup = struct.pack("<BBHHH", asked.kind, asked.request, asked.value, asked.index, asked.length)
        if asked.kind & 0x80:
            return self.ask(0, asked.length, timeout_s, setup)
        self.send(0, asked.data, timeout_s, setup)
        return b""

    def _new(self, *, to_host: bool) -> int:
        with self._changed:
            self._count += 1
            self._from_device[self._count] = to_host
            return self._count

    def _transfer(self, command: bytes, number: int, timeout_s: float) -> Ended:
        with self._changed:
            self._say(command)
            if not self._changed.wait_for(lambda: self._gone or number in self._ended, timeout_s):
                self._give_up(number)
            end = self._ended.pop(number, None)
        if end is None:
            _fail(errno.ENODEV)
        if end.status:
            _fail(-end.status)
        return end

    def _give_up(self, number: int) -> None:
        """The time is over. A transfer that ended meanwhile has ended well: nothing that it brought is lost."""
        wish = self._new(to_host=False)
        self._say(unlink(self._device, wish, number))
        self._changed.wait_for(lambda: self._gone or wish in self._ended, ANSWER_S)
        if not self._gone and self._ended.pop(wish, None) is None:
            self._gone = True  # nobody answers any more
        if not self._gone and number not in self._ended:
            del self._from_device[number]
            self._ended[number] = Ended(number, -errno.ETIMEDOUT)

    def _say(self, data: bytes) -> None:
        try:
            self._peer.sendall(data)
        except OSError:
            self._gone = True

    def _listen(self) -> None:
        held = bytearray()
        with suppress(OSError, BadUsbIp):
            while data := self._peer.recv(READ):
                held += data
                with self._changed:
                    while (end := read_end(held, self._from_device)) is not None:
                        del self._from_device[end.number]
                        self._ended[end.number] = end
                    self._changed.notify_all()
        with self._changed:
            self._gone = True
            self._changed.notify_all()


def _taken(path: Path, device: Listed) -> socket.socket:
    until = time.monotonic() + LET_GO_S
    while True:
        peer = _connected(path)
        try:
            peer.sendall(ask_import(device.place))
            status = _answer(peer, read_import)
        except BaseException:
            peer.close()
            raise
        if not status:
            peer.settimeout(None)
            return peer
        peer.close()
        if status != TAKEN:
            _fail(errno.ENODEV)
        if time.monotonic() > until:
            _fail(errno.EBUSY)
        time.sleep(AGAIN_S)


def _connected(path: Path) -> socket.socket:
    peer = sockets.connect(path)
    peer.settimeout(ANSWER_S)
    return peer


def _answer(peer: socket.socket, read: Callable[[bytes], A | None]) -> A:
    held = b""
    try:
        while (found := read(held)) is None:
            data = peer.recv(READ)
            if not data:
                _fail(errno.ECONNRESET)
            held += data
    except BadUsbIp:
        _fail(errno.EPROTO)
    return found


def _fail(number: int) -> NoReturn:
    raise OSError(number, os.strerror(number))
