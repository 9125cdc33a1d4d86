"""PN532 frames on its UART: bytes to frames and back (PROTOCOL.md 1). No I/O, no clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

HOST: Final = 0xD4
CHIP: Final = 0xD5
ERROR: Final = 0x7F
MAX_NORMAL: Final = 255
MAX_EXTENDED: Final = 265  # PROTOCOL.md 1
_START: Final = b"\x00\xff"
_MARK: Final = 0xFF


@dataclass(frozen=True, slots=True)
class Message:
    """A command of the host or the chip's answer to it. `sender` is HOST or CHIP; an answer has the code of its command plus one."""

    sender: int
    code: int
    data: bytes = b""
    extended: bool = False


@dataclass(frozen=True, slots=True)
class Ack:
    """The command has come; from the host: leave the command that runs."""


@dataclass(frozen=True, slots=True)
class Nack:
    """Say that again."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The chip could not make sense of the command."""


Frame = Message | Ack | Nack | Failure


class Fault(StrEnum):
    """Why bytes were dropped."""

    WRONG_LENGTH = "wrong_length"
    TOO_LONG = "too_long"
    WRONG_SUM = "wrong_sum"
    NO_END = "no_end"
    BAD_CONTENT = "bad_content"


def encode(frame: Frame) -> bytes:
    """Return the frame's bytes from its preamble to its postamble. Raise ValueError where it does not fit."""
    match frame:
        case Ack():
            return b"\x00\x00\xff\x00\xff\x00"
        case Nack():
            return b"\x00\x00\xff\xff\x00\x00"
        case Failure():
            return _framed(bytes((ERROR,)), extended=False)
        case Message():
            return _framed(bytes((frame.sender, frame.code)) + frame.data, extended=frame.extended)


def _framed(body: bytes, *, extended: bool) -> bytes:
    longest = MAX_EXTENDED if extended else MAX_NORMAL
    if len(body) > longest:
        raise ValueError(f"a frame of this kind holds at most {longest} bytes, not {len(body)}")
    size = len(body).to_bytes(2 if extended else 1, "big")
    mark = bytes((_MARK, _MARK)) if extended else b""
    return b"\x00" + _START + mark + size + _minus(size) + body + _minus(body) + b"\x00"


def _minus(data: bytes) -> bytes:
    return bytes((-sum(data) & 0xFF,))


class Decoder:
    """Takes bytes as they come and gives whole frames; what is none is dropped and counted. `discarded_bytes` leaves out zeros between frames."""

    def __init__(self) -> None:
        self.good_frames = 0
        self.discarded_bytes = 0
        self.faults = dict.fromkeys(Fault, 0)
        self._held = bytearray()

    @property
    def held(self) -> int:
        """Bytes of a frame that was begun; never more than one frame."""
        return len(self._held)

    @property
    def bad_frames(self) -> int:
        return sum(self.faults.values())

    def feed(self, data: bytes) -> list[Frame]:
        self._held += data
        frames: list[Frame] = []
        while self._seek():
            outcome = self._read()
            if outcome is None:
                break
            if isinstance(outcome, Fault):
                self.faults[outcome] += 1
                self._skip(len(_START))  # another frame may begin within
            else:
                frames.append(outcome[0])
                self.good_frames += 1
                del self._held[: outcome[1]]
        return frames

    def clear(self) -> None:
        """Drop a frame that was begun."""
        self._skip(len(self._held))

    def _seek(self) -> bool:
        """Drop what stands before the next start; a zero at the end may be the beginning of one."""
        at = self._held.find(_START)
        if at < 0:
            self._skip(len(self._held) - self._held.endswith(_START[:1]))
            return False
        self._skip(at)
        return True

    def _skip(self, count: int) -> None:
        self.discarded_bytes += count - self._held.count(0, 0, count)
        del self._held[:count]

    def _read(self) -> tuple[Frame, int] | Fault | None:
        """The frame that begins here and how long it is, why it is none, or None where more has to come."""
        held = self._held
        if len(held) < 4:  # noqa: PLR2004  start, length and its check
            return None
        size, check = held[2], held[3]
        if (size, check) == (0x00, _MARK):
            return Ack(), 4
        if (size, check) == (_MARK, 0x00):
            return Nack(), 4
        extended = (size, check) == (_MARK, _MARK)
        head = 7 if extended else 4
        if len(held) < head:
            return None
        if sum(held[4 if extended else 2 : head]) & 0xFF:
            return Fault.WRONG_LENGTH
        if extended:
            size = int.from_bytes(held[4:6], "big")
            if size > MAX_EXTENDED:
                return Fault.TOO_LONG
        end = head + size + 2  # check and postamble
        if len(held) < end:
            return None
        body = bytes(held[head : head + size])
        if sum(held[head : end - 1]) & 0xFF:
            return Fault.WRONG_SUM
        if held[end - 1]:
            return Fault.NO_END
        frame = _meaning(body, extended=extended)
        return Fault.BAD_CONTENT if frame is None else (frame, end)


def _meaning(body: bytes, *, extended: bool) -> Frame | None:
    if body == bytes((ERROR,)):
        return Failure()
    if len(body) < 2 or body[0] not in (HOST, CHIP):  # noqa: PLR2004  sender and code
        return None
    return Message(body[0], body[1], body[2:], extended)
