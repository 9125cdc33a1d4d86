"""Which facts of a round hold a face that lies face up now, and the round as one has to see it who knows no other face."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablectl.engine.cards import Card
from tablectl.engine.exposure import FaceUp
from tablectl.engine.facts import DEALER, SPLIT, CardDealt, CardIdentified, CardsChosen, Decided, Place, PlainFact, Prepared, Task, seat
from tablectl.engine.game import Refusal
from tablectl.engine.layout import new_hand, picked
from tablectl.engine.round import Round, apply


def faces_known(round: Round, shown: FaceUp) -> frozenset[int]:
    """Name the facts, by index, whose faces lie face up. Of a card that was named again only the last name does."""
    lying: defaultdict[Place, list[int]] = defaultdict(list)
    chosen: list[tuple[int, Place, tuple[int | None, ...]]] = []
    for index, fact in enumerate(round.facts):
        match fact:
            case CardDealt(place):
                lying[place].append(index)
            case CardIdentified(place, position):
                lying[place][position] = index
            case CardsChosen(number, hands):
                place = seat(number) if number else DEALER
                picks = picked([_face(round.facts[at]) for at in lying[place]], hands)
                chosen.append((index, place, tuple(pick for hand in picks for pick in hand)))
            case Decided(number, option, hand) if option == SPLIT:
                lying[new_hand(lying, number)].append(lying[seat(number, hand)].pop())
            case Prepared(Task.GATHER):
                lying.clear()
                chosen.clear()
            case _:
                pass
    up = {index for place, indexes in lying.items() for position, index in enumerate(indexes) if (place, position) in shown}
    return frozenset(up | {index for index, place, picks in chosen if all((place, pick) in shown for pick in picks)})


@dataclass(frozen=True, slots=True)
class Known:
    """A round without the faces that lie face down. `at` says where each of its facts has gone; some have no place in it."""

    round: Round
    at: Mapping[int, int]


def without_secrets(round: Round, shown: FaceUp) -> Known | None:
    """Take every face that lies face down for one that was not read; None where the round cannot be told without them."""
    known = faces_known(round, shown)
    again = replace(round, facts=())
    at: dict[int, int] = {}
    for index, fact in enumerate(round.facts):
        told = fact if index in known else _hidden(fact)
        if told is None:
            continue
        played = apply(again, told)
        if isinstance(played, Refusal):
            return None
        at[index] = len(again.facts)
        again = played
    return Known(again, at)


def _hidden(fact: PlainFact) -> PlainFact | None:
    match fact:
        case CardDealt():
            return replace(fact, card=None)
        case CardIdentified() | CardsChosen():
            return None
        case _:
            return fact


def _face(fact: PlainFact) -> Card | None:
    return fact.card if isinstance(fact, CardDealt | CardIdentified) else None
