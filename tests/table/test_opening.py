"""The table as it opens and opens again: house rules never change inside a round, and no device is taken for heard that was not."""

from __future__ import annotations

import pytest

from tablectl.engine.facts import SeatSettled
from tablectl.engine.game import HouseRules
from tablectl.table.events import DeviceStatus, KeyMasked, PanelFailed
from tablectl.table.outcomes import RoundOpened
from tablectl.table.state import Cause, Link
from tablectl_drivers.events import InputFault

from .dealing import DARK, SHOE, SHUFFLER, STEPS, Dealing, house_rules, opening, over, settling, table, wagered

DEARER = house_rules(id="dearer", version=2, unit=1000)


def test_a_table_opens_with_its_first_round() -> None:
    dealing = table(ready=False)
    assert dealing.told == [RoundOpened(1, "uth-document", 1, "hash")]
    assert {name: device.link for name, device in dealing.state.devices.items()} == {SHOE: Link.WAITING, SHUFFLER: Link.WAITING}


@pytest.mark.parametrize("step", [step for step in STEPS if step != "take_wagers"])
def test_rules_that_changed_while_a_round_was_open_count_from_the_next_round(step: str) -> None:
    dealing = STEPS[step]()
    before = dealing.state.live
    dealing.happen(opening(DEARER, rules_hash="other"))
    assert dealing.state.live == before
    assert before.round.rules == house_rules()
    if step == "round_over":
        dealing.press("key.next")
        assert dealing.told[-1] == RoundOpened(2, "dearer", 2, "other")
        dealing.press("seat1.ante")
        assert dealing.state.live.placed == {(1, "ante"): 1000}


def test_a_wager_on_the_table_keeps_the_rules_under_which_it_was_placed() -> None:
    dealing = table()
    dealing.press("seat1.ante")
    dealing.happen(opening(DEARER))
    dealing.press("seat1.ante")
    assert dealing.state.live.placed == {(1, "ante"): 1000}


def test_a_round_without_a_fact_begins_anew_under_the_new_rules_and_seats() -> None:
    dealing = table()
    outcomes = dealing.happen(opening(DEARER, seats=2))
    assert outcomes == (RoundOpened(1, "dearer", 2, "hash"),)
    assert (dealing.state.seats, dealing.state.live.round.seats, dealing.state.live.number) == (2, 2, 1)


def test_the_same_rules_again_open_no_round() -> None:
    assert table().happen(opening()) == ()


def test_a_restart_in_the_middle_of_a_round_goes_on_where_it_was() -> None:
    dealing = settling()
    dealing.happen(opening(clean=False))
    dealing.devices_up()
    dealing.release(Cause.TABLE_CUT_OFF)
    assert dealing.press("key.next")[0].fact == SeatSettled(1)  # type: ignore[union-attr] # a FactTaken
    assert dealing.causes == []


def test_who_looked_at_a_table_that_was_cut_off_in_a_round_is_kept_beside_how_it_stood() -> None:
    dealing = settling()
    before, at = dealing.state, len(dealing.history)
    dealing.happen(opening(clean=False))
    cut = dealing.state.cut
    assert cut is not None
    assert (cut.live, cut.at_ns, cut.opened_ns) == (before.live, at, at + 1)
    assert (cut.heard[SHOE].kind, cut.person) == ("card_read", "")
    first = dealing.hold(Cause.TABLE_CUT_OFF)
    dealing.happen(opening(clean=False))
    assert dealing.hold(Cause.TABLE_CUT_OFF) == first, "cut off twice is one hold"
    dealing.release(Cause.TABLE_CUT_OFF)
    cut = dealing.state.cut
    assert cut is not None
    assert (cut.hold, cut.person, cut.reason, cut.acknowledged_ns) == (first.id, "Kim", "looked at it", len(dealing.history))
    assert [tag.cause for tag in dealing.state.live.tags] == ["table_cut_off"]


def test_between_rounds_nothing_has_to_be_compared() -> None:
    for start in (table, over):
        dealing = start()
        dealing.happen(opening(clean=False))
        assert dealing.causes == []
        assert dealing.state.cut is not None
        assert dealing.state.cut.hold is None
        dealing.happen(opening(clean=True))
        assert dealing.state.cut is not None, "a stop in order takes nothing away"


@pytest.mark.parametrize("rules", [house_rules(), DEARER], ids=["same rules", "new rules"])
def test_a_table_that_was_cut_off_says_so_until_play_goes_on(rules: HouseRules) -> None:
    dealing = table()
    dealing.happen(opening(rules, clean=False))
    assert [notice.text for notice in dealing.state.notices] == [
        "The table was cut off in round 1 and goes on from its record: compare cards and wagers with the screen"
    ]
    dealing.devices_up()
    assert len(dealing.state.notices) == 1
    dealing.press("seat1.ante")
    assert dealing.state.notices == ()
    dealing.happen(opening(rules))
    assert dealing.state.notices == (), "it was stopped in order"


def test_after_a_restart_no_device_is_known_before_it_answers() -> None:
    dealing = wagered()
    dealing.happen(KeyMasked("seat1.ante", InputFault.STUCK))
    dealing.happen(opening())
    assert dealing.state.masked == {}
    assert {device.link for device in dealing.state.devices.values()} == {Link.WAITING}
    assert {device.status for device in dealing.state.devices.values()} == {None}
    assert dealing.state.shoe.pack == 1, "the ledger is kept"


def held() -> Dealing:
    dealing = wagered()
    dealing.happen(PanelFailed("no chip"))
    dealing.happen(DeviceStatus(SHUFFLER, DARK))
    dealing.press("key.supervisor")
    return dealing


def test_holds_outlive_a_restart() -> None:
    dealing = held()
    dealing.happen(opening(clean=False))
    assert dealing.causes == [Cause.PANEL_LOST, Cause.SUPERVISOR_CALLED, Cause.TABLE_CUT_OFF]


def test_a_device_of_another_role_under_the_same_name_is_another_device() -> None:
    dealing = over()
    dealing.happen(opening(devices={SHOE: "shoe", SHUFFLER: "shoe"}))
    assert dealing.state.devices[SHUFFLER].identity is None
    assert dealing.state.devices[SHOE].identity is not None
