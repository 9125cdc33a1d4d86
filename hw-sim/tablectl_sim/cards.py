"""Playing cards as things: a face, a back, and nothing else. Packs, and shuffles from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from tablectl_sim.errors import BadScenario

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhsrwbg"  # clubs, diamonds, hearts, spades; in packs with colours red, white, blue, green


@dataclass(frozen=True, slots=True)
class Card:
    """`rank` is 1 (ace) to 13, `suit` an index of `SUITS`, `back` the pack that it belongs to."""

    rank: int
    suit: int
    back: int

    @property
    def high(self) -> int:
        """The rank with the ace above the king."""
        return self.rank if self.rank > 1 else 14

    @property
    def face_byte(self) -> int:
        return self.rank << 4 | self.suit

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]


def card(text: str, back: int = 1) -> Card:
    """Read `As`, `Tc` or `7r`. Raise BadScenario for anything else."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:  # noqa: PLR2004 - rank and suit
        raise BadScenario(f"a card is a rank of {RANKS} and a suit or colour of {SUITS}, such as As or 7r, not {text!r}")
    return Card(RANKS.index(text[0]) + 1, SUITS.index(text[1]), back)


@dataclass(frozen=True, slots=True)
class PackKind:
    """What a whole pack of one back is made of: so many decks, each with these faces."""

    decks: int
    faces: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        return self.decks * len(self.faces)


DECK_52: Final = tuple((rank, suit) for suit in range(4) for rank in range(1, 14))
DECK_39: Final = (*((rank, suit) for suit in (4, 5, 6) for rank in range(2, 14)), *((1, 7),) * 3)  # two to king in three colours, three green aces

SINGLE_52: Final = PackKind(1, DECK_52)
SIX_52: Final = PackKind(6, DECK_52)
EIGHT_39: Final = PackKind(8, DECK_39)


def new_pack(back: int, kind: PackKind = SINGLE_52) -> list[Card]:
    """The cards of a pack in the order of new boxes."""
    return [Card(rank, suit, back) for _ in range(kind.decks) for rank, suit in kind.faces]


def in_order(cards: list[Card]) -> list[Card]:
    """Suit by suit and rank by rank, as they lie in a new box."""
    return sorted(cards, key=lambda one: (one.back, one.suit, one.rank))


def shuffled(cards: list[Card], seed: str) -> list[Card]:
    """Another order of the same cards, the same for the same seed and the same cards in any order."""
    out = in_order(cards)
    random.Random(seed).shuffle(out)
    return out
