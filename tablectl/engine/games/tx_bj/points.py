"""What a blackjack hand counts (RULES.md 5.1): pips, ten for a picture, an ace eleven or one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import Card, Rank

BEST: Final = 21
TEN: Final = 10
_ACE_HIGH: Final = 10  # what an ace counts more than one


@dataclass(frozen=True, slots=True)
class Count:
    """`soft` says that an ace counts eleven."""

    total: int
    soft: bool

    @property
    def bust(self) -> bool:
        return self.total > BEST

    def __str__(self) -> str:
        return f"bust with {self.total}" if self.bust else f"{'soft ' if self.soft else ''}{self.total}"


def value(card: Card) -> int:
    """Two to ten; an ace is one here."""
    return 1 if card.rank is Rank.ACE else min(card.rank, TEN)


def count(cards: Iterable[Card]) -> Count:
    hand = tuple(cards)
    low = sum(value(card) for card in hand)
    soft = low + _ACE_HIGH <= BEST and any(card.rank is Rank.ACE for card in hand)
    return Count(low + _ACE_HIGH * soft, soft)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Say whether these are two cards that count 21; that no pair was split is for the caller to know."""
    return len(cards) == 2 and count(cards).total == BEST  # noqa: PLR2004 - an ace and a ten
