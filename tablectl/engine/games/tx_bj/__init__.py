"""Texas Blackjack (TX-BJ). Its rules, numbered, are in RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from tablectl.engine.decks import EIGHT_39
from tablectl.engine.facts import Fact
from tablectl.engine.game import Bet, DeckProfile, HouseRules, Refusal, Supply
from tablectl.engine.games.tx_bj.edges import edges
from tablectl.engine.games.tx_bj.house import DOCUMENT, TxBjRules
from tablectl.engine.games.tx_bj.judging import judge
from tablectl.engine.games.tx_bj.payouts import settle
from tablectl.engine.games.tx_bj.rules import next_step
from tablectl.engine.games.tx_bj.standing import BOX, COMBO, DOUBLE, INSURANCE, MAX_SEATS, SPLIT_BET
from tablectl.engine.games.tx_bj.wagers import LABELS, MARKS
from tablectl.engine.round import Round, one_unit_more
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Step


class TexasBlackjack:
    """The game as the table knows it."""

    id: str = "tx_bj"
    title: str = "Texas Blackjack"
    max_seats: int = MAX_SEATS
    bets: tuple[Bet, ...] = (
        *(Bet(name, label, before_deal=True, required=name == BOX, marks=MARKS if name == COMBO else ()) for name, label in LABELS.items()),
        Bet(INSURANCE, "Insurance", before_deal=False),
        Bet(SPLIT_BET, "Split", before_deal=False),
        Bet(DOUBLE, "Double", before_deal=False),
    )
    rules_type: type[HouseRules] = TxBjRules
    sheet: HouseRules = DOCUMENT

    def pack(self, rules: HouseRules) -> DeckProfile:  # noqa: ARG002  eight packs by every house's rules
        """RULES.md 1.1, 8.1"""
        return EIGHT_39

    def supply(self, rules: HouseRules) -> Supply:  # noqa: ARG002
        """RULES.md 1.2"""
        return Supply.CONTINUOUS

    def pressed(self, round: Round, seat: int, bet: str) -> int:
        return one_unit_more(round, seat, bet)

    def warnings(self, rules: HouseRules) -> tuple[str, ...]:
        if isinstance(rules, TxBjRules) and rules.blackjack.even_money and rules.blackjack.pays == "6:5":
            worth = "even money pays 1 for a blackjack that is worth 0.831 of its wager against an ace"
            return (f"blackjack.even_money beside blackjack.pays = 6:5: {worth} (TX 5.6)",)
        return ()

    def edges(self, rules: HouseRules) -> Mapping[str, Fraction]:
        return edges(rules)

    def judge(self, round: Round, fact: Fact) -> Refusal | None:
        return judge(round, fact)

    def next_step(self, round: Round) -> Step:
        return next_step(round)

    def settle(self, round: Round) -> Settlement | Refusal:
        return settle(round)


TX_BJ: Final = TexasBlackjack()
