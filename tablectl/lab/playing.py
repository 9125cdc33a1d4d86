"""One round of one seat, played by a policy through the real engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.exposure import FaceUp, grown
from tablectl.engine.facts import (
    BOARD,
    DEALER,
    BettingClosed,
    CardDealt,
    CardsChosen,
    Decided,
    HandTurned,
    Place,
    PlainFact,
    Prepared,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Game, HouseRules, Refusal
from tablectl.engine.round import Round, apply, settle
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import ChooseCards, Deal, Decide, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers, Unsettled
from tablectl.lab.errors import LabError
from tablectl.lab.policy import Bench, Policy, Sight

SEAT: Final = 1
MOST_UNITS: Final = 100


@dataclass(frozen=True, slots=True)
class Opening:
    """A round whose wagers stand, each of the same `amount` in minor units; `left_out` are side bets that cannot be placed, and why."""

    round: Round
    amount: int
    left_out: Mapping[str, str]


def opened(game: Game, rules: HouseRules, bench: Bench, *, side_bets: bool) -> Opening:
    """Place the wagers of a bench in the smallest number of units that can be wagered. Raise LabError where the game cannot be wagered on."""
    required = {bench.base} | {bet.name for bet in game.bets if bet.required}
    fresh = Round(game, rules, SEAT)
    placed = {bench.base: (), **{bet: marks for bet, marks in bench.bets.items() if bet in required}}
    left_out: dict[str, str] = {}
    for bet, marks in bench.bets.items() if side_bets else ():
        if bet not in required:
            tried = _smallest(fresh, {**placed, bet: marks})
            if isinstance(tried, Refusal):
                left_out[bet] = tried.text
            else:
                placed[bet] = marks
    found = _smallest(fresh, placed)
    if isinstance(found, Refusal):
        raise LabError(f"up to {MOST_UNITS} units these house rules take no wager that the lab could place: {found.text}")
    return Opening(*found, left_out)


def play(opening: Round, policy: Policy, chance: random.Random) -> Settlement:
    """Play a round on from its wagers to its end."""
    cards = _drawn([*opening.game.pack(opening.rules).composition.elements()], chance)
    played, up = opening, FaceUp()
    while not isinstance(step := played.step, RoundOver):
        fact = _answer(played, up, policy, cards)
        up = grown(up, step, played, fact)
        after = apply(played, fact)
        if isinstance(after, Refusal):
            raise LabError(f"{policy.name} did what the rules forbid: {after.text} ({after.rule})")
        played = after
    settlement = settle(played)
    if isinstance(settlement, Refusal):
        raise LabError(f"a round that is over could not be settled: {settlement.text} ({settlement.rule})")
    return settlement


def _answer(played: Round, up: FaceUp, policy: Policy, cards: Iterator[Card]) -> PlainFact:
    match played.step:
        case Deal(place):
            return CardDealt(place, next(cards))
        case Decide(0, options):
            return Decided(0, options[0].name)
        case Decide(number, hand=hand) as step:
            return Decided(number, policy.decide(_sight(played, up, seat(number, hand)), step), hand)
        case ChooseCards(0, suggested=suggested):
            return CardsChosen(0, (suggested,))
        case ChooseCards(number) as step:
            return CardsChosen(number, policy.choose(_sight(played, up, seat(number)), step))
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number, _, bets):
            return SeatSettled(number, bets)
        case Prepare(task, number):
            return Prepared(task, number)
        case TakeWagers() | Unsettled() | RoundOver() as step:
            raise LabError(f"the round does not go on by itself: {step.kind} ({step.rule})")


def _sight(played: Round, up: FaceUp, own: Place) -> Sight:
    layout = played.layout

    def open_at(place: Place) -> tuple[Card, ...]:
        return tuple(card for index, card in enumerate(layout.at(place)) if card and (place, index) in up)

    return Sight(played.rules, tuple(card for card in layout.at(own) if card), open_at(BOARD), open_at(DEALER))


def _smallest(fresh: Round, bets: Mapping[str, tuple[str, ...]]) -> tuple[Round, int] | Refusal:
    """Place these bets in as few units as the rules allow; where they allow none, say why one unit does not do."""
    first = None
    for units in range(1, MOST_UNITS + 1):
        amount = units * fresh.rules.unit
        found = _wagered(fresh, bets, amount)
        if isinstance(found, Round):
            return found, amount
        first = first or found
    return first or Refusal("", "nothing was tried")


def _wagered(fresh: Round, bets: Mapping[str, tuple[str, ...]], amount: int) -> Round | Refusal:
    played = fresh
    while isinstance(step := played.step, Prepare):
        played = _told(played, Prepared(step.task, step.seat))
    for bet, marks in bets.items():
        after = apply(played, WagerPlaced(SEAT, bet, amount, marks))
        if isinstance(after, Refusal):
            return after
        played = after
    return apply(played, BettingClosed())


def _told(round: Round, fact: PlainFact) -> Round:
    after = apply(round, fact)
    if isinstance(after, Refusal):
        raise LabError(f"what is due was refused: {after.text} ({after.rule})")
    return after


def _drawn(pack: list[Card], chance: random.Random) -> Iterator[Card]:
    """Draw from a shuffled pack, shuffling no more of it than is drawn."""
    while pack:
        index = chance.randrange(len(pack))
        pack[index], pack[-1] = pack[-1], pack[index]
        yield pack.pop()
