"""Playing cards as values: rank, suit, and the two characters that people write for them.

The 39-card packs of Texas Blackjack have colours where other packs have suits; both are a `Suit` here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import total_ordering
from typing import Final


class Rank(IntEnum):
    """The pips; the ace is high, and counts low only where a rule says so."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return _LETTERS[self]


@total_ordering
class Suit(Enum):
    """The four suits in the order of the alphabet, then the four colours of the 39-card pack; they compare in that order."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"
    RED = "r"
    WHITE = "w"
    BLUE = "b"
    GREEN = "g"

    def __lt__(self, other: object) -> bool:
        return _SUIT_ORDER[self] < _SUIT_ORDER[other] if isinstance(other, Suit) else NotImplemented


COLOURS: Final = frozenset({Suit.RED, Suit.WHITE, Suit.BLUE, Suit.GREEN})
_LETTERS: Final = dict(zip(Rank, "23456789TJQKA", strict=True))
_RANKS: Final = {letter: rank for rank, letter in _LETTERS.items()} | {"10": Rank.TEN}
_SUITS: Final = {suit.value: suit for suit in Suit}
_SUIT_ORDER: Final = {suit: order for order, suit in enumerate(Suit)}

# A tally counts cards by addition: four bits for each suit, above them three for each rank, above them how many cards there are.
# Up to seven cards no digit carries. A colour is no suit: it counts as eight cards, which no poker hand has.
SUIT_BITS: Final = 4
RANK_BITS: Final = 3
RANKS_SHIFT: Final = 4 * SUIT_BITS
COUNT_SHIFT: Final = RANKS_SHIFT + 13 * RANK_BITS
_RANK_TALLY: Final = {rank: 1 << (RANKS_SHIFT + RANK_BITS * (rank - Rank.TWO)) for rank in Rank}
_SUIT_TALLY: Final = {
    suit: (8 << COUNT_SHIFT) if suit in COLOURS else (1 << SUIT_BITS * order) + (1 << COUNT_SHIFT) for suit, order in _SUIT_ORDER.items()
}


class NotACard(ValueError):
    """The text is not a rank followed by a suit."""


class _Tallied:
    """Holds the tally outside the fields of a card, so that it is neither compared, shown nor written to a record."""

    __slots__ = ("tally",)
    tally: int


@dataclass(frozen=True, slots=True, order=True)
class Card(_Tallied):
    """One face. Two cards with the same face are equal: a pack may hold several."""

    rank: Rank
    suit: Suit

    def __post_init__(self) -> None:
        object.__setattr__(self, "tally", _RANK_TALLY[self.rank] + _SUIT_TALLY[self.suit])

    def __hash__(self) -> int:
        return self.tally

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `Ah`, `Tc`, `10c` or `7r`. Raise NotACard for anything else."""
        try:
            return cls(_RANKS[text[:-1].upper()], _SUITS[text[-1:].lower()])
        except KeyError:
            raise NotACard(f"a card is a rank and a suit such as Ah or 7r, not {text!r}") from None

    def __str__(self) -> str:
        return self.rank.letter + self.suit.value


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks: `"Ah Kd 7c"`."""
    return tuple(Card.parse(word) for word in text.split())
