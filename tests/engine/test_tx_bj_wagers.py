"""Texas Blackjack before the first card: seats, wagers, marks, limits, new cards, and how betting ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tablectl.engine.facts import (
    DEALER,
    BettingClosed,
    CardDealt,
    CutCardOut,
    DealerCame,
    Decided,
    Place,
    PlayerSeated,
    Prepared,
    RoundVoided,
    ShuffleCalled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj.house import DOCUMENT, Limits
from tablectl.engine.money import MoneyRules
from tablectl.engine.settlement import Result
from tablectl.engine.steps import Deal, Ending, Prepare, RoundOver, TakeWagers, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]

MARKS = ("p_red", "column_two", "d_white")


def test_wagers_are_open_on_five_stations_at_most(texas: Make) -> None:
    """TX 1.3, TX 2.1"""
    assert texas(9).step() == TakeWagers((1, 2, 3, 4, 5), "TX 2.1")
    assert texas(2).step() == TakeWagers((1, 2), "TX 2.1")
    for number in (-1, 6):
        assert texas(9).refused(WagerPlaced(number, "box", 10)) == "TX 1.3"
        assert texas(9).refused(PlayerSeated(number, "ada")) == "TX 1.3"


def test_the_dealer_does_not_wager(texas: Make) -> None:
    """TX 1.5"""
    assert texas().refused(WagerPlaced(0, "box", 10)) == "TX 1.5"


def test_who_plays_a_seat_is_said_before_the_first_card(texas: Make) -> None:
    """TX 1.4"""
    table = texas().tell(PlayerSeated(1, "ada"), PlayerSeated(2, "ada")).stake(1, box=10).close()
    assert table.refused(PlayerSeated(1, "bob")) == "TX 1.4"


@pytest.mark.parametrize("bet", ["insurance", "split", "double", "x", ""])
def test_only_the_box_and_the_areas_are_bet_on_before_the_deal(texas: Make, bet: str) -> None:
    """TX 2.2"""
    assert texas().refused(WagerPlaced(1, bet, 10)) == "TX 2.2"


def test_several_areas_of_a_row_may_be_bet_on(texas: Make) -> None:
    """TX 2.2, TX 2.3: each is looked at by itself."""
    texas().stake(1, box=10, p_red=10, p_white=10, p_blue=10).close()


def test_a_side_bet_is_never_above_its_box(texas: Make) -> None:
    """TX 2.3"""
    table = texas().stake(1, box=10, d_red=10)
    assert table.refused(WagerPlaced(1, "d_red", 12)) == "TX 2.3"
    assert table.refused(WagerPlaced(1, "combo", 12, MARKS)) == "TX 2.3"
    assert table.refused(WagerPlaced(1, "box", 8)) == "TX 2.3"
    first = texas().stake(1, a=12)
    assert first.refused(WagerPlaced(1, "box", 10)) == "TX 2.3"
    taken_back = texas().stake(1, box=12, a=12).stake(2, box=2).stake(1, box=0)
    assert taken_back.refused(BettingClosed()) == "TX 2.1"


@pytest.mark.parametrize("marks", [(), ("p_red",), MARKS[:2], (*MARKS, "p_red"), MARKS[::-1], ("p_red", "column_four", "d_red")])
def test_combo_needs_one_mark_of_each_row(texas: Make, marks: tuple[str, ...]) -> None:
    """TX 2.4"""
    table = texas().stake(1, box=10)
    assert table.refused(WagerPlaced(1, "combo", 4, marks)) == "TX 2.4"
    table.tell(WagerPlaced(1, "combo", 4, MARKS), WagerPlaced(1, "combo", 0)).close()


def test_marks_alone_are_no_wager_and_no_other_bet_has_any(texas: Make) -> None:
    """TX 2.4"""
    table = texas().tell(WagerPlaced(1, "combo", 0, MARKS))
    assert table.refused(BettingClosed()) == "TX 2.10"
    assert table.refused(WagerPlaced(1, "box", 10, MARKS)) == "TX 2.4"


def test_limits_are_named_when_they_refuse(texas: Make) -> None:
    """TX 2.5, TX 2.7: both sides of each."""
    limited = replace(DOCUMENT, limits=Limits(box_min=10, side_min=4, box_max=20, side_max=8, aggregate_payout=372))

    def refusal(fact: Any, **stakes: int) -> tuple[str, str]:  # noqa: ANN401 - any fact
        found = TX_BJ.judge(texas(rules=limited).stake(1, MARKS, **stakes).round, fact)
        assert found is not None
        return found.rule, found.text.rpartition("(")[2].rstrip(")")

    assert refusal(WagerPlaced(1, "box", 22)) == ("TX 2.5", "limits.box_max")
    assert refusal(WagerPlaced(1, "a", 10)) == ("TX 2.5", "limits.side_max")
    assert refusal(BettingClosed(), box=8) == ("TX 2.5", "limits.box_min")
    assert refusal(BettingClosed(), box=10, a=2) == ("TX 2.5", "limits.side_min")
    # COMBO 25 times 8, P, COLUMNS and D twice 4, and four hands doubled: 200 + 12 * 2 + 18 * 8 = 368
    assert refusal(WagerPlaced(1, "d_red", 8), box=18, combo=8, p_red=4, column_one=4) == ("TX 2.7", "limits.aggregate_payout")
    texas(rules=limited).stake(1, MARKS, box=18, combo=8, p_red=4, column_one=4, d_red=4, d_blue=4, a=8).close()
    texas(rules=limited).stake(1, box=20, a=8).stake(2, box=10, a=4).close()


@pytest.mark.parametrize(
    ("switches", "most"),
    [({}, 80), ({"double": "none"}, 40), ({"double_after_split": False}, 40), ({"hands": 1}, 20), ({"hands": 1, "double": "none"}, 15)],
)
def test_what_a_box_could_win(texas: Make, switches: dict[str, Any], most: int) -> None:
    """TX 2.7: all hands split and doubled as the house allows, or a blackjack."""
    for limit, allowed in ((most, True), (most - 1, False)):
        rules = replace(DOCUMENT, limits=Limits(box_min=1, side_min=1, aggregate_payout=limit))
        refusal = TX_BJ.judge(texas(rules=rules, **switches).round, WagerPlaced(1, "box", 10))
        assert (refusal is None) == allowed


def test_amounts_are_whole_chips_that_can_be_paid_and_halved(texas: Make) -> None:
    """TX 2.6"""
    chips = replace(DOCUMENT, money=MoneyRules(rounding="down", smallest_chip=5))
    assert texas().refused(WagerPlaced(1, "a", -2)) == "TX 2.6"
    assert texas(rules=chips).refused(WagerPlaced(1, "a", 12)) == "TX 2.6"
    texas(rules=chips).stake(1, a=15, box=15)
    for bet in ("p_red", "column_one", "d_blue", "a"):
        assert texas().refused(WagerPlaced(1, bet, 5)) == "TX 2.6"
    assert texas().refused(WagerPlaced(1, "box", 5)) == "TX 2.6"
    six_to_five = texas(pays="6:5")
    assert six_to_five.refused(WagerPlaced(1, "box", 12)) == "TX 2.6"
    six_to_five.stake(1, box=15)
    assert texas(pays="6:5", surrender="late").refused(WagerPlaced(1, "box", 15)) == "TX 2.6"


def test_no_more_bets_after_the_call_or_the_first_card(texas: Make) -> None:
    """TX 2.8"""
    called = texas().stake(1, box=10).close()
    drawn = texas().stake(1, box=10).tell(CardDealt(seat(1), None))
    for table in (called, drawn):
        assert table.refused(WagerPlaced(1, "box", 20)) == "TX 2.8"
        assert table.refused(WagerPlaced(1, "a", 0)) == "TX 2.8"
        assert table.refused(BettingClosed()) == "TX 2.8"
    assert texas().stake(1, box=10).unsettled().rule == "TX 2.8"


def test_a_press_adds_one_unit(texas: Make) -> None:
    assert TX_BJ.pressed(texas().stake(1, box=300).round, 1, "box") == 400
    assert TX_BJ.pressed(texas().stake(1, box=300).round, 1, "a") == 100


@pytest.mark.parametrize("place", [seat(1), DEALER, seat(3)])
@pytest.mark.parametrize(("stakes", "rule"), [({}, "TX 2.10"), ({"a": 4}, "TX 2.1")])
def test_a_first_card_on_wagers_that_do_not_stand_stops_the_round(texas: Make, stakes: dict[str, int], rule: str, place: Place) -> None:
    """TX 2.9, TX 9.3"""
    table = texas().stake(1, (), **stakes)
    assert table.refused(BettingClosed()) == rule
    table.tell(CardDealt(place, None))
    step = table.step()
    assert isinstance(step, Unsettled)
    assert step.rule == table.unsettled().rule == "TX 2.9"
    assert table.refused(CardDealt(place, None)) == "TX 9.1"
    assert table.refused(Decided(1, "stand")) == "TX 5.7"
    table.tell(RoundVoided("no wagers"))
    assert table.step() == RoundOver(Ending.VOID, "TX 9.3")
    assert [line.result for line in table.settlement().lines] == [Result.RETURNED] * len(stakes)


def test_new_cards_are_proven_and_put_in_before_any_wager(texas: Make) -> None:
    """TX 8.2, TX 8.3, TX 8.4, TX 8.5"""
    table = texas().tell(ShuffleCalled("a corner is torn"))
    step = table.step()
    assert isinstance(step, Prepare)
    assert (step.task, step.seat, step.may_refuse, step.rule) == (Task.APPROVE, 0, False, "TX 8.3")
    assert "a corner is torn" in step.text
    assert table.refused(WagerPlaced(1, "box", 10)) == "TX 8.3"
    assert table.refused(BettingClosed()) == "TX 8.3"
    assert table.refused(CardDealt(seat(1), None)) == "TX 9.1"
    assert table.refused(Prepared(Task.SHUFFLE)) == "TX 8.4"
    assert table.refused(Prepared(Task.APPROVE, refused=True)) == "TX 8.3"
    assert table.refused(Prepared(Task.APPROVE, 2)) == "TX 8.4"
    assert table.unsettled().text
    step = table.tell(Prepared(Task.APPROVE)).step()
    assert isinstance(step, Prepare)
    assert (step.task, step.seat, step.may_refuse, step.rule) == (Task.SHUFFLE, 0, False, "TX 8.4")
    assert "another back" in step.text
    assert table.refused(Prepared(Task.SHUFFLE, refused=True)) == "TX 8.4"
    assert table.tell(Prepared(Task.SHUFFLE)).stake(1, box=10).close().step() == Deal(seat(1), face_up=False, rule="TX 3.1")


def test_new_cards_come_before_the_first_wager_and_once(texas: Make) -> None:
    """TX 8.2"""
    assert texas().stake(1, box=10).refused(ShuffleCalled("late")) == "TX 8.2"
    assert texas().stake(1, box=10).close().refused(ShuffleCalled("late")) == "TX 8.2"
    assert texas().tell(ShuffleCalled("once")).refused(ShuffleCalled("twice")) == "TX 8.2"
    assert texas().refused(Prepared(Task.LOAD)) == "TX 8.4"
    texas().stake(1, box=10).stake(1, box=0).tell(ShuffleCalled("all wagers were taken back"))


def test_a_new_dealer_and_a_cut_card_change_nothing(texas: Make) -> None:
    table = texas().stake(1, box=10).tell(DealerCame("Lee"), CutCardOut()).close()
    assert table.step() == Deal(seat(1), face_up=False, rule="TX 3.1")
