"""Every cause of a hold: what raises it, how long it stands, and who may release it with what words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest

from tablectl.engine.cards import Card
from tablectl.table.actions import CountCards, Counting, PersonRole, QuarantinePack, ReleaseHold, ReplaceCard, TakeOutCard, VoidRound
from tablectl.table.commands import one
from tablectl.table.custody import PackRules, Policy
from tablectl.table.events import (
    CardsUnseen,
    ClockStepped,
    DeviceDown,
    DeviceRefused,
    DeviceRestarted,
    DeviceUnwatched,
    DeviceUp,
    Escalation,
    JournalFoundDamaged,
    JournalInterrupted,
    JournalReplaced,
    KeyMasked,
    PanelFailed,
    PanelReturned,
    RecordRoom,
)
from tablectl.table.holds import ADVICE, STANDING, is_active
from tablectl.table.outcomes import HoldRaised, HoldReleased
from tablectl.table.state import Cause
from tablectl_drivers.events import Activity, InputFault, Light

from .dealing import DARK, IDENTITY, LOADED, READY, SHOE, SHUFFLER, Dealing, dealt, opening, over, settling, table, unsettled, wagered

Do = Callable[[Dealing], object]


@dataclass(frozen=True)
class Case:
    """`end` is what ends a cause that lasts; None where the cause is over as soon as it came."""

    start: Callable[[], Dealing]
    begin: Do
    end: Do | None
    text: str
    device: str | None = None
    detail: str = ""


def _lights(**changes: object) -> Do:
    return lambda dealing: dealing.status(SHUFFLER, DARK, **changes)


def _deal_one() -> Dealing:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah")
    return dealing


def _up_to_seven_spades() -> Dealing:
    dealing = table()
    dealing.wager(1, 2, 3)
    dealing.press("key.next")
    dealing.cards("As 2s 3s 4s 5s 6s 7s")
    return dealing


def _open_unsettled() -> Dealing:
    """Unsettled, and the hold for it was not raised yet: the last press before is left to the case."""
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("?? Kd 7c 7d 2s 9h")
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards("As 4d 5c Js Qd")
    dealing.press("key.next")
    return dealing


def _used() -> Dealing:
    dealing = over()
    dealing.press("key.next")
    dealing.wager(1)
    return dealing


def _jammed_before() -> Dealing:
    """The shuffle of pack 2 jammed, and the hold for it is released."""
    dealing = table()
    dealing.status(SHUFFLER, DARK, pack=2, activity=Activity.JAM)
    dealing.status(SHUFFLER, DARK)
    dealing.release(Cause.DEVICE_FAULT)
    return dealing


def _count_wanted() -> Dealing:
    """A round is over at a table without a shuffler, where each round asks for a count."""
    dealing = table(opening(devices={SHOE: "shoe"}, count_every=1), ready=False)
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0))
    dealing.status(SHOE, LOADED)
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards("Ah 7c")
    dealing.command(VoidRound("a fire alarm"))
    return dealing


def _seat_paid() -> Dealing:
    dealing = settling()
    dealing.press("key.next")
    return dealing


def _void(dealing: Dealing) -> None:
    assert dealing.command(VoidRound("the pack was not whole")).done


INSPECTING: Final = PackRules(inspect=Policy(on=True, citation="Code 1"))


def _dealt_from_in_turn() -> Dealing:
    dealing = over()
    dealing.happen(opening(pack_rules=PackRules(alternate=Policy(on=True))))
    dealing.devices_up()
    return dealing


CASES: Final = {
    Cause.DEVICE_LOST: Case(
        table, lambda d: d.happen(DeviceDown(SHOE, "unplugged")), lambda d: d.devices_up(), "The shoe does not answer", SHOE, "unplugged"
    ),
    Cause.DEVICE_REFUSED: Case(
        table,
        lambda d: d.happen(DeviceRefused(SHOE, "Shoe 9", "Shoe 1")),
        lambda d: d.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0)),
        "The shoe is not the one that belongs here",
        SHOE,
        "found Shoe 9, expected Shoe 1",
    ),
    Cause.DEVICE_RESTARTED: Case(
        table, lambda d: d.happen(DeviceRestarted(SHUFFLER, 2)), None, "The shuffler was switched off and on again", SHUFFLER
    ),
    Cause.DEVICE_UNWATCHED: Case(
        table, lambda d: d.happen(DeviceUnwatched(SHOE, 2)), None, "Nobody listened to the shoe for a while, and it keeps no cards", SHOE
    ),
    Cause.ERROR_LIGHT: Case(table, _lights(red=Light.FLASHING), _lights(), "The shuffler shows an error light: red flashing", SHUFFLER),
    Cause.UNKNOWN_LIGHT: Case(
        table, _lights(green=Light.FLASHING), _lights(), "The lights of the shuffler have no known meaning: green flashing", SHUFFLER
    ),
    Cause.LID_OPEN: Case(
        table, lambda d: d.status(SHOE, LOADED, lid_open=True), lambda d: d.status(SHOE, LOADED), "The lid of the shoe is open", SHOE
    ),
    Cause.DEVICE_FAULT: Case(table, _lights(activity=Activity.JAM), _lights(), "The shuffler is jammed", SHUFFLER),
    Cause.WRONG_COUNT: Case(
        table,
        lambda d: d.status(SHUFFLER, READY, pack=2, cards_in=51),
        _lights(),
        "The shuffler counted 51 cards in pack 2; the pack has 52",
        SHUFFLER,
    ),
    Cause.CARD_UNREADABLE: Case(_deal_one, lambda d: d.cards("??"), None, "The shoe could not read card 2 of the pack", SHOE),
    Cause.CARD_IMPOSSIBLE: Case(
        _deal_one, lambda d: d.cards("Ah"), None, "Card 2 of the pack cannot be what the shoe read: it has been dealt already", SHOE
    ),
    Cause.CARD_OF_OTHER_PACK: Case(
        _deal_one, lambda d: d.happen(d.read("Kd", pack=2)), None, "A card of pack 2 came out of the shoe with pack 1", SHOE
    ),
    Cause.CARDS_MISSED: Case(_deal_one, lambda d: d.happen(CardsUnseen(SHOE, 1, 2, 3)), None, "2 cards left the shoe without being read", SHOE),
    Cause.CARD_NOT_DUE: Case(dealt, lambda d: d.cards("4c"), None, "A card left the shoe: none was due", SHOE),
    Cause.PACK_UNVERIFIED: Case(
        table,
        lambda d: d.status(SHOE, LOADED, pack=2, loads=2),
        None,
        "Pack 2 was put into the shoe, but no shuffler found it complete",
        SHOE,
    ),
    Cause.PACK_USED: Case(_used, lambda d: d.cards("4c"), None, "A card left the shoe, but its pack was dealt from already", SHOE),
    Cause.PACK_UNINSPECTED: Case(
        table, lambda d: d.happen(opening(pack_rules=INSPECTING)), lambda d: d.happen(opening()), "In the shoe: Pack 1 was not inspected (Code 1)"
    ),
    Cause.PACK_WITHDRAWN: Case(
        table,
        lambda d: d.command(QuarantinePack(1, "two backs are scratched")),
        lambda d: d.bring_pack(2, 2),
        "In the shoe: Pack 1 is quarantined and does not come back into play: two backs are scratched",
    ),
    Cause.PACK_REPEATED: Case(
        _dealt_from_in_turn,
        lambda d: d.bring_pack(1, 2),
        None,
        "Pack 1 was dealt in the round before and is in the shoe again, where packs take turns",
        SHOE,
    ),
    Cause.PACK_UNKNOWN: Case(
        table,
        lambda d: d.status(SHOE, LOADED, pack=3, loads=2),
        lambda d: d.bring_pack(2, 3),
        "Pack 3 is in the shoe, and this table has no such pack; its packs are 1, 2",
    ),
    Cause.PACK_UNFINISHED: Case(
        _jammed_before,
        lambda d: d.status(SHOE, LOADED, pack=2, loads=2),
        lambda d: d.bring_pack(1, 3),
        "Pack 2 is in the shoe, and its last shuffle did not come to its end",
    ),
    Cause.PACK_CHANGED: Case(_deal_one, lambda d: d.bring_pack(2, 2), None, "The pack in the shoe was changed while a round was in progress", SHOE),
    Cause.PACK_SHORT: Case(
        table,
        lambda d: d.command(TakeOutCard(1, Card.parse("7h"), "a corner is torn")),
        lambda d: d.command(ReplaceCard(1, 1, Card.parse("7h"), "a new one")),
        "Pack 1 is short: 1 card is out and not replaced",
    ),
    Cause.PACK_ORDER: Case(
        _up_to_seven_spades,
        lambda d: d.cards("8s"),
        None,
        "The order of the cards up to card 8 of the pack is not that of a shuffled pack",
        SHOE,
    ),
    Cause.COUNTS_DISAGREE: Case(
        over,
        lambda d: d.command(CountCards(1, Counting.STUB, 40)),
        None,
        "40 cards of pack 1 were counted in the stub, and 41 should be there: 1 missing. It was dealt in round 1 since its last right count",
    ),
    Cause.COUNT_DUE: Case(
        _count_wanted,
        lambda d: d.press("key.next"),
        lambda d: d.command(CountCards(1, Counting.STUB, 50), PersonRole.DEALER),
        "The cards of pack 1 were not counted after 1 round",
    ),
    Cause.ROUND_UNSETTLED: Case(
        _open_unsettled,
        lambda d: d.press("key.next"),
        lambda d: d.command(VoidRound("card not found")),
        "a card of seat 1 has not been read: a supervisor has to name it",
    ),
    Cause.PAID_OTHERWISE: Case(_seat_paid, _void, None, "Seat 1 was settled, and its result has changed since"),
    Cause.SUPERVISOR_CALLED: Case(table, lambda d: d.press("key.supervisor"), None, "The dealer called a supervisor"),
    Cause.JOURNAL_REPLACED: Case(
        table,
        lambda d: d.happen(JournalReplaced("table.journal.aside", "record 7")),
        None,
        "The record of this table was damaged and begins anew: record 7; the old file is table.journal.aside",
    ),
    Cause.JOURNAL_DAMAGED: Case(
        table, lambda d: d.happen(JournalFoundDamaged("record 7")), None, "The record of earlier play is not as it was written: record 7"
    ),
    Cause.JOURNAL_INTERRUPTED: Case(
        table, lambda d: d.happen(JournalInterrupted("disk full")), None, "Nothing could be recorded for a while: disk full"
    ),
    Cause.RECORD_ROOM: Case(
        table,
        lambda d: d.happen(RecordRoom("out", 20)),
        lambda d: d.happen(RecordRoom("fine", 0)),
        "No round begins: there is no room for the record of another one",
    ),
    Cause.TABLE_CUT_OFF: Case(
        _deal_one,
        lambda d: d.happen(opening(clean=False)),
        None,
        "The table was cut off in round 1 and goes on from its record: compare cards and wagers with the screen",
    ),
    Cause.BUTTON_MASKED: Case(
        lambda: table(opening(escalation=Escalation(repeats=1))),
        lambda d: d.happen(KeyMasked("seat1.ante", InputFault.STUCK)),
        None,
        "The button seat1.ante is not listened to any more: it is stuck, and the house plays on with none",
    ),
    Cause.CLOCK_STEPPED: Case(
        lambda: table(opening(escalation=Escalation(repeats=1))),
        lambda d: d.happen(ClockStepped(10**18, 10**18 + 90 * 10**9)),
        None,
        "The clock of this machine was set forward by 1 min 30 s: what was stamped before is off by that, and the house plays on with none",
    ),
    Cause.PANEL_LOST: Case(
        table, lambda d: d.happen(PanelFailed("no chip")), lambda d: d.happen(PanelReturned()), "Buttons and lamps do not answer", None, "no chip"
    ),
}
LASTING: Final = [cause for cause, case in CASES.items() if case.end is not None]
MOMENTARY: Final = [cause for cause in CASES if cause not in LASTING]

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
