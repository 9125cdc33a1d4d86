"""Cases of Three Card Poker: one player at seat 1 against the dealer, played by facts."""

from __future__ import annotations

from typing import Final

from tablectl.cases.reading import Case, CaseError
from tablectl.engine.facts import DEALER, BettingClosed, CardDealt, Decided, Fact, HandTurned, SeatSettled, WagerPlaced, seat
from tablectl.engine.game import HouseRules, Refusal
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.steps import Deal, Decide, Reveal, SettleSeat

from . import THREE_CARD_POKER
from .rules import ANTE, PAIR_PLUS


def settle_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """`say` is play or fold."""
    wagers = [WagerPlaced(1, bet, case.amount(bet, 0)) for bet in (ANTE, PAIR_PLUS)]
    cards = {seat(1): case.cards("player", 3), DEALER: case.cards("dealer", 3)}
    say = case.choice("say", "play", "fold")
    case.done()
    played = Round(THREE_CARD_POKER, rules, 1)
    pending: list[Fact] = [*wagers, BettingClosed()]
    while pending:
        after = apply(played, pending.pop(0))
        if isinstance(after, Refusal):
            raise CaseError("wagers", "what the rules allow", f"{after.text} ({after.rule})")
        played = after
        if not pending:
            match next_step(played):
                case Deal(place):
                    pending = [CardDealt(place, cards[place].pop(0))]
                case Decide(number):
                    pending = [Decided(number, say)]
                case Reveal(place):
                    pending = [HandTurned(place)]
                case SettleSeat(number):
                    pending = [SeatSettled(number)]
                case _:
                    pass
    settlement = settle(played)
    if isinstance(settlement, Refusal):
        raise CaseError("cards", "a hand that can be settled", f"{settlement.text} ({settlement.rule})")
    return {
        "net": {line.bet: line.net for line in settlement.lines},
        "dealer_qualifies": settlement.qualifies,
        "explain": [{"bet": line.bet, "rule": line.rule, "text": line.text} for line in settlement.lines],
    }


KINDS: Final = {"round": settle_round}
