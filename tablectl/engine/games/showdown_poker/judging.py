"""Which facts are allowed in a round of Showdown Poker, and which rule a refused one breaks. Numbers are those of RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, assert_never

from tablectl.engine.cards import Card
from tablectl.engine.decks import SIX_52
from tablectl.engine.due import Answers, Words
from tablectl.engine.facts import (
    DEALER,
    DISCARD,
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
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.showdown_poker.rules import due
from tablectl.engine.games.showdown_poker.standing import KEPT, Standing, row_words, stand
from tablectl.engine.games.showdown_poker.wagers import closing_fault, judge_player, judge_wager
from tablectl.engine.round import Round
from tablectl.engine.steps import ChooseCards, Deal, RoundOver, Step, TakeWagers

_MOST_HANDS = 2


SPEECH: Final = Words(chooses="has to select its cards", dealer_chooses="the dealer has to select its cards")
ANSWERS: Final = Answers(SPEECH, decided="SP 4.1", turned=lambda place: "SP 5.1" if place == DEALER else "SP 3.2", settled="SP 6.4")


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
            return Refusal("SP 2.7", "betting is closed already") if at.layout.closed else closing_fault(at)
        case CardDealt() | CardIdentified() | CardExposed():
            return _judge_card(at, step, fact)
        case CardsChosen():
            return _judge_choice(at, step, fact)
        case HandTurned() | SeatSettled():
            return ANSWERS.judge(step, fact)
        case Decided():
            return Refusal("SP 4.1", "a seat says nothing in this game but which cards it plays")
        case Prepared() | ShuffleCalled():
            return Refusal("SP 1.2", "the shuffler prepares the packs of every round; there is nothing to do by hand")
        case DealerCame() | CutCardOut():
            return None
        case Corrected():
            raise TypeError("round.apply works corrections in")
        case MisdealDeclared():
            return Refusal("SP 8.6", "a seat is settled: only a supervisor can void the round") if at.layout.settled else None
        case RoundVoided():  # RULES.md 8.7
            return None
        case _:
            assert_never(fact)


def _judge_card(at: Standing, step: Step, fact: CardDealt | CardIdentified | CardExposed) -> Refusal | None:
    if isinstance(fact, CardDealt | CardIdentified) and fact.card and fact.card not in SIX_52.composition:
        return Refusal("SP 1.1", "no such card is in the packs of this game")
    there = len(at.layout.at(fact.place))
    match fact:
        case CardDealt(place):
            return _judge_dealt(at, step, place)
        case CardIdentified(place, index):
            return None if 0 <= index < there else Refusal("SP 6.10", f"{place} has {there} cards; there is no card number {index + 1}")
        case CardExposed(place):
            face_down = there if place.area in {Area.SEAT, Area.DEALER} and place not in at.layout.turned else 0
            return None if at.layout.exposed.count(place) < face_down else Refusal("SP 8.5", f"no card lies face down at {place}")
        case _:
            assert_never(fact)


def _judge_dealt(at: Standing, step: Step, place: Place) -> Refusal | None:
    if isinstance(step, TakeWagers):
        if fault := closing_fault(at):  # a card on the table is a fact, whatever the wagers; RULES.md 2.8
            return Refusal("SP 8.3", f"the card can wait until wagers stand: {fault.text}") if place == DISCARD else None
        step = due(replace(at, layout=replace(at.layout, closed=True)))
    if place == DISCARD or (isinstance(step, Deal) and step.place == place):  # RULES.md 8.3
        return None
    return Refusal("SP 8.1", f"no card is due at {place}: {SPEECH.due(step)}")


def _judge_choice(at: Standing, step: Step, fact: CardsChosen) -> Refusal | None:
    if not isinstance(step, ChooseCards) or step.seat != fact.seat:
        return Refusal("SP 4.4" if fact.seat else "SP 5.2", f"{_who(fact.seat)} has no cards to select now: {SPEECH.due(step)}")
    most = _MOST_HANDS if step.may_split else 1
    if not 1 <= len(fact.hands) <= most or any(len(hand) != KEPT for hand in fact.hands):
        either = f" or two hands of {KEPT}" if step.may_split else ""
        return Refusal("SP 4.1" if fact.seat else "SP 5.2", f"{_who(fact.seat)} selects {KEPT} cards{either}")
    if not _holds(at.known(seat(fact.seat) if fact.seat else DEALER), fact.hands):
        return Refusal("SP 4.5", f"{_who(fact.seat)} does not hold these cards, each of them once, or one of its cards has to be named first")
    if not fact.seat and (house := at.house_hand) and Counter(house.keep) != Counter(fact.hands[0]):
        return Refusal("SP 5.6", f"the house way sets {' '.join(map(str, house.keep))} ({row_words(house)})")
    return None


def _holds(known: Sequence[Card], hands: Sequence[Sequence[Card]]) -> bool:
    return not Counter(card for hand in hands for card in hand) - Counter(known)


def _who(number: int) -> str:
    return f"seat {number}" if number else "the dealer"
