"""Playing cards as things: a face, a back, and nothing else. Packs, and shuffles from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from tablectl_sim.errors import BadScenario

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
PACK_SIZE: Final = 52


@dataclass(frozen=True, slots=True)
class Card:
    """`rank` is 1 (ace) to 13, `suit` 0 to 3 (clubs, diamonds, hearts, spades), `back` the pack that it belongs to."""

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

    def same_face(self, other: Card) -> bool:
        return (self.rank, self.suit) == (other.rank, other.suit)

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]


def card(text: str, back: int = 1) -> Card:
    """Read `As` or `Tc`. Raise BadScenario for anything else."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:  # noqa: PLR2004 - rank and suit
        raise BadScenario(f"a card is a rank of {RANKS} and a suit of {SUITS}, such as As, not {text!r}")
    return Card(RANKS.index(text[0]) + 1, SUITS.index(text[1]), back)


def new_pack(back: int) -> list[Card]:
    """52 cards in the order of a new box."""
    return [Card(rank, suit, back) for suit in range(4) for rank in range(1, 14)]


def shuffled(cards: list[Card], seed: str) -> list[Card]:
    """Another order of the same cards, the same for the same seed and the same cards in any order."""
    out = sorted(cards, key=lambda one: (one.back, one.suit, one.rank))
    random.Random(seed).shuffle(out)
    return out
