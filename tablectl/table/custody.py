"""What is on record of each pack beyond its cards: who opened and inspected it, how long it is in use, and whether it was taken out of play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

from tablectl.engine.cards import Card
from tablectl.table.actions import Face, PersonRole

LONG_IN_USE_NS: Final = 24 * 3600 * 10**9
"""From here on every screen says how long a pack is in use."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A rule of the house about its packs, and where it comes from."""

    on: bool = False
    citation: str = ""

    def cited(self, text: str) -> str:
        return f"{text} ({self.citation})" if self.citation else text


@dataclass(frozen=True, slots=True)
class PackRules:
    """`inspect`: a pack that was not inspected is not played. `alternate`: no pack is dealt in two rounds running. `reject`: a pack that a shuffler
    counted wrong leaves the table, and another takes its place."""

    inspect: Policy = field(default_factory=Policy)
    alternate: Policy = field(default_factory=Policy)
    reject: Policy = field(default_factory=Policy)


class Standing(StrEnum):
    """How it stands with a pack. It follows from what is on record and from where the devices see the pack."""

    SEALED = "sealed"
    OPENED = "opened"
    INSPECTED = "inspected"
    IN_SHUFFLER = "in_shuffler"
    IN_SHOE = "in_shoe"
    RESTING = "resting"
    QUARANTINED = "quarantined"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Signed:
    """A person who stands for what a receipt or a record says."""

    person: str
    role: PersonRole


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an inspection found. `way` says whether the shoe read the cards or people counted them; a device is named only where one read.
    `missing` and `extra` are faces, `foreign` cards with another back. `expected` is what the pack should have."""

    number: int
    table: str
    game: str
    profile: str
    pack: int
    back: str
    decks: int
    seal: str
    way: Literal["shoe", "hand"]
    maker: str
    model: str
    serial: str
    people: tuple[Signed, ...]
    expected: int
    counted: int
    missing: tuple[Face, ...]
    extra: tuple[Face, ...]
    foreign: int
    right: bool
    finding: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Why and by whom a pack was taken out of play; `standing` is quarantined or retired."""

    standing: Standing
    person: str
    reason: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class Life:
    """One pack from its seal to its end; another pack with the same number begins another. `since_ns` is when it was opened or first seen in a
    device, 0 before. `receipt` is that of its last inspection, `doubt` says why that does not count any more."""

    since_ns: int = 0
    seal: str = ""
    opened_by: tuple[Signed, ...] = ()
    rounds: int = 0
    receipt: Receipt | None = None
    doubt: str = ""
    withdrawn: Withdrawn | None = None

    @property
    def inspected(self) -> bool:
        return self.receipt is not None and self.receipt.right and not self.doubt


@dataclass(frozen=True, slots=True)
class Scan:
    """A pack on its way through the shoe, to be inspected: the faces that were read, cards that were not, and cards with another back.
    `codes` tell those apart that a reader knows by more than their face."""

    pack: int
    read: Counter[Card] = field(default_factory=Counter)
    unread: int = 0
    foreign: int = 0
    codes: frozenset[str] = frozenset()

    @property
    def passed(self) -> int:
        return self.read.total() + self.unread + self.foreign
