"""What the journal stores: drafts that a caller hands in, and records as they lie in the file.

Must know nothing of tables or games: a body is canonical JSON text, and what it says is the caller's business.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tablectl.journal.errors import DraftRefused

TYPE: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
MAX_CORRELATION: Final = 128  # characters
MAX_BODY_BYTES: Final = 1 << 20
INT64: Final = range(-(1 << 63), 1 << 63)

ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)

STARTED: Final = "started"
STOPPED: Final = "stopped"
RESUMED: Final = "resumed"

Json = None | bool | int | float | str | list["Json"] | tuple["Json", ...] | dict[str, "Json"]


class Kind(StrEnum):
    """An event came in, an outcome was computed from one, a marker tells of the journal's own life."""

    EVENT = "event"
    OUTCOME = "outcome"
    MARKER = "marker"


@dataclass(frozen=True, slots=True)
class Stamp:
    """When: wall clock and CLOCK_MONOTONIC in nanoseconds, the boot that the latter counts from, and whether the wall
    clock was synchronised. Order comes from `seq`, durations from `mono_ns` within one boot, never from `wall_ns`."""

    wall_ns: int
    mono_ns: int
    boot_id: str
    synced: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A record to be. `cause` is the seq of the event that an outcome follows from; `body` and `secret` are canonical JSON.

    `secret` holds what may not be read yet (faces not exposed) and is sealed before it is stored. Raises `DraftRefused`.
    """

    kind: Kind
    type: str
    stamp: Stamp
    body: str
    secret: str | None = field(default=None, repr=False)
    cause: int | None = None
    round: int | None = None
    correlation: str = ""

    def __post_init__(self) -> None:
        if not TYPE.fullmatch(self.type):
            raise DraftRefused(f"record type {self.type[:64]!r}: expected a short name such as card_read")
        if len(self.correlation) > MAX_CORRELATION or not self.correlation.isprintable():
            raise DraftRefused(f"{self.type}: correlation id: expected at most {MAX_CORRELATION} printable characters")
        for name, number in (("round", self.round), ("wall_ns", self.stamp.wall_ns), ("mono_ns", self.stamp.mono_ns)):
            if number is not None and number not in INT64:
                raise DraftRefused(f"{self.type}: {name} {number} does not fit 64 bits")
        _require_canonical(self.type, "body", self.body)
        if self.secret is not None:
            _require_canonical(self.type, "secret", self.secret)


@dataclass(frozen=True, slots=True)
class Record:
    """A draft in its place. `seq` counts from 1 without gaps; `sealed` is the secret as the sealer named `sealer` left it;
    `hash` covers every other field, in the encoding that `version` names."""

    seq: int
    version: int
    kind: Kind
    type: str
    cause: int | None
    round: int | None
    stamp: Stamp
    correlation: str
    body: str
    sealed: bytes | None = field(repr=False)
    sealer: str | None
    prev_hash: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a chain: the last record's seq and hash; seq 0 is a journal without records."""

    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Continues:
    """The journal before this one: its id where it could be read, its last good record, and the file it was set aside as."""

    file: str
    journal_id: str | None
    head: Head | None


@dataclass(frozen=True, slots=True)
class Meta:
    """What a journal says of itself. `schema` is the schema it was born with, and stays."""

    journal_id: str
    schema: int
    created_ns: int
    continues: Continues | None = None


def canonical(value: Json) -> str:
    """JSON with sorted keys, no spaces, nothing escaped that need not be. Raises ValueError for NaN, TypeError for no JSON."""
    return ENCODER.encode(value)


def _require_canonical(type: str, part: str, text: str) -> None:
    try:
        size = len(text.encode())
        same = canonical(json.loads(text)) == text
    except (ValueError, RecursionError):
        # The decoder's own message quotes the text, which may hold a face: it goes no further.
        raise DraftRefused(f"{type}: {part} is not JSON") from None
    if size > MAX_BODY_BYTES:
        raise DraftRefused(f"{type}: {part} has {size} bytes, at most {MAX_BODY_BYTES} are stored")
    if not same:
        raise DraftRefused(f"{type}: {part} is not canonical JSON (sorted keys, no spaces, no needless escapes)")
