"""Cards as they leave the shoe: the ledger, the places they take, and every doubt about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.facts import BOARD, DEALER, BettingClosed, CutCardOut, Place, seat
from tablectl.engine.layout import lay_out
from tablectl.engine.steps import Deal
from tablectl.table.actions import DeclareMisdeal, IdentifyCard, SetWager, VoidRound
from tablectl.table.events import CardsUnseen, DeviceRestarted, DeviceUp
from tablectl.table.outcomes import FactTaken
from tablectl.table.state import Cause

from .dealing import DECK, FLOP, HOLES, IDENTITY, LAST_TWO, LOADED, SHOE, Dealing, dealt, over, river, table, wagered


def lying(dealing: Dealing, place: Place) -> str:
    return " ".join(str(card or "??") for card in lay_out(dealing.state.live.round.facts).at(place))


@pytest.fixture
def dealing() -> Dealing:
    """Two seats play and betting is closed."""
    dealing = wagered()
    dealing.press("key.next")
    return dealing


def test_cards_go_one_at_a_time_round_the_table(dealing: Dealing) -> None:
    dealing.cards(HOLES)
    assert [lying(dealing, place) for place in (seat(1), seat(2), DEALER)] == ["Ah 7d", "Kd 2s", "7c 9h"]
    assert dealing.state.shoe.drawn == 6
    assert set(dealing.state.shoe.seen) == set(cards(HOLES))


def test_the_first_card_closes_the_betting() -> None:
    dealing = wagered()
    taken = [outcome.fact.kind for outcome in dealing.cards("Ah") if isinstance(outcome, FactTaken)]
    assert taken == ["betting_closed", "card_dealt"]
    assert dealing.press("seat1.ante")[0].kind == "refused"
    assert lying(dealing, seat(1)) == "Ah"


def test_a_second_copy_of_a_card_is_unread_at_its_place_and_nothing_is_settled(dealing: Dealing) -> None:
    dealing.cards("Ah Kd 7c Ah 2s 9h")
    assert dealing.causes == [Cause.CARD_IMPOSSIBLE]
    assert lying(dealing, seat(1)) == "Ah ??"
    assert (dealing.state.shoe.drawn, dealing.state.shoe.unseen) == (6, 1)
    dealing.release(Cause.CARD_IMPOSSIBLE)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards(f"{FLOP} {LAST_TWO}")
    dealing.press("key.next", "key.next")
    assert (dealing.step.kind, dealing.causes) == ("unsettled", [Cause.ROUND_UNSETTLED])
    assert dealing.state.live.rated is None


def test_a_card_that_this_pack_does_not_have_is_impossible(dealing: Dealing) -> None:
    dealing.cards("7r")
    assert dealing.hold(Cause.CARD_IMPOSSIBLE).text.endswith(
        "a pack of single-52 has no such card, so this is a wrong pack, however many cards it has"
    )
    assert lying(dealing, seat(1)) == "??"


def test_a_card_of_another_pack_is_not_taken_for_what_it_shows(dealing: Dealing) -> None:
    dealing.happen(dealing.read("Ah", pack=2))
    assert lying(dealing, seat(1)) == "??"
    assert dealing.state.shoe.unseen == 1
    dealing.happen(dealing.read("Kd", pack=0))
    assert (lying(dealing, seat(2)), dealing.causes) == ("Kd", [Cause.CARD_OF_OTHER_PACK]), "a reader that cannot tell the pack is believed"


def test_the_53rd_card_cannot_be(dealing: Dealing) -> None:
    dealing.cards("??")
    for card in DECK[:51]:
        dealing.cards(str(card))
    assert Cause.CARD_IMPOSSIBLE not in dealing.causes
    dealing.cards(str(DECK[51]))
    assert dealing.hold(Cause.CARD_IMPOSSIBLE).text.endswith("all 52 cards of the pack have been dealt")


def test_the_cut_card_is_no_card(dealing: Dealing) -> None:
    step = dealing.step
    assert dealing.cards("--") == (FactTaken(CutCardOut()),)
    assert (dealing.step, dealing.state.shoe.drawn, dealing.state.shoe.cut_card, dealing.causes) == (step, 0, True, [])
    dealing.cards("Ah")
    assert lying(dealing, seat(1)) == "Ah"


def test_a_report_that_is_on_record_changes_nothing(dealing: Dealing) -> None:
    dealing.cards("Ah Kd")
    before = dealing.state
    for ahead in (0, -1):
        assert dealing.happen(dealing.read("7c", ahead=ahead)) == ()
    assert dealing.happen(CardsUnseen(SHOE, 1, 1, 2)) == ()
    assert replace(dealing.state, seen_ns=before.seen_ns, last_ns=before.last_ns, heard=before.heard) == before


def test_a_gap_in_the_reports_is_as_many_cards_unread(dealing: Dealing) -> None:
    dealing.cards("Ah")
    dealing.happen(dealing.read("2s", ahead=4))
    assert dealing.hold(Cause.CARDS_MISSED).text == "3 cards left the shoe without being read"
    assert [lying(dealing, place) for place in (seat(1), seat(2), DEALER)] == ["Ah ??", "?? 2s", "??"]
    assert (dealing.state.shoe.unseen, dealing.state.shoe.drawn) == (3, 5)


def test_cards_that_went_by_unseen_take_the_next_places(dealing: Dealing) -> None:
    dealing.cards("Ah")
    dealing.happen(CardsUnseen(SHOE, 1, 2, 3))
    dealing.cards("7d")
    assert [lying(dealing, place) for place in (seat(1), seat(2), DEALER)] == ["Ah 7d", "??", "??"]


def test_of_missed_cards_only_those_that_are_not_on_record_count(dealing: Dealing) -> None:
    dealing.cards("Ah Kd")
    dealing.happen(CardsUnseen(SHOE, 1, 2, 4))
    assert (dealing.report, dealing.state.shoe.unseen) == (4, 2)
    dealing.happen(CardsUnseen(SHOE, 1, 7, 7))
    assert (dealing.report, dealing.state.shoe.unseen) == (7, 5)


def test_a_first_card_on_wagers_that_do_not_stand_waits_and_comes_into_play_after_release() -> None:
    dealing = table()
    dealing.press("seat1.ante")
    dealing.cards("Ah")
    assert dealing.hold(Cause.CARD_NOT_DUE).text == "A card left the shoe: seat 1 has no blind"
    assert (dealing.step.kind, dealing.state.early) == ("take_wagers", cards("Ah"))
    dealing.release(Cause.CARD_NOT_DUE)
    dealing.press("seat1.blind")
    assert BettingClosed() not in dealing.state.live.round.facts
    dealing.press("key.next")
    assert (lying(dealing, seat(1)), dealing.state.early) == ("Ah", ())
    assert dealing.step == Deal(DEALER, face_up=False, rule="UTH 3.1")


def test_a_card_drawn_too_early_is_the_next_card_after_release() -> None:
    dealing = dealt()
    dealing.cards("As")
    assert (lying(dealing, BOARD), dealing.state.early) == ("", cards("As"))
    dealing.release(Cause.CARD_NOT_DUE)
    assert lying(dealing, BOARD) == ""
    dealing.press("key.next", "key.next")
    assert (lying(dealing, BOARD), dealing.state.early) == ("As", ())
    assert dealing.state.shoe.drawn == 7


def test_an_early_card_comes_at_once_where_one_is_due_when_the_hold_is_released() -> None:
    dealing = table()
    dealing.cards("Ah")
    dealing.command(SetWager(1, "ante", 500))
    dealing.command(SetWager(1, "blind", 500))
    dealing.cards("Kd")
    assert (dealing.step.kind, dealing.state.early) == ("deal", cards("Ah Kd")), "the second card does not overtake the first"
    for cause in tuple(dealing.causes):
        dealing.release(cause)
    assert [lying(dealing, place) for place in (seat(1), DEALER)] == ["Ah", "Kd"]


@pytest.mark.parametrize("action", [DeclareMisdeal("two cards at once"), VoidRound("the pack is spoilt")])
def test_an_early_card_is_gone_after_a_misdeal_or_a_void(action: DeclareMisdeal | VoidRound) -> None:
    dealing = dealt()
    dealing.cards("As")
    assert dealing.command(action).done
    dealing.release(Cause.CARD_NOT_DUE)
    dealing.press("key.next")
    dealing.bring_pack(2, 2)
    dealing.wager(1)
    dealing.press("key.next")
    assert (lying(dealing, seat(1)), dealing.state.early) == ("", ())


def test_a_card_after_the_round_is_counted_and_lies_nowhere() -> None:
    dealing = over()
    before = dealing.state.live
    assert dealing.cards("3c --") == ()
    assert (dealing.state.live, dealing.state.early, dealing.causes) == (before, (), [])
    assert Card.parse("3c") in dealing.state.shoe.seen


def test_a_restart_of_the_shoe_in_a_round_holds_play_and_goes_on_with_the_same_pack(dealing: Dealing) -> None:
    dealing.cards("Ah Kd")
    dealing.happen(DeviceRestarted(SHOE, 2))
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 2, 0))
    dealing.status(SHOE, LOADED)
    assert dealing.causes == [Cause.DEVICE_RESTARTED]
    dealing.power_up = 2
    dealing.cards("7c")
    assert (lying(dealing, DEALER), dealing.state.shoe.drawn, dealing.state.shoe.verified) == ("7c", 3, True)
    dealing.release(Cause.DEVICE_RESTARTED)
    dealing.cards("Kd")
    assert dealing.causes == [Cause.CARD_IMPOSSIBLE], "the ledger goes on over the restart"


def test_cards_seen_by_a_restarted_shoe_are_missed_when_they_do_not_begin_with_the_first(dealing: Dealing) -> None:
    dealing.cards("Ah")
    dealing.happen(DeviceRestarted(SHOE, 2))
    dealing.power_up = 2
    dealing.happen(dealing.read("7c", ahead=2))
    assert dealing.causes == [Cause.DEVICE_RESTARTED, Cause.CARDS_MISSED]
    assert (lying(dealing, seat(2)), lying(dealing, DEALER)) == ("??", "7c")


def test_a_named_card_takes_its_place_and_the_ledger_knows_it(dealing: Dealing) -> None:
    dealing.cards("?? Kd")
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("Ah"), "seen")).done
    assert lying(dealing, seat(1)) == "Ah"
    assert (dealing.state.shoe.unseen, set(dealing.state.shoe.seen)) == (0, set(cards("Ah Kd")))
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.cards("Ah")
    assert dealing.causes == [Cause.CARD_IMPOSSIBLE]


def test_a_card_that_was_misread_is_named_anew_and_its_old_face_can_come_again(dealing: Dealing) -> None:
    dealing.cards("Ah Kd")
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("As"), "misread")).done
    assert dealing.confirm().done
    dealing.cards("Ah")
    assert dealing.causes == []
    assert (lying(dealing, seat(1)), lying(dealing, DEALER)) == ("As", "Ah")


@pytest.mark.parametrize(
    ("place", "index", "card", "text"),
    [
        (seat(1), 0, "7r", "It cannot be this card: no such card is in this pack"),
        (seat(1), 1, "As", "There is no card number 2 at seat 1"),
        (seat(1), -1, "As", "There is no card number 0 at seat 1"),
        (BOARD, 0, "As", "There is no card number 1 at the board"),
    ],
)
def test_a_wrong_name_is_refused_and_changes_nothing(dealing: Dealing, place: Place, index: int, card: str, text: str) -> None:
    dealing.cards("?? Kd")
    live, shoe = dealing.state.live, dealing.state.shoe
    answer = dealing.command(IdentifyCard(place, index, Card.parse(card), "seen"))
    assert (answer.done, answer.text) == (False, text)
    assert (dealing.state.live, dealing.state.shoe) == (live, shoe)


def test_a_card_of_the_pack_before_is_named_without_counting_it_in_the_new_one(dealing: Dealing) -> None:
    dealing.cards("??")
    dealing.bring_pack(2, 2)
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("Ah"), "seen")).done
    assert (lying(dealing, seat(1)), dealing.state.shoe.drawn) == ("Ah", 0)


def test_naming_the_card_settles_what_waited_for_it() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(HOLES.replace("Kd", "??"))
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards(f"{FLOP} {LAST_TWO}")
    dealing.press("key.next", "key.next")
    assert dealing.step.kind == "settle_seat", "seat 1 does not depend on the card of seat 2"
    dealing.press("key.next", "key.next")
    assert (dealing.step.kind, dealing.causes) == ("unsettled", [Cause.ROUND_UNSETTLED])
    assert dealing.command(IdentifyCard(seat(2), 0, Card.parse("Kd"), "turned over")).done
    assert dealing.release(Cause.ROUND_UNSETTLED).done
    dealing.press("key.next")
    assert dealing.step.kind == "round_over"
    assert {line.seat for line in dealing.state.live.rated.lines} == {1, 2}


def test_a_card_named_anew_while_its_seat_is_settled_is_rated_anew() -> None:
    dealing = river()
    dealing.press("key.fold", "key.next", "key.next")
    before = dealing.state.live.rated
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("3c"), "the reader took a three for an ace")).done
    after = dealing.state.live.rated
    assert before is not None
    assert after is not None
    assert [line.net for line in before.seat(1)] != [line.net for line in after.seat(1)]
    assert [outcome.kind for outcome in dealing.told[-3:]] == ["seat_rated", "round_put_right", "answered"]
