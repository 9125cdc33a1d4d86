"""SSI packets: bytes to frames and back (PROTOCOL.md 1). No I/O, no clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

ENGINE: Final = 0
HOST: Final = 4
RETRANSMIT: Final = 0x01  # bit of `status`
CONTINUED: Final = 0x02  # bit of `status`: the rest comes in the next packet
HEAD: Final = 4  # length, opcode, source, status
CHECK: Final = 2
MAX_LENGTH: Final = 255  # without the check
MAX_PACKET: Final = MAX_LENGTH + CHECK


class Op(IntEnum):
    """The opcodes that this driver knows (PROTOCOL.md 2)."""

    REQUEST_REVISION = 0xA3
    REPLY_REVISION = 0xA4
    PARAM_SEND = 0xC6
    PARAM_REQUEST = 0xC7
    ACK = 0xD0
    NAK = 0xD1
    BEEP = 0xE6
    LED_ON = 0xE7
    LED_OFF = 0xE8
    SCAN_ENABLE = 0xE9
    DECODE_DATA = 0xF3
    EVENT = 0xF6


FROM_ENGINE: Final = frozenset({Op.REPLY_REVISION, Op.PARAM_SEND, Op.ACK, Op.NAK, Op.DECODE_DATA, Op.EVENT})
FROM_HOST: Final = frozenset(Op) - {Op.REPLY_REVISION, Op.DECODE_DATA, Op.EVENT}


@dataclass(frozen=True, slots=True)
class Frame:
    """One packet. `data` may be a card, so that it is never shown."""

    op: Op
    source: int
    status: int = 0
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A packet whose head could be read, and whose check failed or whose end did not come."""

    op: Op


def encode(frame: Frame) -> bytes:
    """Return the packet's bytes. Raise ValueError for data that no packet can hold."""
    length = HEAD + len(frame.data)
    if length > MAX_LENGTH:
        raise ValueError(f"a packet holds at most {MAX_LENGTH - HEAD} bytes of data, not {len(frame.data)}")
    body = bytes((length, frame.op, frame.source, frame.status)) + frame.data
    return body + check(body)


def check(body: bytes) -> bytes:
    """The two's complement of the sum of all bytes before it, high byte first."""
    return (-sum(body) & 0xFFFF).to_bytes(CHECK, "big")


class Decoder:
    """Takes bytes as they come from one end and gives whole packets, and heads of packets that were spoilt, in their order.

    A packet has no mark at its start: bytes that cannot begin one are dropped singly and counted, and after a spoilt one the search goes on
    behind its first byte."""

    def __init__(self, source: int = ENGINE) -> None:
        self.good_frames = 0
        self.bad_frames = 0
        self.discarded_bytes = 0
        self.headless = 0  # of them, since the last packet or head of one
        self._source = source
        self._tail = 0  # bytes that belong to a spoilt packet whose head was given
        self._known = FROM_ENGINE if source == ENGINE else FROM_HOST
        self._held = bytearray()

    @property
    def held(self) -> int:
        """Bytes of a packet that is not whole; fewer than MAX_PACKET."""
        return len(self._held)

    def feed(self, data: bytes) -> list[Frame | Spoilt]:
        found: list[Frame | Spoilt] = []
        for start in range(0, len(data), MAX_PACKET):
            self._held += data[start : start + MAX_PACKET]
            self._search(found)
        return found

    def end(self) -> list[Frame | Spoilt]:
        """The line has been silent for too long: what is not whole by now never will be."""
        found: list[Frame | Spoilt] = []
        while self._held:
            self._spoil(found)
            self._search(found)
        self._tail = 0
        return found

    def clear(self) -> None:
        """Drop a packet that was begun: the stream it came on has ended."""
        self.discarded_bytes += len(self._held)
        self.headless = self._tail = 0
        self._held.clear()

    def _search(self, found: list[Frame | Spoilt]) -> None:
        held = self._held
        while held:
            if not self._may_begin():
                self._drop(1)
            elif len(held) < HEAD or len(held) < held[0] + CHECK:
                return
            else:
                self._close(found)

    def _may_begin(self) -> bool:
        """Whether what is held could be a packet, as far as it has come."""
        held = self._held
        return held[0] >= HEAD and (len(held) < 2 or held[1] in self._known) and (len(held) < 3 or held[2] == self._source)  # noqa: PLR2004  # places in a head

    def _close(self, found: list[Frame | Spoilt]) -> None:
        length = self._held[0]
        body = bytes(self._held[:length])
        if check(body) != self._held[length : length + CHECK]:
            self._spoil(found)
            return
        del self._held[: length + CHECK]
        self.good_frames += 1
        self.headless = self._tail = 0
        found.append(Frame(Op(body[1]), body[2], body[3], body[HEAD:]))

    def _spoil(self, found: list[Frame | Spoilt]) -> None:
        if len(self._held) >= HEAD:
            self.bad_frames += 1
            found.append(Spoilt(Op(self._held[1])))
            self._tail = self._held[0] + CHECK
        self._drop(1)

    def _drop(self, count: int) -> None:
        self.discarded_bytes += count
        self._tail, headless = max(self._tail - count, 0), max(count - self._tail, 0)
        self.headless += headless
        del self._held[:count]
