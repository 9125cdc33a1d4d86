"""Which facts are allowed in a round of Ultimate Texas Hold'em, and which rule a refused one breaks. Numbers are those of RULES.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from tablectl.engine.due import Answers, Words
from tablectl.engine.facts import (
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
from tablectl.engine.games.uth.rules import due
from tablectl.engine.games.uth.standing import Standing, stand
from tablectl.engine.games.uth.wagers import closing_fault, judge_player, judge_wager
from tablectl.engine.round import Round
from tablectl.engine.steps import Deal, RoundOver, Step, TakeWagers

SPEECH: Final = Words()
ANSWERS: Final = Answers(SPEECH, decided="UTH 3.7", turned=lambda _: "UTH 4.2", settled="UTH 4.2")


def judge(round: Round, fact: Fact) -> Refusal | None:
    """Say why a fact is not allowed now, by the rule that it breaks."""
    at = stand(round)
    step = round.step
    if isinstance(step, RoundOver):
        return Refusal(step.rule, f"the round is over ({step.ending.value}); nothing is added to it")
    match fact:
        case PlayerSeated():
            return judge_player(at, fact)
        case WagerPlaced():
            return judge_wager(at, fact)
        case BettingClosed():
            return Refusal("UTH 2.7", "betting is closed already") if at.layout.closed else closing_fault(at)
        case CardDealt() | CardIdentified() | CardExposed():
            return _judge_card(at, step, fact)
        case Decided() | HandTurned() | SeatSettled():
            return ANSWERS.judge(step, fact)
        case Prepared() | ShuffleCalled():
            return Refusal("UTH 1.2", "the shuffler prepares the pack of every round; there is nothing to do by hand")
        case DealerCame() | CutCardOut():
            return None
        case Corrected():
            raise TypeError("round.apply works corrections in")
        case CardsChosen():
            return Refusal("UTH 4.4", "no cards are chosen in this game: the best five of seven count")
        case MisdealDeclared():
            return Refusal("UTH 9.6", "a seat is settled: only a supervisor can void the round") if at.layout.settled else None
        case RoundVoided():  # RULES.md 9.7
            return None
        case _:
            assert_never(fact)


def _judge_card(at: Standing, step: Step, fact: CardDealt | CardIdentified | CardExposed) -> Refusal | None:
    there = len(at.layout.at(fact.place))
    match fact:
        case CardDealt(place):
            return _judge_dealt(at, step, place)
        case CardIdentified(place, index):
            return None if 0 <= index < there else Refusal("UTH 4.8", f"{place} has {there} cards; there is no card number {index + 1}")
        case CardExposed(place):
            face_down = 0 if place.area is Area.BOARD or place in at.layout.turned else there
            return None if at.layout.exposed.count(place) < face_down else Refusal("UTH 9.5", f"no card lies face down at {place}")
        case _:
            assert_never(fact)


def _judge_dealt(at: Standing, step: Step, place: Place) -> Refusal | None:
    if isinstance(step, TakeWagers):
        if closing_fault(at):  # a card on the table is a fact, whatever the wagers; RULES.md 2.8
            return None
        step = due(replace(at, layout=replace(at.layout, closed=True)))
    if isinstance(step, Deal) and step.place == place:
        return None
    return Refusal("UTH 9.1", f"no card is due at {place}: {SPEECH.due(step)}")
