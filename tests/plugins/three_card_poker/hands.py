"""What three cards make (RULES.md 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from tablectl.engine.cards import Card, Rank


class Made(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


Value = tuple[Made, tuple[int, ...]]
"""Compares as the hands do."""
QUEEN_HIGH: Final[Value] = (Made.HIGH_CARD, (Rank.QUEEN,))
_WHEEL: Final = (14, 3, 2)


def rate(three: Sequence[Card]) -> Value:
    counts = Counter(int(card.rank) for card in three)
    ranks = tuple(sorted((rank for rank, count in counts.items() for _ in range(count)), key=lambda rank: (-counts[rank], -rank)))
    one_suit = len({card.suit for card in three}) == 1
    if len(counts) == 1:
        return Made.THREE_OF_A_KIND, ranks
    if len(counts) == 2:
        return Made.PAIR, ranks
    if ranks == _WHEEL or ranks[0] - ranks[2] == len(ranks) - 1:
        return (Made.STRAIGHT_FLUSH if one_suit else Made.STRAIGHT), ((3, 2, 1) if ranks == _WHEEL else ranks)
    return (Made.FLUSH if one_suit else Made.HIGH_CARD), ranks


def words(value: Value) -> str:
    return value[0].name.lower().replace("_", " ")
