"""What the page says after a cut: the table as it stood by the record, without a face that lies down."""

from __future__ import annotations

from tablectl.table.shown.recovered import RecoveryView, recovery_view
from tablectl.table.shown.screens import Showing
from tablectl.table.state import Cause

from .dealing import SHOE, SHUFFLER, Dealing, dealt, opening, settling, table

SHOWING = Showing("EUR", 2, {})


def after_a_cut(dealing: Dealing) -> RecoveryView:
    dealing.happen(opening(clean=False))
    found = recovery_view(dealing.state, SHOWING)
    assert found is not None
    return found


def test_a_table_that_was_never_cut_off_has_nothing_to_compare() -> None:
    dealing = dealt()
    dealing.happen(opening(clean=True))
    assert recovery_view(dealing.state, SHOWING) is None


def test_the_last_sure_state_is_told_with_what_to_check_and_not_with_what_came_after() -> None:
    dealing = settling()
    dealing.press("key.next")
    last = len(dealing.history)
    found = after_a_cut(dealing)
    assert (found.round, found.is_open, found.last_ns, found.opened_ns) == (1, True, last, last + 1)
    assert (found.step.kind, found.holds) == (dealing.state.live.step.kind, ())
    assert {seat.seat: seat.settled for seat in found.handed} == {1: True, 2: False}
    assert found.handed[0].gain == dealing.state.live.paid[1]
    assert [device.record for device in found.devices if device.device == SHOE] == ["card_read"]
    assert {device.device for device in found.devices} == {SHOE, SHUFFLER}
    assert found.hold == dealing.hold(Cause.TABLE_CUT_OFF).id
    dealing.devices_up()
    dealing.release(Cause.TABLE_CUT_OFF)
    dealing.press("key.next")
    later = recovery_view(dealing.state, SHOWING)
    assert later is not None
    assert (later.step, later.handed, later.hold) == (found.step, found.handed, None)
    assert (later.person, later.reason) == ("Kim", "looked at it")


def test_no_face_that_lies_down_is_told() -> None:
    found = after_a_cut(dealt())
    assert found.drawn == 6
    assert all(card.face is None for seat in found.seats for card in seat.cards)
    assert [seat.seat for seat in found.seats] == [1, 2], "only where something lies"


def test_between_rounds_nothing_is_asked() -> None:
    found = after_a_cut(table())
    assert (found.is_open, found.hold, found.seats) == (False, None, ())
