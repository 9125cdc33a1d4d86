"""USB/IP as a host says it, and how it reads what a device says: the other half of `usbip_wire.py`. No I/O."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablectl_sim.errors import BadUsbIp
from tablectl_sim.usbip_wire import (
    ASK_IMPORT,
    ASK_LIST,
    DATA_AT_MOST,
    NOT_ISOCHRONOUS,
    SAY_IMPORT,
    SAY_LIST,
    SUBMIT,
    SUBMITTED,
    UNLINK,
    UNLINKED,
    VERSION,
)

_HEAD: Final = struct.Struct(">HHI")
_COUNT: Final = struct.Struct(">I")
_DEVICE: Final = struct.Struct(">256x32sII4xHHH5xB")
_INTERFACE_BYTES: Final = 4
_TO_HOST: Final = 0x200  # a flag of the kernel's transfers
_END: Final = struct.Struct(">II12xiI20x")


@dataclass(frozen=True, slots=True)
class Listed:
    """A device that can be had: where it is plugged in (`1-1.4`), the address that it got with its plug, and what it is."""

    place: str
    bus: int
    address: int
    vendor: int
    product: int
    release: int

    @property
    def number(self) -> int:
        """What transfers name it by."""
        return self.bus << 16 | self.address


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a transfer, or of the wish that it end: `status` is 0 or a negative error number."""

    number: int
    status: int
    count: int = 0
    data: bytes = b""


def ask_list() -> bytes:
    return _HEAD.pack(VERSION, ASK_LIST, 0)


def ask_import(place: str) -> bytes:
    return _HEAD.pack(VERSION, ASK_IMPORT, 0) + place.encode("ascii").ljust(32, b"\0")


def submit(device: int, number: int, endpoint: int, setup: bytes, *, data: bytes = b"", wanted: int | None = None) -> bytes:
    """A transfer: `data` to the device, or up to `wanted` bytes from it."""
    to_host, flags, length = (False, 0, len(data)) if wanted is None else (True, _TO_HOST, wanted)
    head = struct.pack(">IIIII", SUBMIT, number, device, to_host, endpoint & 0x7F)
    return head + struct.pack(">IIIII8s", flags, length, 0, NOT_ISOCHRONOUS, 0, setup) + data


def unlink(device: int, number: int, victim: int) -> bytes:
    return struct.pack(">IIIIII24x", UNLINK, number, device, 0, 0, victim)


def read_list(held: bytes) -> list[Listed] | None:
    """What is there; None where the answer is not whole. Raise BadUsbIp for what is none."""
    _check(held, SAY_LIST)
    at = _HEAD.size + _COUNT.size
    if len(held) < at:
        return None
    found = []
    for _ in range(_COUNT.unpack_from(held, _HEAD.size)[0]):
        if len(held) < at + _DEVICE.size:
            return None
        device, interfaces = _device(held, at)
        found.append(device)
        at += _DEVICE.size + interfaces * _INTERFACE_BYTES
    return found if len(held) >= at else None


def read_import(held: bytes) -> int | None:
    """0 where the device is given, else the reason why not; None where the answer is not whole. Raise BadUsbIp for what is none."""
    _check(held, SAY_IMPORT)
    if len(held) < _HEAD.size:
        return None
    status = int(_HEAD.unpack_from(held)[2])
    return status if status or len(held) == _HEAD.size + _DEVICE.size else None


def read_end(held: bytearray, from_device: Mapping[int, bool]) -> Ended | None:
    """Take the end of a transfer off the front; data comes with those that bring it. Raise BadUsbIp for what is none."""
    if len(held) < _END.size:
        return None
    command, number, status, count = _END.unpack_from(held)
    if command not in {SUBMITTED, UNLINKED} or number not in from_device or count > DATA_AT_MOST:
        raise BadUsbIp(f"expected the end of a transfer, and command {command} of number {number} with {count} bytes came")
    brought = count if command == SUBMITTED and from_device[number] else 0
    if len(held) < _END.size + brought:
        return None
    data = bytes(held[_END.size : _END.size + brought])
    del held[: _END.size + brought]
    return Ended(number, status, count if command == SUBMITTED else 0, data)


def _check(held: bytes, expected: int) -> None:
    if len(held) >= _HEAD.size and (head := _HEAD.unpack_from(held)[:2]) != (VERSION, expected):
        raise BadUsbIp(f"expected the answer {expected:04x} of version {VERSION:04x}, and {head[1]:04x} of {head[0]:04x} came")


def _device(held: bytes, at: int) -> tuple[Listed, int]:
    name, bus, address, vendor, product, release, interfaces = _DEVICE.unpack_from(held, at)
    return Listed(name.rstrip(b"\0").decode("ascii", "replace"), bus, address, vendor, product, release), interfaces
