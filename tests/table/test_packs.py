"""Packs: which one is in the shoe, who vouches for it, and when it is spent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.engine.cards import cards
from tablectl.engine.facts import CardDealt
from tablectl.table.events import CardRead, DeviceDown, DeviceRestarted, DeviceUp
from tablectl.table.outcomes import PackLoaded
from tablectl.table.packs.drawing import needs_fresh_pack
from tablectl.table.state import Cause
from tablectl_drivers.events import Activity, Light, Status

from .dealing import DARK, IDENTITY, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, over, table, wagered


@pytest.fixture
def bare() -> Dealing:
    """Both devices answer; no pack has been seen."""
    dealing = table(ready=False)
    dealing.devices_up()
    return dealing


def test_a_pack_that_the_shuffler_found_right_is_verified(bare: Dealing) -> None:
    assert needs_fresh_pack(bare.state)
    bare.status(SHUFFLER, READY)
    bare.status(SHUFFLER, DARK)
    assert bare.status(SHOE, LOADED) == (PackLoaded(1, verified=True),)
    assert (bare.state.shoe.verified, bare.causes) == (True, [])
    assert not needs_fresh_pack(bare.state)


def test_the_word_of_the_shuffler_holds_for_one_time_in_the_shoe(bare: Dealing) -> None:
    bare.bring_pack()
    bare.status(SHOE, DARK, loads=1)
    assert bare.status(SHOE, LOADED, loads=2)[0] == PackLoaded(1, verified=False)
    assert bare.causes == [Cause.PACK_UNVERIFIED]


@pytest.mark.parametrize(
    "last",
    [
        replace(READY, green=Light.FLASHING),
        replace(READY, green=Light.UNKNOWN),
        replace(READY, red=Light.STEADY),
        replace(READY, cards_in=51),
        replace(READY, cards_in=53),
        replace(READY, activity=Activity.SHUFFLING),
        replace(READY, activity=Activity.INCOMPLETE),
        replace(READY, activity=Activity.DISPENSING, green=Light.FLASHING),
    ],
    ids=lambda status: f"{status.activity}-{status.green}-{status.red}-{status.cards_in}",
)
def test_what_the_shuffler_said_last_of_a_pack_counts(bare: Dealing, last: Status) -> None:
    bare.status(SHUFFLER, READY)
    bare.status(SHUFFLER, last)
    bare.status(SHUFFLER, DARK)
    bare.status(SHOE, LOADED)
    assert not bare.state.shoe.verified
    assert {Cause.PACK_UNVERIFIED, Cause.PACK_UNFINISHED} & set(bare.causes)


def test_a_pack_that_the_shuffler_gives_out_stays_proven_and_is_not_proven_by_it(bare: Dealing) -> None:
    bare.status(SHUFFLER, READY, activity=Activity.DISPENSING)
    assert bare.state.proven == frozenset()
    bare.status(SHUFFLER, READY)
    bare.status(SHUFFLER, READY, activity=Activity.DISPENSING)
    bare.status(SHUFFLER, DARK)
    bare.status(SHOE, LOADED)
    assert bare.state.shoe.verified


def test_a_pack_that_does_not_belong_to_the_table_is_never_verified_and_nobody_can_release_it(bare: Dealing) -> None:
    bare.bring_pack(pack=3)
    assert (bare.state.shoe.pack, bare.state.shoe.verified, bare.causes) == (3, False, [Cause.PACK_UNKNOWN])
    assert not bare.release(Cause.PACK_UNKNOWN).done
    bare.bring_pack(pack=2, loads=3)
    assert bare.release(Cause.PACK_UNKNOWN).done


def test_without_a_shuffler_the_packs_of_the_table_are_taken_as_they_come() -> None:
    dealing = table(opening(devices={SHOE: "shoe"}), ready=False)
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0))
    dealing.status(SHOE, LOADED)
    assert (dealing.state.shoe.verified, dealing.causes) == (True, [])


def test_a_released_pack_is_played_on_the_finding_of_the_person(bare: Dealing) -> None:
    bare.status(SHOE, LOADED)
    assert needs_fresh_pack(bare.state)
    bare.release(Cause.PACK_UNVERIFIED)
    assert not needs_fresh_pack(bare.state)
    bare.wager(1)
    bare.cards("Ah")
    assert bare.causes == []


def test_a_card_out_of_a_shoe_without_a_pack_holds_play_once(bare: Dealing) -> None:
    bare.wager(1)
    bare.cards("Ah Kd")
    assert bare.causes == [Cause.PACK_UNVERIFIED]
    assert bare.hold(Cause.PACK_UNVERIFIED).text == "A card left the shoe, but no shuffled and counted pack is in it"


def test_a_pack_is_good_for_one_round() -> None:
    dealing = over()
    dealing.press("key.next")
    assert needs_fresh_pack(dealing.state)
    dealing.bring_pack(2, 2)
    assert not needs_fresh_pack(dealing.state)
    assert (dealing.state.shoe.drawn, dealing.state.shoe.pack) == (0, 2)
    dealing.wager(1)
    dealing.cards("Ah")
    assert dealing.causes == []


def test_a_used_pack_holds_play_once_in_a_round() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.wager(1)
    dealing.cards("3c 3d 3h")
    assert dealing.causes == [Cause.PACK_USED]


def test_a_pack_that_is_changed_in_a_round_holds_play_and_its_ledger_begins_anew() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah Kd")
    dealing.status(SHOE, DARK, loads=1)
    assert dealing.causes == [Cause.PACK_CHANGED]
    dealing.bring_pack(2, 2)
    assert (dealing.causes, dealing.state.shoe.drawn) == ([Cause.PACK_CHANGED], 0)


def test_a_pack_may_be_changed_before_its_first_card_and_after_the_last() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.bring_pack(2, 2)
    assert dealing.causes == []
    ended = over()
    ended.bring_pack(2, 2)
    assert ended.causes == []


def test_a_card_that_came_before_the_wagers_goes_away_with_its_pack() -> None:
    dealing = table()
    dealing.cards("Ah")
    assert dealing.state.early == cards("Ah")
    dealing.release(Cause.CARD_NOT_DUE)
    dealing.bring_pack(2, 2)
    dealing.wager(1)
    dealing.press("key.next")
    assert (dealing.state.early, dealing.state.shoe.drawn) == ((), 0)
    assert not any(isinstance(fact, CardDealt) for fact in dealing.state.live.round.facts)


def test_the_same_status_again_is_no_new_pack() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah")
    assert dealing.status(SHOE, LOADED) == ()
    assert dealing.state.shoe.drawn == 1


def test_after_a_restart_of_the_shoe_only_another_pack_is_a_change() -> None:
    for pack, causes in ((1, [Cause.DEVICE_RESTARTED]), (2, [Cause.DEVICE_RESTARTED, Cause.PACK_CHANGED, Cause.PACK_UNVERIFIED])):
        dealing = wagered()
        dealing.press("key.next")
        dealing.cards("Ah")
        dealing.happen(DeviceRestarted(SHOE, 2))
        dealing.status(SHOE, LOADED, pack=pack, loads=0)
        assert dealing.causes == causes


def test_the_ledger_and_the_count_of_reports_outlive_a_lost_link() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah Kd")
    dealing.happen(DeviceDown(SHOE, "unplugged"))
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 2))
    dealing.status(SHOE, LOADED)
    repeated = dealing.read("Kd", ahead=0)
    assert isinstance(repeated, CardRead)
    dealing.happen(repeated)
    assert (dealing.state.shoe.drawn, dealing.causes) == (2, [Cause.DEVICE_LOST])
