"""Which lamps are lit, and how, in every step, under a hold and after a press."""

from __future__ import annotations

from typing import Final

import pytest

from tablectl.table.lamps import lamps, winks
from tablectl.table.state import Cause
from tablectl_drivers.events import Light
from tablectl_drivers.ports import ALARM, Pattern

from .dealing import HOLES, LOADED, SHOE, STEPS, Dealing, dealt, over, river, settling, table, wagered

OPEN: Final = {f"seat{seat}.{bet}": "slow" for seat in (1, 2, 3) for bet in ("ante", "blind")}
STANDING: Final = {f"seat{seat}.{bet}": "on" for seat in (1, 2) for bet in ("ante", "blind")}
SEAT_2: Final = {"seat2.ante": "on", "seat2.blind": "on"}

SHOWN: Final[dict[str, dict[str, str]]] = {
    "take_wagers": OPEN,
    "deal": STANDING | {"lamp.deal": "on"},
    "decide": STANDING | {"seat1.play": "fast", "key.next": "slow"},
    "decide_last": STANDING | {"seat2.play": "fast", "key.fold": "slow"},
    "reveal": STANDING | {"key.next": "slow"},
    # a pair of aces against a queen-high dealer: ante back, blind pushes, play wins
    "settle_seat": SEAT_2 | {"seat1.ante": "double", "seat1.blind": "double", "seat1.play": "slow", "key.next": "slow"},
    "unsettled": STANDING | {"lamp.hold": "fast", "key.supervisor": "on"},
    "round_over": {"key.next": "slow"},
}


def lit(dealing: Dealing) -> dict[str, str]:
    return {name: pattern.value for name, pattern in lamps(dealing.state).items()}


@pytest.mark.parametrize("step", STEPS)
def test_every_step_lights_what_may_be_pressed_and_what_stands(step: str) -> None:
    assert lit(STEPS[step]()) == SHOWN[step]


@pytest.mark.parametrize("step", [step for step in STEPS if step not in {"take_wagers", "unsettled", "settle_seat", "round_over"}])
def test_under_a_hold_only_the_hold_calls_and_wagers_stay_lit(step: str) -> None:
    dealing = STEPS[step]()
    dealing.press("key.supervisor")
    assert lit(dealing) == STANDING | {"lamp.hold": "fast", "key.supervisor": "on"}
    dealing.release(Cause.SUPERVISOR_CALLED)
    assert lit(dealing) == SHOWN[step]


def test_wagers_light_as_they_are_placed_and_next_once_they_stand() -> None:
    dealing = table()
    dealing.press("seat1.ante")
    assert lit(dealing) == OPEN | {"seat1.ante": "on"}
    dealing.press("seat1.blind", "seat1.triple_bonus")
    placed = {"seat1.ante": "on", "seat1.blind": "on", "seat1.triple_bonus": "on"}
    assert lit(dealing) == OPEN | placed | {"key.next": "slow"}
    dealing.press("seat1.ante")
    assert lit(dealing) == OPEN | placed, "ante and blind are not equal"
    dealing.press("seat1.triple_bonus", held=True)
    assert "seat1.triple_bonus" not in lit(dealing)


def test_the_pack_lamp_asks_for_a_shuffled_pack() -> None:
    dealing = table(ready=False)
    assert "lamp.pack" not in lit(dealing), "no shuffler has a pack yet"
    dealing.devices_up()
    dealing.prove_pack()
    assert lit(dealing)["lamp.pack"] == "slow"
    dealing.wager(1)
    dealing.press("key.next")
    assert lit(dealing)["lamp.pack"] == "slow"
    assert "lamp.deal" not in lit(dealing)
    dealing.bring_pack()
    assert lit(dealing)["lamp.deal"] == "on"
    assert "lamp.pack" not in lit(dealing)


def test_a_seat_goes_dark_when_it_is_settled_and_the_next_shows_its_results() -> None:
    dealing = settling()
    dealing.press("key.next")
    assert lit(dealing) == {"seat2.ante": "fast", "seat2.blind": "fast", "key.next": "slow"}


def test_a_settled_seat_stays_dark_while_the_next_is_turned_over() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(HOLES)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards("As 4d 5c Js Qd")
    dealing.press("key.next", "key.next", "key.next")
    assert dealing.step.kind == "reveal"
    assert lit(dealing) == SEAT_2 | {"key.next": "slow"}


def test_after_a_void_only_next_is_lit() -> None:
    dealing = over()
    assert lit(dealing) == {"key.next": "slow"}


def test_a_key_that_is_due_again_winks_when_its_press_was_taken() -> None:
    dealing = dealt()
    before = dealing.state
    dealing.press("key.next")
    assert winks(before, dealing.state) == {"key.next"}
    refused = dealing.state
    dealing.press("key.fold")
    assert winks(refused, dealing.state) == frozenset()


def test_the_alarm_sounds_once_for_each_hold_that_a_device_raises() -> None:
    dealing = table()
    for happen, alarmed in (
        (lambda: dealing.status(SHOE, LOADED, lid_open=True), True),
        (lambda: dealing.status(SHOE, LOADED, lid_open=True, red=Light.STEADY), True),
        (lambda: dealing.status(SHOE, LOADED, lid_open=True, red=Light.STEADY, cards_in=41), False),
        (lambda: dealing.press("key.supervisor"), False),
        (lambda: dealing.status(SHOE, LOADED), False),
        (lambda: dealing.release(Cause.LID_OPEN), False),
    ):
        before = dealing.state
        happen()
        assert (ALARM in winks(before, dealing.state)) is alarmed


def test_a_key_that_is_due_no_more_does_not_wink() -> None:
    dealing = river()
    before = dealing.state
    dealing.press("key.fold")
    assert winks(before, dealing.state) == frozenset()


def test_no_lamp_is_named_that_is_off() -> None:
    assert all(Pattern.OFF not in lamps(make().state).values() for make in STEPS.values())
