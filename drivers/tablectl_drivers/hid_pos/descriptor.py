"""What a HID interface says of its reports: what it is for, and how long they are (HID 1.11, 6.2.2). No I/O, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

AT_MOST: Final = 4096  # bytes
_HID, _REPORT = 0x21, 0x22  # kinds of descriptors
_HID_BYTES: Final = 9
_STACK_AT_MOST: Final = 16
_LONG: Final = 0xFE
_SIZES: Final = (0, 1, 2, 4)
_APPLICATION: Final = 1


class _Item(IntEnum):
    """The first byte of an item without its two bits of size."""

    USAGE_PAGE = 0x04
    USAGE = 0x08
    REPORT_SIZE = 0x74
    INPUT = 0x80
    REPORT_ID = 0x84
    REPORT_COUNT = 0x94
    COLLECTION = 0xA0
    PUSH = 0xA4
    POP = 0xB4


@dataclass(frozen=True, slots=True)
class Reports:
    """`applications` are page and usage of each, `inputs` the bytes of each report to the host by its number, the byte of the number included."""

    applications: tuple[tuple[int, int], ...]
    inputs: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Globals:
    page: int = 0
    size: int = 0
    count: int = 0
    report: int = 0


def length(hid: bytes) -> int:
    """How long the report descriptor is, as the HID descriptor behind the interface's says (6.2.1); the most there may be where it does not."""
    if len(hid) < _HID_BYTES or hid[1] != _HID or hid[6] != _REPORT:
        return AT_MOST
    return min(int.from_bytes(hid[7:9], "little"), AT_MOST)


def read(data: bytes) -> Reports | None:
    """Read a report descriptor; None where it is none."""
    now = _Globals()
    stack: list[_Globals] = []
    usage: int | None = None
    applications: list[tuple[int, int]] = []
    bits: Counter[int] = Counter()
    for item in _items(data):
        if item is None:
            return None
        head, value, size = item
        match head:
            case _Item.USAGE_PAGE:
                now = replace(now, page=value)
            case _Item.REPORT_SIZE:
                now = replace(now, size=value)
            case _Item.REPORT_COUNT:
                now = replace(now, count=value)
            case _Item.REPORT_ID:
                now = replace(now, report=value)
            case _Item.PUSH if len(stack) < _STACK_AT_MOST:
                stack.append(now)
            case _Item.POP if stack:
                now = stack.pop()
            case _Item.PUSH | _Item.POP:
                return None
            case _Item.USAGE if usage is None:
                usage = value if size == _SIZES[-1] else now.page << 16 | value  # four bytes bring their own page
            case _Item.INPUT:
                bits[now.report] += now.size * now.count
            case _Item.COLLECTION if value == _APPLICATION and usage is not None:
                applications.append((usage >> 16, usage & 0xFFFF))
            case _:
                pass
        if not head & 0x0C:
            usage = None  # what is local ends with each main item
    return Reports(tuple(applications), {report: (count + 7) // 8 + bool(report) for report, count in bits.items()})


def _items(data: bytes) -> Iterator[tuple[int, int, int] | None]:
    """First byte, value and bytes of the value; None where the data ends within an item."""
    at = 0
    while at < len(data):
        size = 2 + int.from_bytes(data[at + 1 : at + 2], "little") if data[at] == _LONG else _SIZES[data[at] & 3]
        value = data[at + 1 : at + 1 + size]
        if len(value) < size:
            yield None
            return
        if data[at] != _LONG:
            yield data[at] & 0xFC, int.from_bytes(value, "little"), size
        at += 1 + size
