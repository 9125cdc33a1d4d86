"""Cards that are named anew and facts that are put right, with the ledger of the shoe following them."""

from __future__ import annotations

from collections import Counter

from tablectl.engine.cards import Card
from tablectl.engine.facts import CardDealt, CardIdentified, Corrected
from tablectl.engine.game import Refusal
from tablectl.table import shoe as ledger
from tablectl.table.actions import CorrectRound, IdentifyCard
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


def correction_fault(state: TableState, action: CorrectRound) -> str | None:
    """Why this cannot put the round right, whatever the rules say of its facts."""
    if action.corrections != len(state.live.round.corrections):
        return "The round was put right meanwhile: look at its facts again"
    named = {fact.card for fact in action.facts if isinstance(fact, CardDealt | CardIdentified) and fact.card is not None}
    return None if named <= state.shoe.composition.keys() else "It cannot have been so: no such card is in this pack"


def correct(turn: Turn, action: CorrectRound) -> Refusal | None:
    """Put facts of the open round right."""
    if fault := correction_fault(turn.state, action):
        return Refusal("", fault)
    before = _on_the_table(turn)
    refusal = turn.take(Corrected(action.index, action.facts, action.reason, action.count))
    if refusal is None:
        turn.change(shoe=ledger.correct(turn.state.shoe, before, _on_the_table(turn)))
    return refusal


def _on_the_table(turn: Turn) -> Counter[Card | None]:
    return Counter(card for lying in turn.state.live.round.layout.cards.values() for card in lying)
