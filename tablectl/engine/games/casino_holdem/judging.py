"""Which facts are allowed in a round of Casino Texas Hold'em, and which rule a refused one breaks. Numbers are those of RULES.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from tablectl.engine.due import Answers, Words
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
from tablectl.engine.steps import Deal, Prepare, RoundOver, Step, TakeWagers

SPEECH: Final = Words(field="field")


def _turned_by(place: Place) -> str:
    return "CH 5.1" if place.area is Area.BOARD else "CH 5.2" if place.area is Area.DEALER else "CH 5.4"


ANSWERS: Final = Answers(SPEECH, decided="CH 4.4", turned=_turned_by, settled="CH 5.4")


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
            return ANSWERS.judge(step, fact)
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
        return Refusal(step.rule, f"wagers open when the cards are ready: {SPEECH.due(step)}")
    if isinstance(fact, WagerPlaced):
        return judge_wager(at, fact)
    return Refusal("CH 3.7", "betting is closed already") if at.layout.closed else closing_fault(at)


def _judge_cards_change(at: Standing, step: Step, fact: ShuffleCalled | Prepared) -> Refusal | None:
    if isinstance(fact, ShuffleCalled):
        if at.rules.shuffle.every_round:
            return Refusal("CH 1.2", "every round has a shuffled pack of its own (shuffle.every_round)")
        before = isinstance(step, TakeWagers) and not at.seats
        return None if before or isinstance(step, Deal) else Refusal("CH 1.3", f"no shuffle is due within a round: {SPEECH.due(step)}")
    if not isinstance(step, Prepare) or fact.task is not step.task:
        return Refusal("CH 1.6", f"there is no {fact.task.value} to do now: {SPEECH.due(step)}")
    if fact.refused and not step.may_refuse:
        return Refusal(step.rule, "this cannot be refused")
    by_a_player = step.seat != 0  # any player may be the one who is offered the cut
    return None if (1 <= fact.seat <= at.table_seats if by_a_player else fact.seat == 0) else Refusal(step.rule, SPEECH.due(step))


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
    return Refusal("CH 9.1", f"no card is due at {place}: {SPEECH.due(step)}")


def _judge_misdeal(at: Standing) -> Refusal | None:
    if at.layout.settled or at.layout.settled_bets:
        return Refusal("CH 9.3", "a wager is settled: only a supervisor can void the round")
    if at.redeal or not any(at.layout.cards.values()):
        return Refusal("CH 9.3", "there is no deal that could be wrong" if not at.redeal else "all cards are to be gathered already")
    return Refusal("CH 3.8", "the wagers do not stand: void the round") if closing_fault(at) else None
