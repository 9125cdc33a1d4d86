"""The wagers of Showdown Poker: who may place what, and when they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tablectl.engine.facts import DEALER, BettingClosed, CardDealt, MisdealDeclared, PlayerSeated, RoundVoided, WagerPlaced, seat
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.showdown_poker.house import BonusRules, Limits
from tablectl.engine.money import MoneyRules
from tablectl.engine.steps import Deal, Ending, RoundOver, TakeWagers, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]


def test_wagers_are_open_on_at_most_seven_seats(showdown: Make) -> None:
    """SP 1.3"""
    assert showdown().step() == TakeWagers((1, 2, 3, 4, 5, 6, 7), "SP 2.1")
    assert showdown(9).step() == TakeWagers((1, 2, 3, 4, 5, 6, 7), "SP 2.1")
    assert showdown(2).step() == TakeWagers((1, 2), "SP 2.1")
    for number, seats in ((0, 7), (8, 9), (3, 2)):
        assert showdown(seats).refused(WagerPlaced(number, "ante", 10)) == "SP 1.3"
        assert showdown(seats).refused(PlayerSeated(number, "ada")) == "SP 1.3"


def test_a_player_may_have_several_seats_and_is_named_before_the_first_card(showdown: Make) -> None:
    """SP 1.4"""
    table = showdown().tell(*(PlayerSeated(number, "ada") for number in (1, 2, 3, 4))).stake(1, ante=10).close()
    assert table.refused(PlayerSeated(5, "ada")) == "SP 1.4"


def test_a_seat_takes_part_with_an_ante(showdown: Make) -> None:
    """SP 2.1, SP 2.9"""
    table = showdown().stake(3, ante=10).stake(5, ante=10).stake(5, ante=0).close()
    assert table.places(2) == [seat(3), DEALER]
    assert showdown().refused(BettingClosed()) == "SP 2.9"
    assert showdown().stake(3, ante=10).stake(3, ante=0).refused(BettingClosed()) == "SP 2.9"


def test_a_bonus_stands_only_beside_an_ante_and_may_be_larger(showdown: Make) -> None:
    """SP 2.2"""
    table = showdown().stake(1, bonus=50)
    assert table.refused(BettingClosed()) == "SP 2.2"
    assert table.stake(1, ante=10).close().step() == Deal(seat(1), face_up=False, rule="SP 3.1")
    assert showdown().stake(1, ante=10).stake(2, bonus=5).refused(BettingClosed()) == "SP 2.2"


def test_without_a_pay_table_there_is_no_bonus(showdown: Make) -> None:
    """SP 2.3"""
    table = showdown(bonus=BonusRules(table={})).stake(1, ante=10)
    assert table.refused(WagerPlaced(1, "bonus", 5)) == "SP 2.3"
    assert isinstance(table.tell(WagerPlaced(1, "bonus", 0)).close().step(), Deal)


@pytest.mark.parametrize("bet", ["split_ante", "split_bonus", "envy", ""])
def test_only_ante_and_bonus_are_placed_before_the_deal(showdown: Make, bet: str) -> None:
    assert showdown().refused(WagerPlaced(1, bet, 10)) == "SP 2.1"


def test_limits_are_named_when_they_refuse_and_reached_when_they_do_not(showdown: Make) -> None:
    """SP 2.4"""
    limits = Limits(ante_min=10, ante_max=20, bonus_max=12)
    for bet, most in (("ante", 20), ("bonus", 12)):
        table = showdown(limits=limits)
        refusal = SHOWDOWN_POKER.judge(table.round, WagerPlaced(1, bet, most + 1))
        assert refusal is not None
        assert (refusal.rule, f"limits.{bet}_max" in refusal.text) == ("SP 2.4", True)
        table.tell(WagerPlaced(1, bet, most))
    below = showdown(limits=limits).stake(1, ante=9)
    refusal = SHOWDOWN_POKER.judge(below.round, BettingClosed())
    assert refusal is not None
    assert (refusal.rule, "limits.ante_min" in refusal.text) == ("SP 2.4", True)
    below.stake(1, ante=10).close()


def test_amounts_are_whole_chips_and_payable(showdown: Make) -> None:
    """SP 2.5"""
    fives = showdown(money=MoneyRules(rounding="down", smallest_chip=5))
    assert showdown().refused(WagerPlaced(1, "ante", -10)) == "SP 2.5"
    assert fives.refused(WagerPlaced(1, "ante", 12)) == "SP 2.5"
    fives.stake(1, ante=15)
    table = {"five_of_a_kind_suited": "9:2", "royal_flush": "9:2", "straight_flush": "9:2", "five_of_a_kind": "4:1"}
    halves = BonusRules(table=table | {"four_of_a_kind": "3:1", "full_house": "2:1", "flush": "1:1"})
    assert showdown(bonus=halves).refused(WagerPlaced(1, "bonus", 5)) == "SP 2.5"
    showdown(bonus=halves).stake(1, bonus=6)
    showdown(bonus=halves, money=MoneyRules(rounding="up", smallest_chip=1)).stake(1, bonus=5)


def test_what_a_split_could_win_is_held_to_the_aggregate_limit(showdown: Make) -> None:
    """SP 2.6: an ante of 10 and a bonus of 5 at 100 to 1 could win 2 times 510 when split."""
    table = showdown(limits=Limits(ante_min=1, aggregate_payout=1020)).stake(1, ante=10)
    assert table.refused(WagerPlaced(1, "bonus", 6)) == "SP 2.6"
    assert table.stake(1, bonus=5).refused(WagerPlaced(1, "ante", 11)) == "SP 2.6"
    table.stake(2, ante=10, bonus=5)


def test_the_call_or_the_first_card_ends_the_wagers(showdown: Make) -> None:
    """SP 2.7"""
    called = showdown().stake(1, ante=10).close()
    dealt = showdown().stake(1, ante=10).tell(CardDealt(seat(1), None))
    for table in (called, dealt):
        assert table.refused(WagerPlaced(1, "ante", 20)) == "SP 2.7"
        assert table.refused(WagerPlaced(1, "ante", 0)) == "SP 2.7"
        assert table.refused(BettingClosed()) == "SP 2.7"
    assert called.step() == Deal(seat(1), face_up=False, rule="SP 3.1")
    assert dealt.step() == Deal(DEALER, face_up=False, rule="SP 3.1")


def test_a_first_card_on_wagers_that_do_not_stand_is_on_record(showdown: Make) -> None:
    """SP 2.8"""
    table = showdown().stake(1, bonus=10).tell(CardDealt(seat(1), None))
    step = table.step()
    assert isinstance(step, Unsettled)
    assert step.rule == "SP 2.8"
    assert table.unsettled().rule == "SP 2.8"
    assert table.refused(CardDealt(DEALER, None)) == "SP 8.1"
    assert table.tell(RoundVoided("no ante")).step() == RoundOver(Ending.VOID, "SP 8.7")
    assert showdown().tell(CardDealt(seat(1), None), MisdealDeclared("nobody wagered")).step() == RoundOver(Ending.MISDEAL, "SP 8.6")


def test_one_press_is_one_unit(showdown: Make) -> None:
    table = showdown().stake(1, ante=250)
    assert SHOWDOWN_POKER.pressed(table.round, 1, "ante") == 350
    assert SHOWDOWN_POKER.pressed(table.round, 1, "bonus") == 100
