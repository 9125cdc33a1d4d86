"""How a shuffler mixes: fairly, or as one that is worn, set wrongly or broken."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tablectl_sim.cards import Card, shuffled


@dataclass(frozen=True, slots=True)
class Mixing:
    """`riffles` of a pack that is cut in about two halves, instead of a fair shuffle; 0 is the fair one. `keeps_top` cards stay on top. `repeats` is
    the share of cycles in which nothing is mixed at all."""

    riffles: int = 0
    keeps_top: int = 0
    repeats: float = 0.0


FAIR = Mixing()


def mixed(cards: list[Card], seed: str, mixing: Mixing = FAIR) -> list[Card]:
    """Another order of these cards, the same for the same seed; a fair one does not depend on the order that they had."""
    chance = random.Random(f"{seed}/mixing")
    if chance.random() < mixing.repeats:
        return list(cards)
    top, rest = cards[: mixing.keeps_top], cards[mixing.keeps_top :]
    if not mixing.riffles:
        return top + shuffled(rest, seed)
    for _ in range(mixing.riffles):
        rest = _riffled(rest, chance)
    return top + rest


def _riffled(cards: list[Card], chance: random.Random) -> list[Card]:
    """Each card falls from one of the halves, the likelier the more are left in it, as Gilbert, Shannon and Reeds describe it."""
    left = [chance.random() < 0.5 for _ in cards]  # noqa: PLR2004 - a fair coin says from which half
    halves = iter(cards[: sum(left)]), iter(cards[sum(left) :])
    return [next(halves[not from_left]) for from_left in left]
