"""What each button says in each step."""

from __future__ import annotations

from typing import Final

import pytest

from tablectl.engine.facts import DEALER, BettingClosed, Decided, HandTurned, SeatSettled, WagerPlaced
from tablectl.table import keys
from tablectl.table.keys import CallSupervisor, Meaning, NextRound, Nothing, Say
from tablectl.table.outcomes import FactTaken, Refused
from tablectl.table.state import Cause

from .dealing import STEPS, dealt, river, settling, table, unsettled, wagered

UNIT: Final = 500
NO_MORE: Final = Nothing("No more bets")
SEAT_1_ASKED: Final = Nothing("Seat 1 has to say Play 4x or Check")
SEAT_2_ASKED: Final = Nothing("Seat 2 has to say Play 2x or Fold")
NOBODY_DECIDES: Final = Nothing("Nobody has to decide now")
UNREAD: Final = "a card of seat 1 has not been read: a supervisor has to name it"

# step, button, what a press says, what the long press after it says
MEANINGS: Final[list[tuple[str, str, Meaning, Meaning]]] = [
    ("take_wagers", "seat1.ante", Say(WagerPlaced(1, "ante", UNIT)), Nothing()),
    ("take_wagers", "seat3.triple_bonus", Say(WagerPlaced(3, "triple_bonus", UNIT)), Nothing()),
    ("take_wagers", "seat1.play", Nothing("This wager is placed later in the round"), Nothing("This wager is placed later in the round")),
    ("take_wagers", "seat1.tip", Nothing("This wager is placed later in the round"), Nothing("This wager is placed later in the round")),
    ("take_wagers", "key.next", Say(BettingClosed()), Nothing()),
    ("take_wagers", "key.fold", NOBODY_DECIDES, Nothing()),
    ("deal", "seat1.ante", NO_MORE, Nothing()),
    ("deal", "key.next", Nothing("A card is due to seat 1"), Nothing()),
    ("deal", "key.fold", NOBODY_DECIDES, Nothing()),
    ("decide", "seat1.play", Say(Decided(1, "play_4x")), Nothing()),
    ("decide", "seat1.ante", Nothing("No wager can be made on this spot of seat 1 now"), Nothing()),
    ("decide", "seat2.play", Nothing("It is seat 1's turn"), Nothing()),
    ("decide", "key.next", Say(Decided(1, "check")), Nothing()),
    ("decide", "key.fold", SEAT_1_ASKED, Nothing()),
    ("decide_last", "seat2.play", Say(Decided(2, "play_2x")), Nothing()),
    ("decide_last", "key.fold", Say(Decided(2, "fold")), Nothing()),
    ("decide_last", "key.next", SEAT_2_ASKED, Nothing()),
    ("reveal", "key.next", Say(HandTurned(DEALER)), Nothing()),
    ("reveal", "key.fold", NOBODY_DECIDES, Nothing()),
    ("reveal", "seat1.play", NO_MORE, Nothing()),
    ("settle_seat", "key.next", Say(SeatSettled(1)), Nothing()),
    ("settle_seat", "key.fold", NOBODY_DECIDES, Nothing()),
    ("settle_seat", "seat1.ante", NO_MORE, Nothing()),
    ("unsettled", "key.next", Nothing(UNREAD), Nothing()),
    ("unsettled", "key.fold", NOBODY_DECIDES, Nothing()),
    ("unsettled", "seat2.blind", NO_MORE, Nothing()),
    ("round_over", "key.next", NextRound(), Nothing()),
    ("round_over", "key.fold", NOBODY_DECIDES, Nothing()),
    ("round_over", "seat1.ante", NO_MORE, Nothing()),
    *((step, "key.supervisor", CallSupervisor(), Nothing()) for step in STEPS),
]


@pytest.mark.parametrize(("step", "button", "press", "long_press"), MEANINGS, ids=[f"{step}-{button}" for step, button, *_ in MEANINGS])
def test_a_press_is_read_in_the_light_of_the_step(step: str, button: str, press: Meaning, long_press: Meaning) -> None:
    live = STEPS[step]().state.live
    assert keys.meaning(live, button, held=False) == press
    assert keys.meaning(live, button, held=True) == long_press


