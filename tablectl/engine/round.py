"""A round: the game, its house rules, the seats, and the facts so far. Nothing else holds state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.engine.facts import Fact
from tablectl.engine.game import Game, HouseRules, Refusal
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import Step


@dataclass(frozen=True, slots=True)
class Round:
    """Seats are numbered from the dealer's left, `1..seats`."""

    game: Game
    rules: HouseRules
    seats: int
    facts: tuple[Fact, ...] = ()


def apply(round: Round, fact: Fact) -> Round | Refusal:
    """Add a fact, or say which rule forbids it; a refused fact changes nothing."""
    refusal = round.game.judge(round, fact)
    return refusal or replace(round, facts=(*round.facts, fact))


def next_step(round: Round) -> Step:
    return round.game.next_step(round)


def settle(round: Round) -> Settlement | Refusal:
    return round.game.settle(round)
