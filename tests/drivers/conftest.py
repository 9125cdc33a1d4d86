"""A serial adapter that can be pulled out, and a card device at its far end, written from the protocol page and sharing nothing with the driver."""

from __future__ import annotations

import os
import select
import struct
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cobs import cobs  # type: ignore[import-untyped]  # ships no types

PATIENCE_S = 10.0


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740, bit by bit as the catalogue defines it."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
    return crc & 0xFFFF


class Adapter:
    """A pseudo terminal behind a stable name, as a serial adapter is behind its udev link."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.master = -1
        self._slave = -1

    def plug(self) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.port.symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        """Closing the master hangs the line up, as pulling the plug does."""
        if self.master >= 0:
            self.port.unlink()
            os.close(self._slave)
            os.close(self.master)
            self.master = self._slave = -1

    @property
    def node(self) -> str:
        return os.ttyname(self._slave)

    def heard(self, wait: float = 0.01) -> bytes:
        if not select.select([self.master], [], [], wait)[0]:
            return b""
        return os.read(self.master, 4096)

    def say(self, data: bytes) -> None:
        while data:
            select.select([], [self.master], [])
            data = data[os.write(self.master, data) :]


class Peer:
    """A shoe or shuffler of protocol page CDL/1 at the far end of an adapter; it lives while `run` runs."""

    def __init__(self, adapter: Adapter, role: int = 1, power_up: int = 7) -> None:
        self.adapter = adapter
        self.role, self.power_up = role, power_up
        self.faces: list[int] = []
        self.confirmed = 0
        self.commands: list[int] = []
        self._open = False
        self._held = b""

    def draw(self, face: int) -> None:
        self.faces.append(face)
        if self._open:
            self._report(len(self.faces))

    def reconnected(self) -> None:
        self._open = False
        self._held = b""

    def run(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end, "it did not happen in time"
            *whole, self._held = (self._held + self.adapter.heard()).split(b"\0")
            for encoded in filter(None, whole):
                self._answer(cobs.decode(encoded)[:-2])

    def _answer(self, body: bytes) -> None:
        match body[1]:
            case 1:
                numbers = struct.pack(">BIII", self.role, self.power_up, 1, len(self.faces) + 1)
                self._say(0x81, body[2], numbers + b"\x05Maker\x05Model\x06Serial\x011")
            case 2:
                self.confirmed = struct.unpack(">I", body[7:])[0]
            case 3:
                self._open = True
                for number in range(struct.unpack(">I", body[7:])[0], len(self.faces) + 1):
                    self._report(number)
            case 4:
                self.commands.append(body[3])
                self._say(0x85, body[2], bytes((body[3], 0)))
            case other:
                pytest.fail(f"a host does not send type {other}")

    def _report(self, number: int) -> None:
        self._say(0x83, 0, struct.pack(">IIBBBB", self.power_up, number, 1, self.faces[number - 1], 3, 99))

    def _say(self, kind: int, tag: int, payload: bytes) -> None:
        body = bytes((1, kind, tag)) + payload
        self.adapter.say(cobs.encode(body + struct.pack(">H", crc16(body))) + b"\0")


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[Adapter]:
    """An adapter that is not plugged in yet."""
    adapter = Adapter(tmp_path / "shoe")
    yield adapter
    adapter.unplug()


@pytest.fixture
def peer(adapter: Adapter) -> Peer:
    return Peer(adapter)


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    def wait(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        pause = select.poll()
        while not condition():
            assert time.monotonic() < end, "it did not happen in time"
            pause.poll(5)

    return wait
