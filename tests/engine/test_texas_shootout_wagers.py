"""Texas Shootout before the deal: shuffle, cut, burn, seats, wagers, tokes and limits."""

from __future__ import annotations

import pytest

from tablectl.engine.decks import SIX_52
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    BettingClosed,
    CardDealt,
    CutCardOut,
    DealerCame,
    Place,
    PlayerSeated,
    Prepared,
    RoundVoided,
    ShuffleCalled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import HouseRules, Supply
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.games.texas_shootout.house import DOCUMENT, ShootoutRules
from tablectl.engine.round import Round
from tablectl.engine.settlement import Result
from tablectl.engine.steps import ChooseCards, Deal, Ending, Prepare, RoundOver, SettleSeat, TakeWagers, Unsettled

from .conftest import Telling
from .shooting import Shootout, shootout, won

BURN_DUE = Deal(BURN, face_up=False, rule="TS 3.1")


def test_six_decks_from_a_shoe() -> None:
    """TS 1.1, TS 1.2"""
    assert TEXAS_SHOOTOUT.pack(DOCUMENT) is SIX_52
    assert TEXAS_SHOOTOUT.supply(DOCUMENT) is Supply.SHOE
    assert TEXAS_SHOOTOUT.rules_type is ShootoutRules
    assert shootout().step() == TakeWagers((1, 2, 3, 4, 5, 6, 7), "TS 4.1")


def test_the_cards_are_shuffled_approved_cut_loaded_and_burned_before_wagers() -> None:
    """TS 2.1, TS 2.2, TS 2.3, TS 2.6, TS 3.1"""
    table = shootout(3).tell(ShuffleCalled("new cards"))
    seen = []
    while isinstance(step := table.step(), Prepare):
        assert table.refused(WagerPlaced(1, "ante", 10)) == "TS 2.6"
        assert table.refused(BettingClosed()) == "TS 2.6"
        assert table.refused(CardDealt(BURN, None)) == "TS 10.1"
        seen.append((step.task, step.seat, step.may_refuse, step.rule))
        table.tell(Prepared(step.task, step.seat))
    assert seen == [
        (Task.SHUFFLE, 0, False, "TS 2.1"),
        (Task.APPROVE, 0, False, "TS 2.2"),
        (Task.CUT, 1, True, "TS 2.3"),
        (Task.LOAD, 0, False, "TS 2.6"),
    ]
    assert table.step() == BURN_DUE
    assert isinstance(table.tell(CardDealt(BURN, None)).step(), TakeWagers)


def test_tasks_are_done_in_their_order_and_only_the_cut_is_refused() -> None:
    """TS 2.1"""
    table = shootout(3)
    assert table.refused(Prepared(Task.SHUFFLE)) == "TS 2.1"
    table.tell(ShuffleCalled("new cards"))
    assert table.refused(Prepared(Task.APPROVE)) == "TS 2.1"
    assert table.refused(Prepared(Task.SHUFFLE, refused=True)) == "TS 2.1"
    table.tell(Prepared(Task.SHUFFLE))
    assert table.refused(Prepared(Task.APPROVE, refused=True)) == "TS 2.2"
    assert table.refused(Prepared(Task.LOAD)) == "TS 2.1"
    assert table.tell(Prepared(Task.APPROVE)).refused(Prepared(Task.CUT, 2)) == "TS 2.1"


def cut(table: Telling) -> Telling:
    return table.tell(ShuffleCalled("new cards"), Prepared(Task.SHUFFLE), Prepared(Task.APPROVE))


def test_a_refused_cut_goes_round_and_comes_to_the_dealer() -> None:
    """TS 2.3, TS 2.4"""
    table = cut(shootout(3))
    for number in (1, 2, 3):
        step = table.step()
        assert isinstance(step, Prepare)
        assert (step.task, step.seat) == (Task.CUT, number)
        assert "at least one deck from either end" in step.text
        table.tell(Prepared(Task.CUT, number, refused=True))
    step = table.step()
    assert isinstance(step, Prepare)
    assert (step.task, step.seat, step.may_refuse, step.rule) == (Task.CUT, 0, False, "TS 2.4")
    assert "at least one deck from either end" in step.text
    assert table.refused(Prepared(Task.CUT, refused=True)) == "TS 2.4"


