"""Every cause of a hold: what raises it, how long it stands, and who may release it with what words."""

from __future__ import annotations

from typing import Final

import pytest

from tablectl.table.actions import PersonRole, ReleaseHold, VoidRound
from tablectl.table.commands import one
from tablectl.table.events import (
    CardsUnseen,
    DeviceDown,
)
from tablectl.table.holds import ADVICE, STANDING, is_active
from tablectl.table.outcomes import HoldRaised, HoldReleased
from tablectl.table.state import Cause
from tablectl_drivers.events import Activity, Light

from .causes import CASES
from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, table, unsettled

LASTING: Final = [cause for cause, case in CASES.items() if case.end is not None]

assert CASES.keys() == ADVICE.keys() == set(Cause)


@pytest.fixture(params=CASES, ids=str)
def cause(request: pytest.FixtureRequest) -> Cause:
    found: Cause = request.param
    return found


def raised(cause: Cause) -> Dealing:
    dealing = CASES[cause].start()
    assert dealing.causes == []
    CASES[cause].begin(dealing)
    return dealing


def test_a_cause_is_raised_once_with_its_device_and_its_words(cause: Cause) -> None:
    dealing = raised(cause)
    hold = dealing.hold(cause)
    assert (hold.text, hold.device, hold.detail) == (CASES[cause].text, CASES[cause].device, CASES[cause].detail)
    assert hold.round == dealing.state.live.number
    assert dealing.causes == [cause]
    assert HoldRaised(hold) in dealing.told
    assert is_active(dealing.state, hold) == (cause in LASTING)


@pytest.mark.parametrize("cause", LASTING, ids=str)
def test_a_cause_that_lasts_is_raised_no_second_time_and_cannot_be_released(cause: Cause) -> None:
    dealing = raised(cause)
    hold = dealing.hold(cause)
    dealing.press("key.fold")
    answer = dealing.command(ReleaseHold(hold.id, "it looks well"))
    assert (answer.done, answer.text) == (False, f"The cause is still there: {hold.text}")
    assert dealing.state.holds == (hold,)


def test_a_supervisor_releases_it_with_a_reason_once_the_cause_is_gone(cause: Cause) -> None:
    dealing = raised(cause)
    hold = dealing.hold(cause)
    if (end := CASES[cause].end) is not None:
        end(dealing)
        assert not is_active(dealing.state, hold)
    assert dealing.state.holds == (hold,), "a hold does not go away by itself"
    for role in set(PersonRole) - {PersonRole.SUPERVISOR, PersonRole.ADMIN}:
        refused = dealing.command(ReleaseHold(hold.id, "looked at it"), role)
        assert (refused.done, refused.text) == (False, f"{one(role)} may not do this".capitalize())
    for reason in ("", "  "):
        refused = dealing.command(ReleaseHold(hold.id, reason))
        assert (refused.done, refused.text) == (False, "A reason is needed")
    assert dealing.state.holds == (hold,)
    assert dealing.command(ReleaseHold(hold.id, "looked at it")).done
    assert dealing.state.holds == ()
    assert HoldReleased(hold.id, cause.value, "Kim", "looked at it") in dealing.told
    assert not dealing.command(ReleaseHold(hold.id, "once more")).done


def test_the_causes_that_last_are_those_that_can_be_seen_to_be_gone() -> None:
    assert {cause for cause, case in CASES.items() if case.end is not None} == STANDING


ONCE: Final = {
    Cause.PACK_USED,
    Cause.ROUND_UNSETTLED,
    Cause.PACK_CHANGED,
    Cause.PACK_ORDER,
    Cause.PACK_UNFINISHED,
    Cause.PAID_OTHERWISE,
    Cause.BUTTON_MASKED,
    Cause.COUNT_DUE,
    Cause.CLOCK_STEPPED,
}


