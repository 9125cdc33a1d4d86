"""How many seven-card hands of one deck make each hand, counted exactly: what a bet on the player's own hand is worth.

Ranks are counted without suits, then the hands with five cards of a suit are moved to what that suit makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from types import MappingProxyType
from typing import Final

from tablectl.engine.cards import COLOURS, Card, Rank, Suit
from tablectl.engine.hands import HandValue, label, rate

SEVEN: Final = 7
_SUITS: Final = tuple(suit for suit in Suit if suit not in COLOURS)
_FLUSH: Final = 5


@cache
def seven_cards() -> Mapping[str, int]:
    """The number of seven-card hands of one deck by label; 133,784,560 in all."""
    found: Counter[str] = Counter()
    for held in combinations_with_replacement(Rank, SEVEN):
        counts = Counter(held)
        if max(counts.values()) > len(_SUITS):
            continue
        by_ranks = rate([Card(rank, _SUITS[place % len(_SUITS)]) for place, rank in enumerate(held)])
        ways = prod(comb(len(_SUITS), count) for count in counts.values())
        for one_suit, others in _one_suit(counts):
            found[label(max(_in_suit(one_suit), by_ranks))] += others
            ways -= others
        found[label(by_ranks)] += ways
    return MappingProxyType(found)


def edge_of(odds: Mapping[str, Fraction]) -> Fraction:
    """What the house keeps, on average, of one unit on a hand of seven cards of one deck; a hand that is not named loses."""
    hands = seven_cards()
    return 1 - sum(hands[name] * (1 + each) for name, each in odds.items()) / Fraction(sum(hands.values()))


@cache
def _in_suit(ranks: tuple[Rank, ...]) -> HandValue:
    return rate([Card(rank, Suit.CLUBS) for rank in ranks])


def _one_suit(counts: Mapping[Rank, int]) -> Iterator[tuple[tuple[Rank, ...], int]]:
    """The ranks that can be five or more cards of one suit, and in how many ways, over all suits, the others are of the other three."""
    for number in range(_FLUSH, len(counts) + 1):
        for ranks in combinations(counts, number):
            left = prod(comb(len(_SUITS) - 1, count - (rank in ranks)) for rank, count in counts.items())
            if left:
                yield ranks, len(_SUITS) * left
