"""Cards that are named anew and facts that are put right, with the ledger of the shoe following them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from tablectl.engine.cards import Card
from tablectl.engine.facts import CardDealt, CardIdentified, Corrected, PlainFact
from tablectl.engine.game import Refusal
from tablectl.table import shoe as ledger
from tablectl.table.actions import CorrectRound, IdentifyCard, Recorded
from tablectl.table.state import TableState
from tablectl.table.turn import Turn, open_faces


def identify(turn: Turn, action: IdentifyCard) -> Refusal | None:
    """Give a card that was read wrongly, or not at all, its name."""
    if fault := naming_fault(turn.state, action):
        return Refusal("", fault)
    lying = turn.state.live.round.layout.at(action.place)
    refusal = turn.take(CardIdentified(action.place, action.index, action.card))
    if refusal is None:
        turn.change(shoe=ledger.rename(turn.state.shoe, lying[action.index], action.card))
    return refusal


def naming_fault(state: TableState, action: IdentifyCard) -> str | None:
    """What everybody can see that forbids to name a card so."""
    if not 0 <= action.index < len(state.live.round.layout.at(action.place)):
        return f"There is no card number {action.index + 1} at {action.place}"
    fault = _cannot_be(state, action)
    return f"It cannot be this card: {fault}" if fault else None


def _cannot_be(state: TableState, action: IdentifyCard) -> str | None:
    """What everybody can see that speaks against a name. A card that lies face down has no say: nobody learns of it by trying names."""
    copies = state.shoe.profile.composition[action.card]
    if not copies:
        return "no such card is in this pack"
    if state.shoe.pack and not state.shoe.composition[action.card]:
        return "it is out of the pack"
    others = open_faces(state.live, besides=(action.place, action.index))
    if others[action.card] < copies:
        return None
    return "it lies open on the table already" if copies == 1 else f"all {copies} copies lie open on the table already"


def correction_fault(state: TableState, action: CorrectRound) -> Refusal | None:
    """Why this cannot put the round right, whatever the rules say of its facts."""
    facts, count = state.live.round.facts, len(state.live.round.facts)
    if action.corrections != len(state.live.round.corrections):
        return Refusal("", "The round was put right meanwhile: look at its facts again")
    begin, end = action.index, action.index + action.count
    if begin < 0 or action.count < 0 or end > count:
        return Refusal("", f"The round has no fact {max(begin + 1, end)}")
    taken: set[int] = set()
    for at, fact in enumerate(action.facts, begin):
        match fact:
            case Recorded(fact=index) if not begin <= index < end or index in taken:
                return Refusal("", f"Fact {index + 1} cannot stand here: each of the facts that are put right stands once at most", at)
            case Recorded(fact=index) if _is_moved(fact) and as_moved(facts[index], fact) is facts[index]:
                return Refusal("", f"Fact {index + 1} is no card that can have gone elsewhere", at)
            case Recorded(fact=index):
                taken.add(index)
            case CardDealt(card=card) | CardIdentified(card=card) if card is not None and card not in state.shoe.composition:
                return Refusal("", "It cannot have been so: no such card is in this pack", at)
            case _:
                pass
    return None


def _is_moved(recorded: Recorded) -> bool:
    return recorded.place is not None or recorded.position is not None


def as_moved(fact: PlainFact, recorded: Recorded) -> PlainFact:
    """A fact with the place where its card went in truth; the fact itself where it can have gone nowhere else."""
    match fact:
        case CardDealt() if recorded.place is not None and recorded.position is None:
            return replace(fact, place=recorded.place)
        case CardIdentified():
            return replace(fact, place=recorded.place or fact.place, index=fact.index if recorded.position is None else recorded.position)
        case _:
            return fact


def spelled_out(action: CorrectRound, fact_of: Callable[[int], PlainFact]) -> tuple[PlainFact, ...]:
    """The facts of a correction that has no fault, with those that are on record in full. `fact_of` tells one by its index."""
    return tuple(as_moved(fact_of(fact.fact), fact) if isinstance(fact, Recorded) else fact for fact in action.facts)


def correct(turn: Turn, action: CorrectRound) -> Refusal | None:
    """Put facts of the open round right."""
    if fault := correction_fault(turn.state, action):
        return fault
    before = _on_the_table(turn)
    facts = spelled_out(action, turn.state.live.round.facts.__getitem__)
    refusal = turn.take(Corrected(action.index, facts, action.reason, action.count))
    if refusal is None:
        turn.change(shoe=ledger.correct(turn.state.shoe, before, _on_the_table(turn)))
    return refusal


def _on_the_table(turn: Turn) -> Counter[Card | None]:
    return Counter(card for lying in turn.state.live.round.layout.cards.values() for card in lying)
