"""Playing cards as values: rank, suit, and the two characters that people write for them.

The 39-card packs of Texas Blackjack have colours where other packs have suits; both are a `Suit` here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
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


class Suit(Enum):
    """The four suits in the order of the alphabet, then the four colours of the 39-card pack."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"
    RED = "r"
    WHITE = "w"
    BLUE = "b"
    GREEN = "g"


_LETTERS: Final = dict(zip(Rank, "23456789TJQKA", strict=True))
_RANKS: Final = {letter: rank for rank, letter in _LETTERS.items()} | {"10": Rank.TEN}
_SUITS: Final = {suit.value: suit for suit in Suit}


class NotACard(ValueError):
    """The text is not a rank followed by a suit."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One face. Two cards with the same face are equal: a pack may hold several."""

    rank: Rank
    suit: Suit

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
