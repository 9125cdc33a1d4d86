"""Warnings let play go on, end with their cause, and hold play where they repeat or last by the house's rule."""

from __future__ import annotations

from tablectl.engine.cards import Card
from tablectl.table.actions import ReleaseHold, TakeOutCard, VoidRound
from tablectl.table.events import Escalation, KeyMasked, KeyRestored, RecordRoom
from tablectl.table.outcomes import HoldRaised, WarningGone
from tablectl.table.state import Cause, Severity
from tablectl_drivers.events import InputFault

from .dealing import Dealing, only, opening, table

MASKED = KeyMasked("seat1.ante", InputFault.STUCK)
RESTORED = KeyRestored("seat1.ante")


def warned(dealing: Dealing) -> list[Cause]:
    return [warning.cause for warning in dealing.state.warned]


def next_round(dealing: Dealing) -> None:
    dealing.command(VoidRound("nobody plays"))
    dealing.press("key.next")


def test_a_warning_lets_play_go_on_and_goes_with_its_cause() -> None:
    dealing = table()
    (told,) = (outcome for outcome in dealing.happen(MASKED) if isinstance(outcome, HoldRaised))
    assert (told.hold.severity, told.hold.cause, dealing.causes) == (Severity.WARN, Cause.BUTTON_MASKED, [])
    dealing.wager(2)
    assert dealing.state.live.placed == {(2, "ante"): 500, (2, "blind"): 500}
    assert dealing.happen(RESTORED) == (WarningGone(told.hold.id, "button_masked"),)
    assert dealing.state.warned == ()


def test_its_so_manieth_time_holds_play_once_and_a_release_begins_anew() -> None:
    dealing = table(opening(escalation=Escalation(repeats=2)))
    for expected in ([], [Cause.BUTTON_MASKED], [Cause.BUTTON_MASKED]):
        dealing.happen(MASKED)
        assert dealing.causes == expected
        dealing.happen(RESTORED)
    hold = dealing.hold(Cause.BUTTON_MASKED)
    assert (hold.severity, hold.text.endswith("it is stuck, for the 2. time")) == (Severity.STOP, True)
    assert dealing.command(ReleaseHold(hold.id, "the chip was cleaned")).done
    dealing.happen(MASKED)
    assert dealing.causes == [Cause.BUTTON_MASKED], "it was raised twice since play was held"


def test_a_warning_that_lasts_holds_play_and_can_be_released_while_it_goes_on() -> None:
    dealing = table(opening(escalation=Escalation(rounds=2)))
    dealing.happen(MASKED)
    for held in (False, True):
        assert not dealing.causes
        next_round(dealing)
        assert bool(dealing.causes) is held
    hold = dealing.hold(Cause.BUTTON_MASKED)
    assert hold.text.endswith("it is stuck, for 2 rounds")
    assert hold.follows == only(list(dealing.state.warned)).id
    assert dealing.command(ReleaseHold(hold.id, "the seat is closed")).done
    next_round(dealing)
    next_round(dealing)
    assert dealing.causes == []


def test_without_a_rule_of_the_house_it_never_does() -> None:
    dealing = table()
    for _ in range(5):
        dealing.happen(MASKED)
        next_round(dealing)
        dealing.happen(RESTORED)
    assert dealing.causes == []


def test_what_the_house_chose_to_play_on_with_is_a_warning_that_stops_nothing() -> None:
    dealing = table(opening(short_pack="flag", escalation=Escalation(1, 1)))
    dealing.command(TakeOutCard(1, Card.parse("7h"), "a corner is torn"))
    assert (warned(dealing), dealing.causes) == ([Cause.PACK_SHORT], [])
    next_round(dealing)
    next_round(dealing)
    assert dealing.causes == []


def test_little_room_for_the_record_is_a_warning_that_says_how_many_rounds_are_left() -> None:
    dealing = table(opening(escalation=Escalation(1, 1)))
    for fewer in (500, 200):
        dealing.happen(RecordRoom("low", fewer))
        assert [warning.text for warning in dealing.state.warned] == [f"The disk has room for the record of fewer than {fewer} more rounds"]
        next_round(dealing)
    assert dealing.causes == []
    dealing.happen(RecordRoom("fine", 0))
    assert warned(dealing) == []


def test_without_room_the_open_round_may_end_and_no_other_begins() -> None:
    dealing = table()
    dealing.wager(2)
    dealing.happen(RecordRoom("out", 20))
    assert (warned(dealing), dealing.causes) == ([Cause.RECORD_ROOM], [])
    dealing.command(VoidRound("nobody plays"))
    assert (warned(dealing), dealing.causes) == ([], [Cause.RECORD_ROOM])
    dealing.happen(RecordRoom("low", 50))
    hold = dealing.hold(Cause.RECORD_ROOM)
    assert dealing.command(ReleaseHold(hold.id, "old captures were removed")).done


def test_a_card_that_is_drawn_without_room_does_not_make_it_a_round_that_may_end() -> None:
    dealing = table()
    dealing.happen(RecordRoom("out", 20))
    dealing.cards("7h")
    assert not dealing.command(ReleaseHold(dealing.hold(Cause.RECORD_ROOM).id, "we deal on")).done
