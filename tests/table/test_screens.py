"""What people see: the step in words, seats, cards, devices and holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import seat
from tablectl.table.actions import ExposeCard, IdentifyCard, PersonRole, SeatPlayer
from tablectl.table.events import DeviceDown, KeyMasked
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause
from tablectl.table.views import SeatView, TableView
from tablectl_drivers.events import Activity, InputFault, Light

from .dealing import DARK, HOLES, READY, SHOE, SHUFFLER, STEPS, Dealing, dealt, house_rules, opening, over, river, settling, table, unsettled, wagered

SHOWING = Showing("EUR", 2, {1: "red", 2: "blue"})


def see(dealing: Dealing, role: PersonRole = PersonRole.DEALER) -> TableView:
    return view(dealing.state, role, 7, SHOWING)


def faces(shown: SeatView | TableView) -> list[str | None]:
    return [card.face for card in (shown.cards if isinstance(shown, SeatView) else shown.dealer)]


SENTENCES = {
    "take_wagers": ("Place your bets", "players", "UTH 2.1", {"no_more_bets": "key.next"}),
    "deal": ("Deal a card to seat 1, face down", "dealer", "UTH 3.1", {}),
    "decide": ("Seat 1: Play 4x or Check", "seat 1", "UTH 3.2", {"play_4x": "seat1.play", "check": "key.next"}),
    "decide_last": ("Seat 2: Play 2x or Fold", "seat 2", "UTH 3.6", {"play_2x": "seat2.play", "fold": "key.fold"}),
    "reveal": ("Turn over the dealer's hand", "dealer", "UTH 4.1", {"turned": "key.next"}),
    "settle_seat": ("Take and pay seat 1", "dealer", "UTH 4.2", {"settled": "key.next"}),
    "round_over": ("The round is over. NEXT opens the next round", "dealer", "UTH 9.9", {"next_round": "key.next"}),
}


@pytest.mark.parametrize("step", SENTENCES)
def test_the_step_in_words_with_its_buttons(step: str) -> None:
    shown = see(STEPS[step]())
    text, who, rule, options = SENTENCES[step]
    assert (shown.step.text, shown.step.who, shown.step.rule) == (text, who, rule)
    assert {option.name: option.button for option in shown.step.options} == options
    due = {f"key.{key.key}" for key in shown.keys if key.due} | {f"seat{at.seat}.{spot.bet}" for at in shown.seats for spot in at.spots if spot.due}
    assert set(options.values()) <= due
    assert shown.held is False


def test_a_hold_takes_the_place_of_the_step_and_nothing_is_due() -> None:
    shown = see(unsettled())
    assert (shown.held, shown.step.kind, shown.step.who, shown.step.options) == (True, "held", "supervisor", ())
    assert shown.step.text == "A card of seat 1 has not been read: a supervisor has to name it"
    assert [(hold.code, hold.active) for hold in shown.holds] == [("round_unsettled", True)]
    assert not any(key.due for key in shown.keys)
    assert not any(spot.due for at in shown.seats for spot in at.spots)
    assert shown.holds[0].advice


def test_wagers_may_be_pressed_while_they_are_open() -> None:
    assert [spot.bet for spot in see(table()).seats[2].spots if spot.due] == ["ante", "blind", "triple_bonus"]


def test_what_the_table_waits_for_before_the_deal() -> None:
    dealing = table(ready=False)
    assert see(dealing).step.text == "Place your bets; waiting for the shuffler to finish a pack"
    dealing.wager(1)
    dealing.press("key.next")
    assert see(dealing).step.text == "Waiting for the shoe to answer"
    dealing.devices_up()
    assert see(dealing).step.text == "Waiting for the shuffler to finish a pack"
    dealing.prove_pack()
    assert see(dealing).step.text == "Put a shuffled pack into the shoe"
    dealing.bring_pack()
    assert see(dealing).step.text == "Deal a card to seat 1, face down"


def test_a_shuffler_that_is_ready_with_a_shuffle_nobody_saw_to_its_end_is_told_to_shuffle_again() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.wager(1)
    dealing.press("key.next")
    dealing.status(SHUFFLER, DARK, activity=Activity.JAM, pack=2)
    dealing.status(SHUFFLER, READY, pack=2, loads=2)
    dealing.release(Cause.DEVICE_FAULT)
    assert see(dealing).step.text == "Shuffle pack 2 again: its last shuffle was not seen to its end"
    dealing.status(SHUFFLER, DARK, activity=Activity.SHUFFLING, pack=2, loads=2, amber=Light.FLASHING)
    assert see(dealing).step.text == "Waiting for the shuffler to finish a pack"


def test_hole_cards_lie_face_down_until_the_rules_turn_them() -> None:
    shown = see(river())
    assert [faces(at) for at in shown.seats] == [[None, None], [None, None], []]
    assert faces(shown) == [None, None]
    assert {card.state for card in shown.dealer} == {"down"}
    assert [card.face for card in shown.board] == ["As", "4d", "5c", "Js", "Qd"]
    turned = see(settling())
    assert [faces(at) for at in turned.seats] == [["Ah", "7d"], [None, None], []]
    assert (faces(turned), turned.dealer_hand, turned.qualifies) == (["7c", "9h"], "ace high", False)


def test_a_card_that_nobody_could_read_is_unread_and_not_face_down() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(HOLES.replace("Kd", "??"))
    assert [card.state for card in see(dealing).seats[1].cards] == ["unread", "down"]


def test_a_card_shown_by_mistake_stays_face_down_for_nobody_said_which_one_it_was() -> None:
    """And nobody learns a face by saying so."""
    dealing = dealt()
    assert dealing.command(ExposeCard(seat(1)), PersonRole.DEALER).done
    assert dealing.state.live.round.layout.exposed == (seat(1),)
    assert faces(see(dealing).seats[0]) == [None, None]


def test_seats_tell_how_they_stand() -> None:
    dealing = table()
    dealing.command(SeatPlayer(2, "Ann"), PersonRole.DEALER)
    dealing.wager(1, 2)
    assert [(at.state, at.player) for at in see(dealing).seats] == [("wagering", ""), ("wagering", "Ann"), ("empty", "")]
    assert [at.state for at in see(settling()).seats] == ["in", "folded", "empty"]
    assert [at.state for at in see(over()).seats] == ["settled", "settled", "empty"]
    assert [at.acting for at in see(river()).seats] == [False, True, False]


def test_a_seat_shows_its_lines_when_it_is_due_and_not_before() -> None:
    shown = see(settling())
    assert [(line.bet, line.result, line.odds, line.net) for line in shown.seats[0].lines] == [
        ("ante", "returned", None, 0), ("blind", "push", None, 0), ("play", "win", "1:1", 2000),
    ]  # fmt: skip
    assert shown.seats[0].hand == "a pair of aces"
    assert (shown.seats[1].lines, shown.seats[1].hand) == ((), None)
    assert [line.net for line in see(over()).seats[1].lines] == [-500, -500]


def test_what_is_settled_stays_on_view_when_it_is_settled() -> None:
    dealing = settling()
    dealing.press("key.next")
    assert [len(at.lines) for at in see(dealing).seats] == [3, 2, 0]


@pytest.mark.parametrize("role", PersonRole)
def test_who_made_a_device_is_for_those_who_look_after_it(role: PersonRole) -> None:
    devices = see(table(), role).devices
    knows = role not in {PersonRole.VIEWER, PersonRole.DEALER}
    assert [bool(device.identity) for device in devices] == [knows, knows]


def test_devices_masked_buttons_and_the_shoe_are_told() -> None:
    dealing = dealt()
    dealing.happen(KeyMasked("seat1.ante", InputFault.STUCK))
    dealing.happen(DeviceDown(SHOE, "unplugged"))
    shown = see(dealing)
    assert shown.masked == ("seat1.ante: stuck",)
    assert [(device.name, device.state, device.text) for device in shown.devices] == [("shoe", "down", "unplugged"), ("shuffler", "up", "")]
    assert (shown.shoe.pack, shown.shoe.back, shown.shoe.verified, shown.shoe.seen, shown.shoe.expected) == (1, "red", True, 6, 52)
    assert [hold.code for hold in shown.holds] == [Cause.DEVICE_LOST.value]


def test_a_house_that_gives_the_edge_away_is_told_so() -> None:
    assert "at two times, as printed" in see(table()).warnings[0]
    fair = house_rules(river_multiple=1)
    assert see(table(replace(opening(fair)))).warnings == ()


def test_the_cards_of_a_seat_that_folded_are_mucked() -> None:
    assert [[card.mucked for card in at.cards] for at in see(river()).seats] == [[False, False], [False, False], []]
    assert [[card.mucked for card in at.cards] for at in see(settling()).seats] == [[False, False], [True, True], []]


def test_an_unread_card_has_no_name_until_it_has_one() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("??")
    assert [hold.standing for hold in see(dealing).holds] == ["the card has no name yet"]
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("Ah"), "seen")).done
    assert [hold.standing for hold in see(dealing).holds] == ["every card has its name"]


def test_a_lost_plug_is_said_before_whatever_else_is_due_and_by_no_rule() -> None:
    dealing = dealt()
    dealing.happen(DeviceDown(SHOE, "unplugged"))
    shown = see(dealing)
    assert (shown.step.text, shown.step.rule) == ("The shoe does not answer", "")
    assert [hold.standing for hold in shown.holds] == ["the cause is still there"]
    dealing.press("key.next", "key.fold")
    assert {notice.text for notice in see(dealing).notices} == {"Play is held: The shoe does not answer"}
    dealing.devices_up()
    assert [hold.standing for hold in see(dealing).holds] == ["the cause is gone"]
    assert dealing.release(Cause.DEVICE_LOST).done
    assert see(dealing).notices == ()
