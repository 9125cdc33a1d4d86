"""Three Card Poker from the first wager to the last seat settled, and which facts are allowed on the way. Numbers are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    DEALER,
    BettingClosed,
    CardDealt,
    CardIdentified,
    CutCardOut,
    DealerCame,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    Place,
    PlayerSeated,
    RoundVoided,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.layout import Layout, lay_out
from tablectl.engine.round import Round
from tablectl.engine.steps import Deal, Decide, Ending, Key, Option, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled

from .house import ThreeCardRules

ANTE: Final = "ante"
PLAY: Final = "play"
PAIR_PLUS: Final = "pair_plus"
FOLD: Final = "fold"
SEATS: Final = 6
_CARDS: Final = 3


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts of one round, read for this game."""

    rules: ThreeCardRules
    layout: Layout
    table_seats: int

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted(number for number, bets in self.layout.wagers.items() if any(bets.values())))

    def said(self, number: int) -> str | None:
        return next(iter(self.layout.decisions.get(number, ())), None)

    def stake(self, number: int, bet: str) -> int:
        if bet == PLAY:
            return self.layout.stake(number, ANTE) if self.said(number) == PLAY else 0
        return self.layout.stake(number, bet)

    def hand(self, place: Place) -> tuple[Card, ...]:
        return tuple(card for card in self.layout.at(place) if card)

    @property
    def wagers_fault(self) -> Refusal | None:
        lowest = min((self.stake(number, ANTE) for number in self.seats), default=0)
        if lowest < self.rules.ante_min:
            return Refusal("TC 1.3" if lowest else "TC 1.2", "every seat that takes part has an ante of at least ante_min")
        return None


def stand(round: Round) -> Standing:
    if not isinstance(round.rules, ThreeCardRules):
        raise TypeError(f"Three Card Poker is played by ThreeCardRules, not {type(round.rules).__name__}")
    return Standing(round.rules, lay_out(round.facts), min(round.seats, SEATS))


def due(at: Standing) -> Step:
    if at.layout.ended:
        return RoundOver(at.layout.ended, "TC 4.2")
    if not at.layout.closed:
        return TakeWagers(tuple(range(1, at.table_seats + 1)), "TC 1.2")
    if fault := at.wagers_fault:
        return Unsettled(f"a card was dealt on wagers that do not stand ({fault.text}): void the round", "TC 1.3")
    places = (*map(seat, at.seats), DEALER)
    dealt = sum(len(at.layout.at(place)) for place in places)
    if dealt < _CARDS * len(places):
        return Deal(places[dealt % len(places)], face_up=False, rule="TC 1.4")
    if asked := next((number for number in at.seats if at.said(number) is None), None):
        play = Option(PLAY, "Play", spot=PLAY, bet=PLAY, amount=at.stake(asked, ANTE))
        return Decide(asked, (play, Option(FOLD, "Fold", key=Key.FOLD)), "TC 2.1")
    return _showdown(at)


def _showdown(at: Standing) -> Step:
    for number in at.seats:
        for place in (DEALER, seat(number)):
            if place not in at.layout.turned:
                return Reveal(place, "TC 2.2")
            if None in at.layout.at(place):
                return Unsettled(f"a card of {place} has not been read: a supervisor has to name it", "TC 4.1")
        if number not in at.layout.settled:
            return SettleSeat(number, "TC 2.2")
    return RoundOver(Ending.SETTLED, "TC 2.2")


def judge(round: Round, fact: Fact) -> Refusal | None:
    at = stand(round)
    step = due(at)
    if isinstance(step, RoundOver):
        return Refusal(step.rule, "the round is over")
    match fact:
        case WagerPlaced(number, bet, amount):
            fits = bet in {ANTE, PAIR_PLUS} and 1 <= number <= at.table_seats and amount >= 0 and not at.layout.closed
            return None if fits else Refusal("TC 1.2", f"{bet} cannot be placed at seat {number} now")
        case PlayerSeated():
            return Refusal("TC 1.3", "wagers are closed") if at.layout.closed else None
        case BettingClosed():
            return Refusal("TC 1.3", "wagers are closed") if at.layout.closed else at.wagers_fault
        case CardDealt(place):
            closed = due(replace(at, layout=replace(at.layout, closed=True)))
            early = isinstance(closed, Unsettled) and not at.layout.closed
            return None if early or (isinstance(closed, Deal) and closed.place == place) else Refusal("TC 4.1", f"no card is due at {place}")
        case CardIdentified(place, index):
            return None if 0 <= index < len(at.layout.at(place)) else Refusal("TC 4.2", f"{place} has no such card")
        case Decided(number, option):
            offered = isinstance(step, Decide) and step.seat == number and option in {PLAY, FOLD}
            return None if offered else Refusal("TC 2.1", f"seat {number} cannot say {option} now")
        case HandTurned(place):
            return None if isinstance(step, Reveal) and step.place == place else Refusal("TC 2.2", f"{place} is not to be turned over now")
        case SeatSettled(number):
            return None if isinstance(step, SettleSeat) and step.seat == number else Refusal("TC 2.2", f"seat {number} is not to be settled now")
        case MisdealDeclared():
            return Refusal("TC 4.2", "a seat is settled") if at.layout.settled else None
        case RoundVoided() | DealerCame() | CutCardOut():
            return None
        case _:
            return Refusal("TC 4.1", f"this game knows no {fact.kind}")
