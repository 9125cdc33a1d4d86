"""Texas Blackjack at a table: its buttons and lamps, side bets settled in passes, split hands on the screens, and the order of new cards."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from tablectl.engine.cards import Card
from tablectl.engine.facts import DEALER, CardDealt, Decided, Prepared, SeatSettled, ShuffleCalled, Task, seat
from tablectl.engine.games.tx_bj.house import TxBjRules
from tablectl.engine.steps import Decide as Asked
from tablectl.engine.steps import Prepare, SettleSeat, TakeWagers
from tablectl.table.actions import ApproveShuffle, CorrectRound, Decide, OrderShuffle, PersonRole, ReplaceCard, SetWager, TakeOutCard, VoidRound
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import FactTaken, SeatRated
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause, LiveRound
from tablectl.table.views import TableView
from tablectl_drivers.ports import Pattern

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, only, opening, table

RULES: Final = tomllib.loads((Path(__file__).parents[2] / "config/rules/tx_bj-document.toml").read_text())
MARKS: Final = ("p_red", "column_two", "d_white")


def texas(*seats: int) -> Dealing:
    """Eight packs are in the machine; these seats have a box wager of 10.00 and side bets of 5.00 on P red, D white and COMBO."""
    rules = TypeAdapter(TxBjRules).validate_python(RULES)
    dealing = table(replace(opening(rules), table="TX-01", game="tx_bj"), ready=False)
    dealing.devices_up()
    dealing.status(SHUFFLER, READY, cards_in=312)
    dealing.status(SHUFFLER, DARK, loads=1)
    dealing.status(SHOE, LOADED)
    for number in seats:
        dealing.press(*(f"seat{number}.{bet}" for bet in ("box", "box", "p_red", "d_white")))
        assert dealing.command(SetWager(number, "combo", 500, MARKS), PersonRole.DEALER).done
    return dealing


def shown(dealing: Dealing) -> TableView:
    return view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {1: "red"}))


def asked(first: str, second: str, dealer: str) -> Dealing:
    """Seat 1 alone, side bets settled, both of its cards up."""
    dealing = texas(1)
    dealing.press("key.next")
    dealing.cards(f"{first} {dealer}")
    dealing.press(*["key.next"] * 5)
    dealing.cards(second)
    return dealing


def lit(dealing: Dealing) -> dict[str, str]:
    return {name.removeprefix("seat1."): pattern.value for name, pattern in lamps(dealing.state).items()}


def test_the_combo_button_asks_for_marks_and_the_display_takes_them() -> None:
    dealing = texas()
    dealing.press("seat1.box")
    dealing.press("seat1.combo")
    assert dealing.state.notices[-1].text == "This wager needs its marks: enter it on the dealer display"
    assert not dealing.command(SetWager(1, "combo", 500), PersonRole.DEALER).done
    assert dealing.command(SetWager(1, "combo", 500, MARKS), PersonRole.DEALER).done
    spot = next(spot for spot in shown(dealing).seats[0].spots if spot.bet == "combo")
    assert (spot.amount, spot.marked) == (500, MARKS)


def test_the_dealer_looks_at_the_hidden_card_and_says_so() -> None:
    dealing = texas(1)
    dealing.press("key.next")
    dealing.cards("7r 9w")
    step = shown(dealing).step
    assert (step.who, step.text, [option.button for option in step.options]) == ("dealer", "The dealer: Looked at the hidden card", ["key.next"])
    assert lit(dealing)["key.next"] == "slow"
    dealing.press("key.fold")
    assert dealing.state.notices[-1].text == "The dealer has to say Looked at the hidden card"
    dealing.press("key.next")
    assert shown(dealing).step.text == "Turn over the hand of seat 1"


def test_a_pass_lights_pays_and_clears_its_own_bets_and_no_other() -> None:
    dealing = texas(1, 2)
    dealing.press("key.next")
    dealing.cards("7r 8r 9w")
    dealing.press("key.next", "key.next")
    assert dealing.step == SettleSeat(1, "TX 3.5", ("p_red",))
    assert shown(dealing).step.text == "Take and pay seat 1: P red"
    assert lit(dealing) | {"p_red": "slow", "box": "on", "d_white": "on", "combo": "on"} == lit(dealing)
    rated = [outcome for outcome in dealing.told if isinstance(outcome, SeatRated)]
    assert [(each.seat, [line.bet for line in each.lines]) for each in rated] == [(1, ["p_red"])]
    dealing.press("key.next")
    assert "p_red" not in lit(dealing)
    assert lit(dealing)["d_white"] == "on"
    assert [line.bet for line in shown(dealing).seats[0].lines] == ["p_red"]
    assert shown(dealing).seats[0].state == "in"
    dealing.press(*["key.next"] * 3)
    assert dealing.step == SettleSeat(2, "TX 3.7", ("d_white", "combo"))
    dealing.press("key.next")
    rated = [outcome for outcome in dealing.told if isinstance(outcome, SeatRated)]
    assert [(each.seat, [(line.bet, line.net) for line in each.lines]) for each in rated[2:]] == [
        (2, [("d_white", 1000), ("combo", 12500)]), (1, [("d_white", 1000), ("combo", 12500)]),
    ]  # fmt: skip
    assert [line.bet for line in shown(dealing).seats[0].lines] == ["p_red", "d_white", "combo"]


def test_hit_is_the_box_stand_is_next_and_the_rest_is_on_the_display() -> None:
    dealing = asked("7r", "2b", "9w")
    step = shown(dealing).step
    assert step.text == "Seat 1: Hit or Stand or Double"
    assert [(option.name, option.button) for option in step.options] == [("hit", "seat1.box"), ("stand", "key.next"), ("double", None)]
    assert lit(dealing)["box"] == "fast"
    dealing.press("seat1.box")
    dealing.cards("3r")
    dealing.press("key.next")
    dealing.cards("9b")
    assert dealing.step == SettleSeat(1, "TX 7.1")
    assert shown(dealing).step.text == "Take and pay seat 1"
    assert lit(dealing)["box"] == "fast"
    assert (shown(dealing).seats[0].hand, shown(dealing).dealer_hand) == ("12", "18")
    last = [outcome for outcome in dealing.told if isinstance(outcome, SeatRated)][-1]
    assert [(line.bet, line.net) for line in last.lines] == [("box", -1000)]
    dealing.press("key.next")
    assert shown(dealing).seats[0].state == "settled"


def test_the_hands_of_a_split_are_shown_and_answered_one_by_one() -> None:
    dealing = asked("8r", "8b", "9w")
    assert dealing.command(Decide(1, "split_pair"), PersonRole.DEALER).done
    amounts = {spot.bet: spot.amount for spot in shown(dealing).seats[0].spots}
    assert (amounts["box"], amounts["split"]) == (1000, 1000)
    dealing.cards("Tr")
    dealing.press("key.next")
    dealing.cards("3w")
    assert isinstance(dealing.step, Asked)
    assert dealing.step.hand == 1
    assert shown(dealing).step.text == "Seat 1, hand 2: Hit or Stand or Double"
    one = shown(dealing).seats[0]
    assert [card.face for card in one.cards] == ["8r", "Tr"]
    assert [(hand.label, [card.face for card in hand.cards]) for hand in one.hands] == [("Hand 2", ["8b", "3w"])]
    assert dealing.command(Decide(1, "double"), PersonRole.DEALER).done
    told = [outcome.fact for outcome in dealing.told if isinstance(outcome, FactTaken) and isinstance(outcome.fact, Decided)]
    assert told[-2:] == [Decided(1, "stand"), Decided(1, "double", 1)]
    dealing.cards("9r 8r")
    assert [(line.bet, line.net) for line in shown(dealing).seats[0].lines][-3:] == [("box", 1000), ("split", 1000), ("double", 1000)]
    assert shown(dealing).seats[0].hand == "18; 20"


def test_a_correction_keeps_what_was_settled_in_its_pass() -> None:
    dealing = asked("7r", "2b", "9w")
    number = next(index for index, fact in enumerate(dealing.state.live.round.facts) if isinstance(fact, CardDealt) and fact.place == DEALER)
    assert dealing.command(CorrectRound(number, (CardDealt(DEALER, dealing.read("8b").card),), "read wrong")).done
    assert _settled(dealing.state.live) == {(1, "p_red"), (1, "d_white"), (1, "combo")}
    dealing.press("key.next")
    dealing.cards("9b")
    assert [(line.bet, line.net) for line in shown(dealing).seats[0].lines] == [("p_red", 1000), ("d_white", -500), ("combo", -500), ("box", -1000)]


def _settled(live: LiveRound) -> set[tuple[int, str]]:
    return {(fact.seat, bet) for fact in live.round.facts if isinstance(fact, SeatSettled) for bet in fact.bets}


def test_new_cards_are_ordered_approved_and_put_in_before_the_next_round() -> None:
    dealing = asked("7r", "2b", "9w")
    assert dealing.command(OrderShuffle("a corner is torn")).done
    dealing.press("key.next")
    dealing.cards("9b")
    dealing.press("key.next", "key.next")
    assert dealing.state.live.round.facts == (ShuffleCalled("a corner is torn"),)
    assert isinstance(dealing.step, Prepare)
    assert shown(dealing).step.who == "supervisor"
    dealing.press("seat1.box")
    assert dealing.state.notices[-1].text == "No more bets"
    assert not dealing.command(ApproveShuffle(), PersonRole.DEALER).done
    assert dealing.command(ApproveShuffle()).done
    assert "another back" in shown(dealing).step.text
    dealing.press("key.next")
    assert isinstance(dealing.step, TakeWagers)
    assert only([fact for fact in dealing.state.live.round.facts if isinstance(fact, Prepared) and fact.task is Task.SHUFFLE]).seat == 0
    assert dealing.state.shuffle_ordered is None


def test_every_card_goes_back_after_the_round() -> None:
    dealing = asked("7r", "2b", "9w")
    assert shown(dealing).shoe.seen == 3
    dealing.press("key.next")
    dealing.cards("9b")
    dealing.press("key.next", "key.next")
    assert (shown(dealing).shoe.seen, shown(dealing).shoe.expected) == (0, 312)
    assert lamps(dealing.state)["seat1.box"] is Pattern.SLOW
    assert seat(1) not in {place for place, _ in dealing.state.live.shown}


def test_a_card_is_replaced_between_rounds_and_is_a_new_card_that_is_shown_approved_and_put_in() -> None:
    dealing = texas(1)
    two = Card.parse("2r")
    dealing.press("key.next")
    dealing.cards("2r")
    assert not dealing.command(TakeOutCard(1, two, "torn")).done
    dealing.command(VoidRound("the first card is torn"))
    assert dealing.command(TakeOutCard(1, two, "torn")).done
    assert dealing.command(ReplaceCard(1, 1, two, "of the same face and back")).done
    assert dealing.release(Cause.PACK_SHORT).done
    dealing.press("key.next")
    assert dealing.step == Prepare(
        Task.APPROVE,
        0,
        may_refuse=False,
        text="New cards (the card that was taken out as number 1 is replaced): show the players that the old and the new cards are complete",
        rule="TX 8.3",
    )
    assert dealing.command(ApproveShuffle()).done
    dealing.press("key.next")
    assert isinstance(dealing.step, TakeWagers)
    assert (dealing.state.shoe.count, dealing.causes) == (312, [])


def test_a_card_that_is_missing_in_the_machine_is_replaced_once_the_round_is_void() -> None:
    dealing = texas(1)
    dealing.press("key.next")
    dealing.cards("2r")
    two = Card.parse("2r")
    assert dealing.command(TakeOutCard(1, two, "seen in the slot, torn", from_shoe=True)).done
    answer = dealing.command(ReplaceCard(1, 1, two, "of the same face and back"))
    assert (answer.rule, answer.done) == ("TX 8.2", False)
    dealing.command(VoidRound("the packs hold a wrong number of cards"))
    assert dealing.command(ReplaceCard(1, 1, two, "of the same face and back")).done
    assert dealing.state.shuffle_ordered == "the card that was taken out as number 1 is replaced"


def test_cards_are_replaced_before_the_first_wager_and_all_that_are_shown_go_in_together() -> None:
    dealing = texas()
    two = Card.parse("2r")
    for _ in range(3):
        dealing.command(TakeOutCard(1, two, "torn"))
    assert dealing.command(ReplaceCard(1, 1, two, "of the same face and back")).done
    assert isinstance(dealing.step, Prepare)
    assert dealing.command(ReplaceCard(2, 1, two, "of the same face and back")).done
    dealing.command(ApproveShuffle())
    assert dealing.command(ReplaceCard(3, 1, two, "of the same face and back")).rule == "TX 8.2", "it was not shown with the others"


def test_a_card_that_is_out_is_missed_in_the_machine_from_the_next_round_on() -> None:
    dealing = texas(1)
    dealing.press("key.next")
    dealing.cards("2r")
    dealing.command(VoidRound("the first card is torn"))
    dealing.command(TakeOutCard(1, Card.parse("2r"), "torn"))
    assert dealing.state.shoe.count == 312
    dealing.happen(replace(opening(TypeAdapter(TxBjRules).validate_python(RULES)), table="TX-01", game="tx_bj", short_pack="flag"))
    dealing.devices_up()
    dealing.release(Cause.PACK_SHORT)
    dealing.press("key.next")
    assert (dealing.state.shoe.count, dealing.causes) == (311, [])
