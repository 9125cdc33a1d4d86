"""Rounds that were dealt on somebody's finding have a tag, and cards of a shuffle that was not finished never come into play on one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.engine.steps import RoundOver
from tablectl.table.actions import BringPack, CountCards, Counting, PersonRole, ReleaseHold, VoidRound
from tablectl.table.custody import PackRules, Policy
from tablectl.table.events import DeviceRestarted, DeviceUp, TableOpened
from tablectl.table.outcomes import RoundTagged
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause, Tag
from tablectl_drivers.events import Activity, Light

from .dealing import DARK, HOLES, IDENTITY, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, over, table, wagered


def tags(dealing: Dealing) -> list[str]:
    return [tag.cause for tag in dealing.state.live.tags]


def void(dealing: Dealing) -> RoundTagged | None:
    outcomes = dealing.command(VoidRound("enough")), dealing.told
    return next((outcome for outcome in reversed(outcomes[1]) if isinstance(outcome, RoundTagged)), None)


def test_every_round_of_a_pack_that_is_played_on_a_finding_is_tagged_until_another_comes() -> None:
    dealing = table()
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    hold = dealing.hold(Cause.PACK_UNVERIFIED)
    dealing.release(Cause.PACK_UNVERIFIED)
    dealing.wager(1)
    assert tags(dealing) == [], "no card of it was dealt yet"
    dealing.cards("Ah")
    tag = Tag(hold.id, "pack_unverified", "Kim", "looked at it")
    assert dealing.state.live.tags == (tag,)
    assert any(
        "pack unverified, released by Kim: looked at it" in text for text in view(dealing.state, PersonRole.VIEWER, 1, Showing("EUR", 2, {})).warnings
    )
    assert void(dealing) == RoundTagged(1, (tag,))
    dealing.bring_pack(1, 3)
    dealing.press("key.next")
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == []


def test_the_same_pack_twice_is_dealt_on_a_finding_where_packs_take_turns() -> None:
    dealing = table(opening(pack_rules=PackRules(alternate=Policy(on=True))))
    dealing.wager(1)
    dealing.cards("Ah")
    void(dealing)
    dealing.press("key.next")
    dealing.bring_pack(1, 2)
    dealing.release(Cause.PACK_REPEATED)
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == ["pack_repeated"]


def test_a_pack_that_was_taken_out_again_is_not_tagged_by_the_release_of_what_it_was_doubted_for() -> None:
    dealing = table()
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    dealing.bring_pack(1, 3)
    dealing.release(Cause.PACK_UNVERIFIED)
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == []
    void(dealing)
    dealing.press("key.next")
    dealing.bring_pack(2, 4)
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == [], "a shuffler found it right"


def test_a_light_of_the_shuffler_tags_the_pack_that_was_in_it_and_not_the_one_that_is_dealt() -> None:
    dealing = table()
    dealing.status(SHUFFLER, READY, pack=2, loads=2, green=Light.OFF, red=Light.STEADY)
    dealing.status(SHUFFLER, READY, pack=2, loads=2)
    dealing.release(Cause.ERROR_LIGHT)
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == []
    void(dealing)
    dealing.press("key.next")
    dealing.status(SHUFFLER, DARK, loads=2)
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == ["error_light"]


def test_a_count_of_a_pack_that_rests_tags_that_pack_and_not_the_one_that_is_dealt() -> None:
    dealing = table()
    assert dealing.command(CountCards(2, Counting.PACK, 51), PersonRole.DEALER).done
    assert dealing.hold(Cause.COUNTS_DISAGREE).pack == 2
    dealing.release(Cause.COUNTS_DISAGREE)
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == []
    void(dealing)
    dealing.press("key.next")
    dealing.bring_pack(2, 2)
    dealing.wager(1)
    dealing.cards("Ah")
    assert tags(dealing) == ["counts_disagree"]


def test_a_doubt_over_the_round_tags_this_round_alone() -> None:
    dealing = wagered()
    dealing.cards("Ah ??")
    dealing.release(Cause.CARD_UNREADABLE)
    assert tags(dealing) == ["card_unreadable"]
    dealing.happen(DeviceRestarted(SHUFFLER, 2))
    dealing.release(Cause.DEVICE_RESTARTED)
    found = void(dealing)
    assert found is not None
    assert [tag.cause for tag in found.tags] == ["card_unreadable", "device_restarted"]
    dealing.press("key.next")
    assert tags(dealing) == []


def test_what_is_released_after_its_round_is_over_tags_no_other() -> None:
    dealing = wagered()
    dealing.cards("Ah ??")
    void(dealing)
    dealing.press("key.next")
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.press("key.next")
    assert (dealing.state.live.number, tags(dealing)) == (2, [])


def test_a_call_for_a_supervisor_tags_nothing() -> None:
    dealing = wagered()
    dealing.cards(HOLES)
    dealing.press("key.supervisor")
    dealing.release(Cause.SUPERVISOR_CALLED)
    assert tags(dealing) == []
    assert void(dealing) is None


@pytest.mark.parametrize("trouble", [Activity.JAM, Activity.INCOMPLETE])
def test_no_release_brings_the_cards_of_an_unfinished_shuffle_into_play(trouble: Activity) -> None:
    dealing = over()
    dealing.status(SHUFFLER, DARK, activity=trouble, pack=2)
    dealing.status(SHUFFLER, READY, pack=2, loads=2)  # it says that all is well, and has not shuffled again
    dealing.release(Cause.DEVICE_FAULT)
    assert dealing.state.proven == frozenset()
    dealing.status(SHUFFLER, DARK, loads=2)
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    assert dealing.causes == [Cause.PACK_UNFINISHED]
    answer = dealing.command(ReleaseHold(dealing.hold(Cause.PACK_UNFINISHED).id, "it looks well"))
    assert (answer.done, dealing.causes) == (False, [Cause.PACK_UNFINISHED])
    dealing.press("key.next")
    assert not dealing.state.shoe.verified
    assert isinstance(dealing.step, RoundOver), "play is held"


def test_the_shuffle_that_begins_again_vouches_for_the_pack() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.status(SHUFFLER, DARK, activity=Activity.JAM, pack=2)
    dealing.status(SHUFFLER, DARK, activity=Activity.SHUFFLING, pack=2, amber=Light.FLASHING)
    dealing.release(Cause.DEVICE_FAULT)
    dealing.bring_pack(2, 2)
    assert (dealing.state.shoe.verified, dealing.causes) == (True, [])


def test_a_pack_that_was_taken_out_again_to_be_shuffled_by_hand_is_played_on_a_finding() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.status(SHUFFLER, DARK, activity=Activity.INCOMPLETE, pack=2)
    dealing.status(SHUFFLER, DARK)
    dealing.release(Cause.DEVICE_FAULT)
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    dealing.status(SHOE, LOADED, pack=0, loads=2)
    dealing.status(SHOE, LOADED, pack=2, loads=3)
    assert dealing.causes == [Cause.PACK_UNFINISHED, Cause.PACK_UNVERIFIED]
    for cause in dealing.causes:
        assert dealing.release(cause).done
    assert dealing.state.shoe.verified


def test_a_machine_that_does_not_say_which_pack_it_has_means_the_only_one() -> None:
    event: TableOpened = replace(opening(), packs=(1,))
    dealing = table(event, ready=False)
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0, plain=True))
    dealing.happen(DeviceUp(SHUFFLER, IDENTITY[SHUFFLER], 1, 0))
    dealing.status(SHUFFLER, DARK, activity=Activity.JAM, cards_in=None)
    dealing.status(SHUFFLER, DARK, green=Light.STEADY, cards_in=None)
    dealing.release(Cause.DEVICE_FAULT)
    dealing.command(BringPack(1), PersonRole.DEALER)
    assert dealing.causes == [Cause.PACK_UNFINISHED]
