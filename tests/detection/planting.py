"""Packs as things on a table, and what can be wrong with one: a fault is planted after the shuffler has counted, or in the reader's eye."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.game import DeckProfile
from tablectl.enrol import order_of
from tablectl.table.state import Cause


class Fault(StrEnum):
    """What is wrong with a shoe."""

    NONE = "none"
    MISSING = "missing"
    EXTRA = "extra"
    FOREIGN = "foreign"
    SWAPPED = "swapped"
    MISREAD = "misread"
    MISREAD_ALWAYS = "misread_always"
    UNREAD = "unread"
    UNSHUFFLED = "unshuffled"


WORDS: Final[Mapping[Fault, str]] = MappingProxyType(
    {
        Fault.NONE: "nothing is wrong",
        Fault.MISSING: "one card was lost between shuffler and shoe",
        Fault.EXTRA: "one card more, with the right back and a face of the pack",
        Fault.FOREIGN: "one card more, with another back that reader and shuffler can tell",
        Fault.SWAPPED: "one card has another face of the pack; the count is right",
        Fault.MISREAD: "one card is stained: the reader takes it for another face",
        Fault.MISREAD_ALWAYS: "the reader takes every card of one face for another",
        Fault.UNREAD: "the reader cannot read one card, and says so",
        Fault.UNSHUFFLED: "new boxes, cut once and not shuffled",
    }
)

FITTING: Final[Mapping[Fault, frozenset[Cause]]] = MappingProxyType(
    {
        Fault.NONE: frozenset(),
        Fault.MISSING: frozenset({Cause.WRONG_COUNT, Cause.COUNTS_DISAGREE}),
        Fault.EXTRA: frozenset({Cause.WRONG_COUNT, Cause.COUNTS_DISAGREE, Cause.CARD_IMPOSSIBLE}),
        Fault.FOREIGN: frozenset({Cause.CARD_OF_OTHER_PACK, Cause.DEVICE_FAULT, Cause.COUNTS_DISAGREE}),
        Fault.SWAPPED: frozenset({Cause.CARD_IMPOSSIBLE}),
        Fault.MISREAD: frozenset({Cause.CARD_IMPOSSIBLE}),
        Fault.MISREAD_ALWAYS: frozenset({Cause.CARD_IMPOSSIBLE}),
        Fault.UNREAD: frozenset({Cause.CARD_UNREADABLE}),
        Fault.UNSHUFFLED: frozenset({Cause.PACK_ORDER}),
    }
)
"""The causes of a hold that tell a supervisor what there is to look for."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One card as it lies in the shoe. `read` is the face that the reader makes of it, None where it can make none; `planted` ones are the fault."""

    face: Card
    back: int
    read: Card | None
    planted: bool = False


def planted(profile: DeckProfile, back: int, fault: Fault, chance: random.Random) -> list[Thing]:
    """A pack of this back in the order in which it will be drawn, with one fault."""
    pack = [Thing(card, back, card) for card in profile.composition.elements()]
    chance.shuffle(pack)
    at = chance.randrange(len(pack))
    match fault:
        case Fault.NONE:
            pass
        case Fault.MISSING:
            del pack[at]
        case Fault.EXTRA:
            pack.insert(at, _another(chance.choice(pack).face, back))
        case Fault.FOREIGN:
            pack.insert(at, _another(chance.choice(pack).face, back + 1))
        case Fault.SWAPPED:
            pack[at] = _another(_other_face(profile, pack[at].face, chance), back)
        case Fault.MISREAD:
            pack[at] = replace(pack[at], read=_other_face(profile, pack[at].face, chance), planted=True)
        case Fault.MISREAD_ALWAYS:
            seen = _other_face(profile, pack[at].face, chance)
            face = pack[at].face
            pack = [replace(thing, read=seen, planted=True) if thing.face == face else thing for thing in pack]
        case Fault.UNREAD:
            pack[at] = replace(pack[at], read=None, planted=True)
        case Fault.UNSHUFFLED:
            new = [_another(Card.parse(expected.face), back) for expected in order_of(profile, None)]
            pack = new[at:] + new[:at]
    return pack


def _another(face: Card, back: int) -> Thing:
    return Thing(face, back, face, planted=True)


def _other_face(profile: DeckProfile, face: Card, chance: random.Random) -> Card:
    return chance.choice([card for card in profile.composition if card != face])
