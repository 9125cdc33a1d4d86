"""Which facts are allowed in a round of Texas Shootout, and which rule a refused one breaks. Numbers are those of RULES.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final, assert_never

from tablectl.engine.due import Answers, Words
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    DISCARD,
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
from tablectl.engine.games.texas_shootout.rules import due
from tablectl.engine.games.texas_shootout.standing import COMMUNITY, KEPT, Standing, stand
from tablectl.engine.games.texas_shootout.wagers import closing_fault, judge_player, judge_wager
from tablectl.engine.round import Round
from tablectl.engine.steps import ChooseCards, Deal, Prepare, RoundOver, Step, TakeWagers

OWN_HANDS: Final = 2


SPEECH: Final = Words(
    decides="has to say whether its second hand gets a bonus",
    chooses="has to set its hand",
    dealer_chooses="the dealer's hand has to be set",
)
ANSWERS: Final = Answers(SPEECH, decided="TS 5.6", turned=lambda _: "TS 6.1", settled="TS 7.4")


def judge(round: Round, fact: Fact) -> Refusal | None:
    """Say why a fact is not allowed now, by the rule that it breaks."""
    at = stand(round)
    step = round.step
    if isinstance(step, RoundOver):
        return Refusal(step.rule, f"the round is over ({step.ending.value}); nothing is added to it")
    match fact:
        case ShuffleCalled() | Prepared() | DealerCame():
            return _judge_cards_ready(at, step, fact)
        case PlayerSeated():
            return judge_player(at, fact)
        case WagerPlaced():
            return _before_loading(step) or judge_wager(at, fact)
        case BettingClosed():
            closed = Refusal("TS 4.8", "betting is closed already") if at.ready.closed else None
            return _before_loading(step) or closed or closing_fault(at)
        case CardDealt() | CardIdentified() | CardExposed():
            return _judge_card(round, at, step, fact)
        case CardsChosen():
            return _judge_choice(at, step, fact)
        case Decided() | HandTurned() | SeatSettled():
            return ANSWERS.judge(step, fact)
        case MisdealDeclared():
            return Refusal("TS 10.5", "a seat is settled: only a supervisor can void the round") if at.layout.settled else None
        case RoundVoided() | CutCardOut():  # RULES.md 10.6, 2.8
            return None
        case Corrected():
            raise TypeError("round.apply works corrections in")
        case _:
            assert_never(fact)


def _judge_cards_ready(at: Standing, step: Step, fact: ShuffleCalled | Prepared | DealerCame) -> Refusal | None:
    match fact:
        case ShuffleCalled():  # RULES.md 2.7, 2.9
            between = not at.ready.in_play or isinstance(step, Deal)
            return None if between else Refusal("TS 2.7", "the cards are out: they are shuffled before the next round")
        case Prepared(task, number, refused):
            if not isinstance(step, Prepare) or (step.task, step.seat) != (task, number):
                return Refusal("TS 2.1", f"this is not to be done with the cards now: {SPEECH.due(step)}")
            return Refusal(step.rule, f"the {task.value} cannot be refused") if refused and not step.may_refuse else None
        case DealerCame():
            all_out = len(at.layout.at(BOARD)) == COMMUNITY
            return Refusal("TS 3.3", "no card is to come in this round: tell of the new dealer in the next one") if all_out else None
        case _:
            assert_never(fact)


def _before_loading(step: Step) -> Refusal | None:
    return Refusal("TS 2.6", "wagers are taken when the cards are in the shoe") if isinstance(step, Prepare) else None


def _judge_card(round: Round, at: Standing, step: Step, fact: CardDealt | CardIdentified | CardExposed) -> Refusal | None:
    there = len(at.layout.at(fact.place))
    match fact:
        case CardDealt(place):
            return _judge_dealt(at, step, place)
        case CardIdentified(place, index):
            return None if 0 <= index < there else Refusal("TS 7.6", f"{place} has {there} cards; there is no card number {index + 1}")
        case CardExposed(place):
            up = sum(lying == place for lying, _ in exposed(round)) + at.layout.exposed.count(place)
            return None if up < there else Refusal("TS 10.4", f"no card lies face down at {place}")
        case _:
            assert_never(fact)


def _judge_dealt(at: Standing, step: Step, place: Place) -> Refusal | None:
    if place == BURN and isinstance(step, Deal | TakeWagers) and (not at.ready.in_play or at.ready.just_burned or at.ready.burn_due):
        return None  # also a burn too many, RULES.md 3.4
    if place == DISCARD and not isinstance(step, Prepare):  # RULES.md 10.3
        return None
    if not at.ready.closed and isinstance(step, Deal | TakeWagers):
        if closing_fault(at):  # a card on the table is a fact, whatever the wagers; RULES.md 4.9
            return None
        at = replace(at, ready=replace(at.ready, called=True))
    if at.ready.burn_due and isinstance(step, Deal | TakeWagers):  # a burn left out, RULES.md 3.4
        at = replace(at, ready=replace(at.ready, burn_due=False))
    step = due(at)
    if isinstance(step, Deal) and step.place == place:  # also a card that was drawn before, RULES.md 10.2
        return None
    return Refusal("TS 10.1", f"no card is due at {place}: {SPEECH.due(step)}")


def _judge_choice(at: Standing, step: Step, fact: CardsChosen) -> Refusal | None:
    number, hands = fact.seat, fact.hands
    if number == 0:
        return _judge_house_hand(at, step, hands)
    if at.hands(number):
        return Refusal("TS 5.3", f"seat {number} has set its hand: mucked cards are dead")
    if not isinstance(step, ChooseCards) or step.seat != number:
        return Refusal("TS 5.2", f"seat {number} is not to set its hand now: {SPEECH.due(step)}")
    if not 1 <= len(hands) <= OWN_HANDS or any(len(hand) != KEPT for hand in hands):
        return Refusal("TS 5.2", f"seat {number} keeps {KEPT} cards, or splits into two hands of {KEPT}")
    if Counter(card for hand in hands for card in hand) - Counter(at.known(seat(number))):
        return Refusal("TS 5.8", f"seat {number} does not hold these cards, each of them once, or one of its cards has to be named first")
    if len(hands) == OWN_HANDS and not at.may_split(number):
        return Refusal("TS 5.4", "only two pairs or four of a kind are split here (split.allowed)")
    return None


def _judge_house_hand(at: Standing, step: Step, hands: tuple[tuple[object, ...], ...]) -> Refusal | None:
    reset = at.wrongly_set and not at.layout.settled
    if not reset and not (isinstance(step, ChooseCards) and step.seat == 0):
        return Refusal("TS 6.7" if at.wrongly_set else "TS 6.2", f"the dealer's hand is not to be set now: {SPEECH.due(step)}")
    if len(hands) != 1 or len(hands[0]) != KEPT or Counter(hands[0]) - Counter(at.known(DEALER)):
        return Refusal("TS 6.2", f"the dealer keeps {KEPT} of the four cards that lie open")
    return None
