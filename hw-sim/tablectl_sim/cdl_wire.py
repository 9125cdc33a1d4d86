"""The device's end of CDL/1 frames: bytes to frames and frames to bytes. No clock, no port.

Written from the protocol page; every number here stands there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

VERSION: Final = 1
LONGEST_BLOCK: Final = 254  # COBS: bytes without a zero after one length byte
LONGEST_ENCODED: Final = 207  # bytes without the closing zero
SHORTEST_DECODED: Final = 5  # version, type, tag, crc
GAP_BEFORE_ZERO_S: Final = 0.2  # after this silence a frame is led by a zero


class Kind(IntEnum):
    """The type byte."""

    WHO = 0x01
    CONFIRM = 0x02
    RESEND = 0x03
    COMMAND = 0x04
    IDENTITY = 0x81
    STATUS = 0x82
    REPORT = 0x83
    GONE = 0x84
    ANSWER = 0x85


FROM_HOST: Final = {Kind.WHO: 0, Kind.CONFIRM: 8, Kind.RESEND: 8, Kind.COMMAND: 2}  # payload bytes


@dataclass(frozen=True, slots=True)
class Frame:
    kind: Kind
    tag: int = 0
    payload: bytes = b""


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        register = byte << 8
        for _ in range(8):
            register = (register << 1) ^ 0x1021 if register & 0x8000 else register << 1
        table.append(register & 0xFFFF)
    return tuple(table)


_CRC: Final = _crc_table()


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740: 0x29B1 for the digits 1 to 9."""
    register = 0xFFFF
    for byte in data:
        register = ((register << 8) & 0xFFFF) ^ _CRC[(register >> 8) ^ byte]
    return register


def stuff(data: bytes) -> bytes:
    """Write bytes without a zero in them (COBS); the closing zero is not included."""
    out = bytearray()
    block = bytearray()
    for byte in data:
        if byte == 0:
            out += bytes([len(block) + 1]) + block
            block.clear()
            continue
        block.append(byte)
        if len(block) == LONGEST_BLOCK:
            out += b"\xff" + block
            block.clear()
    out += bytes([len(block) + 1]) + block
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """Read what `stuff` wrote; None where a block reaches past the end or holds a zero."""
    out = bytearray()
    at = 0
    while at < len(data):
        length = data[at]
        block = data[at + 1 : at + length]
        if length == 0 or len(block) != length - 1 or 0 in block:
            return None
        out += block
        at += length
        if length <= LONGEST_BLOCK and at < len(data):
            out.append(0)
    return bytes(out)


def write(frame: Frame) -> bytes:
    """One frame as it goes on the wire, with its closing zero."""
    body = bytes([VERSION, frame.kind, frame.tag]) + frame.payload
    return stuff(body + crc16(body).to_bytes(2, "big")) + b"\0"


class Reader:
    """Collects bytes from the host and gives whole, checked frames. `dropped` counts the rest by cause."""

    def __init__(self) -> None:
        self.dropped: Counter[str] = Counter()
        self._held = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Frame]:
        frames = []
        for byte in data:
            if byte:
                self._collect(byte)
            else:
                if self._held and (frame := self._check(bytes(self._held))):
                    frames.append(frame)
                self._held.clear()
                self._overlong = False
        return frames

    def _collect(self, byte: int) -> None:
        if self._overlong:
            return
        self._held.append(byte)
        if len(self._held) > LONGEST_ENCODED:
            self._held.clear()
            self._overlong = True
            self.dropped["too long"] += 1

    def _check(self, encoded: bytes) -> Frame | None:
        """A host's frame, or None after counting why not."""
        frame, cause = read_one(encoded)
        if frame is not None and FROM_HOST.get(frame.kind) != len(frame.payload):
            frame, cause = None, "not from a host, or of a wrong length"
        if frame is None:
            self.dropped[cause] += 1
        return frame


def read_one(encoded: bytes) -> tuple[Frame | None, str]:
    """One frame without its closing zero, from either end, or None and the cause."""
    body = unstuff(encoded)
    if body is None or len(body) < SHORTEST_DECODED:
        return None, "not a frame"
    if crc16(body[:-2]) != int.from_bytes(body[-2:], "big"):
        return None, "crc"
    if body[0] != VERSION:
        return None, "version"
    try:
        return Frame(Kind(body[1]), body[2], body[3:-2]), ""
    except ValueError:
        return None, "unknown type"
