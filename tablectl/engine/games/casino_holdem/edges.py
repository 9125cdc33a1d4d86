"""What the house keeps of the bonus of Casino Texas Hold'em, exactly: over every two own ranks and every three open ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Final

from tablectl.engine.cards import COLOURS, Card, Rank, Suit
from tablectl.engine.game import HouseRules
from tablectl.engine.games.casino_holdem.house import CasinoHoldemRules
from tablectl.engine.games.casino_holdem.standing import BONUS
from tablectl.engine.games.casino_holdem.verdicts import Verdict, bonus

_SUITS: Final = tuple(suit for suit in Suit if suit not in COLOURS)
_OWN: Final = 2
_OPEN: Final = 3


def edges(rules: HouseRules) -> Mapping[str, Fraction]:
    """The bonus by RULES.md 8.1, 8.2, 8.3, where a fold cannot lose it."""
    if not isinstance(rules, CasinoHoldemRules) or rules.bonus.after_fold != "in_action":
        return {}
    kept = sum((ways * _kept(bonus(rules, hand)) for hand, ways in _hands()), Fraction(0))
    return {BONUS: kept / (comb(52, _OWN) * comb(52 - _OWN, _OPEN))}


def _hands() -> Iterator[tuple[Sequence[Card], int]]:
    """One hand of each ranks, own ones first, and how many are like it: those of one suit by themselves."""
    for own, table in product(combinations_with_replacement(Rank, _OWN), combinations_with_replacement(Rank, _OPEN)):
        held, lying = Counter(own), Counter(table)
        ways = prod(comb(len(_SUITS), count) for count in held.values())
        ways *= prod(comb(len(_SUITS) - held[rank], count) for rank, count in lying.items())
        ranks = (*own, *table)
        if ways and len(set(ranks)) == len(ranks):
            yield [Card(rank, Suit.CLUBS) for rank in ranks], len(_SUITS)
            ways -= len(_SUITS)
        if ways:
            yield [Card(rank, _SUITS[place % len(_SUITS)]) for place, rank in enumerate(ranks)], ways


def _kept(verdict: Verdict) -> Fraction:
    return -verdict.odds if verdict.odds is not None else Fraction(1)
