"""Cards that the reader read and that nobody sees: what is said of such a card is one person's word against the reader's, and takes two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tablectl.engine.facts import BURN, DISCARD, SPLIT, CardDealt, CardIdentified, Decided, Place, PlainFact, Prepared, Task, seat
from tablectl.engine.layout import new_hand
from tablectl.table.actions import Action, CorrectRound, IdentifyCard, Recorded
from tablectl.table.righting import as_moved
from tablectl.table.state import LiveRound

_NEW: Final = -1

Lying = Mapping[Place, list[list[int]]]
"""The cards at each place, each as the facts that say something of it: the one that brought it, and its names."""


def against_the_reader(live: LiveRound, action: Action) -> bool:
    """Whether this names a card anew, takes it back or sends it elsewhere, that was read and lies face down. Which face it has, and which one is
    named, has no say."""
    match action:
        case IdentifyCard(place=place, index=index):
            return (place, index) in _unseen(live)
        case CorrectRound():
            after = {said[0]: (place, said) for place, cards in _lying(_put_right(live.round.facts, action)).items() for said in cards}
            return any(after.get(said[0]) != (place, said) for (place, _), said in _unseen(live).items())
        case _:
            return False


def _unseen(live: LiveRound) -> dict[tuple[Place, int], list[int]]:
    """The cards of hands and board that were read and lie face down."""
    facts = live.round.facts
    hands = ((place, cards) for place, cards in _lying(enumerate(facts)).items() if place not in {BURN, DISCARD})
    found = {(place, index): said for place, cards in hands for index, said in enumerate(cards) if (place, index) not in live.shown}
    return {where: said for where, said in found.items() if _was_read(facts[said[0]])}


def _put_right(facts: tuple[PlainFact, ...], action: CorrectRound) -> Iterator[tuple[int, PlainFact]]:
    """The facts as they would be, each with its number on record."""
    begin, end = action.index, action.index + action.count
    numbered = tuple(enumerate(facts))
    yield from numbered[: max(begin, 0)]
    for fact in action.facts:
        if not isinstance(fact, Recorded):
            yield _NEW, fact
        elif begin <= fact.fact < end <= len(facts):
            yield fact.fact, as_moved(facts[fact.fact], fact)
    yield from numbered[max(end, 0) :]


def _lying(numbered: Iterable[tuple[int, PlainFact]]) -> Lying:
    """What says something of no card is left out: the rules refuse it."""
    lying: defaultdict[Place, list[list[int]]] = defaultdict(list)
    for at, fact in numbered:
        match fact:
            case CardDealt(place):
                lying[place].append([at])
            case CardIdentified(place, index) if 0 <= index < len(lying[place]):
                lying[place][index].append(at)
            case Decided(number, option, hand) if option == SPLIT and lying[seat(number, hand)]:
                lying[new_hand(lying, number)].append(lying[seat(number, hand)].pop())
            case Prepared(Task.GATHER):
                lying.clear()
            case _:
                pass
    return lying


def _was_read(fact: PlainFact) -> bool:
    return isinstance(fact, CardDealt) and fact.card is not None
