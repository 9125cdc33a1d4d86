"""Poker hands of five to seven cards from any number of packs: which five count, how they rank, and how to say it.

A hand's value is one integer that compares as the hands do: its category, then the five ranks that count, four bits each. The category and
the ranks can be read back from it, so nothing else has to be kept. Colours have no place in a poker hand and are refused.

Two small questions decide every hand: what do the ranks make whatever the suits, and what do the cards of one suit make by themselves. The
better answer is the hand. Both are answered once for each multiset of ranks and remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NewType

from tablectl.engine.cards import COUNT_SHIFT, RANK_BITS, RANKS_SHIFT, SUIT_BITS, Card, Rank, Suit

HandValue = NewType("HandValue", int)


class Category(IntEnum):
    """The kinds of hands from the lowest to the highest. A royal flush is the highest straight flush and has only a name of its own."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    FIVE_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    FIVE_OF_A_KIND_SUITED = 10


ROYAL_FLUSH: Final = "royal_flush"
LABELS: Final = (*(category.name.lower() for category in Category), ROYAL_FLUSH)

_FEWEST: Final = 5
_MOST: Final = 7
_LOW_ACE: Final = 1
_IN_ONE_SUIT: Final = frozenset({Category.FLUSH, Category.STRAIGHT_FLUSH, Category.FIVE_OF_A_KIND_SUITED})

_WITH_KICKERS: Final = frozenset({Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND})


class NotAHand(ValueError):
    """The cards are fewer than five, more than seven, or have colours instead of suits."""


def rate(cards: Sequence[Card]) -> HandValue:
    """Return the value of the best five of five to seven cards. Raise NotAHand for anything else."""
    if len(cards) == _MOST:  # written out: a sixth faster than the loop
        a, b, c, d, e, f, g = cards
        tally = _SUITS_FROM_THREE + a.tally + b.tally + c.tally + d.tally + e.tally + f.tally + g.tally
    else:
        tally = _SUITS_FROM_THREE
        for card in cards:
            tally += card.tally
    value = _BY_RANKS[tally >> RANKS_SHIFT]
    if tally & _FIVE_IN_A_SUIT:
        return max(value, _BY_SUIT[_ranks_in_long_suit(cards, tally)])
    return value


def category(value: HandValue) -> Category:
    return Category(value >> 20)


def label(value: HandValue) -> str:
    """Return the category's name in lower case, or `royal_flush`."""
    return ROYAL_FLUSH if value == _ROYAL else Category(value >> 20).name.lower()


def ranks(value: HandValue) -> tuple[int, ...]:
    """Return the five ranks that count, the weightiest first; an ace that plays low is 1."""
    return tuple(value >> shift & 15 for shift in (16, 12, 8, 4, 0))


def rank_text(value: HandValue) -> str:
    """Return the five ranks as letters: `KKQJ9`, or `5432A`."""
    return "".join(_RANKS[number].letter for number in ranks(value))


def words(value: HandValue) -> str:
    """Say the hand as a dealer would: `two pair, queens and jacks`."""
    first, second, third, fourth, fifth = (_RANKS[number] for number in ranks(value))
    match category(value):
        case Category.HIGH_CARD:
            return f"{_NAMES[first]} high"
        case Category.PAIR:
            return f"a pair of {_plural(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(third)}"
        case Category.FULL_HOUSE:
            return f"a full house, {_plural(first)} over {_plural(fourth)}"
        case Category.THREE_OF_A_KIND:
            return f"three {_plural(first)}"
        case Category.FOUR_OF_A_KIND:
            return f"four {_plural(first)}"
        case Category.FIVE_OF_A_KIND:
            return f"five {_plural(first)}"
        case Category.FIVE_OF_A_KIND_SUITED:
            return f"five {_plural(first)} of one suit"
        case Category.STRAIGHT:
            return f"a straight, {_NAMES[first]} high"
        case Category.FLUSH:
            return f"a flush, {' '.join(rank.letter for rank in (first, second, third, fourth, fifth))}"
        case Category.STRAIGHT_FLUSH:
            return "a royal flush" if value == _ROYAL else f"a straight flush, {_NAMES[first]} high"


