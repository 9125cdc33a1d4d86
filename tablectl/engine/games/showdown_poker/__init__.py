"""Showdown Poker. Its rules, numbered, are in RULES.md."""

from __future__ import annotations

from typing import Final

from tablectl.engine.decks import SIX_52
from tablectl.engine.facts import Fact
from tablectl.engine.game import Bet, DeckProfile, HouseRules, Refusal, Supply
from tablectl.engine.games.showdown_poker.house import DOCUMENT, ShowdownRules
from tablectl.engine.games.showdown_poker.judging import judge
from tablectl.engine.games.showdown_poker.payouts import settle
from tablectl.engine.games.showdown_poker.rules import next_step
from tablectl.engine.games.showdown_poker.standing import ANTE, BONUS, MAX_SEATS, SPLIT_ANTE, SPLIT_BONUS
from tablectl.engine.round import Round, one_unit_more
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Step


class ShowdownPoker:
    """The game as the table knows it."""

    id: str = "showdown_poker"
    title: str = "Showdown Poker"
    max_seats: int = MAX_SEATS
    bets: tuple[Bet, ...] = (
        Bet(ANTE, "Ante", before_deal=True, required=True),
        Bet(BONUS, "Showdown Bonus", before_deal=True),
        Bet(SPLIT_ANTE, "Ante, second hand", before_deal=False),
        Bet(SPLIT_BONUS, "Showdown Bonus, second hand", before_deal=False),
    )
    rules_type: type[HouseRules] = ShowdownRules
    sheet: HouseRules = DOCUMENT

    def pack(self, rules: HouseRules) -> DeckProfile:  # noqa: ARG002  one pack by every house's rules
        """RULES.md 1.1"""
        return SIX_52

    def supply(self, rules: HouseRules) -> Supply:  # noqa: ARG002
        """RULES.md 1.2, 8.4: the table deals a pack once, and only when a shuffler found it complete; it keeps a card drawn early (RULES.md 8.2)."""
        return Supply.FRESH_PACK

    def pressed(self, round: Round, seat: int, bet: str) -> int:
        return one_unit_more(round, seat, bet)

    def warnings(self, rules: HouseRules) -> tuple[str, ...]:
        if isinstance(rules, ShowdownRules) and not rules.bonus.table:
            return ("bonus.table is empty: no Showdown Bonus is offered at this table (SP 2.3)",)
        return ()

    def judge(self, round: Round, fact: Fact) -> Refusal | None:
        return judge(round, fact)

    def next_step(self, round: Round) -> Step:
        return next_step(round)

    def settle(self, round: Round) -> Settlement | Refusal:
        return settle(round)


SHOWDOWN_POKER: Final = ShowdownPoker()
