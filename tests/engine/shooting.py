"""Rounds of Texas Shootout that a test can write down as people at a table would tell them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tablectl.engine.cards import cards
from tablectl.engine.facts import BOARD, DEALER, BettingClosed, CardsChosen, Decided, HandTurned, Prepared, SeatSettled, ShuffleCalled, seat
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.games.texas_shootout.house import DOCUMENT, ShootoutRules
from tablectl.engine.round import Round
from tablectl.engine.settlement import Line
from tablectl.engine.steps import ChooseCards, Deal, Decide, Prepare, Reveal, SettleSeat, TakeWagers

from .conftest import Telling

WIN = ("Ah Ac 7d 2s", "Kh 9c 5d 3s", "Ks Qd 8h 6c 4c")
"""A seat's four cards, the dealer's, and a board on which aces beat a pair of kings."""


class Shootout(Telling):
    """`chosen` says which hands a seat sets; one that is not named keeps the first two of its cards."""

    chosen: dict[int, tuple[str, ...]]

    def prepare(self, reason: str = "new cards") -> Shootout:
        self.tell(ShuffleCalled(reason))
        while isinstance(step := self.step(), Prepare):
            self.tell(Prepared(step.task, step.seat))
        return self

    def choose(self, number: int, *hands: str) -> Shootout:
        self.tell(CardsChosen(number, tuple(cards(hand) for hand in hands)))
        return self

    def sit(self, number: int, four: str, *hands: str, **amounts: int) -> Shootout:
        """Wagers, cards and the hands that a seat sets; a wager is 10 unless it is named."""
        self.stake(number, (), **{"ante": 10, **amounts})
        self.put(seat(number), four)
        self.chosen[number] = hands or (" ".join(four.split()[:2]),)
        return self

    def lie(self, dealer: str, board: str) -> Shootout:
        self.put(DEALER, dealer).put(BOARD, board)
        return self

    def until(self, *kinds: type, bonus: bool = True) -> Shootout:
        """Do what is due until a step of one of these kinds is, or nothing is due any more."""
        while not isinstance(step := self.step(), kinds):
            match step:
                case TakeWagers():
                    self.tell(BettingClosed())
                case Deal():
                    self.deal(1)
                case ChooseCards(0, suggested=suggested):
                    self.tell(CardsChosen(0, (suggested,)))
                case ChooseCards(number):
                    self.choose(number, *self.chosen[number])
                case Decide(number, options):
                    self.tell(Decided(number, options[0 if bonus else -1].name))
                case Reveal(place):
                    self.tell(HandTurned(place))
                case SettleSeat(number):
                    self.tell(SeatSettled(number))
                case _:
                    break
        return self

    def lines(self, **keys: object) -> list[Line]:
        """The lines of the settlement, those with these values."""
        return [line for line in self.settlement().lines if all(getattr(line, name) == value for name, value in keys.items())]

    def nets(self) -> dict[tuple[int, str], int]:
        return {(line.seat, line.bet): line.net for line in self.settlement().lines}


def rules(**changes: Any) -> ShootoutRules:  # noqa: ANN401 - switches by part and name, checked by replace
    """The sheet with some switches turned: `rules(split__bonus="none", unit=5)`."""
    turned: dict[str, Any] = {}
    for name, value in changes.items():
        part, _, switch = name.partition("__")
        turned[part] = replace(turned.get(part, getattr(DOCUMENT, part)), **{switch: value}) if switch else value
    return replace(DOCUMENT, **turned)


def shootout(seats: int = 7, **changes: Any) -> Shootout:  # noqa: ANN401
    table = Shootout(Round(TEXAS_SHOOTOUT, rules(**changes), seats))
    table.chosen = {}
    return table


def won(**changes: Any) -> Shootout:  # noqa: ANN401
    """Seat 1 with a wager of 10 that wins."""
    return shootout(**changes).sit(1, WIN[0]).lie(*WIN[1:])
