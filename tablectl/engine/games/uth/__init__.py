"""Ultimate Texas Hold'em. Its rules, numbered, are in RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tablectl.engine.decks import SINGLE_52
from tablectl.engine.facts import Fact
from tablectl.engine.game import Bet, DeckProfile, HouseRules, Refusal, Supply
from tablectl.engine.games.uth.edges import edges
from tablectl.engine.games.uth.house import DOCUMENT, UthRules
from tablectl.engine.games.uth.judging import judge
from tablectl.engine.games.uth.payouts import settle
from tablectl.engine.games.uth.rules import next_step
from tablectl.engine.games.uth.standing import ANTE, BLIND, MAX_SEATS, PLAY, TRIPLE
from tablectl.engine.round import Round, one_unit_more
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Step


class UltimateTexasHoldem:
    """The game as the table knows it."""

    id: str = "uth"
    title: str = "Ultimate Texas Hold'em"
    max_seats: int = MAX_SEATS
    bets: tuple[Bet, ...] = (
        Bet(ANTE, "Ante", before_deal=True, required=True),
        Bet(BLIND, "Blind", before_deal=True, required=True),
        Bet(TRIPLE, "Triple Bonus", before_deal=True),
        Bet(PLAY, "Play", before_deal=False),
    )
    rules_type: type[HouseRules] = UthRules
    sheet: HouseRules = DOCUMENT

    def pack(self, rules: HouseRules) -> DeckProfile:  # noqa: ARG002  one pack by every house's rules
        """RULES.md 1.1"""
        return SINGLE_52

    def supply(self, rules: HouseRules) -> Supply:  # noqa: ARG002
        """RULES.md 1.2"""
        return Supply.FRESH_PACK

    def pressed(self, round: Round, seat: int, bet: str) -> int:
        return one_unit_more(round, seat, bet)

    def warnings(self, rules: HouseRules) -> tuple[str, ...]:
        if isinstance(rules, UthRules) and rules.river_multiple > 1:
            edge = f"river_multiple = {rules.river_multiple}: at two times, as printed, the best player is ahead of the house by 0.436 % of the ante"
            return (f"{edge}; the trade plays one time (UTH 3.6)",)
        return ()

    def edges(self, rules: HouseRules) -> Mapping[str, Fraction]:
        return edges(rules)

    def judge(self, round: Round, fact: Fact) -> Refusal | None:
        return judge(round, fact)

    def next_step(self, round: Round) -> Step:
        return next_step(round)

    def settle(self, round: Round) -> Settlement | Refusal:
        return settle(round)


UTH: Final = UltimateTexasHoldem()