def test_the_cut_is_offered_to_those_who_are_known_to_play() -> None:
    """TS 2.3"""
    table = cut(shootout(7).tell(PlayerSeated(5, "ada"), PlayerSeated(2, "bob")))
    asked = []
    while isinstance(step := table.step(), Prepare) and step.may_refuse:
        asked.append(step.seat)
        table.tell(Prepared(Task.CUT, step.seat, refused=True))
    assert asked == [2, 5]


def test_a_shuffle_that_is_called_again_begins_anew() -> None:
    """TS 2.5, TS 2.7: a doubted cut, a jammed shuffler, also after wagers and the burn."""
    table = cut(shootout(3)).tell(Prepared(Task.CUT, 1, refused=True), ShuffleCalled("the shuffler jammed"))
    assert table.step().rule == "TS 2.1"
    assert "jammed" in getattr(table.step(), "text", "")
    table.tell(Prepared(Task.SHUFFLE), Prepared(Task.APPROVE), Prepared(Task.CUT, 1))  # who refused before is asked again
    assert table.step().rule == "TS 2.6"
    table = shootout(3).prepare().tell(CardDealt(BURN, None), WagerPlaced(1, "ante", 10), ShuffleCalled("the cut is doubted"))
    assert table.step().rule == "TS 2.1"
    table.tell(Prepared(Task.SHUFFLE), Prepared(Task.APPROVE), Prepared(Task.CUT, 1), Prepared(Task.LOAD))
    assert table.step() == BURN_DUE
    assert table.tell(CardDealt(BURN, None), BettingClosed()).step() == Deal(seat(1), face_up=False, rule="TS 5.1")


def test_once_cards_are_out_a_shuffle_waits_for_the_next_round() -> None:
    """TS 2.7"""
    table = won().until(ChooseCards)
    assert table.refused(ShuffleCalled("a doubt")) == "TS 2.7"
    assert table.until(SettleSeat).refused(ShuffleCalled("a doubt")) == "TS 2.7"


def test_the_round_goes_on_when_the_cut_card_comes_out() -> None:
    """TS 2.8"""
    table = won().until(ChooseCards)
    before = table.step()
    assert table.tell(CutCardOut()).step() == before
    assert table.until().step() == RoundOver(Ending.SETTLED, "TS 10.8")


def test_a_shoe_that_runs_empty_voids_the_round_or_is_filled_again() -> None:
    """TS 2.9"""
    void = won()
    void.tell(BettingClosed()).deal(3).tell(ShuffleCalled("all cards have been dealt"))
    assert isinstance(void.step(), Unsettled)
    assert void.step().rule == "TS 2.9"
    assert void.tell(RoundVoided("no cards left")).settlement().house == 0
    again = won(deal__when_empty="reshuffle")
    again.tell(BettingClosed()).deal(3)
    again.prepare("all cards have been dealt")
    assert again.step() == BURN_DUE
    assert again.tell(CardDealt(BURN, None)).step() == Deal(DEALER, face_up=False, rule="TS 5.1")
    assert again.until().step() == RoundOver(Ending.SETTLED, "TS 10.8")


def test_a_new_dealer_burns_a_card_before_the_next_one() -> None:
    """TS 3.2"""
    table = shootout(3).tell(DealerCame("eve"))
    assert table.step() == BURN_DUE
    table.tell(CardDealt(BURN, None))
    assert isinstance(table.step(), TakeWagers)
    middle = won().until(ChooseCards).tell(DealerCame("eve"))
    assert isinstance(middle.step(), ChooseCards)  # nothing is burned while no card is due
    assert middle.refused(CardDealt(BURN, None)) == "TS 10.1"
    assert isinstance(middle, Shootout)
    assert middle.until(Deal).step() == BURN_DUE
    assert middle.tell(CardDealt(BURN, None)).step() == Deal(BOARD, face_up=True, rule="TS 7.1")


def test_one_burn_serves_a_shuffle_and_a_new_dealer() -> None:
    """TS 3.2"""
    table = shootout(3).prepare().tell(DealerCame("eve"), CardDealt(BURN, None))
    assert isinstance(table.step(), TakeWagers)


def test_a_new_dealer_is_told_of_while_a_card_is_to_come() -> None:
    """TS 3.3"""
    assert won().until(SettleSeat).refused(DealerCame("eve")) == "TS 3.3"


