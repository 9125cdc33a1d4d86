"""A round that a test can write down as people at a table would tell it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import BettingClosed, CardDealt, Decided, Fact, HandTurned, Place, Prepared, SeatSettled, WagerPlaced
from tablectl.engine.game import HouseRules, Refusal
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem.house import DOCUMENT as CASINO_HOLDEM_SHEET
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.showdown_poker.house import DOCUMENT as SHOWDOWN_SHEET
from tablectl.engine.games.showdown_poker.house import BonusRules
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj.house import DOCUMENT as TX_BJ_SHEET
from tablectl.engine.games.tx_bj.house import TxBjRules
from tablectl.engine.games.uth import UTH
from tablectl.engine.games.uth.house import DOCUMENT
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Deal, Decide, Prepare, Reveal, SettleSeat, Step


@dataclass
class Telling:
    """Facts are told one by one; `hands` are the cards by place, and a place without any gets cards that no reader could name."""

    round: Round
    hands: dict[Place, list[Card | None]] = field(default_factory=dict)

    def step(self) -> Step:
        return next_step(self.round)

    @property
    def exposed(self) -> frozenset[tuple[Place, int]]:
        return exposed(self.round)

    def tell(self, *facts: Fact) -> Telling:
        for fact in facts:
            after = apply(self.round, fact)
            assert not isinstance(after, Refusal), f"{fact} was refused: {after}"
            self.round = after
        return self

    def refused(self, fact: Fact) -> str:
        """Return the rule that refuses a fact, and see that nothing changed."""
        before = self.round
        after = apply(self.round, fact)
        assert isinstance(after, Refusal), f"{fact} was not refused"
        assert self.round == before
        assert after.text
        return after.rule

    def wager(self, seat: int, ante: int = 10, blind: int = 10, triple: int = 0) -> Telling:
        return self.tell(WagerPlaced(seat, "ante", ante), WagerPlaced(seat, "blind", blind), WagerPlaced(seat, "triple_bonus", triple))

    def close(self) -> Telling:
        return self.tell(BettingClosed())

    def put(self, place: Place, text: str) -> Telling:
        """Say which cards will come to a place; `?` is a card that no reader can name."""
        self.hands[place] = [None if word == "?" else cards(word)[0] for word in text.split()]
        return self

    def deal(self, number: int = 52) -> Telling:
        """Deal what is due, up to so many cards."""
        for _ in range(number):
            if not isinstance(step := self.step(), Deal):
                break
            left = self.hands.get(step.place, [])
            self.tell(CardDealt(step.place, left.pop(0) if left else None))
        return self

    def places(self, number: int) -> list[Place]:
        """Deal so many cards and return where they went."""
        found = []
        for _ in range(number):
            step = self.step()
            assert isinstance(step, Deal), step
            found.append(step.place)
            self.deal(1)
        return found

    def say(self, seat: int, *options: str) -> Telling:
        """Decide for a seat, dealing what is due before each decision."""
        for option in options:
            self.deal().tell(Decided(seat, option))
        return self

    def everybody(self, option: int) -> Telling:
        """All seats take the first or last option until the decisions are over."""
        while isinstance(step := self.deal().step(), Decide):
            self.tell(Decided(step.seat, step.options[option].name))
        return self

    def finish(self) -> Telling:
        """Turn over and settle what is due."""
        while isinstance(self.step(), Reveal | SettleSeat):
            self._turn_or_settle()
        return self

    def _turn_or_settle(self) -> None:
        step = self.step()
        if isinstance(step, Reveal):
            self.tell(HandTurned(step.place))
        elif isinstance(step, SettleSeat):
            self.tell(SeatSettled(step.seat, step.bets))

    def stake(self, seat: int, marks: tuple[str, ...] = (), **amounts: int) -> Telling:
        """Place wagers by the names of their bets; the marks go to the bet that needs them."""
        marked = {bet.name for bet in self.round.game.bets if bet.marks}
        return self.tell(*(WagerPlaced(seat, bet, amount, marks if bet in marked else ()) for bet, amount in amounts.items()))

    def ready(self) -> Telling:
        """Do what has to be done with the cards; nobody refuses."""
        while isinstance(step := self.step(), Prepare):
            self.tell(Prepared(step.task, step.seat))
        return self

    def proceed(self, number: int = 200) -> Telling:
        """Do what the dealer has to do, so many times, until a seat is asked or nothing can go on."""
        for _ in range(number):
            match self.step():
                case Deal():
                    self.deal(1)
                case Reveal() | SettleSeat():
                    self._turn_or_settle()
                case Decide(0, options):
                    self.tell(Decided(0, options[0].name))
                case _:
                    break
        return self

    def answer(self, *options: str) -> Telling:
        """Let the seats that are asked, one after the other, say these options."""
        for option in options:
            step = self.proceed().step()
            assert isinstance(step, Decide), step
            self.tell(Decided(step.seat, option, step.hand))
        return self.proceed()

    def settlement(self) -> Settlement:
        result = settle(self.round)
        assert isinstance(result, Settlement), result
        return result

    def unsettled(self) -> Refusal:
        result = settle(self.round)
        assert isinstance(result, Refusal), result
        return result


@pytest.fixture
def telling() -> Callable[..., Telling]:
    """Make a round of Ultimate Texas Hold'em."""

    def make(seats: int = 7, rules: HouseRules = DOCUMENT) -> Telling:
        return Telling(Round(UTH, rules, seats))

    return make


@pytest.fixture
def texas() -> Callable[..., Telling]:
    """Make a round of Texas Blackjack; `changes` turn switches of its blackjack."""

    def make(seats: int = 5, rules: TxBjRules = TX_BJ_SHEET, **changes: Any) -> Telling:  # noqa: ANN401 - the switches, checked by replace
        return Telling(Round(TX_BJ, replace(rules, blackjack=replace(rules.blackjack, **changes)), seats))

    return make


@pytest.fixture
def fields() -> Callable[..., Telling]:
    """Make a round of Casino Texas Hold'em whose cards are ready; `changes` replace parts of its house rules."""

    def make(seats: int = 6, **changes: Any) -> Telling:  # noqa: ANN401 - the parts, checked by replace
        return Telling(Round(CASINO_HOLDEM, replace(CASINO_HOLDEM_SHEET, **changes), seats)).ready()

    return make


@pytest.fixture
def showdown() -> Callable[..., Telling]:
    """Make a round of Showdown Poker with a short pay table for its bonus; `changes` replace parts of its house rules."""
    table = {"five_of_a_kind_suited": "100:1", "royal_flush": "50:1", "straight_flush": "40:1", "five_of_a_kind": "30:1"}
    bonus = BonusRules(table=table | {"four_of_a_kind": "10:1", "full_house": "5:1", "flush": "push"})

    def make(seats: int = 7, **changes: Any) -> Telling:  # noqa: ANN401 - the parts, checked by replace
        return Telling(Round(SHOWDOWN_POKER, replace(SHOWDOWN_SHEET, **{"bonus": bonus, **changes}), seats))

    return make
