"""Casino Texas Hold'em. Its rules, numbered, are in RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tablectl.engine.decks import SINGLE_52
from tablectl.engine.facts import Fact
from tablectl.engine.game import Bet, DeckProfile, HouseRules, Refusal, Supply
from tablectl.engine.games.casino_holdem.edges import edges
from tablectl.engine.games.casino_holdem.house import DOCUMENT, CasinoHoldemRules
from tablectl.engine.games.casino_holdem.judging import judge
from tablectl.engine.games.casino_holdem.payouts import settle
from tablectl.engine.games.casino_holdem.rules import next_step
from tablectl.engine.games.casino_holdem.standing import ANTE, BET, BONUS, MAX_SEATS
from tablectl.engine.games.casino_holdem.wagers import pressed
from tablectl.engine.round import Round
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Step


class CasinoTexasHoldem:
    """The game as the table knows it."""

    id: str = "casino_holdem"
    title: str = "Casino Texas Hold'em"
    max_seats: int = MAX_SEATS
    bets: tuple[Bet, ...] = (
        Bet(ANTE, "Ante", before_deal=True, required=True),
        Bet(BONUS, "Bonus", before_deal=True),
        Bet(BET, "Bet", before_deal=True),
    )
    rules_type: type[HouseRules] = CasinoHoldemRules
    sheet: HouseRules = DOCUMENT

    def pack(self, rules: HouseRules) -> DeckProfile:  # noqa: ARG002  one pack by every house's rules
        """RULES.md 1.1"""
        return SINGLE_52

    def supply(self, rules: HouseRules) -> Supply:
        """RULES.md 1.2"""
        return Supply.FRESH_PACK if isinstance(rules, CasinoHoldemRules) and rules.shuffle.every_round else Supply.SHOE

    def pressed(self, round: Round, seat: int, bet: str) -> int:
        return pressed(round, seat, bet)

    def warnings(self, rules: HouseRules) -> tuple[str, ...]:  # noqa: ARG002  no switch of this game is known to favour the player
        return ()

    def edges(self, rules: HouseRules) -> Mapping[str, Fraction]:
        return edges(rules)

    def judge(self, round: Round, fact: Fact) -> Refusal | None:
        return judge(round, fact)

    def next_step(self, round: Round) -> Step:
        return next_step(round)

    def settle(self, round: Round) -> Settlement | Refusal:
        return settle(round)


CASINO_HOLDEM: Final = CasinoTexasHoldem()
