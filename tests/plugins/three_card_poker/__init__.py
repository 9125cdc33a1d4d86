"""Three Card Poker, as another distribution would bring it. Its rules, numbered, are in RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tablectl.engine.decks import SINGLE_52
from tablectl.engine.facts import Fact
from tablectl.engine.game import Bet, DeckProfile, HouseRules, Refusal, Supply
from tablectl.engine.round import Round, one_unit_more
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Step

from .house import SHEET, ThreeCardRules
from .payouts import pair_plus_edge, settle
from .rules import ANTE, PAIR_PLUS, PLAY, SEATS, due, judge, stand


class ThreeCardPoker:
    id: str = "three_card_poker"
    title: str = "Three Card Poker"
    max_seats: int = SEATS
    bets: tuple[Bet, ...] = (
        Bet(ANTE, "Ante", before_deal=True, required=True),
        Bet(PAIR_PLUS, "Pair Plus", before_deal=True),
        Bet(PLAY, "Play", before_deal=False),
    )
    rules_type: type[HouseRules] = ThreeCardRules
    sheet: HouseRules = SHEET

    def pack(self, rules: HouseRules) -> DeckProfile:  # noqa: ARG002  one pack by every house's rules
        return SINGLE_52

    def supply(self, rules: HouseRules) -> Supply:  # noqa: ARG002
        return Supply.FRESH_PACK

    def pressed(self, round: Round, seat: int, bet: str) -> int:
        return one_unit_more(round, seat, bet)

    def warnings(self, rules: HouseRules) -> tuple[str, ...]:  # noqa: ARG002  nothing to warn of
        return ()

    def edges(self, rules: HouseRules) -> Mapping[str, Fraction]:
        return {PAIR_PLUS: pair_plus_edge()} if isinstance(rules, ThreeCardRules) else {}

    def judge(self, round: Round, fact: Fact) -> Refusal | None:
        return judge(round, fact)

    def next_step(self, round: Round) -> Step:
        return due(stand(round))

    def settle(self, round: Round) -> Settlement | Refusal:
        return settle(round)


THREE_CARD_POKER: Final = ThreeCardPoker()