def test_a_wrong_burn_is_noted_and_play_goes_on() -> None:
    """TS 3.4"""
    twice = shootout(3).prepare().tell(CardDealt(BURN, None), CardDealt(BURN, None))
    assert isinstance(twice.step(), TakeWagers)
    assert TEXAS_SHOOTOUT.remarks(twice.round) == ("a card was burned that need not be: play goes on (TS 3.4)",)
    never = shootout(3).prepare().tell(WagerPlaced(1, "ante", 10), CardDealt(seat(1), None))
    assert never.step() == Deal(DEALER, face_up=False, rule="TS 5.1")
    assert TEXAS_SHOOTOUT.remarks(never.round) == ("no card was burned: play goes on (TS 3.4)",)
    assert never.refused(CardDealt(BURN, None)) == "TS 10.1"
    later = won().until(ChooseCards)
    later.tell(DealerCame("eve"))
    later.until(Deal).tell(CardDealt(BURN, None), CardDealt(BURN, None), CardDealt(BOARD, None))
    assert later.refused(CardDealt(BURN, None)) == "TS 10.1"
    assert TEXAS_SHOOTOUT.remarks(later.round) == ("a card was burned that need not be: play goes on (TS 3.4)",)
    right = shootout(3).prepare().tell(CardDealt(BURN, None))
    assert TEXAS_SHOOTOUT.remarks(right.round) == ()


@pytest.mark.parametrize("number", [0, 8, -1])
def test_there_are_seven_seats(number: int) -> None:
    """TS 1.3"""
    assert shootout(9).refused(WagerPlaced(number, "ante", 10)) == "TS 1.3"
    assert shootout(9).refused(PlayerSeated(number, "ada")) == "TS 1.3"


def test_a_player_has_as_many_seats_as_the_house_allows() -> None:
    """TS 1.4"""
    two = shootout(limits__spots=2).tell(PlayerSeated(1, "ada"), PlayerSeated(2, "ada"), PlayerSeated(2, "ada"))
    assert two.refused(PlayerSeated(3, "ada")) == "TS 1.4"
    shootout().tell(*(PlayerSeated(number, "ada") for number in range(1, 8)))
    assert won().until(ChooseCards).refused(PlayerSeated(1, "ada")) == "TS 1.4"


def test_only_the_spots_of_the_layout_take_wagers_before_the_deal() -> None:
    """TS 4.1"""
    for bet in ("split_ante", "split_bonus", "envy", "blind", ""):
        assert shootout().refused(WagerPlaced(1, bet, 10)) == "TS 4.1"


def test_a_bonus_stands_beside_a_wager() -> None:
    """TS 4.2"""
    table = shootout().stake(1, bonus=5)
    assert table.refused(BettingClosed()) == "TS 4.2"
    table.stake(1, ante=10).close()


def test_limits_are_named_when_they_refuse() -> None:
    """TS 4.3, both sides of each limit"""
    limits = {"limits__ante_min": 10, "limits__ante_max": 100, "limits__bonus_min": 5, "limits__bonus_max": 25}
    for bet, above, name in (("ante", 101, "ante_max"), ("toke", 101, "ante_max"), ("bonus", 26, "bonus_max")):
        refusal = TEXAS_SHOOTOUT.judge(shootout(**limits).round, WagerPlaced(1, bet, above))
        assert refusal is not None
        assert (refusal.rule, f"limits.{name}" in refusal.text) == ("TS 4.3", True)
    for ante, bonus in ((9, 0), (10, 4)):
        assert shootout(**limits).stake(1, ante=ante, bonus=bonus).refused(BettingClosed()) == "TS 4.3"
    shootout(**limits).stake(1, ante=10, bonus=5).stake(2, ante=100, bonus=25).close()


def test_wagers_are_whole_chips() -> None:
    """TS 4.4"""
    table = shootout(money__rounding="down", money__smallest_chip=5, unit=5, tokes__unit=5)
    assert table.refused(WagerPlaced(1, "ante", 12)) == "TS 4.4"
    assert table.refused(WagerPlaced(1, "bonus", -5)) == "TS 4.4"
    table.tell(WagerPlaced(1, "ante", 15))


def test_a_bonus_that_could_not_be_paid_exactly_is_refused_on_an_exact_table() -> None:
    """TS 4.4"""
    table = {"flush": "3:2", "straight": "1:1"}
    assert shootout(bonus__table=table).refused(WagerPlaced(1, "bonus", 5)) == "TS 4.4"
    shootout(bonus__table=table).tell(WagerPlaced(1, "bonus", 6))
    shootout(bonus__table=table, money__rounding="up").tell(WagerPlaced(1, "bonus", 5))