def test_every_press_adds_a_unit_and_a_long_press_takes_all_back() -> None:
    dealing = table()
    dealing.press("seat1.ante", "seat1.ante", "seat1.ante")
    assert dealing.state.live.placed == {(1, "ante"): 3 * UNIT}
    (taken,) = dealing.press("seat1.ante", held=True)
    assert taken == FactTaken(WagerPlaced(1, "ante", 0))
    assert dealing.press("seat1.ante", held=True) == ()


def test_a_wager_that_the_rules_refuse_is_a_notice_that_names_the_rule() -> None:
    dealing = table()
    dealing.press("seat1.ante")
    before = dealing.state
    assert dealing.press("seat1.triple_bonus", "seat1.triple_bonus")[1] == Refused("UTH 2.3", "the triple bonus of seat 1 is above its ante")
    assert [notice.rule for notice in dealing.state.notices] == ["UTH 2.3"]
    assert dealing.state.live.placed == {(1, "ante"): UNIT, (1, "triple_bonus"): UNIT}
    assert dealing.state.pulse == before.pulse + 1


def test_a_button_of_a_seat_that_is_not_there_is_refused() -> None:
    dealing = table()
    assert dealing.press("seat4.ante") == (Refused("UTH 1.3", "the seats are 1 to 3; there is no seat 4"),)


def test_next_without_a_wager_is_refused_and_says_why() -> None:
    dealing = table()
    assert dealing.press("key.next") == (Refused("UTH 2.9", "no seat has an ante and a blind"),)


@pytest.mark.parametrize(
    ("step", "button"),
    [
        ("take_wagers", "seat1.ante"),
        ("decide", "seat1.play"),
        ("decide", "key.next"),
        ("decide_last", "key.fold"),
        ("reveal", "key.next"),
        ("settle_seat", "key.next"),
        ("round_over", "key.next"),
    ],
)
def test_under_a_hold_no_press_is_taken_and_each_is_answered(step: str, button: str) -> None:
    dealing = STEPS[step]()
    dealing.press("key.supervisor")
    live, pulse = dealing.state.live, dealing.state.pulse
    assert dealing.press(button) == (Refused("", "Play is held: The dealer called a supervisor"),)
    assert (dealing.state.live, dealing.state.pulse) == (live, pulse)
    dealing.release(Cause.SUPERVISOR_CALLED)
    dealing.press(button)
    assert dealing.state.live != live


def test_a_long_press_does_not_clear_a_wager_under_a_hold() -> None:
    dealing = wagered()
    dealing.press("key.supervisor")
    assert dealing.press("seat1.ante", held=True) == (Refused("", "Play is held: The dealer called a supervisor"),)
    assert dealing.state.live.placed[1, "ante"] == UNIT


@pytest.mark.parametrize("step", STEPS)
def test_supervisor_holds_play_in_every_step_once(step: str) -> None:
    dealing = STEPS[step]()
    live = dealing.state.live
    dealing.press("key.supervisor", "key.supervisor")
    assert dealing.causes.count(Cause.SUPERVISOR_CALLED) == 1
    assert dealing.state.live == live


def test_a_refused_press_leaves_at_most_four_notices_and_a_taken_one_clears_them() -> None:
    dealing = dealt()
    dealing.press(*["key.fold"] * 6)
    assert [notice.text for notice in dealing.state.notices] == [SEAT_1_ASKED.text] * 4
    dealing.press("key.next")
    assert dealing.state.notices == ()


def test_a_folded_seat_is_passed_over_and_a_seat_that_played_is_not_asked_again() -> None:
    dealing = river()
    dealing.press("seat1.play")
    assert dealing.state.notices[-1].text == "It is seat 2's turn"


def test_seats_are_settled_one_press_each() -> None:
    dealing = settling()
    told = [outcome.fact for outcome in dealing.press("key.next", "key.next") if isinstance(outcome, FactTaken)]
    assert told == [SeatSettled(1), SeatSettled(2)]
    assert dealing.step.kind == "round_over"


def test_the_next_round_is_one_higher_and_empty() -> None:
    dealing = STEPS["round_over"]()
    dealing.press("key.next")
    assert (dealing.state.live.number, dealing.state.live.round.facts, dealing.state.live.placed) == (2, (), {})


def test_no_button_moves_a_round_that_is_unsettled() -> None:
    dealing = unsettled()
    live = dealing.state.live
    assert dealing.press("key.next") == (Refused("", f"Play is held: {UNREAD}"),)
    assert dealing.state.live == live
