"""Which cards lie face up by the facts. Every other face is a secret."""

from __future__ import annotations

from dataclasses import replace

from tablectl.engine.cards import Card
from tablectl.engine.facts import SPLIT, BettingClosed, CardDealt, CardsChosen, Decided, Fact, HandTurned, Place, Prepared, Task, seat
from tablectl.engine.layout import new_hand, picked
from tablectl.engine.round import Round, next_step
from tablectl.engine.steps import Deal, Step, TakeWagers

FaceUp = frozenset[tuple[Place, int]]
"""Cards by place and index from 0."""


def exposed(round: Round) -> FaceUp:
    """Name the cards that lie face up.

    A card is face up when its game dealt it so, or when its place was turned over after it came. One that was shown by mistake is not: which of the
    cards at its place it was is not said, and nobody turns a card for all to see by saying that it was shown.
    """
    up: FaceUp = frozenset()
    for number, fact in enumerate(round.facts):
        before = replace(round, facts=round.facts[:number])
        moves = isinstance(fact, CardDealt | CardsChosen | HandTurned | Prepared)
        if moves or (isinstance(fact, Decided) and fact.option == SPLIT):
            up = grown(up, next_step(before), before, fact)
    return up


def grown(up: FaceUp, step: Step, before: Round, fact: Fact) -> FaceUp:
    """What lies face up after a fact, from what lay so before it; `step` was due on the facts of `before`."""
    match fact:
        case CardDealt(place):
            return up | {(place, len(before.layout.at(place)))} if _dealt_face_up(step, before, place) else up
        case CardsChosen(number, hands) if number:  # a seat lays out what it keeps; what it mucks stays face down
            return up | _chosen(seat(number), hands, before)
        case HandTurned(place):
            return up | {(place, index) for index in range(len(before.layout.at(place)))}
        case Decided(number, option, hand) if option == SPLIT:
            cards = before.layout.cards
            moved = (seat(number, hand), len(cards[seat(number, hand)]) - 1)
            return (up - {moved}) | ({(new_hand(cards, number), 0)} if moved in up else set())
        case Prepared(Task.GATHER):
            return frozenset()
        case _:
            return up


def _chosen(place: Place, hands: tuple[tuple[Card, ...], ...], before: Round) -> FaceUp:
    return frozenset((place, index) for hand in picked(before.layout.at(place), hands) for index in hand if index is not None)


def _dealt_face_up(step: Step, before: Round, place: Place) -> bool:
    if isinstance(step, TakeWagers):  # the first card closes the wagers by itself
        step = next_step(replace(before, facts=(*before.facts, BettingClosed())))
    return isinstance(step, Deal) and step.place == place and step.face_up
