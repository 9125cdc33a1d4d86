"""Reports of a HID scanner and the codes in them (PROTOCOL.md 2 and 3). No I/O, no clock.

A transfer on the wire is one report. One code is held at most, until its last report has come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tablectl_drivers.reading.deck_map import CODE_AT_MOST, is_code

SCANNED: Final = 2
SIZE: Final = 64  # bytes of a report with its number
DATA_AT_MOST: Final = 56
SHIFTED_AT_MOST: Final = 55  # a longer one would lie over the maker's symbology
_MORE: Final = 63
_AIM: Final = ord("]")
_NO_BAR_CODE: Final = "Z"
_SUFFIX: Final = b"\r\n\t"
_SUFFIX_AT_MOST: Final = 2


class Fault(StrEnum):
    """Why a report of scanned data is not believed."""

    WRONG_SIZE = "wrong_size"
    NO_AIM = "no_aim"
    WRONG_LENGTH = "wrong_length"
    MIXED = "mixed"
    UNFINISHED = "unfinished"
    NO_CODE = "no_code"


@dataclass(frozen=True, slots=True)
class Part:
    """One report: the AIM identifier behind its bracket (`C0`), the data, and whether the code goes on."""

    aim: str
    data: bytes
    more: bool


@dataclass(frozen=True, slots=True)
class Code:
    """A whole code, without a suffix."""

    aim: str
    text: str


@dataclass(frozen=True, slots=True)
class Spoilt:
    """Something was read, and what it was cannot be believed."""

    fault: Fault


def read(report: bytes) -> Part | Fault:
    """Read a report of scanned data."""
    if len(report) != SIZE:
        return Fault.WRONG_SIZE
    length = report[1]
    if (aim := _aim(report[2:5])) is not None:
        start, at_most = 5, DATA_AT_MOST
    elif (aim := _aim(report[3:6])) is not None:
        start, at_most = 6, SHIFTED_AT_MOST
    else:
        return Fault.NO_AIM
    if length > at_most:
        return Fault.WRONG_LENGTH
    return Part(aim, report[start : start + length], bool(report[_MORE]))


def _aim(three: bytes) -> str | None:
    letters = three[1:].decode("latin-1")
    return letters if three[0] == _AIM and letters.isascii() and letters[0].isalpha() and letters[1].isalnum() else None


class Decoder:
    """Makes codes of reports. Whatever is no code is counted by its cause, never raised."""

    def __init__(self) -> None:
        self.good_reports = 0
        self.other_reports = 0
        self.answers = 0
        self.discarded_bytes = 0
        self.faults = dict.fromkeys(Fault, 0)
        self._begun: Part | None = None

    @property
    def held(self) -> int:
        """Bytes of a code whose last report has not come."""
        return 0 if self._begun is None else len(self._begun.data)

    @property
    def waits(self) -> bool:
        """Whether a code has begun and not ended."""
        return self._begun is not None

    @property
    def bad_reports(self) -> int:
        return sum(self.faults.values())

    def counters(self) -> Mapping[str, int]:
        wire = {"good_reports": self.good_reports, "other_reports": self.other_reports, "answers": self.answers}
        return wire | {"discarded_bytes": self.discarded_bytes} | {str(fault): count for fault, count in self.faults.items()}

    def feed(self, report: bytes) -> list[Code | Spoilt]:
        """Take one transfer."""
        if report[:1] != bytes((SCANNED,)):
            self.other_reports += bool(report)
            self.discarded_bytes += len(report)
            return []
        part = read(report)
        if isinstance(part, Fault):
            self.discarded_bytes += len(report)
            return [*self.end(), self._spoilt(part)]
        self.good_reports += 1
        if part.aim[0] == _NO_BAR_CODE:
            self.answers += 1
            return []
        found: list[Code | Spoilt] = []
        if self._begun is not None:
            if self._begun.aim == part.aim:
                part = Part(part.aim, (self._begun.data + part.data)[: CODE_AT_MOST + SIZE], part.more)
            else:
                found.append(self._spoilt(Fault.MIXED))
        self._begun = part if part.more else None
        return found if part.more else [*found, self._whole(part)]

    def end(self) -> list[Code | Spoilt]:
        """Nothing more comes of what has begun."""
        begun, self._begun = self._begun, None
        return [] if begun is None else [self._spoilt(Fault.UNFINISHED)]

    def clear(self) -> None:
        """Drop a code that was begun: the link that it came on has ended."""
        self.discarded_bytes += self.held
        self._begun = None

    def _whole(self, part: Part) -> Code | Spoilt:
        end = len(part.data) - _SUFFIX_AT_MOST
        text = (part.data[: max(end, 0)] + part.data[max(end, 0) :].rstrip(_SUFFIX)).decode("latin-1")
        return Code(part.aim, text) if is_code(text) else self._spoilt(Fault.NO_CODE)

    def _spoilt(self, fault: Fault) -> Spoilt:
        self.faults[fault] += 1
        return Spoilt(fault)
