"""Captures of a conversation between a host and a device: lines of text, written by whoever listened on the wire. No I/O.

A line is `time_ms act words`: `open` and `close "WHY"` are the host's port, `<` and bytes come from the device, `>` and bytes go to it, `end` is the
last. Bytes are hexadecimal, or text in quotes. What a host made of it (`!`, `confirm`, `command`), what stands behind ` ;`, and lines that begin
with `#` mean nothing here; nor does the first line, `host ...`.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tablectl_sim.errors import BadCapture

_PIECE: Final = re.compile(r"""("(?:[^"\\]|\\.)*")|((?:[0-9a-fA-F]{2})+)|(\s+)""", re.ASCII)
_LINE: Final = re.compile(r"(\d{1,12}) (\S+)(?: (.*))?", re.ASCII)
_OF_THE_HOST: Final = frozenset({"!", "confirm", "command"})


class What(StrEnum):
    OPEN = "open"
    CLOSE = "close"
    DEVICE = "<"
    HOST = ">"
    END = "end"


@dataclass(frozen=True, slots=True)
class Act:
    """What happened, `at` so many seconds after the start; `line` is where it stands."""

    line: int
    at: float
    what: What
    data: bytes = b""


def read(text: str) -> tuple[Act, ...]:
    """Read a capture. Raise BadCapture where it is none."""
    acts: list[Act] = []
    lines = [(number, line.split(" ;")[0].strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1].split()[0] != "host":
        raise BadCapture(f"line {lines[0][0] if lines else 1}: expected a first line that begins with the word host")
    for number, line in lines[1:]:
        match = _LINE.fullmatch(line)
        if match is None:
            raise BadCapture(f"line {number}: expected milliseconds, an act and its words, found {line[:60]!r}")
        stamp, act, words = match.groups(default="")
        if act in _OF_THE_HOST:
            continue
        if act not in set(What):
            raise BadCapture(f"line {number}: expected one of {', '.join((*What, *sorted(_OF_THE_HOST)))}, found {act[:20]!r}")
        at = int(stamp) / 1000
        if acts and at < acts[-1].at:
            raise BadCapture(f"line {number}: {stamp} ms is earlier than the line before it")
        what = What(act)
        acts.append(Act(number, at, what, _bytes(number, words) if what in {What.DEVICE, What.HOST} else b""))
    if not any(act.what is What.DEVICE for act in acts):
        raise BadCapture("the device says nothing in this capture")
    return tuple(acts)


def _bytes(number: int, text: str) -> bytes:
    data, place = b"", 0
    while place < len(text):
        match = _PIECE.match(text, place)
        if match is None:
            raise BadCapture(f"line {number}: expected bytes in hexadecimal or in quotes, found {text[place : place + 40]!r}")
        quoted, digits, _ = match.groups()
        try:
            data += ast.literal_eval("b" + quoted) if quoted else bytes.fromhex(digits or "")
        except (SyntaxError, ValueError) as error:
            raise BadCapture(f"line {number}: {quoted[:40]} is no text of bytes") from error
        place = match.end()
    return data
