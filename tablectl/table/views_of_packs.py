"""What a person may see of the packs of the table: plain values, ready for JSON."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OutView:
    """A card that was taken out of its pack as number `id` and is not replaced."""

    id: int
    face: str
    reason: str
    round: int
    since_ns: int


@dataclass(frozen=True, slots=True)
class SignedView:
    """A person who stands for something."""

    person: str
    role: str


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """What an inspection found. `way` is shoe or hand; a device is named where one read the cards. More than a few wrong faces are not named."""

    number: int
    table: str
    game: str
    profile: str
    pack: int
    back: str
    decks: int
    seal: str
    way: str
    maker: str
    model: str
    serial: str
    people: tuple[SignedView, ...]
    expected: int
    counted: int
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    foreign: int
    right: bool
    finding: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class PackView:
    """A pack of the table, and what is out of it. `standing` is where it is in its life, `unfit` says why it may not be dealt from, `hours` how
    long it is in use where that is more than a day. `reading` is whether it passes the shoe to be inspected, `passed` how many cards did."""

    pack: int
    back: str
    out: tuple[OutView, ...]
    decks: int = 1
    cards: int = 0
    profile: str = ""
    standing: str = "sealed"
    unfit: str = ""
    seal: str = ""
    opened_by: tuple[SignedView, ...] = ()
    since_ns: int = 0
    hours: int = 0
    rounds: int = 0
    receipt: ReceiptView | None = None
    withdrawn: str = ""
    reading: bool = False
    passed: int = 0
