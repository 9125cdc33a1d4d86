"""A round: the game, its house rules, the seats, and the facts so far. Nothing else holds state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.engine.facts import Corrected, Decided, Fact, PlainFact, SeatSettled, WagerPlaced
from tablectl.engine.game import Game, HouseRules, Refusal
from tablectl.engine.layout import Layout, lay_out
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Decide, SettleSeat, Step


class _Worked:
    """Holds what was worked out from the facts, once it was asked for: no field, so that it is neither compared, shown nor written to a record."""

    __slots__ = ("_layout", "_step")
    _layout: Layout
    _step: Step


@dataclass(frozen=True, slots=True)
class Round(_Worked):
    """Seats are numbered from the dealer's left, `1..seats`. `facts` are those that count; `corrections` are those that made them so,
    in their order (what they replaced stands in the journal). It never changes, and so `layout` and the next step are worked out once."""

    game: Game
    rules: HouseRules
    seats: int
    facts: tuple[PlainFact, ...] = ()
    corrections: tuple[Corrected, ...] = ()

    @property
    def layout(self) -> Layout:
        """What lies and stands on the layout."""
        try:
            return self._layout
        except AttributeError:
            layout = lay_out(self.facts)
            object.__setattr__(self, "_layout", layout)
            return layout

    @property
    def step(self) -> Step:
        """What is due."""
        try:
            return self._step
        except AttributeError:
            step = self.game.next_step(self)
            object.__setattr__(self, "_step", step)
            return step


def apply(round: Round, fact: Fact) -> Round | Refusal:
    """Add a fact, or say which rule forbids it; a refused fact changes nothing."""
    if isinstance(fact, Corrected):
        return _corrected(round, fact)
    refusal = round.game.judge(round, fact) or _beside(round, fact)
    return refusal or replace(round, facts=(*round.facts, fact))


def next_step(round: Round) -> Step:
    return round.step


def settle(round: Round) -> Settlement | Refusal:
    return round.game.settle(round)


def one_unit_more(round: Round, seat: int, bet: str) -> int:
    """What a press adds in most games: one unit to what stands on the spot."""
    amounts = [fact.amount for fact in round.facts if isinstance(fact, WagerPlaced) and (fact.seat, fact.bet) == (seat, bet)]
    return (amounts[-1] if amounts else 0) + round.rules.unit


def _beside(round: Round, fact: PlainFact) -> Refusal | None:
    """An answer is for the hand or the bets that were asked for; no game has to look at that again."""
    match fact:
        case Decided(hand=hand):
            step = round.step
            return Refusal(step.rule, f"hand {hand + 1} is not asked") if isinstance(step, Decide) and step.hand != hand else None
        case SeatSettled(bets=bets):
            step = round.step
            return Refusal(step.rule, "these are not the bets to be settled now") if isinstance(step, SettleSeat) and step.bets != bets else None
        case _:
            return None


def _corrected(round: Round, correction: Corrected) -> Round | Refusal:
    """Play the round again as it should have been; every fact has to be allowed in its new place."""
    begin, end = correction.index, correction.index + correction.count
    if begin < 0 or correction.count < 0 or end > len(round.facts):
        return Refusal("", f"there is no fact {max(begin + 1, end)} to put right, the round has {len(round.facts)}")
    again = replace(round, facts=())
    for fact in (*round.facts[:begin], *correction.facts, *round.facts[end:]):
        played = apply(again, fact)
        if isinstance(played, Refusal):
            return Refusal(played.rule, f"the round cannot have been so: {played.text}", len(again.facts))
        again = played
    return replace(again, corrections=(*round.corrections, correction))
