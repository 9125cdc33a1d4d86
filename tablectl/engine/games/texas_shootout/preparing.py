"""The cards before they are dealt: shuffle, approval, cut, load and burn, read from the facts. Numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tablectl.engine.facts import BURN, DISCARD, BettingClosed, CardDealt, DealerCame, Fact, Prepared, ShuffleCalled, Task
from tablectl.engine.steps import Prepare

DEALERS: Final = 0


@dataclass(frozen=True, slots=True)
class CardsReady:
    """Which tasks are done since the last call, whether a card is to be burned, and what went otherwise than it should.

    `in_play` says that a card has gone to a seat or the dealer; that, or the dealer's call, closes the wagers.
    """

    reason: str | None = None
    done: frozenset[Task] = frozenset()
    refused: frozenset[int] = frozenset()
    burn_due: bool = False
    just_burned: bool = False
    in_play: bool = False
    called: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def closed(self) -> bool:
        return self.in_play or self.called


def read(facts: Iterable[Fact]) -> CardsReady:
    """Read the facts about the cards in their order."""
    reason: str | None = None
    done: set[Task] = set()
    refused: set[int] = set()
    burn_due = just_burned = in_play = called = False
    remarks: list[str] = []
    for fact in facts:
        match fact:
            case ShuffleCalled(said):  # also called again, RULES.md 2.5
                reason, burn_due = said, True
                done.clear()
                refused.clear()
            case Prepared(_, seat, refused=True):
                refused.add(seat)
            case Prepared(task):
                done.add(task)
            case DealerCame():  # with a shuffle one burn serves both, RULES.md 3.2
                burn_due = True
            case BettingClosed():
                called = True
            case CardDealt(place) if place == BURN:
                if not burn_due:
                    remarks.append("a card was burned that need not be: play goes on (TS 3.4)")
                burn_due, just_burned = False, True
            case CardDealt(place) if place == DISCARD:
                remarks.append("a card was put into the discard rack unused (TS 10.3)")
            case CardDealt():
                if burn_due:
                    remarks.append("no card was burned: play goes on (TS 3.4)")
                burn_due, just_burned, in_play = False, False, True
            case _:
                pass
    return CardsReady(reason, frozenset(done), frozenset(refused), burn_due, just_burned, in_play, called, tuple(remarks))


def task_due(ready: CardsReady, seats: Iterable[int]) -> Prepare | None:
    """The next task of a shuffle that was called; `seats` are those that are offered the cut, clockwise (RULES.md 2.3)."""
    if ready.reason is None or Task.LOAD in ready.done:
        return None
    if Task.SHUFFLE not in ready.done:
        text = f"Shuffle all six decks together, also those left in the shoe: {ready.reason}"
        return Prepare(Task.SHUFFLE, DEALERS, may_refuse=False, text=text, rule="TS 2.1")
    if Task.APPROVE not in ready.done:
        return Prepare(Task.APPROVE, DEALERS, may_refuse=False, text="Call the shuffle check and wait for a supervisor", rule="TS 2.2")
    if Task.CUT not in ready.done:
        asked = next((number for number in seats if number not in ready.refused), None)
        if asked is not None:
            text = f"Offer the cut to seat {asked}: the cut card goes in at least one deck from either end"
            return Prepare(Task.CUT, asked, may_refuse=True, text=text, rule="TS 2.3")
        text = "Nobody cuts: cut for them, at least one deck from either end"
        return Prepare(Task.CUT, DEALERS, may_refuse=False, text=text, rule="TS 2.4")
    text = "Put the cut card in at least one deck from the back, and the cards into the shoe"
    return Prepare(Task.LOAD, DEALERS, may_refuse=False, text=text, rule="TS 2.6")
