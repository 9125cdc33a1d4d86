"""CDL/1 on the wire: typed frames, their bytes, and a decoder for a stream (PROTOCOL.md 1 and 2).

Fields carry the names and the raw numbers of the protocol page. What a number means is `meaning.py`'s business; I/O and time are nobody's here.
"""

from __future__ import annotations

import dataclasses
import struct
from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from struct import Struct
from typing import Final

from cobs import cobs  # type: ignore[import-untyped]  # ships no types

VERSION: Final = 1
MAX_ENCODED: Final = 207  # bytes without the closing zero, PROTOCOL.md 1
MAX_TEXT: Final = 32  # bytes, PROTOCOL.md 2
MIN_FRAME: Final = 5  # version, type, tag and CRC
CARD: Final = 1
UNREADABLE: Final = 2
CUT_CARD: Final = 3


@dataclass(frozen=True, slots=True)
class Who:
    tag: int = 0


@dataclass(frozen=True, slots=True)
class Confirm:
    tag: int
    power_up: int
    report: int


@dataclass(frozen=True, slots=True)
class Resend:
    tag: int
    power_up: int
    report: int


@dataclass(frozen=True, slots=True)
class Command:
    tag: int
    code: int
    argument: int


@dataclass(frozen=True, slots=True)
class Identity:
    tag: int
    role: int
    power_up: int
    oldest: int
    next: int
    maker: str
    model: str
    serial: str
    firmware: str


@dataclass(frozen=True, slots=True)
class Status:
    """`uptime` is in ms; `lights` and `flags` are the raw bits of PROTOCOL.md 4."""

    tag: int
    power_up: int
    uptime: int
    state: int
    lights: int
    flags: int
    pack: int
    loads: int
    cards_in: int
    cards_out: int


@dataclass(frozen=True, slots=True)
class Report:
    tag: int
    power_up: int
    report: int
    kind: int
    face: int
    pack: int
    quality: int


@dataclass(frozen=True, slots=True)
class Gone:
    tag: int
    power_up: int
    oldest: int


@dataclass(frozen=True, slots=True)
class Answer:
    tag: int
    code: int
    result: int


HostFrame = Who | Confirm | Resend | Command
DeviceFrame = Identity | Status | Report | Gone | Answer
Frame = HostFrame | DeviceFrame


class Fault(StrEnum):
    """Why bytes between two zeros were dropped."""

    TOO_LONG = "too_long"
    NOT_COBS = "not_cobs"
    TOO_SHORT = "too_short"
    WRONG_CRC = "wrong_crc"
    WRONG_VERSION = "wrong_version"
    UNKNOWN_TYPE = "unknown_type"
    WRONG_LENGTH = "wrong_length"
    BAD_CONTENT = "bad_content"


_IDENTITY: Final = 0x81
_HEAD: Final = Struct(">BBB")
_CRC: Final = Struct(">H")
_CRC_INITIAL: Final = 0xFFFF  # crc_hqx is the polynomial 0x1021; with this start it is CRC-16/IBM-3740, PROTOCOL.md 1
_IDENTITY_HEAD: Final = Struct(">BIII")
_FIXED: Final[Mapping[int, tuple[type[HostFrame | Status | Report | Gone | Answer], Struct]]] = {
    0x01: (Who, Struct("")),
    0x02: (Confirm, Struct(">II")),
    0x03: (Resend, Struct(">II")),
    0x04: (Command, Struct(">BB")),
    0x82: (Status, Struct(">IIBHBBHHH2x")),
    0x83: (Report, Struct(">IIBBBB")),
    0x84: (Gone, Struct(">II")),
    0x85: (Answer, Struct(">BB")),
}
_TYPES: Final = {kind: (number, layout) for number, (kind, layout) in _FIXED.items()}


def encode(frame: Frame) -> bytes:
    """Return the frame's bytes with its closing zero. Raise ValueError for a field that its place on the wire cannot hold."""
    try:
        if isinstance(frame, Identity):
            number, payload = _IDENTITY, _pack_identity(frame)
        else:
            number, layout = _TYPES[type(frame)]
            payload = layout.pack(*dataclasses.astuple(frame)[1:])
        body = _HEAD.pack(VERSION, number, frame.tag) + payload
    except (struct.error, UnicodeEncodeError) as error:
        raise ValueError(f"{frame!r} does not fit its frame: {error}") from error
    checked = body + _CRC.pack(crc_hqx(body, _CRC_INITIAL))
    return bytes(cobs.encode(checked)) + b"\0"


