"""Texas Shootout. Its rules, numbered, are in RULES.md."""

from __future__ import annotations

from typing import Final

from tablectl.engine.decks import SIX_52
from tablectl.engine.facts import Fact
from tablectl.engine.game import Bet, DeckProfile, HouseRules, Refusal, Supply
from tablectl.engine.games.texas_shootout.house import DOCUMENT, ShootoutRules
from tablectl.engine.games.texas_shootout.judging import judge
from tablectl.engine.games.texas_shootout.payouts import settle
from tablectl.engine.games.texas_shootout.remarks import remarks
from tablectl.engine.games.texas_shootout.rules import next_step
from tablectl.engine.games.texas_shootout.standing import (
    ANTE,
    BONUS,
    BONUS_TOKE,
    ENVY,
    MAX_SEATS,
    SPLIT_ANTE,
    SPLIT_BONUS,
    SPLIT_ENVY,
    SPLIT_TOKE,
    TOKE,
    stand,
)
from tablectl.engine.round import Round
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Step


class TexasShootout:
    """The game as the table knows it."""

    id: str = "texas_shootout"
    title: str = "Texas Shootout"
    max_seats: int = MAX_SEATS
    bets: tuple[Bet, ...] = (
        Bet(ANTE, "Wager", before_deal=True, required=True),
        Bet(BONUS, "Shootout Bonus", before_deal=True),
        Bet(TOKE, "Toke", before_deal=True),
        Bet(BONUS_TOKE, "Bonus toke", before_deal=True),
        Bet(SPLIT_ANTE, "Second hand", before_deal=False),
        Bet(SPLIT_BONUS, "Second bonus", before_deal=False),
        Bet(SPLIT_TOKE, "Second toke", before_deal=False),
        Bet(ENVY, "Envy Bonus", before_deal=False),
        Bet(SPLIT_ENVY, "Second Envy", before_deal=False),
    )
    rules_type: type[HouseRules] = ShootoutRules
    sheet: HouseRules = DOCUMENT

    def pack(self, rules: HouseRules) -> DeckProfile:  # noqa: ARG002  six decks by every house's rules
        """RULES.md 1.1"""
        return SIX_52

    def supply(self, rules: HouseRules) -> Supply:  # noqa: ARG002
        """RULES.md 1.2"""
        return Supply.SHOE

    def pressed(self, round: Round, seat: int, bet: str) -> int:
        at = stand(round)
        return at.layout.stake(seat, bet) + (at.rules.tokes.unit if bet in {TOKE, BONUS_TOKE} else at.rules.unit)

    def warnings(self, rules: HouseRules) -> tuple[str, ...]:
        if isinstance(rules, ShootoutRules) and rules.tokes.allowed and rules.limits.ante_max is None:
            return ("tokes.percent_at_max has nothing to be measured by: limits.ante_max is not posted (TS 4.7)",)
        return ()

    def remarks(self, round: Round) -> tuple[str, ...]:
        """Sentences for a screen beside the step: Envy Bonus markers, and what was noted of the cards."""
        return remarks(round)

    def judge(self, round: Round, fact: Fact) -> Refusal | None:
        return judge(round, fact)

    def next_step(self, round: Round) -> Step:
        return next_step(round)

    def settle(self, round: Round) -> Settlement | Refusal:
        return settle(round)


TEXAS_SHOOTOUT: Final = TexasShootout()
