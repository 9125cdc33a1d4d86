"""What is due in a round, in words: what a game says in the place of an answer that nobody asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from tablectl.engine.facts import Decided, HandTurned, Place, SeatSettled
from tablectl.engine.game import Refusal
from tablectl.engine.steps import ChooseCards, Deal, Decide, Prepare, Reveal, SettleSeat, Step, Unsettled


@dataclass(frozen=True, slots=True)
class Words:
    """How a game speaks. `field` is its word for a betting position; the others say what a position, or the dealer, has to do."""

    field: str = "seat"
    decides: str = "has to decide"
    dealer_decides: str = "the dealer has to decide"
    chooses: str = "has to choose its cards"
    dealer_chooses: str = "the dealer has to set the hand"

    def due(self, step: Step) -> str:
        """Say what is due."""
        match step:
            case Prepare(text=text):
                return text
            case Deal(place):
                return f"the next card goes to {place}"
            case Decide(number):
                return f"{self.field} {number} {self.decides}" if number else self.dealer_decides
            case ChooseCards(number):
                return f"{self.field} {number} {self.chooses}" if number else self.dealer_chooses
            case Reveal(place):
                return f"{place} is to be turned over"
            case SettleSeat(number):
                return f"{self.field} {number} is to be settled"
            case Unsettled(reason):
                return reason
            case _:
                return "wagers are open"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers that every game takes alike, each by the rule on which its refusal rests."""

    words: Words
    decided: str
    turned: Callable[[Place], str]
    settled: str

    def judge(self, step: Step, fact: Decided | HandTurned | SeatSettled) -> Refusal | None:
        """Say why this is no answer to what is asked now."""
        field = self.words.field
        match fact:
            case Decided(number, option):
                who = f"{field} {number}" if number else "the dealer"
                if not isinstance(step, Decide) or step.seat != number:
                    return Refusal(self.decided, f"{who} is not asked: {self.words.due(step)}")
                offered = [each.name for each in step.options]
                return None if option in offered else Refusal(step.rule, f"{who} can say {' or '.join(offered)}, not {option!r}")
            case HandTurned(place):
                due_now = isinstance(step, Reveal) and step.place == place
                words = f"the cards of {place} are not to be turned over now: {self.words.due(step)}"
                return None if due_now else Refusal(self.turned(place), words)
            case SeatSettled(number):
                due_now = isinstance(step, SettleSeat) and step.seat == number
                return None if due_now else Refusal(self.settled, f"{field} {number} is not to be settled now: {self.words.due(step)}")
            case _:
                assert_never(fact)
