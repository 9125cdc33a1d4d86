"""Cards that the reader read and that nobody sees: what is said of such a card is one person's word against the reader's, and takes two."""

from __future__ import annotations

from collections import defaultdict

from tablectl.engine.facts import BURN, DISCARD, SPLIT, CardDealt, CardIdentified, Decided, Place, PlainFact, Prepared, Task, seat
from tablectl.engine.layout import new_hand
from tablectl.table.actions import Action, CorrectRound, IdentifyCard
from tablectl.table.state import LiveRound


def against_the_reader(live: LiveRound, action: Action) -> bool:
    """Whether this names a card anew, or takes it back, that was read and lies face down. Which face it has, and which one is named, has no say."""
    match action:
        case IdentifyCard(place=place, index=index):
            return (place, index) in _unseen(live)[0]
        case CorrectRound(index=index, facts=facts, count=count):
            cards, said = _unseen(live)
            named = {(fact.place, fact.index) for fact in facts if isinstance(fact, CardIdentified)}
            return bool(cards & named or said & set(range(index, index + count)))
        case _:
            return False


def _unseen(live: LiveRound) -> tuple[set[tuple[Place, int]], set[int]]:
    """The cards of hands and board that were read and lie face down, by their places, and the facts that say something of one of them."""
    lying: defaultdict[Place, list[list[int]]] = defaultdict(list)
    facts = live.round.facts
    for at, fact in enumerate(facts):
        match fact:
            case CardDealt(place):
                lying[place].append([at])
            case CardIdentified(place, index):
                lying[place][index].append(at)
            case Decided(number, option, hand) if option == SPLIT:
                lying[new_hand(lying, number)].append(lying[seat(number, hand)].pop())
            case Prepared(Task.GATHER):
                lying.clear()
            case _:
                pass
    hands = ((place, cards) for place, cards in lying.items() if place not in {BURN, DISCARD})
    found = {(place, index): said for place, cards in hands for index, said in enumerate(cards) if (place, index) not in live.shown}
    read = {where: said for where, said in found.items() if _was_read(facts[said[0]])}
    return set(read), {at for said in read.values() for at in said}


def _was_read(fact: PlainFact) -> bool:
    return isinstance(fact, CardDealt) and fact.card is not None