@pytest.mark.parametrize("cause", [cause for cause in CASES if cause not in ONCE], ids=str)
def test_when_it_comes_again_it_is_raised_anew(cause: Cause) -> None:
    """A pack is used once, its order told once, a round unsettled and void once, a button masked and a clock set once; the next is its own case."""
    case, dealing = CASES[cause], raised(cause)
    first = dealing.hold(cause)
    if case.end is not None:
        case.end(dealing)
    assert dealing.command(ReleaseHold(first.id, "looked at it")).done
    again = case.begin if cause is not Cause.PACK_UNVERIFIED else lambda dealing: dealing.status(SHOE, LOADED, pack=2, loads=3)
    if cause is Cause.CARDS_MISSED:
        again = lambda dealing: dealing.happen(CardsUnseen(SHOE, 1, 4, 5))  # noqa: E731 - the next two reports
    if cause in {Cause.PACK_WITHDRAWN, Cause.PACK_REPEATED}:
        again = lambda dealing: dealing.status(SHOE, LOADED, pack=1, loads=4)  # noqa: E731 - put in once more
    again(dealing)
    second = dealing.hold(cause)
    assert second.id > first.id


def test_two_devices_have_a_hold_each() -> None:
    dealing = table()
    dealing.happen(DeviceDown(SHOE, "unplugged"))
    dealing.happen(DeviceDown(SHUFFLER, "unplugged"))
    assert [(hold.cause, hold.device) for hold in dealing.state.holds] == [(Cause.DEVICE_LOST, SHOE), (Cause.DEVICE_LOST, SHUFFLER)]
    dealing.devices_up()
    dealing.command(ReleaseHold(dealing.state.holds[0].id, "plugged in"))
    assert [hold.device for hold in dealing.state.holds] == [SHUFFLER]


@pytest.mark.parametrize(
    ("lights", "cause"),
    [
        ("steady off off", None),
        ("off off off", None),
        ("off steady off", None),
        ("off flashing off", None),
        ("off off steady", Cause.ERROR_LIGHT),
        ("off off flashing", Cause.ERROR_LIGHT),
        ("off steady steady", Cause.ERROR_LIGHT),
        ("flashing off off", Cause.UNKNOWN_LIGHT),
        ("steady steady off", Cause.UNKNOWN_LIGHT),
        ("steady off steady", Cause.UNKNOWN_LIGHT),
        ("unknown off off", Cause.UNKNOWN_LIGHT),
    ],
)
def test_lights_mean_what_their_table_says_and_nothing_else_is_good(lights: str, cause: Cause | None) -> None:
    green, amber, red = map(Light, lights.split())
    dealing = table()
    dealing.status(SHUFFLER, READY, pack=2, green=green, amber=amber, red=red)
    assert dealing.causes == ([cause] if cause else [])
    assert (2 in dealing.state.proven) == (lights == "steady off off")


@pytest.mark.parametrize("activity", [Activity.JAM, Activity.FOREIGN_CARD, Activity.INCOMPLETE, Activity.BLOCKED, Activity.FAULT, Activity.UNKNOWN])
def test_a_device_in_trouble_holds_play(activity: Activity) -> None:
    dealing = table()
    dealing.status(SHUFFLER, DARK, activity=activity)
    assert dealing.causes == [Cause.DEVICE_FAULT]


@pytest.mark.parametrize(("activity", "cards_in"), [(Activity.COUNT_SHORT, 51), (Activity.COUNT_OVER, 53), (Activity.READY, 51), (Activity.READY, 0)])
def test_a_pack_of_another_size_is_a_wrong_count(activity: Activity, cards_in: int) -> None:
    dealing = table()
    dealing.status(SHUFFLER, READY, activity=activity, pack=2, cards_in=cards_in)
    assert dealing.causes == [Cause.WRONG_COUNT]
    assert 2 not in dealing.state.proven


def test_a_lost_device_is_judged_by_its_loss_and_not_by_its_last_lights() -> None:
    dealing = table()
    dealing.status(SHUFFLER, DARK, red=Light.STEADY)
    dealing.happen(DeviceDown(SHUFFLER, "unplugged"))
    assert not is_active(dealing.state, dealing.hold(Cause.ERROR_LIGHT))
    dealing.devices_up()
    assert is_active(dealing.state, dealing.hold(Cause.ERROR_LIGHT))


