"""Which facts are allowed in a round of Casino Texas Hold'em, and which rule a refused one breaks. Numbers are those of RULES.md."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tablectl.engine.facts import (
    BOARD,
    Area,
    BettingClosed,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    CutCardOut,
    DealerCame,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    Place,
    PlayerSeated,
    Prepared,
    RoundVoided,
    SeatSettled,
    ShuffleCalled,
    WagerPlaced,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.casino_holdem.rules import due
from tablectl.engine.games.casino_holdem.standing import OPEN, Standing, stand
from tablectl.engine.games.casino_holdem.wagers import closing_fault, judge_player, judge_wager
from tablectl.engine.round import Round
from tablectl.engine.steps import Deal, Decide, Prepare, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled


def judge(round: Round, fact: Fact) -> Refusal | None:
    """Say why a fact is not allowed now, by the rule that it breaks."""
    at = stand(round)
    step = round.step
    if isinstance(step, RoundOver):
        return Refusal(step.rule, f"the round is over ({step.ending.value}); nothing is added to it")
    match fact:
        case PlayerSeated():
            return judge_player(at, fact)
        case WagerPlaced() | BettingClosed():
            return _judge_betting(at, step, fact)
        case ShuffleCalled() | Prepared():
            return _judge_cards_change(at, step, fact)
        case CardDealt() | CardIdentified() | CardExposed():
            return _judge_card(at, step, fact)
        case Decided() | HandTurned() | SeatSettled():
            return _judge_answer(step, fact)
        case MisdealDeclared():
            return _judge_misdeal(at)
        case CardsChosen():
            return Refusal("CH 5.5", "no cards are chosen in this game: the best five of seven count")
        case DealerCame() | CutCardOut() | RoundVoided():  # RULES.md 9.7
            return None
        case Corrected():
            raise TypeError("round.apply works corrections in")
        case _:
            assert_never(fact)


def _judge_betting(at: Standing, step: Step, fact: WagerPlaced | BettingClosed) -> Refusal | None:
    if isinstance(step, Prepare) and not at.layout.closed:
        return Refusal(step.rule, f"wagers open when the cards are ready: {_due_words(step)}")
    if isinstance(fact, WagerPlaced):
        return judge_wager(at, fact)
    return Refusal("CH 3.7", "betting is closed already") if at.layout.closed else closing_fault(at)


def _judge_cards_change(at: Standing, step: Step, fact: ShuffleCalled | Prepared) -> Refusal | None:
    if isinstance(fact, ShuffleCalled):
        if at.rules.shuffle.every_round:
            return Refusal("CH 1.2", "every round has a shuffled pack of its own (shuffle.every_round)")
        before = isinstance(step, TakeWagers) and not at.seats
        return None if before or isinstance(step, Deal) else Refusal("CH 1.3", f"no shuffle is due within a round: {_due_words(step)}")
    if not isinstance(step, Prepare) or fact.task is not step.task:
        return Refusal("CH 1.6", f"there is no {fact.task.value} to do now: {_due_words(step)}")
    if fact.refused and not step.may_refuse:
        return Refusal(step.rule, "this cannot be refused")
    by_a_player = step.seat != 0  # any player may be the one who is offered the cut
    return None if (1 <= fact.seat <= at.table_seats if by_a_player else fact.seat == 0) else Refusal(step.rule, _due_words(step))


def _judge_card(at: Standing, step: Step, fact: CardDealt | CardIdentified | CardExposed) -> Refusal | None:
    there = len(at.layout.at(fact.place))
    match fact:
        case CardDealt(place):
            return _judge_dealt(at, step, place)
        case CardIdentified(place, index):
            return None if 0 <= index < there else Refusal("CH 5.9", f"{place} has {there} cards; there is no card number {index + 1}")
        case CardExposed(place):
            down = 0 if place in at.layout.turned else max(there - OPEN, 0) if place == BOARD else there
            return None if at.layout.exposed.count(place) < down else Refusal("CH 9.6", f"no card lies face down at {place}")
        case _:
            assert_never(fact)


def _judge_dealt(at: Standing, step: Step, place: Place) -> Refusal | None:
    if isinstance(step, TakeWagers):
        if closing_fault(at):  # a card on the table is a fact, whatever the wagers; RULES.md 3.8
            return None
        step = due(replace(at, layout=replace(at.layout, closed=True)))
    if isinstance(step, Deal) and step.place == place:
        return None
    return Refusal("CH 9.1", f"no card is due at {place}: {_due_words(step)}")


def _judge_misdeal(at: Standing) -> Refusal | None:
    if at.layout.settled or at.layout.settled_bets:
        return Refusal("CH 9.3", "a wager is settled: only a supervisor can void the round")
    if at.redeal or not any(at.layout.cards.values()):
        return Refusal("CH 9.3", "there is no deal that could be wrong" if not at.redeal else "all cards are to be gathered already")
    return Refusal("CH 3.8", "the wagers do not stand: void the round") if closing_fault(at) else None


def _judge_answer(step: Step, fact: Decided | HandTurned | SeatSettled) -> Refusal | None:
    match fact:
        case Decided(number, option):
            if not isinstance(step, Decide) or step.seat != number:
                return Refusal("CH 4.4", f"field {number} is not asked: {_due_words(step)}")
            offered = [each.name for each in step.options]
            return None if option in offered else Refusal(step.rule, f"field {number} can say {' or '.join(offered)}, not {option!r}")
        case HandTurned(place):
            due_now = isinstance(step, Reveal) and step.place == place
            rule = "CH 5.1" if place.area is Area.BOARD else "CH 5.2" if place.area is Area.DEALER else "CH 5.4"
            return None if due_now else Refusal(rule, f"the cards of {place} are not to be turned over now: {_due_words(step)}")
        case SeatSettled(number):
            due_now = isinstance(step, SettleSeat) and step.seat == number
            return None if due_now else Refusal("CH 5.4", f"field {number} is not to be settled now: {_due_words(step)}")
        case _:
            assert_never(fact)


def _due_words(step: Step) -> str:
    match step:
        case Prepare(text=text):
            return text
        case Deal(place):
            return f"the next card goes to {place}"
        case Decide(number):
            return f"field {number} has to decide"
        case Reveal(place):
            return f"{place} is to be turned over"
        case SettleSeat(number):
            return f"field {number} is to be settled"
        case Unsettled(reason):
            return reason
        case _:
            return "wagers are open"
