"""The orders in which packs came out, told from a journal: which shuffler gave them, and which pack it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tablectl.engine.cards import Card
from tablectl.engine.game import DeckProfile, Game, Supply
from tablectl.journal.records import Record
from tablectl.journal.sealing import Sealer
from tablectl.table.events import CardRead, CardsUnseen
from tablectl.table.order import UNREAD
from tablectl.table.outcomes import PackLoaded
from tablectl.table.record.recovery import refold
from tablectl.table.state import TableState
from tablectl.table.table import Applied
from tablectl_drivers.events import Activity, Identity

BY_HAND = "shuffled by hand"
_FACE = 2


@dataclass(frozen=True, slots=True)
class Dealt:
    """One pack from the shuffle to its end. `faces` is secret where not all of them were shown."""

    shuffler: str
    pack: int
    profile: DeckProfile
    faces: tuple[Card | None, ...]


def dealt(games: Mapping[str, Game], records: Iterable[Record], sealer: Sealer) -> Iterator[Dealt]:
    """The packs that are over, in their order. Of a machine that shuffles without end each round is one; the pack that is still dealt is none,
    so that nobody learns anything of cards that lie face down."""
    vouching: dict[int, str] = {}
    shuffler, order = BY_HAND, ""
    before: TableState | None = None
    for stepped in refold(games, records, sealer):
        state = stepped.applied.state
        if before is not None and _is_over(before, stepped.applied):
            if order:
                yield Dealt(shuffler, before.shoe.pack, before.shoe.profile, _faces(order))
            shuffler, order = vouching.pop(state.shoe.pack, "") or _only(state), ""
        vouching |= {
            device.status.pack: _named(device.identity)
            for device in state.shufflers()
            if device.status is not None and device.status.activity is Activity.READY
        }
        if before is not None and isinstance(stepped.event, CardRead | CardsUnseen) and (drawn := state.shoe.drawn - before.shoe.drawn) > 0:
            order += state.order.drawn[-drawn * _FACE :]
        before = state


def _is_over(before: TableState, after: Applied) -> bool:
    """Another pack comes into the shoe, the one in it goes out, or a machine has taken the cards of a round back."""
    state = after.state
    if any(isinstance(outcome, PackLoaded) for outcome in after.outcomes) or (before.shoe.pack and not state.shoe.pack):
        return True
    return state.game.supply(state.rules) is Supply.CONTINUOUS and state.live.number != before.live.number


def _only(state: TableState) -> str:
    """The one shuffler of a table that no count names, or the machine that deals."""
    shufflers = state.shufflers()
    if len(shufflers) == 1:
        return _named(shufflers[0].identity)
    return _named(state.shoe_device().identity) if state.game.supply(state.rules) is Supply.CONTINUOUS else BY_HAND


def _named(identity: Identity | None) -> str:
    return f"{identity.maker} {identity.model}, serial {identity.serial}" if identity else "a shuffler that did not say who it is"


def _faces(order: str) -> tuple[Card | None, ...]:
    words = (order[at : at + _FACE] for at in range(0, len(order), _FACE))
    return tuple(None if word == UNREAD else Card.parse(word) for word in words)
