"""The facts of a round in plain words, for who puts it right. No face is told that lies face down."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tablectl.engine.facts import (
    BettingClosed,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    CutCardOut,
    DealerCame,
    Decided,
    HandTurned,
    MisdealDeclared,
    Place,
    PlainFact,
    PlayerSeated,
    Prepared,
    RoundVoided,
    SeatSettled,
    ShuffleCalled,
    WagerPlaced,
)
from tablectl.engine.round import Round
from tablectl.engine.steps import Decide
from tablectl.table.shown.knowing import faces_known
from tablectl.table.shown.screens import Showing, money
from tablectl.table.state import TableState
from tablectl.table.views import ChoiceView, FactView, RoundView


def round_view(state: TableState, showing: Showing) -> RoundView:
    """The facts of the round as a supervisor may read them."""
    live = state.live
    known = faces_known(live.round, live.shown)
    facts = tuple(_fact(live.round, index, index in known, showing) for index in range(len(live.round.facts)))
    return RoundView(live.number, len(live.round.corrections), facts)


def _fact(round: Round, index: int, face_up: bool, showing: Showing) -> FactView:
    fact = round.facts[index]
    view = FactView(index, fact.kind, fact_words(round, fact, face_up, showing))
    match fact:
        case CardDealt(place, card):
            return replace(_at(view, place), face=str(card) if card and face_up else None)
        case CardIdentified(place, position, card):
            return replace(_at(view, place), position=position, face=str(card) if face_up else None)
        case WagerPlaced(seat, bet, amount, marks):
            return replace(view, seat=seat, bet=bet, amount=amount, marks=marks)
        case Decided(seat, option, hand):
            step = replace(round, facts=round.facts[:index]).step
            choices = tuple(ChoiceView(each.name, each.label) for each in step.options) if isinstance(step, Decide) else ()
            label = next((choice.label for choice in choices if choice.name == option), option)
            text = f"{_who(seat, hand)}: {label}"
            return replace(view, text=text, seat=seat, hand=hand, option=option, choices=choices)
        case PlayerSeated(seat, player):
            return replace(view, seat=seat, option=player)
        case DealerCame(dealer):
            return replace(view, option=dealer)
        case _:
            return view


def _at(view: FactView, place: Place) -> FactView:
    return replace(view, area=place.area.value, seat=place.seat, hand=place.hand)


def _who(seat: int, hand: int = 0) -> str:
    return (f"Seat {seat}, hand {hand + 1}" if hand else f"Seat {seat}") if seat else "The dealer"


def fact_words(round: Round, fact: PlainFact, face_up: bool, showing: Showing) -> str:
    """A fact of the round as one sentence, with its face only where that lies up."""
    labels = {bet.name: bet.label for bet in round.game.bets}
    match fact:
        case ShuffleCalled(reason):
            return f"A shuffle was called for: {reason}"
        case Prepared(task, seat, refused):
            return f"{_who(seat)} {'refused' if refused else 'did'} this with the cards: {task.value}"
        case DealerCame(dealer):
            return f"Dealer {dealer} pushed in"
        case CutCardOut():
            return "The cut card came out"
        case PlayerSeated(seat, player):
            return f"Seat {seat} is played by {player}"
        case WagerPlaced(seat, bet, amount, marks):
            on = f" on {', '.join(labels.get(mark, mark) for mark in marks)}" if marks else ""
            return f"Seat {seat}: {labels[bet]} {money(amount, showing)}{on}" if amount else f"Seat {seat}: {labels[bet]} taken back"
        case BettingClosed():
            return "No more bets"
        case CardDealt(place, card):
            return f"A card went to {place}: {'not read' if card is None else card if face_up else 'face down'}"
        case CardIdentified(place, position, card):
            return f"Card {position + 1} of {place} was named: {card if face_up else 'face down'}"
        case CardExposed(place):
            return f"A card of {place} was shown by mistake"
        case Decided(seat, option, hand):
            return f"{_who(seat, hand)}: {option}"
        case CardsChosen(seat, hands):
            laid = " and ".join(" ".join(map(str, hand)) for hand in hands) if face_up else f"{len(hands)} of {len(hands[0]) if hands else 0} cards"
            return f"{_who(seat)} set {'two hands' if len(hands) > 1 else 'a hand'}: {laid}"
        case HandTurned(place):
            return f"The cards of {place} were turned over"
        case SeatSettled(seat, bets):
            return f"Seat {seat} was taken and paid" + (f": {', '.join(labels[bet] for bet in bets)}" if bets else "")
        case MisdealDeclared(reason):
            return f"A misdeal was declared: {reason}"
        case RoundVoided(reason):
            return f"The round was declared void: {reason}"
        case _:
            assert_never(fact)
