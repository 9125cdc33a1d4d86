"""Cases of Casino Texas Hold'em: one field against the dealer played by facts, wagers, and what the table does when something is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tablectl.cases.reading import Case, CaseError
from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    BOARD,
    DEALER,
    BettingClosed,
    CardDealt,
    CardExposed,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    Place,
    PlayerSeated,
    Prepared,
    SeatSettled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import HouseRules, Refusal
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem.house import CasinoHoldemRules
from tablectl.engine.games.casino_holdem.standing import ANTE, BET, BET_MULTIPLE, BONUS, CALL, FOLD
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.steps import Deal, Decide, Prepare, Reveal, SettleSeat

SEAT: Final = 1
DARK: Final = "dark"


def settle_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """Play a hand to its end. `action` is call or fold, or dark for a field whose bet stands before the deal."""
    stakes = {ANTE: case.amount(ANTE), BONUS: case.amount(BONUS, 0)}
    cards = {seat(SEAT): case.cards("player", 2), DEALER: case.cards("dealer", 2), BOARD: case.cards("board", 5)}
    action = case.choice("action", CALL, DARK, FOLD)
    case.done()
    stakes |= {BET: BET_MULTIPLE * stakes[ANTE]} if action == DARK else {}
    played = _ready(Round(CASINO_HOLDEM, rules, SEAT))
    for bet, amount in stakes.items():
        played = _add(played, WagerPlaced(SEAT, bet, amount), bet)
    played = _add(played, BettingClosed(), "wagers")
    while fact := _next_fact(played, cards, action):
        played = _add(played, fact, "cards")
    settlement = settle(played)
    if isinstance(settlement, Refusal):
        raise CaseError("cards", "a hand that can be settled", f"{settlement.text} ({settlement.rule})")
    return {
        "net": {line.bet: line.net for line in settlement.lines},
        "dealer_qualifies": settlement.qualifies,
        "explain": [{"bet": line.bet, "rule": line.rule, "text": line.text} for line in settlement.lines],
    }


def validate(case: Case, rules: HouseRules) -> dict[str, object]:
    """Say whether these wagers are taken; with a bet the field is dark."""
    wagers = [WagerPlaced(SEAT, bet, case.amount(bet, 0)) for bet in (ANTE, BONUS, BET)]
    case.done()
    return _accepted(_ready(Round(CASINO_HOLDEM, rules, SEAT)), (*wagers, BettingClosed()), "the wagers are taken", "CH 3.1")


def procedure(case: Case, rules: HouseRules) -> dict[str, object]:
    """Say whether what happens is taken as it is said; `event` names it."""
    events = _events(_smallest_ante(rules))
    event = events[case.choice("event", *events)]
    case.done()
    return _accepted(Round(CASINO_HOLDEM, rules, event.seats), event.facts, "taken", event.rule)


@dataclass(frozen=True, slots=True)
class _Event:
    """Something that happens at a table for so many, and the rule that lets it happen."""

    rule: str
    facts: tuple[Fact, ...]
    seats: int = 6


def _events(ante: int) -> Mapping[str, _Event]:
    def wagers(number: int, *, dark: bool = False) -> tuple[Fact, ...]:
        return (WagerPlaced(number, ANTE, ante), *((WagerPlaced(number, BET, BET_MULTIPLE * ante),) if dark else ()))

    seven_fields = (fact for number in range(1, 8) for fact in wagers(number))
    two_fields = (PlayerSeated(1, "a player"), PlayerSeated(2, "a player"), *wagers(1))
    dealt = (*wagers(1), BettingClosed(), CardDealt(seat(1), None))
    refused = Prepared(Task.CUT, 1, refused=True)
    return {
        "seventh_field_requested": _Event("CH 2.1", (*seven_fields, BettingClosed()), seats=7),
        "second_light_field_requested": _Event("CH 2.3", (*two_fields, *wagers(2), BettingClosed())),
        "second_field_dark": _Event("CH 2.3", (*two_fields, *wagers(2, dark=True), BettingClosed())),
        "cut_refused": _Event("CH 1.5", (refused, Prepared(Task.CUT))),
        "cut_refused_by_the_dealer": _Event("CH 1.5", (refused, Prepared(Task.CUT, refused=True))),
        "card_exposed_in_the_deal": _Event("CH 9.2", (*dealt, CardExposed(seat(1)), Prepared(Task.GATHER))),
        "wrong_number_of_cards": _Event("CH 9.3", (*dealt, MisdealDeclared("three cards at one field"), Prepared(Task.GATHER))),
        "bet_after_no_more_bets": _Event("CH 3.7", (*wagers(1), BettingClosed(), *wagers(1))),
    }


def _accepted(played: Round, facts: tuple[Fact, ...], taken: str, rule: str) -> dict[str, object]:
    """Tell the facts in their order; what has to be done with the cards before them is done, unless they tell of it."""
    for fact in facts:
        after = apply(played if isinstance(fact, Prepared) else _ready(played), fact)
        if isinstance(after, Refusal):
            return {"accept": False, "explain": [{"what": fact.kind, "rule": after.rule, "text": after.text}]}
        played = after
    return {"accept": True, "explain": [{"what": facts[-1].kind, "rule": rule, "text": taken}]}


def _ready(round: Round) -> Round:
    """Do what has to be done with the cards; nobody refuses."""
    played = round
    while isinstance(step := next_step(played), Prepare):
        played = _add(played, Prepared(step.task, step.seat), "cards")
    return played


def _smallest_ante(rules: HouseRules) -> int:
    if not isinstance(rules, CasinoHoldemRules):
        raise TypeError(f"Casino Texas Hold'em is played by CasinoHoldemRules, not {type(rules).__name__}")
    return -(-rules.limits.ante_min // rules.unit) * rules.unit


def _add(round: Round, fact: Fact, key: str) -> Round:
    after = apply(round, fact)
    if isinstance(after, Refusal):
        raise CaseError(key, "what the rules allow", f"{after.text} ({after.rule})")
    return after


def _next_fact(round: Round, cards: dict[Place, list[Card]], action: str) -> Fact | None:
    """Do what is due; None at the end of the round, or where it cannot go on."""
    match next_step(round):
        case Deal(place):
            return CardDealt(place, cards[place][sum(isinstance(fact, CardDealt) and fact.place == place for fact in round.facts)])
        case Decide(number):
            return Decided(number, action)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number, _, bets):
            return SeatSettled(number, bets)
        case _:
            return None


KINDS: Final[Mapping[str, Callable[[Case, HouseRules], dict[str, object]]]] = {"round": settle_round, "validate": validate, "procedure": procedure}
