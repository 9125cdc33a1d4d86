"""How a round stands, as far as it lies open: what is due, the lines that are told by now, and the cards with the faces that everybody sees."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tablectl.engine.facts import DEALER, Area, Place, seat
from tablectl.engine.layout import Layout, picked
from tablectl.engine.settlement import Line
from tablectl.engine.steps import RoundOver, SettleSeat
from tablectl.table.sentences import step_view
from tablectl.table.state import LiveRound, TableState
from tablectl.table.views import CardView, LineView, LyingView, StandView

_AREAS: Final = {Area.SEAT: 0, Area.DEALER: 1, Area.BOARD: 2}


def stand(state: TableState) -> StandView:
    """What the round comes to now, whatever play is held for."""
    step = step_view(replace(state, holds=()))
    lines = tuple(line for number in range(1, state.seats + 1) for line in lines_told(state.live, number))
    places = sorted((place for place, cards in state.live.round.layout.cards.items() if cards), key=_in_order)
    return StandView(step.text, step.rule, lines, tuple(LyingView(str(place), cards_at(state, place)) for place in places))


def lines_told(live: LiveRound, number: int) -> tuple[LineView, ...]:
    """The lines of a seat, once it is due or settled."""
    layout = live.round.layout
    ready = isinstance(live.step, RoundOver) or number in layout.settled or (isinstance(live.step, SettleSeat) and live.step.seat == number)
    ready = ready or any(at == number for at, _ in layout.settled_bets)
    lines = live.rated.seat(number) if live.rated and ready else ()
    labels = {bet.name: bet.label for bet in live.round.game.bets}
    return tuple(_line(line, labels[line.bet]) for line in lines)


def cards_at(state: TableState, place: Place) -> tuple[CardView, ...]:
    """The cards at a place, with the faces of those that lie face up."""
    layout, shown = state.live.round.layout, state.live.shown
    mucked = _mucked(layout, place)
    return tuple(
        CardView(None, "unread", index in mucked)
        if card is None
        else CardView(str(card), "up", index in mucked)
        if (place, index) in shown
        else CardView(None, "down", index in mucked)
        for index, card in enumerate(layout.at(place))
    )


def _mucked(layout: Layout, place: Place) -> frozenset[int]:
    """Which cards at a place are out of the round."""
    every = frozenset(range(len(layout.at(place))))
    if "fold" in layout.said.get(place, ()):
        return every
    chosen = layout.chosen.get(place.seat, ()) if place in {DEALER, seat(place.seat)} else ()
    return every - {index for hand in picked(layout.at(place), chosen) for index in hand} if chosen else frozenset()


def _line(line: Line, label: str) -> LineView:
    return LineView(line.seat, line.bet, label, line.stake, line.result.value, _odds(line.odds), line.net, line.rule, line.text)


def _odds(odds: Fraction | None) -> str | None:
    return None if odds is None else f"{odds.numerator}:{odds.denominator}"


def _in_order(place: Place) -> tuple[int, int, int, str]:
    """The seats, then the dealer and the board, then what is out of play."""
    return _AREAS.get(place.area, len(_AREAS)), place.seat, place.hand, str(place)
