"""Keys of a scanner that types, and the lines that they make (KEYBOARD.md 2 and 3). No I/O, no clock.

A transfer on the wire is one report: which keys are down now. One line is held at most, until its end has been typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import ascii_lowercase
from typing import Final

SIZE: Final = 8  # bytes of a report: modifiers, one that is reserved, six keys
MAX_LINE: Final = 64
_KEYS: Final = 2
_SHIFT: Final = 0x22  # bits of the left and the right one
_NO_STATE: Final = frozenset({0x01, 0x02, 0x03})  # in place of keys: it cannot be told which are down
_ENDS: Final = frozenset({0x28, 0x2B})  # Enter, Tab
_FIRST_LETTER, _FIRST_DIGIT = 0x04, 0x1E
_LETTERS: Final = {_FIRST_LETTER + place: (letter, letter.upper()) for place, letter in enumerate(ascii_lowercase)}
_DIGITS: Final = {_FIRST_DIGIT + place: pair for place, pair in enumerate(zip("1234567890", "!@#$%^&*()", strict=True))}
_OTHERS: Final = dict(
    zip((0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38), zip(" -=[]\\;'`,./", ' _+{}|:"~<>?', strict=True), strict=True)
)
US_KEYS: Final[Mapping[int, tuple[str, str]]] = _LETTERS | _DIGITS | _OTHERS
"""What a key prints without and with shift (HID Usage Tables, page 7)."""


class Fault(StrEnum):
    """Why a line is not believed."""

    WRONG_SIZE = "wrong_size"
    ROLL_OVER = "roll_over"
    AT_ONCE = "at_once"
    REPEATED = "repeated"
    NO_LETTER = "no_letter"
    TOO_LONG = "too_long"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed up to Enter or Tab. It may be a card, so that it is never shown."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Garbled:
    """Something was typed, and what it was cannot be believed."""

    fault: Fault


class Decoder:
    """Makes lines of reports. Whatever is none is counted by its cause, never raised."""

    def __init__(self) -> None:
        self.lines = 0
        self.empty_lines = 0
        self.discarded_bytes = 0
        self.faults = dict.fromkeys(Fault, 0)
        self._last = bytes(SIZE)
        self._text = ""
        self._fault: Fault | None = None

    @property
    def held(self) -> int:
        """Characters of a line whose end was not typed; at most MAX_LINE."""
        return len(self._text)

    @property
    def waits(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._text) or self._fault is not None

    @property
    def bad_reports(self) -> int:
        return sum(self.faults.values())

    def counters(self) -> Mapping[str, int]:
        wire = {"lines": self.lines, "empty_lines": self.empty_lines, "discarded_bytes": self.discarded_bytes}
        return wire | {str(fault): count for fault, count in self.faults.items()}

    def feed(self, report: bytes) -> list[Typed | Garbled]:
        """Take one transfer."""
        if len(report) != SIZE:
            return self._doubt(Fault.WRONG_SIZE, report)
        last, self._last = self._last, report
        if not _NO_STATE.isdisjoint(report[_KEYS:]):
            self._last = last  # it does not say what is down
            return self._doubt(Fault.ROLL_OVER, report)
        new = set(report[_KEYS:]) - set(last[_KEYS:]) - {0}
        if report == last and any(report[_KEYS:]):
            return self._doubt(Fault.REPEATED, report)  # what came between is lost
        ends = bool(new & _ENDS) and not report[0] & ~_SHIFT
        if len(new) > 1:
            self._doubt(Fault.AT_ONCE, report)  # the order within a report means nothing
        elif new and not ends:
            self._type(new.pop(), report)
        return self._close() if ends else []

    def end(self) -> list[Typed | Garbled]:
        """Nothing more comes of what has begun."""
        if not self.waits:
            return []
        self._fault = self._fault or Fault.UNFINISHED
        return self._close()

    def clear(self) -> None:
        """Forget a line that was begun and which keys are down: the link that they came on has ended."""
        self.discarded_bytes += SIZE * len(self._text)
        self._last = bytes(SIZE)
        self._text, self._fault = "", None

    def _type(self, key: int, report: bytes) -> None:
        pair = US_KEYS.get(key)
        if pair is None or report[0] & ~_SHIFT:
            self._doubt(Fault.NO_LETTER, report)
        elif len(self._text) == MAX_LINE:
            self._doubt(Fault.TOO_LONG, report)
        else:
            self._text += pair[bool(report[0] & _SHIFT)]

    def _doubt(self, fault: Fault, report: bytes) -> list[Typed | Garbled]:
        self._fault = self._fault or fault
        self.discarded_bytes += len(report)
        return []

    def _close(self) -> list[Typed | Garbled]:
        text, fault = self._text, self._fault
        self._text, self._fault = "", None
        if fault is not None:
            self.faults[fault] += 1
            return [Garbled(fault)]
        if not text:
            self.empty_lines += 1
            return []
        self.lines += 1
        return [Typed(text)]
