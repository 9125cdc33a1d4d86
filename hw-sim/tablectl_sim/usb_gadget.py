"""A USB device: what its descriptors say, what it answers on endpoint zero, and what can go wrong with it.

What it is for is played by what is `Inside`: a shoe whose bytes go over two bulk pipes, or a scanner that interrupts.
"""

from __future__ import annotations

import errno
import struct
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

BULK: Final = 2  # USB 2.0 9.6.6: kinds of endpoints
INTERRUPT: Final = 3
VENDOR_CLASS: Final = 0xFF
HID_CLASS: Final = 0x03
FOR_EVER: Final = -1
ENGLISH: Final = 0x0409
HIGH_SPEED: Final = 3  # the number of libusb, of the kernel and of USB/IP
CONFIGURATION: Final = 1
EVERY_MS: Final = 4  # bInterval at high speed: 2 ** (4 - 1) microframes are a millisecond
_TO_HOST: Final = 0x80
_DEVICE, _CONFIGURATION, _STRING, _INTERFACE, _ENDPOINT, _REPORT = 0x01, 0x02, 0x03, 0x04, 0x05, 0x22  # kinds of descriptors


class Refused(Exception):
    """The transfer ends with this number of the host's system."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Inside(Protocol):
    """The device behind the pipes; each item of its output is one transfer."""

    def receive(self, data: bytes, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def take_output(self) -> list[bytes]: ...

    def switch_on(self, now: float) -> None: ...


@runtime_checkable
class TakesReports(Protocol):
    """What is told by feature reports (HID 1.11, 7.2.2); False where it knows none of this number."""

    def feature(self, report: int, data: bytes) -> bool: ...


@runtime_checkable
class Types(Protocol):
    """A keyboard, which is told its protocol and how often to repeat itself (HID 1.11, 7.2.4 and 7.2.6); False where it refuses."""

    def set_protocol(self, protocol: int) -> bool: ...

    def set_idle(self, quarters_of_ms: int) -> bool: ...


@dataclass(frozen=True, slots=True)
class End:
    """An endpoint; the high bit of the address is the direction to the host."""

    address: int
    kind: int
    packet: int = 64

    @property
    def to_host(self) -> bool:
        return bool(self.address & _TO_HOST)


@dataclass(frozen=True, slots=True)
class Face:
    """An interface: class, subclass, protocol, endpoints; `report_descriptor` is what a HID interface tells of its reports."""

    kind: int
    ends: tuple[End, ...]
    subclass: int = 0
    protocol: int = 0
    report_descriptor: bytes = b""

    @property
    def extra(self) -> bytes:
        """The HID descriptor (HID 1.11, 6.2.1) that stands behind the interface's own."""
        if not self.report_descriptor:
            return b""
        return bytes((9, 0x21, 0x11, 0x01, 0, 1, _REPORT)) + len(self.report_descriptor).to_bytes(2, "little")


@dataclass(frozen=True, slots=True)
class Label:
    """What the device says of itself; nobody checks that it is true."""

    vendor: int = 0x1209
    product: int = 0x0001
    release: int = 0x0100
    maker: str = "Bench Works"
    model: str = "Model 1"
    serial: str = "0001"

    @property
    def strings(self) -> tuple[str, str, str]:
        return self.maker, self.model, self.serial


BULK_PAIR: Final = Face(VENDOR_CLASS, (End(0x01, BULK, 512), End(0x81, BULK, 512)))


@dataclass(frozen=True, slots=True)
class Setup:
    """A request on endpoint zero (USB 2.0 9.3): `data` goes to the device, `length` is how much may come from it."""

    kind: int
    request: int
    value: int
    index: int
    data: bytes
    length: int


@dataclass(slots=True)
class Faults:
    """`stalls` is how many of the next transfers stall each pipe, FOR_EVER all. `deaf` answers nothing at all any more. `lingers` is a host that does
    not notice the pulled plug: reads go on to end without data. `locked` is a node without rights, `taken` another program that has the device."""

    stalls: int = 0
    deaf: bool = False
    lingers: bool = False
    locked: bool = False
    taken: bool = False


