"""Whole shoes that are dealt with all that happens at a table: cards that nobody could read, cards that were shown, names that two persons give."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.facts import Place
from tablectl.engine.steps import Deal
from tablectl.table.actions import ExposeCard, IdentifyCard, PersonRole, WithdrawAction
from tablectl.table.events import CardRead, TableEvent
from tablectl.table.state import Cause
from tests.detection.croupier import Croupier, InUse
from tests.detection.planting import Fault
from tests.table.dealing import Dealing

ONE_IN: Final = 8
"""At one in so many face-down cards something happens."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everything that happened, the first event opens the table."""

    events: tuple[TableEvent, ...]
    cards: int


class Careless(Croupier):
    """A dealer to whom all that happens which does not end a round."""

    def _follow(self, shoe: InUse) -> None:
        step = shoe.dealing.step
        if not isinstance(step, Deal) or step.face_up or self._chance.randrange(ONE_IN):
            super()._follow(shoe)
            return
        happens = self._chance.choice(_HAPPENS[self._game.id])
        face = shoe.stack[0].face
        if happens is unread:
            shoe.stack[0] = replace(shoe.stack[0], read=None)
        super()._follow(shoe)
        happens(shoe.dealing, step.place, face)


def unread(dealing: Dealing, place: Place, face: Card) -> None:
    """A supervisor looks at the card, and names it."""
    _name(dealing, place, face)
    assert dealing.release(Cause.CARD_UNREADABLE).done


def named_by_two(dealing: Dealing, place: Place, face: Card) -> None:
    """Somebody says what everybody could read already."""
    _name(dealing, place, face)
    assert dealing.confirm().done


def asked_in_vain(dealing: Dealing, place: Place, face: Card) -> None:
    _name(dealing, place, face)
    assert dealing.command(WithdrawAction(dealing.state.pending[0].id, "nobody can know that")).done


def shown(dealing: Dealing, place: Place, _: Card) -> None:
    assert dealing.command(ExposeCard(place), PersonRole.DEALER).done


def _name(dealing: Dealing, place: Place, face: Card) -> None:
    index = len(dealing.state.live.round.layout.at(place)) - 1
    assert dealing.command(IdentifyCard(place, index, face, "looked at it")).done


_HAPPENS: Final[Mapping[str, tuple[Callable[[Dealing, Place, Card], None], ...]]] = {
    "uth": (unread, named_by_two, asked_in_vain),  # a card that is shown is a misdeal here
    "texas_shootout": (unread, named_by_two, asked_in_vain, shown),
}


def dealt(game: str, shoes: int) -> Dealt:
    """Deal so many shoes, each to its end."""
    croupier = Careless(game, random.Random(game))
    cards = sum(croupier.shoe(Fault.NONE).drawn for _ in range(shoes))
    assert croupier.table is not None, "play was held at the end of a shoe"
    return Dealt(tuple(event for event, _ in croupier.table.history), cards)


def begun(shoe: Dealt, cards: int) -> Dealt:
    """The beginning of a shoe, up to this card."""
    drawn = [number for number, event in enumerate(shoe.events) if isinstance(event, CardRead)]
    return Dealt(shoe.events[: drawn[cards - 1] + 1], cards)
