"""Lines of a scanner: bytes to texts and back (PROTOCOL.md 1). No I/O, no clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

MAX_LINE: Final = 64
_BLANK: Final = bytes.maketrans(b"\r", b"\n")
_FIRST, _LAST = 0x20, 0x7E


class Fault(StrEnum):
    """Why bytes up to the end of a line were dropped."""

    TOO_LONG = "too_long"
    NOT_PRINTABLE = "not_printable"


@dataclass(frozen=True, slots=True)
class Line:
    """What stood between two ends. It may be a card, so that it is never shown."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Junk:
    fault: Fault


def encode(line: Line, end: bytes) -> bytes:
    """Return the line's bytes. Raise ValueError for a text that no line can hold."""
    raw = line.text.encode("ascii", "replace")
    if not 0 < len(raw) <= MAX_LINE or not _printable(raw) or raw.decode() != line.text:
        raise ValueError(f"a line is 1 to {MAX_LINE} printable ASCII characters, these are {len(raw)}")
    return raw + end


class Decoder:
    """Takes bytes as they come and gives whole lines; an end is a CR or an LF, in any number and order, or a silence."""

    def __init__(self) -> None:
        self.lines = 0
        self.empty_lines = 0
        self.discarded_bytes = 0
        self.faults = dict.fromkeys(Fault, 0)
        self._held = bytearray()
        self._overlong = False

    @property
    def held(self) -> int:
        """Bytes that wait for their end; at most MAX_LINE."""
        return len(self._held)

    @property
    def waits(self) -> bool:
        """Whether a line was begun that has not ended."""
        return bool(self._held) or self._overlong

    @property
    def bad_frames(self) -> int:
        return sum(self.faults.values())

    def feed(self, data: bytes) -> list[Line | Junk]:
        *closed, rest = data.translate(_BLANK).split(b"\n")
        found: list[Line | Junk] = []
        for piece in closed:
            self._collect(piece)
            if self.waits:
                found += self.end()
            else:
                self.empty_lines += 1
        self._collect(rest)
        return found

    def end(self) -> list[Line | Junk]:
        """The line ended, by a byte or by silence."""
        if not self.waits:
            return []
        raw, overlong = bytes(self._held), self._overlong
        self._held.clear()
        self._overlong = False
        if not overlong and _printable(raw):
            self.lines += 1
            return [Line(raw.decode("ascii"))]
        fault = Fault.TOO_LONG if overlong else Fault.NOT_PRINTABLE
        self.faults[fault] += 1
        self.discarded_bytes += len(raw)
        return [Junk(fault)]

    def clear(self) -> None:
        """Drop a line that was begun: the stream it came on has ended."""
        self.discarded_bytes += len(self._held)
        self._held.clear()
        self._overlong = False

    def _collect(self, piece: bytes) -> None:
        if self._overlong:
            self.discarded_bytes += len(piece)
        elif len(self._held) + len(piece) > MAX_LINE:
            self.discarded_bytes += len(self._held) + len(piece)
            self._held.clear()
            self._overlong = True
        else:
            self._held += piece


def _printable(raw: bytes) -> bool:
    return all(_FIRST <= byte <= _LAST for byte in raw)
