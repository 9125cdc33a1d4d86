"""Every showdown of one deck, counted: two own cards and two of the dealer's over each five on the board.

Boards that differ only in suits are looked at once. On a board the hands are taken from the lowest to the highest, and how many have been
passed with each card in them says how many of the dealer's are lower without looking at pairs of hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, groupby
from operator import itemgetter
from typing import Final

from tablectl.engine.cards import Card, Rank
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.hands import HandValue, rate

PACK: Final = tuple(sorted(SINGLE_52.composition, key=str))
DEALERS: Final = 990
"""Hands of two that are left to the dealer: of 52 cards seven are on the board and in the own hand."""
_SUITS: Final = tuple(dict.fromkeys(card.suit for card in PACK))
_WIDTH: Final = 16
"""Bits that the ranks of one suit take."""


@dataclass(frozen=True, slots=True)
class Met:
    """An own hand, and how many of the dealer's are lower and equal, and how many do not qualify."""

    own: HandValue
    qualifies: bool
    lower: int
    equal: int
    weak: int

    @property
    def higher(self) -> int:
        return DEALERS - self.lower - self.equal

    @property
    def beaten(self) -> int:
        """Lower ones that qualify."""
        return self.lower - self.weak if self.qualifies else 0

    @property
    def beating(self) -> int:
        """Higher ones that qualify."""
        return self.higher if self.qualifies else DEALERS - self.weak


def boards() -> Counter[tuple[Card, ...]]:
    """Five cards, one board for all that differ only in suits, and how many those are."""
    found: Counter[tuple[int, ...]] = Counter()
    bits = [1 << (int(card.rank) + _WIDTH * _SUITS.index(card.suit)) for card in PACK]
    shifts = [_WIDTH * place for place in range(len(_SUITS))]
    for five in combinations(bits, 5):
        held = reduce(int.__or__, five)
        found[tuple(sorted(held >> shift & (1 << _WIDTH) - 1 for shift in shifts))] += 1
    return Counter({tuple(_cards(by_suit)): number for by_suit, number in found.items()})


def showdowns(board: Sequence[Card], *qualify: Callable[[HandValue], bool]) -> Iterator[tuple[Met, ...]]:
    """Each own hand over this board, once for each rule of what qualifies; whatever does is higher than whatever does not."""
    left = [card for card in PACK if card not in set(board)]
    hands = sorted(((rate((a, b, *board)), a, b) for a, b in combinations(left, 2)), key=itemgetter(0))
    weak = [_Passed() for _ in qualify]
    for qualifies, passed in zip(qualify, weak, strict=True):
        for value, a, b in hands:
            if qualifies(value):
                break
            passed.add(a, b)
    passed = _Passed()
    for value, same in groupby(hands, key=itemgetter(0)):
        pairs = [(a, b) for _, a, b in same]
        lower = [passed.without(a, b) for a, b in pairs]
        for a, b in pairs:
            passed.add(a, b)
        strong = [qualifies(value) for qualifies in qualify]
        for below, (a, b) in zip(lower, pairs, strict=True):
            equal = passed.without(a, b) + 1 - below
            yield tuple(Met(value, good, below, equal, each.without(a, b) + (not good)) for good, each in zip(strong, weak, strict=True))


class _Passed:
    """Hands so far, in all and with each card."""

    def __init__(self) -> None:
        self.number = 0
        self.with_card = dict.fromkeys(PACK, 0)

    def add(self, a: Card, b: Card) -> None:
        self.number += 1
        self.with_card[a] += 1
        self.with_card[b] += 1

    def without(self, a: Card, b: Card) -> int:
        """Hands with neither of the two cards; the hand of just these two, once it was passed, is taken off twice."""
        return self.number - self.with_card[a] - self.with_card[b]


def _cards(by_suit: Sequence[int]) -> Iterator[Card]:
    for suit, ranks in zip(_SUITS, by_suit, strict=True):
        yield from (Card(rank, suit) for rank in Rank if ranks >> int(rank) & 1)