@dataclass(slots=True)
class Gadget:
    """`drivers` are the interfaces that a driver of the host's kernel has. `configuration` 0 is a device that nobody has set up."""

    inside: Inside
    faces: tuple[Face, ...] = (BULK_PAIR,)
    label: Label = field(default_factory=Label)
    drivers: set[int] = field(default_factory=set)
    configuration: int = 1
    faults: Faults = field(default_factory=Faults)
    gone: bool = True
    place: tuple[int, ...] = ()
    address: int = 0
    bus: int = 1
    waiting: deque[bytes] = field(default_factory=deque)
    halted: set[int] = field(default_factory=set)
    claimed: set[int] = field(default_factory=set)
    did: Counter[str] = field(default_factory=Counter)

    def check(self) -> None:
        """Raise Refused where nothing can be asked of the device now."""
        if self.gone:
            raise Refused(errno.ETIMEDOUT if self.faults.lingers else errno.ENODEV)
        if self.faults.deaf:
            raise Refused(errno.ETIMEDOUT)

    def check_end(self, address: int) -> None:
        """The same for a pipe, which may stall."""
        self.check()
        if self.faults.stalls and address not in self.halted:
            self.halted.add(address)
            self.faults.stalls -= self.faults.stalls != FOR_EVER
        if address in self.halted:
            raise Refused(errno.EPIPE)

    def run(self, address: int, now: float) -> None:
        """Let the device go on, and cut what it says into packets of this pipe; one that is not full ends a transfer."""
        self.inside.tick(now)
        size = self.packet(address)
        for said in self.inside.take_output():
            self.waiting.extend(said[start : start + size] for start in range(0, len(said), size))

    def take(self, data: bytes, now: float) -> None:
        self.inside.receive(data, now)

    def give(self, room: int) -> bytes:
        """The next packet. One that is longer than the room that the host has left is the host's mistake."""
        if len(self.waiting[0]) > room:
            raise Refused(errno.EOVERFLOW)
        return self.waiting.popleft()

    def packet(self, address: int) -> int:
        """Bytes of a full packet of this pipe."""
        return next(end.packet for face in self.faces for end in face.ends if end.address == address)

    def configure(self, value: int) -> None:
        """As a light reset: what the device was about to say is lost, and no pipe is halted."""
        self.did["configured"] += 1
        self.configuration = value
        self.waiting.clear()
        self.halted.clear()

    def clear_halt(self, address: int) -> None:
        self.did["halts cleared"] += 1
        self.halted.discard(address)

    def control(self, setup: Setup) -> bytes:
        """Answer a request on endpoint zero (USB 2.0 9.4). Raise Refused for one that the device does not know."""
        self.check()
        high, low = setup.value >> 8, setup.value & 0xFF
        match setup.kind, setup.request:
            case 0x80, 0x00:
                return b"\x01\x00"  # GET_STATUS: on its own power
            case 0x80, 0x06 if high == _DEVICE:
                return self._device()[: setup.length]
            case 0x80, 0x06 if high == _CONFIGURATION and low == 0:
                return self._configuration()[: setup.length]
            case 0x80, 0x06 if high == _STRING and low <= len(self.label.strings):
                return self._string(low)[: setup.length]
            case 0x80, 0x08:
                return bytes((self.configuration,))
            case 0x00, 0x09 if low in (0, CONFIGURATION):
                self.configure(low)
                return b""
            case 0x01, 0x0B if setup.value == 0:
                return b""  # SET_INTERFACE: the only setting
            case 0x02, 0x01 if setup.value == 0:
                self.clear_halt(setup.index)
                return b""
            case 0x81, 0x06 if high == _REPORT and self.faces[setup.index].report_descriptor:
                return self.faces[setup.index].report_descriptor[: setup.length]
            case 0x21, 0x0A if isinstance(self.inside, Types) and self.inside.set_idle(high):
                return b""
            case 0x21, 0x0B if isinstance(self.inside, Types) and self.inside.set_protocol(low):
                return b""
            case 0x21, 0x09 if self._feature(low, setup.data):  # SET_REPORT
                return b""
            case _:
                raise Refused(errno.EPIPE)

    def _feature(self, report: int, data: bytes) -> bool:
        return isinstance(self.inside, TakesReports) and self.inside.feature(report, data)

    def _device(self) -> bytes:
        label = self.label
        texts = [number if text else 0 for number, text in enumerate(label.strings, start=1)]
        return struct.pack("<BBHBBBBHHHBBBB", 18, _DEVICE, 0x0200, 0, 0, 0, 64, label.vendor, label.product, label.release, *texts, 1)

    def _configuration(self) -> bytes:
        """The configuration with its interfaces and endpoints, in one piece as a host reads it."""
        inner = b""
        for number, face in enumerate(self.faces):
            inner += bytes((9, _INTERFACE, number, 0, len(face.ends), face.kind, face.subclass, face.protocol, 0)) + face.extra
            for end in face.ends:
                inner += struct.pack("<BBBBHB", 7, _ENDPOINT, end.address, end.kind, end.packet, EVERY_MS if end.kind == INTERRUPT else 0)
        return struct.pack("<BBHBBBBB", 9, _CONFIGURATION, 9 + len(inner), len(self.faces), CONFIGURATION, 0, 0x80, 50) + inner

    def _string(self, number: int) -> bytes:
        if number == 0:
            return bytes((4, _STRING)) + ENGLISH.to_bytes(2, "little")
        text = self.label.strings[number - 1].encode("utf-16-le")
        return bytes((2 + len(text), _STRING)) + text
