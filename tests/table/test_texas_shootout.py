"""Texas Shootout at a table: the tasks before the first round, burn, hands on the display, the house way on one key, and the cut card."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from tablectl.engine.cards import Card, cards
from tablectl.engine.facts import BOARD, BURN, DEALER, DISCARD, CardsChosen, Corrected, Decided, Fact, Place, ShuffleCalled, Task, seat
from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.steps import Deal, Decide, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers, Unsettled
from tablectl.table.actions import ApproveShuffle, ChooseHands, CorrectRound, IdentifyCard, NewDealer, OrderShuffle, PersonRole, PlaceCard, SetWager
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import FactTaken, SeatRated
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause
from tablectl.table.views import TableView

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, table

RULES: Final = TypeAdapter(ShootoutRules).validate_python(
    tomllib.loads((Path(__file__).parents[2] / "config/rules/texas_shootout-document.toml").read_text())
)


def unshuffled() -> Dealing:
    dealing = table(replace(opening(RULES), table="TS-01", game="texas_shootout", seats=2), ready=False)
    dealing.devices_up()
    return dealing


def shuffled() -> Dealing:
    """The tasks are done, six decks are in the shoe, one card is burned."""
    dealing = unshuffled()
    dealing.press("key.next")
    assert dealing.command(ApproveShuffle(), PersonRole.SUPERVISOR).done
    dealing.press("key.next")
    dealing.status(SHUFFLER, READY, cards_in=312)
    dealing.status(SHUFFLER, DARK, loads=1)
    dealing.status(SHOE, LOADED)
    dealing.cards("2c")
    return dealing


def dealt() -> Dealing:
    """Seat 1 wagers 10.00 and 5.00 on the bonus, seat 2 5.00; seat 1 holds two pairs, the dealer a king and a nine."""
    dealing = shuffled()
    dealing.press("seat1.ante", "seat1.ante", "seat1.bonus", "seat2.ante", "key.next")
    dealing.cards("Ah Qc Kh Ac Qd 9c 7d 4s 5d 7s 2s 3s")
    return dealing


def shown(dealing: Dealing) -> TableView:
    return view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {1: "red"}))


def facts(dealing: Dealing) -> list[Fact]:
    return [outcome.fact for outcome in dealing.told if isinstance(outcome, FactTaken)]


def rated(dealing: Dealing) -> list[SeatRated]:
    return [outcome for outcome in dealing.told if isinstance(outcome, SeatRated)]


def keep(dealing: Dealing, number: int, *hands: str) -> None:
    assert dealing.command(ChooseHands(number, tuple(cards(hand) for hand in hands)), PersonRole.DEALER).done


def test_the_table_opens_with_the_shuffle_and_its_keys() -> None:
    dealing = unshuffled()
    tasks = []
    while isinstance(step := dealing.step, Prepare) and step.task is not Task.LOAD:
        tasks.append((step.task, shown(dealing).step.who, sorted(name for name in lamps(dealing.state) if name.startswith("key."))))
        if step.task is Task.APPROVE:
            assert dealing.command(ApproveShuffle(), PersonRole.SUPERVISOR).done
        else:
            dealing.press("key.fold" if step.may_refuse else "key.next")
    assert tasks == [
        (Task.SHUFFLE, "dealer", ["key.next"]),
        (Task.APPROVE, "supervisor", ["key.supervisor"]),
        (Task.CUT, "seat 1", ["key.fold", "key.next"]),
        (Task.CUT, "seat 2", ["key.fold", "key.next"]),
        (Task.CUT, "dealer", ["key.next"]),
    ]
    dealing.status(SHUFFLER, READY, cards_in=312)
    dealing.status(SHUFFLER, DARK, loads=1)
    dealing.status(SHOE, LOADED)
    assert dealing.step == Deal(BURN, face_up=False, rule="TS 3.1")
    dealing.cards("2c")
    assert isinstance(dealing.step, TakeWagers)
    assert dealing.causes == []


def test_wagers_are_open_after_the_burn_and_markers_are_on_the_screen() -> None:
    dealing = shuffled()
    dealing.press("seat1.ante", "seat1.bonus", "seat1.toke", "seat1.bonus_toke")
    assert dealing.state.live.placed == {(1, "ante"): 500, (1, "bonus"): 500, (1, "toke"): 100, (1, "bonus_toke"): 100}
    assert shown(dealing).seats[0].state == "wagering"
    assert shown(dealing).warnings == ("Envy Bonus markers: seat 1 (TS 4.5)",)


def test_a_round_with_a_split_from_the_deal_to_the_payment() -> None:
    dealing = dealt()
    assert all(card.face is None for card in shown(dealing).seats[0].cards)
    keep(dealing, 1, "Ah Ac", "7d 7s")
    assert dealing.state.live.placed[1, "split_ante"] == 1000
    assert isinstance(dealing.step, Decide)
    assert lamps(dealing.state)["seat1.split_bonus"] == "fast"
    dealing.press("seat1.split_bonus")
    assert facts(dealing)[-1] == Decided(1, "with_bonus")
    keep(dealing, 2, "Qc Qd")
    assert [hand.cards[0].face for hand in shown(dealing).seats[0].hands] == ["Ah", "7d"]
    assert dealing.step == Reveal(DEALER, "TS 6.1")
    dealing.press("key.next")
    assert shown(dealing).step.options[0].label == "Kh 9c: row 10: a face card high, unsuited"
    dealing.press("key.next")
    dealing.cards("Ks Qs 8h 6c 7c")
    assert dealing.step == SettleSeat(2, "TS 7.4")
    dealing.press("key.next", "key.next")
    assert isinstance(dealing.step, RoundOver)
    nets = {(line.seat, line.bet): line.net for seat_rated in rated(dealing) for line in seat_rated.lines}
    assert nets == {
        (2, "ante"): 500,
        (1, "ante"): 1000,
        (1, "bonus"): -500,
        (1, "split_ante"): 1000,
        (1, "split_bonus"): 0,
    }
    assert shown(dealing).seats[0].hand == "a pair of aces; three sevens"


def test_a_toke_on_the_second_hand_is_entered_on_the_display() -> None:
    dealing = shuffled()
    dealing.press("seat1.ante", "seat1.toke", "key.next")
    dealing.cards("Ah Kh Ac 9c 7d 5d 7s 3s")
    keep(dealing, 1, "Ah Ac", "7d 7s")
    assert dealing.command(SetWager(1, "split_toke", 100), PersonRole.DEALER).done
    assert not dealing.command(SetWager(1, "split_toke", 150), PersonRole.DEALER).done


def test_a_hand_found_wrong_in_the_settlement_is_held_corrected_and_rated_anew() -> None:
    dealing = dealt()
    keep(dealing, 1, "Ah Ac")
    keep(dealing, 2, "Qc Qd")
    dealing.press("key.next", "key.next")
    dealing.cards("Ks Qs 8h 6c 3c")
    dealing.press("key.next")
    first = [seat_rated.lines[0].net for seat_rated in rated(dealing)]
    assert dealing.command(IdentifyCard(DEALER, 2, cards("Kd")[0], "it is a king"), PersonRole.SUPERVISOR).done
    assert isinstance(dealing.step, Unsettled)
    assert dealing.causes == [Cause.ROUND_UNSETTLED]
    told = dealing.state.live.round.facts
    chosen = next(index for index, fact in enumerate(told) if isinstance(fact, CardsChosen) and fact.seat == 0)
    right = (told[-1], CardsChosen(0, (cards("Kh Kd"),)))
    assert dealing.command(CorrectRound(chosen, right, "the house way keeps the kings"), PersonRole.SUPERVISOR).done
    assert isinstance(facts(dealing)[-1], Corrected)
    assert [seat_rated.lines[0].net for seat_rated in rated(dealing)] == [*first, -1000]
    assert dealing.step == SettleSeat(1, "TS 7.4")


def test_the_cut_card_calls_for_a_shuffle_before_the_next_round() -> None:
    dealing = dealt()
    dealing.cards("--")
    keep(dealing, 1, "Ah Ac")
    keep(dealing, 2, "Qc Qd")
    dealing.press("key.next", "key.next")
    dealing.cards("Ks Qs 8h 6c 3c")
    dealing.press("key.next", "key.next", "key.next")
    assert isinstance(dealing.step, Prepare)
    assert facts(dealing)[-1] == ShuffleCalled("the cut card came out")


def test_a_new_dealer_burns_a_card() -> None:
    dealing = shuffled()
    assert dealing.command(NewDealer("eve"), PersonRole.DEALER).done
    assert dealing.step == Deal(BURN, face_up=False, rule="TS 3.1")
    dealing.cards("3c")
    assert isinstance(dealing.step, TakeWagers)
    dealing.press("seat1.ante", "key.next")
    assert dealing.step == Deal(seat(1), face_up=False, rule="TS 5.1")


def test_a_shuffle_ordered_while_the_cards_are_made_ready_begins_at_once_and_else_before_the_next_round() -> None:
    dealing = unshuffled()
    dealing.press("key.next")
    assert dealing.command(ApproveShuffle()).done
    assert dealing.command(OrderShuffle("the cut is doubted")).done
    assert (dealing.step.kind, dealing.step.rule) == ("prepare", "TS 2.1")
    assert dealing.state.shuffle_ordered is None
    dealing = shuffled()
    dealing.press("seat1.ante", "key.next")
    assert dealing.command(OrderShuffle("a torn card")).done
    assert isinstance(dealing.step, Deal)
    assert dealing.state.shuffle_ordered == "a torn card"


def place(dealing: Dealing, where: Place) -> str:
    answer = dealing.command(PlaceCard(where, "seen by the floor"))
    return "" if answer.done else f"{answer.text} ({answer.rule})"


def test_a_card_that_lies_face_up_in_the_shoe_goes_to_the_discard_rack_and_the_next_takes_its_place() -> None:
    dealing = shuffled()
    dealing.press("seat1.ante", "key.next")
    dealing.cards("Ah ??")
    assert (lying(dealing, DEALER), dealing.causes) == ((None,), [Cause.CARD_UNREADABLE])
    assert place(dealing, DISCARD) == ""
    assert (lying(dealing, DEALER), lying(dealing, DISCARD)) == ((), (None,))
    assert shown(dealing).warnings == ("a card was put into the discard rack unused (TS 10.3)",)
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.cards("9c")
    assert (lying(dealing, DEALER), dealing.state.shoe.drawn) == (cards("9c"), 4)


def test_of_two_cards_drawn_too_early_the_one_that_was_seen_goes_to_the_discard_rack() -> None:
    dealing = dealt()
    dealing.cards("Ks Qs")
    assert place(dealing, BOARD).startswith("no card is due at the board")
    assert place(dealing, DISCARD) == ""
    assert (lying(dealing, DISCARD), dealing.state.early) == (cards("Qs"), cards("Ks"))
    dealing.release(Cause.CARD_NOT_DUE)
    keep(dealing, 1, "Ah Ac")
    keep(dealing, 2, "Qc Qd")
    dealing.press("key.next", "key.next")
    assert lying(dealing, BOARD) == cards("Ks")


def test_a_second_burn_and_one_left_out_are_told_by_the_place_of_the_card() -> None:
    dealing = shuffled()
    dealing.cards("3c")
    assert place(dealing, BURN) == ""
    dealing.release(Cause.CARD_NOT_DUE)
    assert (lying(dealing, BURN), dealing.step.kind) == (cards("2c 3c"), "take_wagers")
    dealing.press("seat1.ante", "key.next")
    assert dealing.command(NewDealer("eve"), PersonRole.DEALER).done
    dealing.cards("Ah")
    assert lying(dealing, BURN) == cards("2c 3c Ah")
    assert place(dealing, seat(2)) == "the round cannot have been so: no card is due at seat 2: the next card goes to seat 1 (TS 10.1)"
    assert place(dealing, seat(1)) == ""
    assert (lying(dealing, BURN), lying(dealing, seat(1))) == (cards("2c 3c"), cards("Ah"))
    *burns, tag = shown(dealing).warnings
    assert [line.rpartition("(")[2] for line in burns] == ["TS 3.4)"] * 2
    assert tag.startswith("Round 1 is tagged: card not due")


def test_no_card_is_placed_otherwise_before_one_is_drawn() -> None:
    assert place(unshuffled(), DISCARD) == "No card has been drawn in this round ()"


def lying(dealing: Dealing, where: Place) -> tuple[Card | None, ...]:
    return tuple(dealing.state.live.round.layout.at(where))
