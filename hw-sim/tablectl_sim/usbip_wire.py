"""USB/IP as bytes: what a host asks for before it has a device, and what goes to and fro once it has it. No I/O.

Written from the protocol's page in the kernel's documentation (usbip_protocol), version 1.1.1. Numbers are big endian; those of a setup packet are
little endian, as on a cable.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from tablectl_sim.errors import BadUsbIp
from tablectl_sim.usb_gadget import CONFIGURATION, HIGH_SPEED, Gadget, Setup

VERSION: Final = 0x0111
ASK_LIST, ASK_IMPORT, SAY_LIST, SAY_IMPORT = 0x8005, 0x8003, 0x0005, 0x0003
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
TAKEN, NO_DEVICE = 2, 4  # why a device is not given: another host has it, there is none
NOT_ISOCHRONOUS: Final = 0xFFFFFFFF
DATA_AT_MOST: Final = 1 << 20
_HEAD: Final = struct.Struct(">HHI")
_NAME: Final = 32
_DEVICE: Final = struct.Struct(">256s32sIIIHHHBBBBBB")
_COMMAND: Final = struct.Struct(">IIIII")
_SUBMIT: Final = struct.Struct(">IIIII8s")
_UNLINK: Final = struct.Struct(">I24x")
_SUBMITTED: Final = struct.Struct(">IIIIIiIIII8x")
_UNLINKED: Final = struct.Struct(">IIIIIi24x")
_SETUP: Final = struct.Struct("<BBHHH")
COMMAND_BYTES: Final = _COMMAND.size + _SUBMIT.size


@dataclass(frozen=True, slots=True)
class AskList:
    """Which devices are there?"""


@dataclass(frozen=True, slots=True)
class AskImport:
    """Give me the device at this place, such as `1-1.4`."""

    place: str


@dataclass(frozen=True, slots=True)
class Submit:
    """A transfer: `data` goes to the device, up to `length` bytes may come from it."""

    number: int
    endpoint: int
    to_host: bool
    length: int
    setup: bytes
    data: bytes = b""

    @property
    def pipe(self) -> int:
        """The address of the endpoint; both ways of endpoint zero are one pipe."""
        return self.endpoint | (0x80 if self.to_host and self.endpoint else 0)

    def request(self) -> Setup:
        """What is asked on endpoint zero."""
        kind, request, value, index, length = _SETUP.unpack(self.setup)
        return Setup(kind, request, value, index, self.data, length)


@dataclass(frozen=True, slots=True)
class Unlink:
    """The transfer `victim` is not wanted any more."""

    number: int
    victim: int


def read_question(held: bytearray) -> AskList | AskImport | None:
    """Take a question off the front of what came; None where it is not whole. Raise BadUsbIp for what is none."""
    if len(held) < _HEAD.size:
        return None
    version, code, _ = _HEAD.unpack_from(held)
    if version != VERSION:
        raise BadUsbIp(f"expected USB/IP of version {VERSION:04x}, and {version:04x} came")
    match code:
        case code if code == ASK_LIST:
            del held[: _HEAD.size]
            return AskList()
        case code if code == ASK_IMPORT:
            if len(held) < _HEAD.size + _NAME:
                return None
            name = bytes(held[_HEAD.size : _HEAD.size + _NAME])
            del held[: _HEAD.size + _NAME]
            return AskImport(name.split(b"\0", 1)[0].decode("ascii", errors="replace"))
        case _:
            raise BadUsbIp(f"expected the question for a list ({ASK_LIST:04x}) or for a device ({ASK_IMPORT:04x}), and {code:04x} came")


def read_command(held: bytearray) -> Submit | Unlink | None:
    """Take a command off the front of what came; None where it is not whole. Raise BadUsbIp for what is none."""
    if len(held) < COMMAND_BYTES:
        return None
    command, number, _, direction, endpoint = _COMMAND.unpack_from(held)
    match command:
        case command if command == UNLINK:
            (victim,) = _UNLINK.unpack_from(held, _COMMAND.size)
            del held[:COMMAND_BYTES]
            return Unlink(number, victim)
        case command if command == SUBMIT:
            _, length, _, _, _, setup = _SUBMIT.unpack_from(held, _COMMAND.size)
            if length > DATA_AT_MOST:
                raise BadUsbIp(f"transfer {number}: expected {DATA_AT_MOST} bytes at most, and {length} are asked for")
            whole = COMMAND_BYTES + (0 if direction else length)
            if len(held) < whole:
                return None
            data = bytes(held[COMMAND_BYTES:whole])
            del held[:whole]
            return Submit(number, endpoint, bool(direction), length, setup, data)
        case _:
            raise BadUsbIp(f"expected a transfer ({SUBMIT}) or an unlink ({UNLINK}), and command {command} came")


def place(gadget: Gadget) -> str:
    """Where a gadget is plugged in, as hosts name it: `1-1.4`."""
    return f"{gadget.bus}-{'.'.join(map(str, gadget.place))}"


def say_list(gadgets: list[Gadget]) -> bytes:
    interfaces = [b"".join(bytes((face.kind, face.subclass, face.protocol, 0)) for face in gadget.faces) for gadget in gadgets]
    described = b"".join(_described(gadget) + faces for gadget, faces in zip(gadgets, interfaces, strict=True))
    return _HEAD.pack(VERSION, SAY_LIST, 0) + struct.pack(">I", len(gadgets)) + described


def say_import(gadget: Gadget) -> bytes:
    return _HEAD.pack(VERSION, SAY_IMPORT, 0) + _described(gadget)


def refuse_import(reason: int) -> bytes:
    return _HEAD.pack(VERSION, SAY_IMPORT, reason)


def submitted(number: int, status: int, data: bytes = b"", taken: int = 0) -> bytes:
    """The end of a transfer: `data` came from the device, or it took so many bytes; `status` is 0 or a negative error number."""
    return _SUBMITTED.pack(SUBMITTED, number, 0, 0, 0, status, len(data) or taken, 0, NOT_ISOCHRONOUS, 0) + data


def unlinked(number: int, status: int) -> bytes:
    return _UNLINKED.pack(UNLINKED, number, 0, 0, 0, status)


def _described(gadget: Gadget) -> bytes:
    label, name = gadget.label, place(gadget)
    path = f"/sys/devices/tablectl-sim/{name}"
    numbers = (gadget.bus, gadget.address, HIGH_SPEED, label.vendor, label.product, label.release, 0, 0, 0, CONFIGURATION, 1, len(gadget.faces))
    return _DEVICE.pack(path.encode(), name.encode(), *numbers)
