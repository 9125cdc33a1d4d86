"""What the house keeps of the areas of Texas Blackjack, exactly: over every pair of first cards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from tablectl.engine.decks import EIGHT_39
from tablectl.engine.game import HouseRules
from tablectl.engine.games.tx_bj.house import TxBjRules
from tablectl.engine.games.tx_bj.standing import COMBO, SIDE_BETS
from tablectl.engine.games.tx_bj.verdicts import Verdict, side_bet
from tablectl.engine.settlement import Result

_LOST: Final = {"half": Fraction(1, 2), Result.LOSE: Fraction(1), Result.PUSH: Fraction(0)}


def edges(rules: HouseRules) -> Mapping[str, Fraction]:
    """Every area but COMBO, whose edge depends on its marks (RULES.md 4.4)."""
    return {bet: edge(rules, bet) for bet in SIDE_BETS if bet != COMBO} if isinstance(rules, TxBjRules) else {}


def edge(rules: TxBjRules, bet: str, marks: tuple[str, ...] = ()) -> Fraction:
    """What is kept of one unit on a side bet with these marks."""
    pack = EIGHT_39.composition
    kept = Fraction(0)
    for (own, copies), (dealer, others) in product(pack.items(), pack.items()):
        kept += copies * (others - (own == dealer)) * _kept(side_bet(rules, bet, marks, own, dealer))
    return kept / (pack.total() * (pack.total() - 1))


def _kept(verdict: Verdict) -> Fraction:
    return -verdict.odds if verdict.odds is not None else _LOST[verdict.result]
