"""What the lines tell, as text between the link and the session: PROTOCOL.md 2. No I/O, no clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LINE_AT_MOST: Final = 64
_LINE: Final = re.compile(rb"([a-z]{1,16}) ([01]) ([0-9]{1,12}(?:\.[0-9]{1,9})?)")


@dataclass(frozen=True, slots=True)
class Level:
    """A line is active or not, since a monotonic second."""

    line: str
    active: bool
    at: float


def encode(level: Level) -> bytes:
    return f"{level.line} {level.active:d} {level.at:.6f}\n".encode("ascii")


class Decoder:
    """Text to levels; holds at most one line, and counts what it drops."""

    def __init__(self) -> None:
        self.dropped = 0
        self._held = b""

    @property
    def held(self) -> int:
        """Bytes of a line that was begun."""
        return len(self._held)

    def clear(self) -> None:
        """Drop a line that was begun."""
        self.dropped += len(self._held)
        self._held = b""

    def feed(self, data: bytes) -> list[Level]:
        *whole, self._held = (self._held + data).split(b"\n")
        if len(self._held) > LINE_AT_MOST:
            self.dropped += len(self._held)
            self._held = b""
        levels = []
        for line in whole:
            if (match := _LINE.fullmatch(line)) is None:
                self.dropped += len(line) + 1
                continue
            levels.append(Level(match[1].decode(), match[2] == b"1", float(match[3])))
        return levels