def test_an_envy_marker_lies_in_front_of_a_bonus_of_the_minimum() -> None:
    """TS 4.5"""
    table = shootout().stake(1, ante=10, bonus=5).stake(2, ante=10, bonus=4).stake(3, ante=10, bonus=6)
    assert TEXAS_SHOOTOUT.remarks(table.round) == ("Envy Bonus markers: seat 1; seat 3 (TS 4.5)",)
    assert TEXAS_SHOOTOUT.remarks(shootout(envy__minimum=6).stake(1, ante=10, bonus=5).round) == ()


def test_tokes_stand_beside_the_wagers_of_their_seat() -> None:
    """TS 4.6"""
    assert shootout().stake(1, toke=2).refused(BettingClosed()) == "TS 4.6"
    assert shootout().stake(1, ante=10, bonus_toke=2).refused(BettingClosed()) == "TS 4.6"
    shootout().stake(1, ante=10, bonus=1, toke=2, bonus_toke=2).close()
    for bet in ("toke", "bonus_toke"):
        assert shootout(tokes__allowed=False).refused(WagerPlaced(1, bet, 1)) == "TS 4.6"


def test_tokes_have_limits_of_their_own() -> None:
    """TS 4.7"""
    assert shootout().refused(WagerPlaced(1, "bonus_toke", 5)) == "TS 4.7"
    shootout().tell(WagerPlaced(1, "bonus_toke", 4))
    at_maximum = shootout(limits__ante_max=100).stake(1, ante=100, toke=10)
    assert at_maximum.refused(WagerPlaced(1, "toke", 11)) == "TS 4.7"
    below = shootout(limits__ante_max=100).stake(1, ante=99, toke=60)
    assert below.refused(WagerPlaced(1, "ante", 100)) == "TS 4.7"
    shootout().stake(1, ante=100, toke=60).close()


def test_a_press_adds_a_unit_and_to_a_toke_a_smaller_one() -> None:
    table = shootout(unit=5).stake(1, ante=5)
    assert [TEXAS_SHOOTOUT.pressed(table.round, 1, bet) for bet in ("ante", "bonus", "toke", "bonus_toke")] == [10, 5, 1, 1]


def test_no_more_bets_after_the_call_or_the_first_card() -> None:
    """TS 4.8"""
    called = shootout().stake(1, ante=10).close()
    drawn = shootout().stake(1, ante=10).tell(CardDealt(seat(1), None))
    for table in (called, drawn):
        assert table.refused(WagerPlaced(1, "ante", 20)) == "TS 4.8"
        assert table.refused(BettingClosed()) == "TS 4.8"


@pytest.mark.parametrize("place", [seat(1), DEALER, BOARD])
def test_a_first_card_on_wagers_that_do_not_stand_stops_the_round(place: Place) -> None:
    """TS 4.9, TS 4.10"""
    table = shootout()
    assert table.refused(BettingClosed()) == "TS 4.10"
    table.tell(CardDealt(place, None))
    assert isinstance(table.step(), Unsettled)
    assert table.step().rule == "TS 4.9"
    assert table.unsettled().rule == "TS 4.9"
    assert table.tell(RoundVoided("no wagers")).step() == RoundOver(Ending.VOID, "TS 10.6")
    bonus_alone = shootout().stake(1, bonus=5).tell(CardDealt(seat(1), None))
    assert bonus_alone.step().rule == "TS 4.9"
    assert [line.result for line in bonus_alone.tell(RoundVoided("no wager")).settlement().lines] == [Result.RETURNED]


def test_a_card_goes_where_the_deal_begins() -> None:
    """TS 10.1"""
    table = shootout().stake(2, ante=10)
    assert table.refused(CardDealt(seat(1), None)) == "TS 10.1"
    assert table.refused(CardDealt(DEALER, None)) == "TS 10.1"
    assert table.tell(CardDealt(seat(2), None)).step() == Deal(DEALER, face_up=False, rule="TS 5.1")


def test_the_game_is_played_by_its_own_house_rules() -> None:
    with pytest.raises(TypeError, match="HouseRules"):
        TEXAS_SHOOTOUT.next_step(Round(TEXAS_SHOOTOUT, HouseRules(id="other", version=1, profile="none", unit=1), 7))
