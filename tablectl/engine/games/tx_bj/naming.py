"""Cards that were named later, worked into the deal: what the round would be had every card been read right at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tablectl.engine.facts import SPLIT, CardDealt, CardIdentified, Decided, Place, PlainFact, seat
from tablectl.engine.layout import new_hand


def as_named(facts: Iterable[PlainFact]) -> tuple[PlainFact, ...]:
    """Put each card that a supervisor named into the fact that dealt it; a card that was split off is followed to its new hand."""
    told: list[PlainFact] = []
    lying: defaultdict[Place, list[int]] = defaultdict(list)
    for fact in facts:
        if isinstance(fact, CardIdentified):
            number = lying[fact.place][fact.index]
            dealt = told[number]
            if isinstance(dealt, CardDealt):
                told[number] = replace(dealt, card=fact.card)
            continue
        if isinstance(fact, CardDealt):
            lying[fact.place].append(len(told))
        elif isinstance(fact, Decided) and fact.option == SPLIT:
            lying[new_hand(lying, fact.seat)].append(lying[seat(fact.seat, fact.hand)].pop())
        told.append(fact)
    return tuple(told)
