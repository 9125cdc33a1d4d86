"""Casino Texas Hold'em before the first card: cards made ready, fields light and dark, wagers, limits, and how betting ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tablectl.engine.facts import (
    BOARD,
    DEALER,
    BettingClosed,
    CardDealt,
    CutCardOut,
    DealerCame,
    Decided,
    MisdealDeclared,
    Place,
    PlayerSeated,
    Prepared,
    RoundVoided,
    ShuffleCalled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem.house import DOCUMENT, DarkRules, Limits, ShuffleRules
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round, apply, next_step
from tablectl.engine.steps import Deal, Decide, Ending, Prepare, Reveal, RoundOver, TakeWagers, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]

DEALT_ON = ShuffleRules(every_round=False, cut=True)
NO_CUT = ShuffleRules(every_round=True, cut=False)


def fresh(shuffle: ShuffleRules) -> Round:
    return Round(CASINO_HOLDEM, replace(DOCUMENT, shuffle=shuffle), 6)


def after(round_: Round, *facts: Prepared | ShuffleCalled | PlayerSeated) -> Round:
    for fact in facts:
        told = apply(round_, fact)
        assert not isinstance(told, Refusal), told
        round_ = told
    return round_


def refused(round_: Round, fact: Prepared | ShuffleCalled) -> str:
    told = apply(round_, fact)
    assert isinstance(told, Refusal)
    return told.rule


def task(round_: Round) -> tuple[Task, int, bool, str]:
    step = next_step(round_)
    assert isinstance(step, Prepare), step
    return step.task, step.seat, step.may_refuse, step.rule


def test_the_cut_of_a_fresh_pack_is_offered_and_goes_to_the_dealer_when_refused() -> None:
    """CH 1.4, CH 1.5, CH 1.6"""
    offered = fresh(DOCUMENT.shuffle)
    assert task(offered) == (Task.CUT, 1, True, "CH 1.4")
    assert isinstance(next_step(after(offered, Prepared(Task.CUT, 1))), TakeWagers)
    assert isinstance(next_step(after(offered, Prepared(Task.CUT, 4))), TakeWagers), "any player may be the one"
    refusing = after(offered, Prepared(Task.CUT, 1, refused=True))
    assert task(refusing) == (Task.CUT, 0, False, "CH 1.5")
    assert refused(refusing, Prepared(Task.CUT, 0, refused=True)) == "CH 1.5"
    assert refused(refusing, Prepared(Task.CUT, 1)) == "CH 1.5"
    assert isinstance(next_step(after(refusing, Prepared(Task.CUT))), TakeWagers)


def test_the_cut_is_offered_to_the_first_player_who_is_known() -> None:
    """CH 1.4"""
    assert task(after(fresh(DOCUMENT.shuffle), PlayerSeated(5, "ada"), PlayerSeated(3, "bob"))) == (Task.CUT, 3, True, "CH 1.4")


@pytest.mark.parametrize("fact", [Prepared(Task.LOAD), Prepared(Task.SHUFFLE), Prepared(Task.GATHER), Prepared(Task.APPROVE)])
def test_no_other_task_is_due_for_a_fresh_pack(fact: Prepared) -> None:
    """CH 1.6"""
    assert refused(fresh(DOCUMENT.shuffle), fact) == "CH 1.6"
    assert refused(fresh(NO_CUT), fact) == "CH 1.6"


@pytest.mark.parametrize("number", [0, 7, -1])
def test_the_cut_is_a_players(number: int) -> None:
    """CH 1.4"""
    assert refused(fresh(DOCUMENT.shuffle), Prepared(Task.CUT, number)) == "CH 1.4"


def test_nobody_cuts_where_the_house_has_no_cut() -> None:
    """CH 1.4"""
    assert isinstance(next_step(fresh(NO_CUT)), TakeWagers)
    assert refused(fresh(NO_CUT), Prepared(Task.CUT, 1)) == "CH 1.6"


def test_wagers_open_when_the_cards_are_ready() -> None:
    """CH 1.6"""
    for fact in (WagerPlaced(1, "ante", 10), BettingClosed()):
        told = apply(fresh(DOCUMENT.shuffle), fact)
        assert isinstance(told, Refusal)
        assert told.rule == "CH 1.4"


def test_a_fresh_pack_knows_no_other_shuffle() -> None:
    """CH 1.2"""
    assert refused(fresh(NO_CUT), ShuffleCalled("the cut card came out")) == "CH 1.2"


def test_a_pack_that_is_dealt_on_is_shuffled_cut_and_loaded_when_it_is_called_for() -> None:
    """CH 1.2, CH 1.6"""
    assert isinstance(next_step(fresh(DEALT_ON)), TakeWagers)
    called = after(fresh(DEALT_ON), ShuffleCalled("the cut card came out"))
    step = next_step(called)
    assert step == Prepare(Task.SHUFFLE, 0, may_refuse=False, text="Shuffle the cards: the cut card came out", rule="CH 1.2")
    shuffled = after(called, Prepared(Task.SHUFFLE))
    assert task(shuffled) == (Task.CUT, 1, True, "CH 1.4")
    cut = after(shuffled, Prepared(Task.CUT, 1))
    assert task(cut) == (Task.LOAD, 0, False, "CH 1.6")
    assert isinstance(next_step(after(cut, Prepared(Task.LOAD))), TakeWagers)
    no_cut = after(fresh(ShuffleRules(every_round=False, cut=False)), ShuffleCalled("new cards"), Prepared(Task.SHUFFLE))
    assert task(no_cut) == (Task.LOAD, 0, False, "CH 1.6")


def test_a_pack_that_ends_in_the_deal_is_shuffled_and_the_deal_goes_on(fields: Make) -> None:
    """CH 1.3"""
    table = fields(shuffle=DEALT_ON).stake(2, ante=10).stake(4, ante=10)
    assert table.refused(ShuffleCalled("late")) == "CH 1.3", "wagers stand, and no card is due yet"
    table.close().put(seat(2), "Ah Kh").put(seat(4), "2c 2d").deal(4)
    lying = table.step()
    assert lying == Deal(seat(4), face_up=False, rule="CH 4.1")
    table.tell(ShuffleCalled("all cards of the pack have been dealt"))
    assert isinstance(table.step(), Prepare)
    assert table.refused(CardDealt(seat(4), None)) == "CH 9.1"
    assert table.ready().step() == lying
    assert table.deal().step().rule == "CH 4.4"
    assert table.refused(ShuffleCalled("again")) == "CH 1.3"


def test_wagers_are_open_on_all_fields(fields: Make) -> None:
    """CH 3.1"""
    assert fields(4).step() == TakeWagers((1, 2, 3, 4), "CH 3.1")


@pytest.mark.parametrize("number", [0, 5, -1])
def test_there_is_no_such_field(fields: Make, number: int) -> None:
    """CH 2.1"""
    assert fields(4).refused(WagerPlaced(number, "ante", 10)) == "CH 2.1"
    assert fields(4).refused(PlayerSeated(number, "ada")) == "CH 2.1"


def test_there_are_never_more_than_six_fields(fields: Make) -> None:
    """CH 2.1"""
    table = fields(9)
    assert table.step() == TakeWagers((1, 2, 3, 4, 5, 6), "CH 3.1")
    assert table.refused(WagerPlaced(7, "ante", 10)) == "CH 2.1"


def test_a_player_has_one_light_field_and_any_number_of_dark_ones(fields: Make) -> None:
    """CH 2.2, CH 2.3"""
    table = fields().tell(*(PlayerSeated(number, "ada") for number in (1, 3, 5)), PlayerSeated(2, "bob"))
    table.stake(1, ante=10).stake(2, ante=10).stake(3, ante=10, bet=20).stake(5, ante=10)
    assert table.refused(BettingClosed()) == "CH 2.3"
    assert table.stake(5, bet=20).close().deal().step() == Decide(1, table.step().options, "CH 4.4")  # type: ignore[union-attr] # a Decide
    table.say(1, "call").say(2, "call")
    assert isinstance(table.step(), Reveal), "dark fields are not asked"


def test_fields_of_nobody_in_particular_are_players_of_their_own(fields: Make) -> None:
    """CH 2.3"""
    assert isinstance(fields().stake(1, ante=10).stake(2, ante=10).close().step(), Deal)


def test_all_fields_of_a_player_may_be_dark(fields: Make) -> None:
    """CH 2.3, CH 4.5"""
    table = fields().tell(PlayerSeated(1, "ada"), PlayerSeated(2, "ada")).stake(1, ante=10, bet=20).stake(2, ante=10, bet=20).close().deal()
    assert table.step() == Reveal(BOARD, "CH 5.1")
    assert table.refused(Decided(1, "fold")) == "CH 4.4"


def test_who_plays_a_field_is_said_before_the_first_card(fields: Make) -> None:
    """CH 2.3"""
    assert fields().stake(1, ante=10).close().refused(PlayerSeated(1, "ada")) == "CH 2.3"


def test_a_bet_before_the_deal_is_twice_the_ante(fields: Make) -> None:
    """CH 3.2"""
    table = fields().stake(1, ante=10, bet=10)
    assert table.refused(BettingClosed()) == "CH 3.2"
    assert fields().stake(1, bet=20).refused(BettingClosed()) == "CH 3.2"
    assert fields().stake(1, ante=10, bet=10).stake(1, bet=0).close().deal().step().rule == "CH 4.4"
    assert fields().stake(1, ante=10, bet=20).close().deal().step().rule == "CH 5.1"


def test_a_press_of_the_bet_makes_it_twice_the_ante(fields: Make) -> None:
    """CH 3.2, and a press of the others adds a unit"""
    table = fields()
    assert [table.round.game.pressed(table.round, 1, bet) for bet in ("ante", "bonus", "bet")] == [100, 100, 200]
    table.stake(1, ante=300, bonus=50)
    assert [table.round.game.pressed(table.round, 1, bet) for bet in ("ante", "bonus", "bet")] == [400, 150, 600]
    table.stake(1, bet=600)
    assert table.round.game.pressed(table.round, 1, "bet") == 600, "a second press changes nothing"
    assert table.round.game.pressed(table.round, 2, "bet") == 200


def test_a_bonus_stands_beside_an_ante_and_on_a_dark_field_where_the_house_lets_it(fields: Make) -> None:
    """CH 3.3"""
    assert fields().stake(1, bonus=5).refused(BettingClosed()) == "CH 3.3"
    assert isinstance(fields().stake(1, ante=10, bet=20, bonus=5).close().step(), Deal)
    without = fields(dark=DarkRules(bonus=False)).stake(1, ante=10, bet=20, bonus=5).stake(2, ante=10, bonus=5)
    assert without.refused(BettingClosed()) == "CH 3.3"
    assert isinstance(without.stake(1, bonus=0).close().step(), Deal)


def test_limits_are_named_when_they_refuse(fields: Make) -> None:
    """CH 3.4, CH 3.6"""
    limits = Limits(ante_min=10, ante_max=20, bonus_max=12, aggregate_payout=13_000)
    for fact, name in (
        (WagerPlaced(1, "ante", 22), "limits.ante_max"),
        (WagerPlaced(1, "bet", 42), "limits.ante_max"),
        (WagerPlaced(1, "bonus", 13), "limits.bonus_max"),
    ):
        refusal = apply(fields(limits=limits).round, fact)
        assert isinstance(refusal, Refusal)
        assert name in refusal.text
        assert refusal.rule == "CH 3.4"
    below = fields(limits=limits).stake(1, ante=8)
    refusal = apply(below.round, BettingClosed())
    assert isinstance(refusal, Refusal)
    assert "limits.ante_min" in refusal.text
    assert refusal.rule == "CH 3.4"
    fields(limits=limits).stake(1, ante=20, bet=40, bonus=11).close()
    assert isinstance(fields(limits=limits).stake(1, ante=10).close().step(), Deal)
    most = fields(limits=replace(limits, aggregate_payout=12_000)).stake(1, ante=19, bonus=11)  # 50 x 19 + 2 x 19 + 1000 x 11 = 11988
    assert most.refused(WagerPlaced(1, "ante", 20)) == "CH 3.6", "a call that may come is counted"
    assert most.refused(WagerPlaced(1, "bonus", 12)) == "CH 3.6"
    most.stake(1, bet=38)


def test_amounts_are_whole_chips_and_never_below_zero(fields: Make) -> None:
    """CH 3.5"""
    money = MoneyRules(rounding="down", smallest_chip=5)
    assert fields().refused(WagerPlaced(1, "ante", -10)) == "CH 3.5"
    assert fields(money=money).refused(WagerPlaced(1, "bonus", 12)) == "CH 3.5"
    fields(money=money).stake(1, bonus=15)


@pytest.mark.parametrize("bet", ["call", "blind", ""])
def test_there_are_no_other_wagers(fields: Make, bet: str) -> None:
    """CH 3.7"""
    assert fields().refused(WagerPlaced(1, bet, 10)) == "CH 3.7"


def test_no_more_bets_after_the_call_or_the_first_card(fields: Make) -> None:
    """CH 3.7"""
    called = fields().stake(1, ante=10).close()
    assert called.refused(WagerPlaced(1, "bet", 20)) == "CH 3.7"
    assert called.refused(BettingClosed()) == "CH 3.7"
    drawn = fields().stake(1, ante=10).tell(CardDealt(seat(1), None))
    assert drawn.step() == Deal(DEALER, face_up=False, rule="CH 4.1")
    assert drawn.refused(WagerPlaced(1, "ante", 0)) == "CH 3.7"


def test_a_wager_can_be_changed_and_taken_back_while_betting_is_open(fields: Make) -> None:
    table = fields().stake(1, ante=10, bonus=5).stake(2, ante=10).stake(2, ante=0).stake(1, ante=20, bonus=0).close().everybody(-1).finish()
    assert [(line.seat, line.bet, line.stake) for line in table.settlement().lines] == [(1, "ante", 20)]


@pytest.mark.parametrize("place", [seat(1), DEALER, BOARD])
@pytest.mark.parametrize(("wagers", "rule"), [([], "CH 3.9"), ([WagerPlaced(1, "bonus", 10)], "CH 3.3")])
def test_a_first_card_on_wagers_that_do_not_stand_stops_the_round(fields: Make, wagers: list[WagerPlaced], rule: str, place: Place) -> None:
    """CH 3.8, CH 3.9, CH 9.7: the card is on record, nothing is settled or dealt again, and only a void ends it."""
    table = fields().tell(*wagers)
    assert table.refused(BettingClosed()) == rule
    table.tell(CardDealt(place, None))
    assert isinstance(table.step(), Unsettled)
    assert table.step().rule == table.unsettled().rule == "CH 3.8"
    assert table.refused(CardDealt(place, None)) == "CH 9.1"
    assert table.refused(MisdealDeclared("no wagers")) == "CH 3.8"
    table.tell(RoundVoided("no wagers"))
    assert table.step() == RoundOver(Ending.VOID, "CH 9.7")


def test_the_first_card_goes_where_the_deal_begins(fields: Make) -> None:
    """CH 9.1"""
    table = fields().stake(2, ante=10)
    assert table.refused(CardDealt(seat(1), None)) == "CH 9.1"
    assert table.tell(CardDealt(seat(2), None)).step() == Deal(DEALER, face_up=False, rule="CH 4.1")


def test_a_new_dealer_or_the_cut_card_changes_nothing(fields: Make) -> None:
    table = fields().stake(1, ante=10).close().deal(1)
    step = table.step()
    assert table.tell(DealerCame("eve"), CutCardOut()).step() == step
