"""Every showdown of one deck, counted: two own cards and two of the dealer's over each five on the board.

Boards that differ only in suits are looked at once. On a board the hands are taken from the lowest to the highest, and how many have been
passed with each card in them says how many of the dealer's are lower without looking at pairs of hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, groupby, takewhile
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
    """Own hands of one value, and how many of the dealer's, over all of them, are lower and equal, and how many do not qualify."""

    own: HandValue
    hands: int
    qualifies: bool
    lower: int
    equal: int
    weak: int

    @property
    def higher(self) -> int:
        return DEALERS * self.hands - self.lower - self.equal

    @property
    def beaten(self) -> int:
        """Lower ones that qualify."""
        return self.lower - self.weak if self.qualifies else 0

    @property
    def beating(self) -> int:
        """Higher ones that qualify."""
        return self.higher if self.qualifies else DEALERS * self.hands - self.weak


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
    """The own hands over this board, lowest first, once for each rule of what qualifies; whatever does is higher than whatever does not."""
    left = [card for card in PACK if card not in set(board)]
    hands = sorted((rate((left[a], left[b], *board)), a, b) for a, b in combinations(range(len(left)), 2))
    groups = [(value, [(a, b) for _, a, b in same]) for value, same in groupby(hands, key=itemgetter(0))]
    weak = []
    for qualifies in qualify:
        passed = _Passed(len(left))
        for _, pairs in takewhile(lambda group: not qualifies(group[0]), groups):  # noqa: B023  used up at once
            passed.add(pairs)
        weak.append(passed)
    passed = _Passed(len(left))
    for value, pairs in groups:
        lower = passed.without(pairs)
        passed.add(pairs)
        equal = passed.without(pairs) + len(pairs) - lower
        met = []
        for qualifies, each in zip(qualify, weak, strict=True):
            good = qualifies(value)
            met.append(Met(value, len(pairs), good, lower, equal, each.without(pairs) + (0 if good else len(pairs))))
        yield tuple(met)


class _Passed:
    """Hands so far, in all and with each card."""

    def __init__(self, cards: int) -> None:
        self.number = 0
        self.with_card = [0] * cards

    def add(self, pairs: Sequence[tuple[int, int]]) -> None:
        self.number += len(pairs)
        for a, b in pairs:
            self.with_card[a] += 1
            self.with_card[b] += 1

    def without(self, pairs: Sequence[tuple[int, int]]) -> int:
        """Hands with neither card of a pair, over all these pairs; the hand of just the two, once it was passed, is taken off twice."""
        if not self.number:
            return 0
        held = self.with_card
        return self.number * len(pairs) - sum([held[a] + held[b] for a, b in pairs])


def _cards(by_suit: Sequence[int]) -> Iterator[Card]:
    for suit, ranks in zip(_SUITS, by_suit, strict=True):
        yield from (Card(rank, suit) for rank in Rank if ranks >> int(rank) & 1)
