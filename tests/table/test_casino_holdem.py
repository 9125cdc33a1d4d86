"""Casino Texas Hold'em at a table: the cut, dark fields, cards of the board that lie face down, and cards that are gathered and dealt again."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from tablectl.engine.cards import cards
from tablectl.engine.facts import BOARD, DEALER, CardDealt, Prepared, ShuffleCalled, Task, seat
from tablectl.engine.games.casino_holdem.house import CasinoHoldemRules
from tablectl.engine.steps import Deal, Prepare, RoundOver, SettleSeat, TakeWagers
from tablectl.engine.steps import Decide as Asked
from tablectl.table.actions import DeclareMisdeal, ExposeCard, OrderShuffle, PersonRole
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import CardsShown, FactTaken, SeatRated
from tablectl.table.shown.screens import Showing, view
from tablectl.table.views import TableView

from .dealing import DARK, LOADED, SHOE, SHUFFLER, Dealing, opening, table

RULES: Final = tomllib.loads((Path(__file__).parents[2] / "config/rules/casino_holdem-document.toml").read_text())
CARDS: Final = "Ah Kd Kc 3h 7d Ks 9h 7h 5h Qs 2c"
"""Seat 1 gets ace and three of hearts, seat 2 king and seven, the dealer two kings; three hearts lie open."""


def holdem(shuffle: dict[str, bool] | None = None, **changes: Any) -> Dealing:  # noqa: ANN401 - fields of TableOpened
    rules = TypeAdapter(CasinoHoldemRules).validate_python(RULES | ({"shuffle": shuffle} if shuffle else {}))
    return table(replace(opening(rules), table="CH-01", game="casino_holdem", **changes), ready=not changes)


def wagered() -> Dealing:
    """Seat 1 is light with a bonus, seat 2 is dark."""
    dealing = holdem()
    dealing.press("key.next", "seat1.ante", "seat1.bonus", "seat2.ante", "seat2.ante", "seat2.bet", "key.next")
    return dealing


def called() -> Dealing:
    dealing = wagered()
    dealing.cards(CARDS)
    dealing.press("seat1.bet")
    return dealing


def shown(dealing: Dealing, role: PersonRole = PersonRole.DEALER) -> TableView:
    return view(dealing.state, role, 1, Showing("EUR", 2, {1: "red", 2: "blue"}))


def amounts(dealing: Dealing, number: int) -> dict[str, int]:
    return {spot.bet: spot.amount for spot in shown(dealing).seats[number - 1].spots}


def tasks(dealing: Dealing) -> list[Prepared]:
    return [fact for fact in dealing.state.live.round.facts if isinstance(fact, Prepared)]


def test_the_cut_is_offered_by_the_keys_and_goes_to_the_dealer_when_refused() -> None:
    dealing = holdem()
    step = shown(dealing).step
    assert (step.who, step.task, [option.button for option in step.options]) == ("seat 1", "cut", ["key.next", "key.fold"])
    assert {name: lamps(dealing.state)[name].value for name in ("key.next", "key.fold")} == {"key.next": "slow", "key.fold": "slow"}
    dealing.press("seat1.ante")
    assert amounts(dealing, 1)["ante"] == 0, "wagers are not open yet"
    dealing.press("key.fold")
    step = shown(dealing).step
    assert (step.who, [option.button for option in step.options]) == ("dealer", ["key.next"])
    dealing.press("key.fold")
    assert dealing.state.notices[-1].text == "This cannot be refused"
    dealing.press("key.next")
    assert isinstance(dealing.step, TakeWagers)


def test_a_bet_pressed_before_the_deal_is_twice_the_ante_and_makes_the_field_dark() -> None:
    dealing = wagered()
    assert amounts(dealing, 1) == {"ante": 500, "bonus": 500, "bet": 0}
    assert amounts(dealing, 2) == {"ante": 1000, "bonus": 0, "bet": 2000}
    assert lamps(dealing.state)["seat2.bet"].value == "on"
    dealing.cards(CARDS)
    assert isinstance(dealing.step, Asked)
    assert dealing.step.seat == 1
    assert lamps(dealing.state)["seat1.bet"].value == "fast"
    dealing.press("seat2.bet")
    assert dealing.state.notices[-1].text == "It is seat 1's turn"
    dealing.press("seat1.bet")
    assert amounts(dealing, 1)["bet"] == 1000


def test_a_long_press_makes_a_dark_field_light_again() -> None:
    dealing = holdem()
    dealing.press("key.next", "seat2.ante", "seat2.bet")
    dealing.press("seat2.bet", held=True)
    assert amounts(dealing, 2) == {"ante": 500, "bonus": 0, "bet": 0}


@pytest.mark.parametrize("role", [PersonRole.DEALER, PersonRole.SUPERVISOR, PersonRole.ADMIN])
def test_the_last_two_cards_of_the_board_are_a_secret_until_they_are_turned(role: PersonRole) -> None:
    dealing = called()
    assert [(card.face, card.state) for card in shown(dealing, role).board] == [
        ("9h", "up"), ("7h", "up"), ("5h", "up"), (None, "down"), (None, "down"),
    ]  # fmt: skip
    assert shown(dealing).step.text == "Turn over the cards of the board"
    outcomes = dealing.press("key.next")
    assert [outcome for outcome in outcomes if isinstance(outcome, CardsShown)] == [CardsShown(BOARD, cards("Qs 2c"))]
    assert [card.face for card in shown(dealing, role).board] == ["9h", "7h", "5h", "Qs", "2c"]


def test_bonuses_first_then_from_right_to_left() -> None:
    dealing = called()
    rated = []
    while not isinstance(dealing.step, RoundOver):
        rated += [outcome for outcome in dealing.press("key.next") if isinstance(outcome, SeatRated)]
    assert [(each.seat, [(line.bet, line.net) for line in each.lines]) for each in rated] == [
        (1, [("bonus", 12500)]), (2, [("ante", -1000), ("bet", -2000)]), (1, [("ante", 1000), ("bet", 1000)]),
    ]  # fmt: skip


def test_a_card_shown_by_mistake_has_all_gathered_and_dealt_again_with_the_wagers_standing() -> None:
    dealing = wagered()
    dealing.cards(" ".join(CARDS.split()[:9]))
    assert dealing.command(ExposeCard(seat(2)), PersonRole.DEALER).done
    assert {card.state for card in shown(dealing).seats[1].cards} == {"down"}, "which one was shown is not said"
    assert shown(dealing).step.text == "Gather all cards; the wagers stay, and all is dealt again"
    dealing.press("key.next")
    view_ = shown(dealing)
    assert (view_.board, view_.dealer, [each.cards for each in view_.seats]) == ((), (), [(), (), ()])
    assert amounts(dealing, 2) == {"ante": 1000, "bonus": 0, "bet": 2000}
    dealing.press("key.next")
    assert lamps(dealing.state)["lamp.pack"].value == "slow"
    dealing.status(SHOE, LOADED, pack=0, loads=1)
    dealing.bring_pack(2, 2)
    assert dealing.causes == []
    assert isinstance(dealing.step, Deal)
    dealing.cards(" ".join(reversed(CARDS.split())))
    assert dealing.causes == [], "the same faces from another pack are no second copies"
    assert isinstance(dealing.step, Asked)
    assert {place for place, _ in dealing.state.live.shown} == {BOARD}


def test_a_call_on_gathered_cards_goes_back() -> None:
    dealing = called()
    assert amounts(dealing, 1)["bet"] == 1000
    assert dealing.command(DeclareMisdeal("three cards at seat 2")).done
    dealing.press("key.next")
    assert amounts(dealing, 1) == {"ante": 500, "bonus": 500, "bet": 0}
    assert "seat1.bet" not in lamps(dealing.state)
    assert amounts(dealing, 2)["bet"] == 2000


def test_a_card_drawn_while_cards_are_being_gathered_is_no_card_of_the_next_deal() -> None:
    dealing = wagered()
    dealing.cards("Ah Kd Kc")
    dealing.command(ExposeCard(DEALER), PersonRole.DEALER)
    dealing.cards("3h")
    assert [cause.value for cause in dealing.causes] == ["card_not_due"]
    dealing.press("key.next", "key.next")
    dealing.command(DeclareMisdeal("x"))
    dealing.status(SHOE, LOADED, pack=0, loads=1)
    dealing.bring_pack(2, 2)
    assert dealing.state.early == ()


def by_hand() -> Dealing:
    """A table without a shuffler whose pack is dealt on; the first shuffle was asked for, and seat 1 is wagered."""
    dealing = holdem({"every_round": False, "cut": True}, devices={SHOE: "shoe"})
    dealing.happen(next(event for event, _ in table().history if getattr(event, "device", "") == SHOE))
    return dealing


def test_a_pack_that_is_dealt_on_is_shuffled_cut_and_loaded_first() -> None:
    dealing = by_hand()
    assert dealing.state.live.round.facts == (ShuffleCalled("there is no pack in the shoe"),)
    assert shown(dealing).step.text == "Shuffle the cards: there is no pack in the shoe"
    dealing.press("key.next", "key.fold", "key.next")
    assert isinstance(dealing.step, Prepare)
    assert dealing.step.task is Task.LOAD
    dealing.press("key.next")
    assert dealing.state.notices[-1].text == "The shoe tells by itself when the pack is in it"
    dealing.status(SHOE, LOADED)
    assert isinstance(dealing.step, TakeWagers)
    assert tasks(dealing)[1:] == [Prepared(Task.CUT, 1, refused=True), Prepared(Task.CUT), Prepared(Task.LOAD)]


def loaded() -> Dealing:
    dealing = by_hand()
    dealing.press("key.next", "key.next")
    dealing.status(SHOE, LOADED)
    return dealing


def shuffled(dealing: Dealing) -> list[str]:
    """The faces of the pack in an order that a shuffle could give."""
    return random.Random(52).sample([str(card) for card in dealing.state.shoe.profile.composition], 52)


def play_one(dealing: Dealing, pack: list[str]) -> None:
    """One round of seat 1, folded, with nine cards."""
    dealing.press("seat1.ante", "key.next")
    for _ in range(9):
        dealing.cards(pack.pop())
    dealing.press("key.fold")
    while not isinstance(dealing.step, RoundOver):
        dealing.press("key.next")
    dealing.press("key.next")


def test_a_pack_that_ends_within_a_deal_is_shuffled_and_the_deal_goes_on() -> None:
    dealing = loaded()
    pack = shuffled(dealing)
    for _ in range(5):
        play_one(dealing, pack)
        assert dealing.state.live.round.facts == (), "the pack is dealt on"
    assert len(pack) == 7
    dealing.press("seat1.ante", "key.next")
    lying = list(reversed(pack))
    while pack:
        dealing.cards(pack.pop())
    assert dealing.state.live.round.facts[-1] == ShuffleCalled("all cards of the pack have been dealt")
    assert shown(dealing).step.text == "Shuffle the cards: all cards of the pack have been dealt"
    dealing.press("key.next", "key.next")
    dealing.status(SHOE, DARK, loads=1)
    dealing.status(SHOE, LOADED, loads=2)
    assert dealing.step == Deal(BOARD, face_up=False, rule="CH 4.3")
    assert dealing.state.shoe.drawn == 7, "the cards on the table are not in the shoe"
    dealing.cards(lying[0])
    assert [cause.value for cause in dealing.causes] == ["card_impossible"], "one of them cannot come out of it"
    assert [fact.card for fact in dealing.state.live.round.facts if isinstance(fact, CardDealt)][-1] is None


def test_a_supervisor_can_order_a_shuffle_before_the_next_round() -> None:
    dealing = loaded()
    pack = shuffled(dealing)
    assert dealing.command(OrderShuffle("a marked card")).done
    play_one(dealing, pack)
    assert dealing.state.live.round.facts == (ShuffleCalled("a marked card"),)
    assert SHUFFLER not in dealing.state.devices


def test_the_cut_card_has_the_pack_shuffled_after_the_round() -> None:
    dealing = loaded()
    pack = shuffled(dealing)
    dealing.press("seat1.ante", "key.next")
    dealing.cards(f"{pack.pop()} --")
    while isinstance(dealing.step, Deal):
        dealing.cards(pack.pop())
    dealing.press("key.fold", "key.next", "key.next")
    assert isinstance(dealing.step, SettleSeat)
    dealing.press("key.next", "key.next")
    taken = [outcome.fact for outcome in dealing.told if isinstance(outcome, FactTaken)]
    assert taken[-1] == ShuffleCalled("the cut card came out")
