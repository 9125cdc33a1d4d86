"""How a table stood when it was cut off, for whoever compares it with the felt. No face is told that lies face down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablectl.engine.layout import Layout
from tablectl.table.actions import PersonRole
from tablectl.table.shown.screens import Showing, hold_text, view
from tablectl.table.state import Cut, TableState
from tablectl.table.views import CardView, KeyView, SeatView, StepView


@dataclass(frozen=True, slots=True)
class HeardView:
    """What is on record last of a device: the type of the record, empty where there is none, and its time."""

    device: str
    role: str
    record: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class HandedView:
    """What a seat with wagers was settled with: the player's gain in minor units, or that it was not settled yet."""

    seat: int
    settled: bool
    gain: int


@dataclass(frozen=True, slots=True)
class RecoveryView:
    """The last sure state: `last_ns` is the time of the last record before the cut, `opened_ns` when the table came back. `hold` is the hold by
    which somebody is asked to compare, None where no round was open or it is released; `person` did so. `changed` is what
    differs from the start before the cut, in words."""

    round: int
    last_ns: int
    opened_ns: int
    is_open: bool
    step: StepView
    holds: tuple[str, ...]
    drawn: int
    seats: tuple[SeatView, ...]
    dealer: tuple[CardView, ...]
    board: tuple[CardView, ...]
    burned: int
    handed: tuple[HandedView, ...]
    keys: tuple[KeyView, ...]
    indicators: tuple[KeyView, ...]
    devices: tuple[HeardView, ...]
    currency: str
    exponent: int
    hold: int | None
    person: str
    reason: str
    acknowledged_ns: int
    changed: tuple[str, ...]


def recovery_view(state: TableState, showing: Showing) -> RecoveryView | None:
    """None where the table was never cut off."""
    cut = state.cut
    if cut is None:
        return None
    stood = view(replace(state, live=cut.live, holds=cut.holds, notices=(), pending=()), PersonRole.VIEWER, 0, showing)
    return RecoveryView(
        round=cut.live.number,
        last_ns=cut.at_ns,
        opened_ns=cut.opened_ns,
        is_open=cut.hold is not None,
        step=stood.step,
        holds=tuple(hold_text(hold, showing) for hold in cut.holds),
        drawn=sum(map(len, cut.live.round.layout.cards.values())),
        seats=tuple(seat for seat in stood.seats if any(spot.amount for spot in seat.spots) or seat.cards),
        dealer=stood.dealer,
        board=stood.board,
        burned=stood.burned,
        handed=tuple(_handed(cut, cut.live.round.layout)),
        keys=stood.keys,
        indicators=stood.indicators,
        devices=tuple(_heard(state, cut)),
        currency=showing.currency,
        exponent=showing.exponent,
        hold=cut.hold if any(hold.id == cut.hold for hold in state.holds) else None,
        person=cut.person,
        reason=cut.reason,
        acknowledged_ns=cut.acknowledged_ns,
        changed=cut.changed,
    )


def _handed(cut: Cut, layout: Layout) -> Iterator[HandedView]:
    for seat in sorted({seat for (seat, _), amount in cut.live.placed.items() if amount}):
        yield HandedView(seat, seat in layout.settled, cut.live.paid.get(seat, 0))


def _heard(state: TableState, cut: Cut) -> Iterator[HeardView]:
    for device in state.devices.values():
        last = cut.heard.get(device.name)
        yield HeardView(device.name, device.role, last.kind if last else "", last.at_ns if last else 0)
