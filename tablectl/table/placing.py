"""The card that was drawn last went elsewhere than it was due: which one that is, where the rules let it have gone, and saying so."""

from __future__ import annotations

from dataclasses import replace

from tablectl.engine.facts import BOARD, BURN, DEALER, DISCARD, CardDealt, Corrected, Place, seat
from tablectl.engine.game import Refusal
from tablectl.table.state import TableState
from tablectl.table.turn import Turn
from tablectl.table.views import ChoiceView, LastCardView

_NAMES = {DISCARD: "Unused, on the discard rack", BURN: "Burned", DEALER: "Dealt to the dealer", BOARD: "Dealt to the board"}


def place(turn: Turn, place: Place, reason: str, number: int | None = None) -> Refusal | None:
    """The last of the cards that wait to be due goes there; without one, the last that was dealt was dealt there. `number` is the card that the
    person meant."""
    state = turn.state
    drawn = cards_drawn(state)
    if number is not None and number != drawn:
        return Refusal("", f"This was meant for card {number} of the round, but card {drawn} is the last now: look at the table again")
    if state.early:
        *waiting, card = state.early
        refusal = turn.take(CardDealt(place, card))
        if refusal is None:
            turn.change(early=tuple(waiting))
        return refusal
    last = _last(state)
    if last is None:
        return Refusal("", "No card has been drawn in this round")
    index, dealt = last
    return turn.take(Corrected(index, (replace(dealt, place=place),), reason))


def last_card(state: TableState) -> LastCardView:
    """The last card by its number and place, and where it may have gone. Its face is told where it lies face up."""
    drawn, last = cards_drawn(state), _last(state)
    if state.early:
        text, now = f"Card {drawn} of the round, which waits to come into play", None
    elif last is not None:
        now = last[1].place
        position = len(state.live.round.layout.at(now))
        card = last[1].card
        shown = f", the {card}" if card is not None and (now, position - 1) in state.live.shown else ""
        text = f"Card {drawn} of the round{shown}: it lies as card {position} of {now}"
    else:
        return LastCardView(state.live.number, 0, "No card has been drawn in this round", ())
    wanted = [place for place in _places(state) if place != now and _may_go(state, place)]
    return LastCardView(state.live.number, drawn, text, tuple(ChoiceView(_key(place), _name(place)) for place in wanted))


def cards_drawn(state: TableState) -> int:
    """How many cards were drawn in this round: the number of the last one."""
    return sum(isinstance(fact, CardDealt) for fact in state.live.round.facts) + len(state.early)


def _last(state: TableState) -> tuple[int, CardDealt] | None:
    return next(((at, fact) for at, fact in reversed(tuple(enumerate(state.live.round.facts))) if isinstance(fact, CardDealt)), None)


def _places(state: TableState) -> tuple[Place, ...]:
    return (*_NAMES, *(seat(number) for number in range(1, state.seats + 1)))


def _may_go(state: TableState, where: Place) -> bool:
    return place(Turn(state), where, "is it allowed") is None


def _key(place: Place) -> str:
    return f"{place.area.value}.{place.seat}"


def _name(place: Place) -> str:
    return _NAMES.get(place, f"Dealt to {place}")