def test_an_unsettled_round_that_was_put_right_can_be_released() -> None:
    dealing = unsettled()
    dealing.command(VoidRound("the card was not found"))
    assert dealing.release(Cause.ROUND_UNSETTLED).done
    assert dealing.state.holds == ()


def follows(dealing: Dealing) -> list[tuple[Cause, Cause | None]]:
    causes = {hold.id: hold.cause for hold in dealing.state.holds}
    return [(hold.cause, causes.get(hold.follows or 0)) for hold in dealing.state.holds]


def wrong_count() -> Dealing:
    """The shuffler counts a card too few and lights its red lamp."""
    dealing = table()
    dealing.status(SHUFFLER, READY, activity=Activity.COUNT_SHORT, pack=2, cards_in=51, green=Light.OFF, red=Light.STEADY)
    return dealing


def test_a_light_follows_from_what_the_device_complains_of() -> None:
    assert follows(wrong_count()) == [(Cause.WRONG_COUNT, None), (Cause.ERROR_LIGHT, Cause.WRONG_COUNT)]


def test_a_wrong_count_that_is_told_after_the_light_follows_from_the_light() -> None:
    dealing = table()
    dealing.status(SHUFFLER, DARK, red=Light.STEADY)
    dealing.status(SHUFFLER, DARK, activity=Activity.FOREIGN_CARD, red=Light.STEADY)
    assert follows(dealing) == [(Cause.ERROR_LIGHT, None), (Cause.DEVICE_FAULT, Cause.ERROR_LIGHT)]


def test_nothing_follows_from_another_device_or_from_what_was_released() -> None:
    dealing = wrong_count()
    dealing.status(SHOE, LOADED, green=Light.OFF, red=Light.STEADY)
    assert follows(dealing)[-1] == (Cause.ERROR_LIGHT, None)
    dealing.status(SHUFFLER, DARK)
    for hold in dealing.state.holds[:2]:
        assert dealing.command(ReleaseHold(hold.id, "counted again")).done
    dealing.status(SHUFFLER, DARK, red=Light.STEADY)
    assert follows(dealing) == [(Cause.ERROR_LIGHT, None), (Cause.ERROR_LIGHT, None)]


def test_holds_of_one_cause_are_released_together_and_stay_two_records() -> None:
    dealing = wrong_count()
    first, second = dealing.state.holds
    refused = dealing.command(ReleaseHold(first.id, "counted by hand", (second.id,)))
    assert (refused.done, refused.text) == (False, f"The cause is still there: {first.text}")
    dealing.status(SHUFFLER, DARK, activity=Activity.IDLE, red=Light.STEADY)
    refused = dealing.command(ReleaseHold(first.id, "counted by hand", (second.id,)))
    assert (refused.done, refused.text) == (False, f"The cause is still there: {second.text}")
    assert dealing.state.holds == (first, second), "together or not at all"
    assert HoldReleased(first.id, first.cause.value, "Kim", "counted by hand") not in dealing.told
    dealing.status(SHUFFLER, DARK)
    assert dealing.command(ReleaseHold(second.id, "counted by hand", (first.id,))).done
    assert dealing.state.holds == ()
    released = [outcome for outcome in dealing.told if isinstance(outcome, HoldReleased)]
    assert released == [HoldReleased(each.id, each.cause.value, "Kim", "counted by hand") for each in (second, first)]


def test_a_hold_of_another_cause_is_not_released_along() -> None:
    dealing = wrong_count()
    dealing.press("key.supervisor")
    dealing.status(SHUFFLER, DARK)
    first, second, called = dealing.state.holds
    answer = dealing.command(ReleaseHold(first.id, "counted", (second.id, called.id)))
    assert (answer.done, answer.text) == (False, f"Hold {called.id} is not open or has another cause: release it for itself")
    assert dealing.state.holds == (first, second, called)
