"""How many cards should lie where, which rounds a wrong count touches, and whether a count by hand is due."""

from __future__ import annotations

from tablectl.engine.facts import CardDealt
from tablectl.engine.game import Supply
from tablectl.engine.steps import RoundOver
from tablectl.table.actions import Counting
from tablectl.table.state import TableState, Trail


def expected(state: TableState, pack: int, place: Counting) -> int:
    """By what the reader saw, and what is booked as out of the pack. The cut card is no card; what was burned or mucked has gone."""
    whole = state.count_of(pack)
    stub = max(state.shoe.count - state.shoe.drawn, 0)
    match place:
        case Counting.PACK:
            return whole
        case Counting.STUB:
            return stub
        case Counting.RACK:
            return whole - stub


def between_rounds(state: TableState) -> bool:
    """Whether all cards of the pack are either left or gone."""
    over = isinstance(state.live.step, RoundOver) or not any(isinstance(fact, CardDealt) for fact in state.live.round.facts)
    return over and not state.early


def touched(trail: Trail | None) -> str:
    """The end of a sentence that tells of a wrong count."""
    if trail is None:
        return ""
    rounds = f"round {trail.first}" if trail.first == trail.last else f"rounds {trail.first} to {trail.last}"
    return f". It was dealt in {rounds} since its last right count"


def wanted(state: TableState) -> int | None:
    """The pack whose cards are to be counted by hand now, between rounds, where no shuffler counts them: after so many rounds, and at the end of a
    shoe."""
    pack = state.shoe.pack
    trail = state.trails.get(pack)
    if trail is None or not trail.uncounted or not state.count_every or not between_rounds(state):
        return None
    if any(device.counts for device in state.shufflers()):
        return None
    ended = state.game.supply(state.live.round.rules) is Supply.SHOE and (state.shoe.cut_card or state.shoe.empty or state.shoe.untouched)
    return pack if ended or trail.uncounted >= state.count_every else None


def overdue(state: TableState) -> str | None:
    """Why no further round is dealt: the count that was wanted was not made before it."""
    pack = wanted(state)
    if pack is None or isinstance(state.live.step, RoundOver):
        return None
    rounds = state.trails[pack].uncounted
    return f"The cards of pack {pack} were not counted after {rounds} round{'s' if rounds > 1 else ''}"


def prompt(state: TableState) -> str | None:
    """What the dealer is asked to do before the next round."""
    pack = wanted(state)
    if pack is None:
        return None
    why = f" ({state.count_citation})" if state.count_citation else ""
    return f"Count the cards of pack {pack} that are left{why}"
