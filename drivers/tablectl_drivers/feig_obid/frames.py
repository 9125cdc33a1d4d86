"""OBID frames: bytes to frames and back (PROTOCOL.md 1). No I/O, no clock."""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MAX_STANDARD: Final = 255
MIN_STANDARD: Final = 5  # length, address, command, CRC
MIN_ADVANCED: Final = 7  # mark, length, address, command, CRC
MAX_ADVANCED: Final = 2559  # PROTOCOL.md 1: an answer with 255 data sets of ten bytes
ADVANCED: Final = 0x02  # no standard frame is as short as this, so the first byte tells which it is
_CRC_BYTES: Final = 2
# crc_hqx is the polynomial 0x1021 with the highest bit first; CRC-16/MCRF4XX is the same with the lowest first.
_MIRROR: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_CRC_INITIAL: Final = 0xFFFF


@dataclass(frozen=True, slots=True)
class Frame:
    """`body` is what stands between command and CRC: in an answer its first byte is the status."""

    address: int
    command: int
    body: bytes = b""
    advanced: bool = False


class Fault(StrEnum):
    """Why bytes were dropped."""

    NO_START = "no_start"
    TOO_LONG = "too_long"
    WRONG_CRC = "wrong_crc"


def crc(data: bytes) -> bytes:
    """CRC-16/MCRF4XX, low byte first as on the wire."""
    return crc_hqx(data.translate(_MIRROR), _CRC_INITIAL).to_bytes(_CRC_BYTES, "big").translate(_MIRROR)


def encode(frame: Frame) -> bytes:
    """Return the frame's bytes. Raise ValueError where it does not fit."""
    shortest, longest = (MIN_ADVANCED, MAX_ADVANCED) if frame.advanced else (MIN_STANDARD, MAX_STANDARD)
    size = shortest + len(frame.body)
    if size > longest:
        raise ValueError(f"a frame of this kind has at most {longest} bytes, not {size}")
    length = bytes((ADVANCED,)) + size.to_bytes(2, "big") if frame.advanced else bytes((size,))
    whole = length + bytes((frame.address, frame.command)) + frame.body
    return whole + crc(whole)


class Decoder:
    """Takes bytes as they come and gives whole frames; what is none is dropped byte by byte and counted, never raised."""

    def __init__(self) -> None:
        self.good_frames = 0
        self.discarded_bytes = 0
        self.faults = dict.fromkeys(Fault, 0)
        self._held = bytearray()

    @property
    def held(self) -> int:
        """Bytes of a frame that was begun; fewer than MAX_ADVANCED."""
        return len(self._held)

    @property
    def bad_frames(self) -> int:
        return self.faults[Fault.TOO_LONG] + self.faults[Fault.WRONG_CRC]

    def feed(self, data: bytes) -> list[Frame]:
        self._held += data
        frames: list[Frame] = []
        while (size := self._size()) is not None and len(self._held) >= size:
            whole = bytes(self._held[:size])
            if crc(whole[:-_CRC_BYTES]) != whole[-_CRC_BYTES:]:
                self._drop(Fault.WRONG_CRC)
                continue
            head = MIN_ADVANCED - _CRC_BYTES if whole[0] == ADVANCED else MIN_STANDARD - _CRC_BYTES
            frames.append(Frame(whole[head - 2], whole[head - 1], whole[head:-_CRC_BYTES], whole[0] == ADVANCED))
            self.good_frames += 1
            del self._held[:size]
        return frames

    def clear(self) -> None:
        """Drop a frame that was begun."""
        self.discarded_bytes += len(self._held)
        self._held.clear()

    def _size(self) -> int | None:
        """How long the frame is that begins with what is held; None where that cannot be said yet."""
        while self._held:
            if self._held[0] > MIN_STANDARD - 1:
                return self._held[0]
            if self._held[0] == ADVANCED:
                if len(self._held) < _CRC_BYTES + 1:
                    return None
                size = int.from_bytes(self._held[1:3], "big")
                if MIN_ADVANCED <= size <= MAX_ADVANCED:
                    return size
                self._drop(Fault.TOO_LONG if size > MAX_ADVANCED else Fault.NO_START)
            else:
                self._drop(Fault.NO_START)
        return None

    def _drop(self, fault: Fault) -> None:
        self.faults[fault] += 1
        self.discarded_bytes += 1
        del self._held[0]
