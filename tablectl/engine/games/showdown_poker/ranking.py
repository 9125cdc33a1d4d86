"""The sheet's list of all two-card hands, from 1 to 182: advice for players, which binds nobody (RULES.md 4.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final

from tablectl.engine.cards import Card

_LIST: Final = """
    AAs AAu KKs KKu QQs QQu JJs JJu TTs TTu 99s 99u 88s AKs 88u 77s AQs 66s 77u AKu
    AJs 55s KQs ATs AQu 66u KJs AJu 44s A9s 55u KTs KQu ATu A8s QJs 33s A7s KJu QTs
    K9s 44u A6s A5s A9u KTu A4s JTs 22s K8s QJu Q9s A3s A8u K7s 33u A2s A7u QTu K6s
    J9s K9u Q8s K5s A6u A5u T9s K4s JTu 22u J8s A4u Q7s K8u K3s Q9u Q6s A3u T8s K2s
    K7u 98s Q5s J7s A2u J9u K6u Q4s Q8u 97s T7s 87s K5u Q3s T9u J6s Q2s J5s K4u J8u
    86s 96s 76s T6s Q7u J4s K3u Q6u T8u 98u J3s 75s 65s 95s 85s K2u T5s Q5u J7u J2s
    T4s 54s 97u Q4u T7u 64s 87u 74s 84s 94s T3s 93s Q3u J6u T2s 53s 92s 96u 86u J5u
    76u Q2u 63s T6u 73s 83s J4u 43s 82s 52s 75u 65u 95u 85u J3u 62s 72s T5u 42s J2u
    T4u 54u 64u 74u 32s 94u 84u T3u 93u T2u 53u 92u 63u 73u 83u 43u 82u 52u 62u 72u
    42u 32u
"""
"""Ranks and `s` for suited or `u` for unsuited, the highest first. Source: the rule sheet's ranking of two-card hands."""

RANKING: Final = MappingProxyType({name: rank for rank, name in enumerate(_LIST.split(), start=1)})


@dataclass(frozen=True, slots=True)
class Ranked:
    """Two cards, the higher first, and their place in the list."""

    keep: tuple[Card, Card]
    rank: int

    def __str__(self) -> str:
        return f"{self.rank} of {len(RANKING)} in the list of two-card hands"


def rank_of(two: Iterable[Card]) -> int:
    """Look two cards up: 1 is the highest. Raise ValueError for another number of cards."""
    high, low = _ordered(two)
    return RANKING[f"{high.rank.letter}{low.rank.letter}{'s' if high.suit is low.suit else 'u'}"]


def highest(cards: Iterable[Card]) -> Ranked:
    """Of these cards the two that the list puts highest; of one place the suits in the order of the alphabet decide."""
    pairs = [Ranked((high, low), rank_of((high, low))) for high, low in combinations(_ordered(cards), 2)]
    return min(pairs, key=lambda pair: (pair.rank, [card.suit for card in pair.keep]))


def _ordered(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: (-card.rank, card.suit))
