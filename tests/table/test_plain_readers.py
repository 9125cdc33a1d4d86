"""A shoe that reads codes and knows nothing else: no packs, no counts, no memory. A person says which pack is in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.engine.cards import Card
from tablectl.table import codec
from tablectl.table.actions import BringPack, PersonRole, VoidRound
from tablectl.table.events import CardRead, DeviceDown, DeviceStatus, DeviceUnwatched, DeviceUp, KeyPressed, Mark
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import PackLoaded
from tablectl.table.sentences import step_view
from tablectl.table.state import Cause
from tablectl_drivers.events import Activity, Light
from tablectl_drivers.ports import Pattern

from .dealing import DARK, IDENTITY, READY, SHOE, SHUFFLER, Dealing, opening, table

LIGHTS_ONLY = replace(DARK, green=Light.STEADY, cards_in=None, cards_out=None)


def plain(*, shuffler: bool = False) -> Dealing:
    """A table whose shoe was heard and has told nothing of itself."""
    dealing = table(opening(devices={SHOE: "shoe"} | ({SHUFFLER: "shuffler"} if shuffler else {})), ready=False)
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0, plain=True))
    return dealing


def read(number: int, face: str, code: str, pack: int = 1) -> CardRead:
    return CardRead(SHOE, 1, number, Mark.FACE, Card.parse(face), pack, 100, code)


def bet(dealing: Dealing) -> None:
    for spot in ("seat1.ante", "seat1.blind", "key.next"):
        dealing.happen(KeyPressed(spot, held=False))


def test_a_person_says_which_pack_is_in_it_and_the_cards_may_come() -> None:
    dealing = plain()
    bet(dealing)
    assert dealing.command(BringPack(2), PersonRole.DEALER).done
    assert PackLoaded(2, verified=True) in dealing.told
    dealing.happen(read(1, "Ah", "c1", pack=2))
    assert not dealing.state.holds
    assert dealing.state.shoe.drawn == 1


def test_next_says_that_the_pack_which_is_due_is_in() -> None:
    dealing = plain()
    bet(dealing)
    for pack in (1, 2):
        screen, shown = step_view(dealing.state), lamps(dealing.state)
        assert screen.text == f"Put pack {pack} into the shoe, then press NEXT"
        assert [(option.label, option.button) for option in screen.options] == [(f"Pack {pack} is in the shoe", "key.next")]
        assert (shown["key.next"], shown["lamp.pack"]) == (Pattern.SLOW, Pattern.SLOW)
        dealing.press("key.next")
        assert (dealing.state.shoe.pack, dealing.state.shoe.verified) == (pack, True)
        assert lamps(dealing.state)["lamp.deal"] is Pattern.ON
        assert dealing.command(VoidRound("next pack")).done
        dealing.happen(read(pack, "Ah", f"c{pack}", pack=pack))  # this pack is used now
        dealing.press("key.next")
        bet(dealing)


def test_next_brings_no_pack_that_is_not_due_or_that_the_shoe_tells_of() -> None:
    for dealing in (plain(), plain(shuffler=True)):
        dealing.press("key.next")
        assert dealing.state.shoe.pack == 0
    told = plain()
    told.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0))
    bet(told)
    told.press("key.next")
    assert told.state.shoe.pack == 0


@pytest.mark.parametrize("pack", [0, 3, 256])
def test_only_a_pack_of_this_table_can_be_brought(pack: int) -> None:
    answer = plain().command(BringPack(pack), PersonRole.DEALER)
    assert (answer.done, answer.text) == (False, f"This table has no pack {pack}; its packs are 1, 2")


def test_a_shoe_that_tells_its_packs_is_believed_and_not_a_person() -> None:
    dealing = plain()
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0))
    answer = dealing.command(BringPack(1), PersonRole.SUPERVISOR)
    assert (answer.done, answer.text) == (False, "The shoe says itself which pack is in it")


def test_the_same_code_twice_is_a_card_that_cannot_be_there() -> None:
    dealing = plain()
    bet(dealing)
    dealing.command(BringPack(1), PersonRole.DEALER)
    dealing.happen(read(1, "Ah", "c1"))
    dealing.happen(read(2, "Kd", "c1"))
    assert [hold.cause for hold in dealing.state.holds] == [Cause.CARD_IMPOSSIBLE]
    assert "this very card, by its code, has been dealt already" in dealing.state.holds[0].text
    assert "c1" not in dealing.state.holds[0].text


def test_another_pack_begins_with_all_its_codes() -> None:
    dealing = plain()
    dealing.command(BringPack(1), PersonRole.DEALER)
    dealing.happen(read(1, "Ah", "c1"))
    dealing.command(BringPack(2), PersonRole.DEALER)
    assert dealing.state.shoe.codes == frozenset()


def test_a_time_in_which_nobody_listened_holds_play() -> None:
    dealing = plain()
    dealing.happen(DeviceUnwatched(SHOE, 2))
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 2, 0, plain=True))
    assert dealing.causes == [Cause.DEVICE_UNWATCHED]
    dealing.release(Cause.DEVICE_UNWATCHED)
    assert not dealing.state.holds


def test_a_shuffler_with_lights_only_vouches_by_its_green_light() -> None:
    for light, activity, verified in ((Light.STEADY, Activity.IDLE, True), (Light.FLASHING, Activity.IDLE, False), (Light.OFF, Activity.IDLE, False)):
        dealing = plain(shuffler=True)
        dealing.happen(DeviceUp(SHUFFLER, IDENTITY[SHUFFLER], 1, 0))
        dealing.happen(DeviceStatus(SHUFFLER, replace(LIGHTS_ONLY, green=light, activity=activity)))
        dealing.command(BringPack(1), PersonRole.DEALER)
        assert dealing.state.shoe.verified is verified, light


def with_lights(*lights: str) -> Dealing:
    """A table with a shuffler that showed these lights one after the other: green, amber, red, and that it is open where a fourth word says so."""
    dealing = plain(shuffler=True)
    dealing.happen(DeviceUp(SHUFFLER, IDENTITY[SHUFFLER], 1, 0))
    show(dealing, *lights)
    return dealing


def show(dealing: Dealing, *lights: str) -> None:
    for each in lights:
        green, amber, red, *is_open = each.split()
        status = replace(LIGHTS_ONLY, green=Light(green), amber=Light(amber), red=Light(red), lid_open=bool(is_open))
        dealing.happen(DeviceStatus(SHUFFLER, status))


GREEN, AMBER, NONE, RED, SORTING = "steady off off", "off steady off", "off off off", "off off steady", "flashing off off"


@pytest.mark.parametrize(
    ("shown", "verified"),
    [
        ((AMBER, GREEN, NONE, AMBER), True),  # the pack was taken out, and the next one is being shuffled
        ((AMBER, GREEN, NONE, "off flashing off"), True),
        ((AMBER,), False),
        ((AMBER, GREEN, RED, AMBER), False),
        ((AMBER, GREEN, SORTING, AMBER), False),
        ((AMBER, GREEN, "steady off off open", AMBER), False),
    ],
)
def test_a_green_light_vouches_for_the_pack_that_comes_out_although_the_machine_has_begun_with_the_next(
    shown: tuple[str, ...], verified: bool
) -> None:
    dealing = with_lights(*shown)
    dealing.command(BringPack(1), PersonRole.DEALER)
    assert dealing.state.shoe.verified is verified
    assert (Cause.PACK_UNVERIFIED in dealing.causes) is not verified


def test_a_green_light_vouches_for_one_pack_and_not_for_the_next_which_the_machine_is_at() -> None:
    dealing = with_lights(AMBER, GREEN, NONE, AMBER)
    dealing.command(BringPack(1), PersonRole.DEALER)
    dealing.command(BringPack(2), PersonRole.DEALER)
    assert not dealing.state.shoe.verified


def test_what_a_green_light_said_is_over_once_nobody_saw_the_machine() -> None:
    dealing = with_lights(AMBER, GREEN)
    dealing.happen(DeviceDown(SHUFFLER, "the chip is gone"))
    dealing.happen(DeviceUp(SHUFFLER, IDENTITY[SHUFFLER], 1, 0))
    show(dealing, AMBER)
    dealing.command(BringPack(1), PersonRole.DEALER)
    assert not dealing.state.shoe.verified


def test_the_lamp_asks_for_a_pack_once_the_green_light_was_seen_and_the_dealer_may_bring_one_all_the_same() -> None:
    dealing = with_lights(AMBER)
    bet(dealing)
    assert step_view(dealing.state).text == "Wait for the green light of the shuffler. Put pack 1 into the shoe, then press NEXT"
    assert ("lamp.pack" in lamps(dealing.state), lamps(dealing.state)["key.next"]) == (False, Pattern.SLOW)
    show(dealing, GREEN, AMBER)
    assert step_view(dealing.state).text == "Put pack 1 into the shoe, then press NEXT"
    assert lamps(dealing.state)["lamp.pack"] is Pattern.SLOW
    dealing.press("key.next")
    assert (dealing.state.shoe.verified, dealing.causes) == (True, [])


def test_until_it_is_heard_a_shuffler_vouches_for_nothing() -> None:
    dealing = plain(shuffler=True)
    dealing.command(BringPack(1), PersonRole.DEALER)
    assert not dealing.state.shoe.verified
    dealing.happen(DeviceUp(SHUFFLER, IDENTITY[SHUFFLER], 1, 0))
    dealing.happen(DeviceStatus(SHUFFLER, READY))
    assert dealing.command(BringPack(1), PersonRole.DEALER).done
    assert dealing.state.shoe.verified


def test_a_code_is_as_secret_as_a_face() -> None:
    for event in (read(1, "Ah", "01001AhX"), CardRead(SHOE, 1, 1, Mark.UNREADABLE, None, 0, 100, "01001AhX")):
        body, secret = codec.event_text(event)
        assert "01001AhX" not in body
        assert secret is not None
        assert "01001AhX" in secret
        assert codec.event_from(body, secret) == event
