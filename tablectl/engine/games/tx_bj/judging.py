"""Which facts are allowed in a round of Texas Blackjack, and which rule a refused one breaks. Numbers are those of RULES.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from tablectl.engine.due import Answers, Words
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import (
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
from tablectl.engine.games.tx_bj.naming import as_named
from tablectl.engine.games.tx_bj.rules import due
from tablectl.engine.games.tx_bj.standing import Standing, stand
from tablectl.engine.games.tx_bj.wagers import closing_fault, judge_player, judge_wager
from tablectl.engine.round import Round, apply
from tablectl.engine.steps import Deal, Prepare, RoundOver, Step, TakeWagers

SPEECH: Final = Words(dealer_decides="the dealer has to look at the hidden card")
ANSWERS: Final = Answers(SPEECH, decided="TX 5.7", turned=lambda _: "TX 3.5", settled="TX 7.1")


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
        case CardDealt(place):
            return _judge_dealt(at, step, place)
        case CardIdentified():
            return _judge_named(round, at, fact)
        case CardExposed(place):
            up = sum(lying == place for lying, _ in exposed(round)) + at.layout.exposed.count(place)
            return None if up < len(at.layout.at(place)) else Refusal("TX 3.10", f"no card lies face down at {place}")
        case Decided() | HandTurned() | SeatSettled():
            return ANSWERS.judge(step, fact)
        case CardsChosen():
            return Refusal("TX 5.7", "no cards are chosen in this game")
        case DealerCame() | CutCardOut() | MisdealDeclared() | RoundVoided():  # RULES.md 9.2, 9.3
            return None
        case Corrected():
            raise TypeError("round.apply works corrections in")
        case _:
            assert_never(fact)


def _judge_betting(at: Standing, step: Step, fact: WagerPlaced | BettingClosed) -> Refusal | None:
    if isinstance(step, Prepare):
        return Refusal(step.rule, "new cards are being introduced: wagers open when they are in")
    if isinstance(fact, WagerPlaced):
        return judge_wager(at, fact)
    return Refusal("TX 2.8", "betting is closed already") if at.layout.closed else closing_fault(at)


def _judge_cards_change(at: Standing, step: Step, fact: ShuffleCalled | Prepared) -> Refusal | None:
    if isinstance(fact, ShuffleCalled):
        begun = at.layout.closed or at.seats or at.layout.shuffle is not None
        return Refusal("TX 8.2", "new cards are introduced before the first wager of a round, and once") if begun else None
    if not isinstance(step, Prepare) or (fact.task, fact.seat) != (step.task, step.seat):
        return Refusal("TX 8.4", f"{fact.task.value} is not due: {SPEECH.due(step)}")
    return Refusal(step.rule, "this cannot be refused") if fact.refused else None


def _judge_dealt(at: Standing, step: Step, place: Place) -> Refusal | None:
    if isinstance(step, TakeWagers):
        if closing_fault(at):  # a card on the table is a fact, whatever the wagers; RULES.md 2.9
            return None
        step = due(replace(at, layout=replace(at.layout, closed=True)))
    if isinstance(step, Deal) and step.place == place:
        return None
    return Refusal("TX 9.1", f"no card is due at {place}: {SPEECH.due(step)}")


def _judge_named(round: Round, at: Standing, fact: CardIdentified) -> Refusal | None:
    """RULES.md 3.9: the round as it was played has to have been possible with this card."""
    there = len(at.layout.at(fact.place))
    if not 0 <= fact.index < there:
        return Refusal("TX 3.9", f"{fact.place} has {there} cards; there is no card number {fact.index + 1}")
    again = replace(round, facts=())
    for told in as_named((*round.facts, fact)):
        played = apply(again, told)
        if isinstance(played, Refusal):
            return Refusal("TX 3.9", f"with this card the round could not have been played so: {played.text} ({played.rule})")
        again = played
    return None
