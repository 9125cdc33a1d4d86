"""What an inspection found, in numbers and in words, and the receipt of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from tablectl.engine.cards import Card
from tablectl.engine.decks import DECKS
from tablectl.engine.game import DeckProfile
from tablectl.table.custody import Receipt, Scan, Signed
from tablectl.table.state import TableState

MOST_NAMED: Final = 8
"""How many wrong faces are named at most. With more, part of the pack did not pass: the rest may lie face down, and no receipt tells of it."""


@dataclass(frozen=True, slots=True)
class Found:
    way: Literal["shoe", "hand"]
    expected: int
    counted: int
    right: bool
    text: str
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    foreign: int = 0


def by_count(profile: DeckProfile, expected: int, counted: int) -> Found:
    """Two people counted the cards."""
    text = f"{counted} cards, as this pack of {profile.id} should have"
    return Found("hand", expected, counted, counted == expected, text if counted == expected else f"{_cards(counted)}, and it should have {expected}")


def by_reading(profile: DeckProfile, expected: Counter[Card], scan: Scan) -> Found:
    """Every card passed the shoe."""
    missing, extra = tuple(sorted((expected - scan.read).elements())), tuple(sorted((scan.read - expected).elements()))
    right = not (missing or extra or scan.foreign)
    named = len(missing) + len(extra) <= MOST_NAMED
    return Found(
        way="shoe",
        expected=expected.total(),
        counted=scan.passed,
        right=right,
        text=_words(profile, expected, scan, missing, extra),
        missing=missing if named else (),
        extra=extra if named else (),
        foreign=scan.foreign,
    )


def receipt(state: TableState, pack: int, people: tuple[Signed, ...], found: Found) -> Receipt:
    identity = state.shoe_device().identity if found.way == "shoe" else None
    return Receipt(
        number=state.next_receipt,
        table=state.table,
        game=state.game.title,
        profile=state.shoe.profile.id,
        pack=pack,
        back=state.backs.get(pack, ""),
        decks=state.shoe.profile.decks,
        seal=state.life(pack).seal,
        way=found.way,
        maker=identity.maker if identity else "",
        model=identity.model if identity else "",
        serial=identity.serial if identity else "",
        people=people,
        expected=found.expected,
        counted=found.counted,
        missing=found.missing,
        extra=found.extra,
        foreign=found.foreign,
        right=found.right,
        finding=found.text,
        at_ns=state.seen_ns,
    )


def _words(profile: DeckProfile, expected: Counter[Card], scan: Scan, missing: tuple[Card, ...], extra: tuple[Card, ...]) -> str:
    if not (missing or extra or scan.foreign):
        return f"{scan.passed} cards, every face as often as this pack of {profile.id} should have it"
    though = ", though their number is right" if scan.passed == expected.total() else ""
    other = next((deck.id for deck in DECKS.values() if deck.composition == scan.read), None)
    strange = sum(count for card, count in scan.read.items() if card not in profile.composition)
    if other is not None and other != profile.id:
        return f"A wrong pack: these {scan.passed} cards are a pack of {other} and not of {profile.id}{though}"
    if strange:
        return f"A wrong pack: {_cards(strange)} with a face that a pack of {profile.id} does not have{though}"
    parts = [_faces(missing, "missing"), _faces(extra, "too many"), f"{_cards(scan.foreign)} with another back" if scan.foreign else ""]
    return f"{_cards(scan.passed)} of {expected.total()}: {', '.join(part for part in parts if part)}"


def _faces(faces: tuple[Card, ...], what: str) -> str:
    if len(faces) > MOST_NAMED:
        return f"{len(faces)} cards {what}"
    return f"{' '.join(map(str, faces))} {what}" if faces else ""


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