def compared(one: HandValue, other: HandValue) -> str:
    """Say two hands against each other; where the words are the same, with the ranks that decide: `a pair of sevens, 7 7 A K 2 against ...`."""
    said = [words(value) for value in (one, other)]
    if said[0] == said[1] and category(one) in _WITH_KICKERS:
        said = [f"{text}, {' '.join(rank_text(value))}" for text, value in zip(said, (one, other), strict=True)]
    return " against ".join(said)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five cards that make the value, in the order of its ranks; of equal choices the first card given."""
    value = rate(cards)
    in_one_suit = category(value) in _IN_ONE_SUIT
    left = [card for card in cards if not in_one_suit or card.suit is _long_suit(cards)]
    best = []
    for number in ranks(value):
        card = next(card for card in left if card.rank is _RANKS[number])
        left.remove(card)
        best.append(card)
    return tuple(best)


_SUITS_FROM_THREE: Final = 0x3333  # a suit that starts at three reaches its fourth bit with the fifth card
_FIVE_IN_A_SUIT: Final = 0x8888


def _ranks_in_long_suit(cards: Sequence[Card], tally: int) -> int:
    digit = SUIT_BITS * next(order for order in range(4) if tally >> (SUIT_BITS * order + 3) & 1)
    return sum(card.tally >> RANKS_SHIFT for card in cards if card.tally >> digit & 1)


def _long_suit(cards: Sequence[Card]) -> Suit:
    return max(Suit, key=[card.suit for card in cards].count)


class _ByRanks(dict[int, HandValue]):
    """What the ranks make by themselves, by their tally."""

    def __missing__(self, tally: int) -> HandValue:
        count = tally >> (COUNT_SHIFT - RANKS_SHIFT)
        if not _FEWEST <= count <= _MOST:
            raise NotAHand("a poker hand has five to seven cards with suits, no colours and no other number")
        value = self[tally] = _made_by_ranks(_counts(tally))
        return value


class _BySuit(dict[int, HandValue]):
    """What five or more cards of one suit make, by the tally of their ranks."""

    def __missing__(self, tally: int) -> HandValue:
        value = self[tally] = _made_in_suit(_counts(tally))
        return value


def _counts(tally: int) -> dict[Rank, int]:
    """The ranks in a tally with their numbers, the highest rank first."""
    counts = {rank: tally >> RANK_BITS * (rank - Rank.TWO) & 7 for rank in reversed(Rank)}
    return {rank: count for rank, count in counts.items() if count}


def _made_by_ranks(counts: dict[Rank, int]) -> HandValue:
    def best(number: int, *without: Rank) -> Rank | None:
        return next((rank for rank, count in counts.items() if count >= number and rank not in without), None)

    def others(number: int, *without: Rank) -> list[Rank]:
        return [rank for rank, count in counts.items() if rank not in without for _ in range(count)][:number]

    if five := best(5):
        return _value(Category.FIVE_OF_A_KIND, [five] * 5)
    if four := best(4):
        return _value(Category.FOUR_OF_A_KIND, [four] * 4 + others(1, four))
    three = best(3)
    if three and (two := best(2, three)):
        return _value(Category.FULL_HOUSE, [three] * 3 + [two] * 2)
    if top := _straight_top(counts):
        return _value(Category.STRAIGHT, range(top, top - 5, -1))
    if three:
        return _value(Category.THREE_OF_A_KIND, [three] * 3 + others(2, three))
    pair = best(2)
    if pair and (two := best(2, pair)):
        return _value(Category.TWO_PAIR, [pair] * 2 + [two] * 2 + others(1, pair, two))
    if pair:
        return _value(Category.PAIR, [pair] * 2 + others(3, pair))
    return _value(Category.HIGH_CARD, others(5))


def _made_in_suit(counts: dict[Rank, int]) -> HandValue:
    if five := next((rank for rank, count in counts.items() if count >= _FEWEST), None):
        return _value(Category.FIVE_OF_A_KIND_SUITED, [five] * 5)
    if top := _straight_top(counts):
        return _value(Category.STRAIGHT_FLUSH, range(top, top - 5, -1))
    return _value(Category.FLUSH, [rank for rank, count in counts.items() for _ in range(count)][:5])


def _straight_top(counts: dict[Rank, int]) -> int | None:
    present = {int(rank) for rank in counts} | ({_LOW_ACE} if Rank.ACE in counts else set())
    return next((top for top in range(Rank.ACE, Rank.FIVE - 1, -1) if present.issuperset(range(top - 4, top + 1))), None)


def _value(category: Category, five: Sequence[int]) -> HandValue:
    value = int(category)
    for rank in five:
        value = value << 4 | rank
    return HandValue(value)


def _plural(rank: Rank) -> str:
    return _NAMES[rank] + ("es" if rank is Rank.SIX else "s")


_BY_RANKS: Final = _ByRanks()
_BY_SUIT: Final = _BySuit()
_NAMES: Final = {rank: rank.name.lower() for rank in Rank}
_RANKS: Final = {_LOW_ACE: Rank.ACE} | {int(rank): rank for rank in Rank}
_ROYAL: Final = _value(Category.STRAIGHT_FLUSH, range(Rank.ACE, Rank.TEN - 1, -1))
