"""The host's end of USB/IP, written from the page in the kernel's documentation and sharing nothing with the simulator."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass
from typing import Self

PATIENCE_S = 10.0
DEVICE_BYTES = 312


@dataclass(frozen=True, slots=True)
class End:
    """How a transfer ended; `status` 0 is well."""

    number: int
    status: int
    length: int
    data: bytes


class Refused(Exception):
    """The device is not given; the number says why."""


class UsbIpHost:
    """One connection. The transfers are numbered from 1."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection((host, port), PATIENCE_S)
        self._sent: dict[int, bool] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def read(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            piece = self.socket.recv(count - len(got))
            if not piece:
                raise ConnectionResetError(f"the other end has closed, {len(got)} of {count} bytes came")
            got += piece
        return got

    def list(self) -> list[tuple[str, int, int, list[bytes]]]:
        """Place, vendor, product, and class, subclass and protocol of each interface."""
        self.socket.sendall(struct.pack(">HHI", 0x0111, 0x8005, 0))
        assert self.read(8) == struct.pack(">HHI", 0x0111, 0x0005, 0)
        found = []
        for _ in range(int.from_bytes(self.read(4), "big")):
            device = self.read(DEVICE_BYTES)
            vendor, product = struct.unpack_from(">HH", device, 300)
            found.append((device[256:288].rstrip(b"\0").decode(), vendor, product, [self.read(4)[:3] for _ in range(device[311])]))
        return found

    def take(self, place: str) -> int:
        """Import the device, and tell its number for vhci-hcd."""
        self.socket.sendall(struct.pack(">HHI32s", 0x0111, 0x8003, 0, place.encode()))
        _, code, status = struct.unpack(">HHI", self.read(8))
        assert code == 0x0003
        if status:
            raise Refused(status)
        bus, address, _ = struct.unpack_from(">III", self.read(DEVICE_BYTES), 288)
        return int(bus << 16 | address)

    def send(self, endpoint: int, data: bytes = b"", *, setup: bytes = bytes(8)) -> int:
        return self._submit(0, endpoint, len(data), setup, data)

    def ask(self, endpoint: int, length: int, *, setup: bytes = bytes(8)) -> int:
        return self._submit(1, endpoint, length, setup)

    def control(self, kind: int, request: int, value: int, index: int, length: int = 0) -> End:
        """A whole request on endpoint zero; nothing goes with one to the device."""
        setup = struct.pack("<BBHHH", kind, request, value, index, length)
        number = self.ask(0, length, setup=setup) if kind & 0x80 else self.send(0, setup=setup)
        end = self.end()
        assert end.number == number
        return end

    def unlink(self, victim: int) -> int:
        number = len(self._sent) + 1
        self._sent[number] = False
        self.socket.sendall(struct.pack(">IIIIII24x", 2, number, 0, 0, 0, victim))
        return number

    def end(self) -> End:
        command, number, _, _, _, status, length = struct.unpack(">IIIIIiI", self.read(28))
        self.read(20)
        assert command in (3, 4)
        if command == 4:
            return End(number, status, 0, b"")
        return End(number, status, length, self.read(length) if self._sent[number] else b"")

    def _submit(self, direction: int, endpoint: int, length: int, setup: bytes, data: bytes = b"") -> int:
        number = len(self._sent) + 1
        self._sent[number] = bool(direction)
        self.socket.sendall(struct.pack(">IIIIIIIIII8s", 1, number, 0, direction, endpoint, 0, length, 0, 0xFFFFFFFF, 0, setup) + data)
        return number