def _pack_identity(frame: Identity) -> bytes:
    parts = [_IDENTITY_HEAD.pack(frame.role, frame.power_up, frame.oldest, frame.next)]
    for text in (frame.maker, frame.model, frame.serial, frame.firmware):
        raw = text.encode("ascii")
        if not _is_text(raw):
            raise ValueError(f"a text is at most {MAX_TEXT} printable ASCII characters, not {text!r}")
        parts.append(bytes((len(raw),)) + raw)
    return b"".join(parts)


def _is_text(raw: bytes) -> bool:
    return len(raw) <= MAX_TEXT and raw.isascii() and raw.decode("ascii").isprintable()


def _parse(encoded: bytes) -> Frame | Fault:
    """Read what stood between two zeros; nothing of it is looked at before the CRC is right."""
    try:
        body = bytes(cobs.decode(encoded))
    except cobs.DecodeError:
        return Fault.NOT_COBS
    if len(body) < MIN_FRAME:
        return Fault.TOO_SHORT
    checked, payload = body[: -_CRC.size], body[_HEAD.size : -_CRC.size]
    if crc_hqx(checked, _CRC_INITIAL) != _CRC.unpack(body[-_CRC.size :])[0]:
        return Fault.WRONG_CRC
    version, number, tag = _HEAD.unpack_from(body)
    if version != VERSION:
        return Fault.WRONG_VERSION
    if number == _IDENTITY:
        return _parse_identity(tag, payload)
    if number not in _FIXED:
        return Fault.UNKNOWN_TYPE
    kind, layout = _FIXED[number]
    if len(payload) != layout.size:
        return Fault.WRONG_LENGTH
    frame = kind(tag, *layout.unpack(payload))
    if isinstance(frame, Report) and frame.kind not in (CARD, UNREADABLE, CUT_CARD):
        return Fault.BAD_CONTENT
    return frame


def _parse_identity(tag: int, payload: bytes) -> Identity | Fault:
    if len(payload) < _IDENTITY_HEAD.size:
        return Fault.WRONG_LENGTH
    numbers = _IDENTITY_HEAD.unpack_from(payload)
    texts: list[str] = []
    rest = payload[_IDENTITY_HEAD.size :]
    for _ in range(4):
        if not rest or len(rest) < 1 + rest[0]:
            return Fault.WRONG_LENGTH
        raw, rest = rest[1 : 1 + rest[0]], rest[1 + rest[0] :]
        if not _is_text(raw):
            return Fault.BAD_CONTENT
        texts.append(raw.decode("ascii"))
    return Fault.WRONG_LENGTH if rest else Identity(tag, *numbers, *texts)


class Decoder:
    """Takes bytes as they come and gives whole frames; what is no frame is dropped and counted by cause, never raised.

    `discarded_bytes` counts every byte, closing zeros aside, that was part of no good frame."""

    def __init__(self) -> None:
        self.good_frames = 0
        self.discarded_bytes = 0
        self.faults = dict.fromkeys(Fault, 0)
        self._held = bytearray()
        self._overlong = False

    @property
    def held(self) -> int:
        """Bytes that wait for their closing zero; at most MAX_ENCODED."""
        return len(self._held)

    @property
    def bad_frames(self) -> int:
        return sum(self.faults.values())

    def feed(self, data: bytes) -> list[Frame]:
        *closed, rest = data.split(b"\0")
        frames: list[Frame] = []
        for piece in closed:
            self._collect(piece)
            if (frame := self._close()) is not None:
                frames.append(frame)
        self._collect(rest)
        return frames

    def clear(self) -> None:
        """Drop a frame that was begun: the stream it came on has ended."""
        self.discarded_bytes += len(self._held)
        self._held.clear()
        self._overlong = False

    def _collect(self, piece: bytes) -> None:
        if self._overlong:
            self.discarded_bytes += len(piece)
        elif len(self._held) + len(piece) > MAX_ENCODED:
            self.faults[Fault.TOO_LONG] += 1
            self.discarded_bytes += len(self._held) + len(piece)
            self._held.clear()
            self._overlong = True
        else:
            self._held += piece

    def _close(self) -> Frame | None:
        encoded = bytes(self._held)
        self._held.clear()
        if self._overlong or not encoded:
            self._overlong = False
            return None
        frame = _parse(encoded)
        if isinstance(frame, Fault):
            self.faults[frame] += 1
            self.discarded_bytes += len(encoded)
            return None
        self.good_frames += 1
        return frame
