"""Ultimate Texas Hold'em before the first card: seats, wagers, limits, and how betting ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    BettingClosed,
    CardDealt,
    Decided,
    MisdealDeclared,
    Place,
    PlayerSeated,
    RoundVoided,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import HouseRules, Supply
from tablectl.engine.games.uth import UTH
from tablectl.engine.games.uth.house import DOCUMENT, Limits, UthRules
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round
from tablectl.engine.settlement import Result
from tablectl.engine.steps import Deal, Ending, RoundOver, TakeWagers, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]


def test_wagers_are_open_on_all_seats(telling: Make) -> None:
    """UTH 2.1"""
    assert telling(5).step() == TakeWagers((1, 2, 3, 4, 5), "UTH 2.1")


@pytest.mark.parametrize("number", [0, 6, -1])
def test_there_is_no_such_seat(telling: Make, number: int) -> None:
    assert telling(5).refused(WagerPlaced(number, "ante", 10)) == "UTH 1.3"
    assert telling(5).refused(PlayerSeated(number, "ada")) == "UTH 1.3"


def test_there_are_never_more_than_seven_seats(telling: Make) -> None:
    table = telling(9)
    assert table.step() == TakeWagers(tuple(range(1, 8)), "UTH 2.1")
    assert table.refused(WagerPlaced(8, "ante", 10)) == "UTH 1.3"


def test_a_player_has_at_most_two_seats(telling: Make) -> None:
    table = telling().tell(PlayerSeated(1, "ada"), PlayerSeated(3, "ada"), PlayerSeated(4, "bob"))
    assert table.refused(PlayerSeated(2, "ada")) == "UTH 1.4"
    table.tell(PlayerSeated(3, "ada"), PlayerSeated(1, "bob"), PlayerSeated(2, "ada"))
    assert table.refused(PlayerSeated(7, "bob")) == "UTH 1.4"


def test_who_plays_a_seat_is_said_before_the_first_card(telling: Make) -> None:
    assert telling().wager(1).close().refused(PlayerSeated(1, "ada")) == "UTH 1.4"


def test_a_wager_can_be_changed_and_taken_back_while_betting_is_open(telling: Make) -> None:
    table = telling().wager(1).wager(2).wager(2, 0, 0).tell(WagerPlaced(1, "ante", 20), WagerPlaced(1, "blind", 20)).close().everybody(-1)
    assert [(line.seat, line.bet, line.stake) for line in table.settlement().lines] == [(1, "ante", 20), (1, "blind", 20)]


def test_no_more_bets_after_the_call_or_the_first_card(telling: Make) -> None:
    called = telling().wager(1).close()
    assert called.refused(WagerPlaced(1, "ante", 20)) == "UTH 2.7"
    assert called.refused(BettingClosed()) == "UTH 2.7"
    drawn = telling().wager(1).tell(CardDealt(seat(1), None))
    assert drawn.step() == Deal(DEALER, face_up=False, rule="UTH 3.1")
    assert drawn.refused(WagerPlaced(1, "ante", 0)) == "UTH 2.7"
    assert drawn.refused(BettingClosed()) == "UTH 2.7"


def test_the_first_card_goes_where_the_deal_begins(telling: Make) -> None:
    table = telling().wager(2)
    assert table.refused(CardDealt(seat(1), None)) == "UTH 9.1"
    assert table.refused(CardDealt(DEALER, None)) == "UTH 9.1"
    assert table.tell(CardDealt(seat(2), None)).step() == Deal(DEALER, face_up=False, rule="UTH 3.1")


@pytest.mark.parametrize("place", [seat(1), DEALER, BOARD, BURN])
@pytest.mark.parametrize(("wagers", "rule"), [([], "UTH 2.9"), ([WagerPlaced(1, "ante", 10)], "UTH 2.1")])
def test_a_first_card_on_wagers_that_do_not_stand_stops_the_round(telling: Make, wagers: list[WagerPlaced], rule: str, place: Place) -> None:
    """UTH 2.8, UTH 9.7: the card is on record, nothing is settled, and only a void or a misdeal ends it."""
    table = telling().tell(*wagers)
    assert table.refused(BettingClosed()) == rule
    table.tell(CardDealt(place, None))
    assert isinstance(table.step(), Unsettled)
    assert table.step().rule == "UTH 2.8"
    assert table.unsettled().rule == "UTH 2.8"
    assert table.refused(CardDealt(place, None)) == "UTH 9.1"
    assert table.refused(Decided(1, "check")) == "UTH 3.7"
    table.tell(RoundVoided("no wagers"))
    assert table.step() == RoundOver(Ending.VOID, "UTH 9.7")
    assert [line.result for line in table.settlement().lines] == [Result.RETURNED] * len(wagers)


def test_a_misdeal_ends_a_round_whose_wagers_do_not_stand(telling: Make) -> None:
    table = telling().tell(CardDealt(seat(1), None), MisdealDeclared("nobody wagered"))
    assert table.step() == RoundOver(Ending.MISDEAL, "UTH 9.6")


def test_one_bad_seat_keeps_betting_open(telling: Make) -> None:
    table = telling().wager(1).wager(2, 10, 12)
    assert table.refused(BettingClosed()) == "UTH 2.2"
    assert table.tell(WagerPlaced(2, "blind", 10)).close().deal(1).step() == Deal(seat(2), face_up=False, rule="UTH 3.1")


def test_a_triple_bonus_above_its_ante_is_refused_as_soon_as_it_shows(telling: Make) -> None:
    """UTH 2.3"""
    assert telling().wager(1).refused(WagerPlaced(1, "triple_bonus", 12)) == "UTH 2.3"
    first = telling().tell(WagerPlaced(1, "triple_bonus", 12))
    assert first.refused(WagerPlaced(1, "ante", 10)) == "UTH 2.3"
    assert first.refused(BettingClosed()) == "UTH 2.3"
    assert first.wager(1, 12, 12, 12).close().step() == Deal(seat(1), face_up=False, rule="UTH 3.1")
    taken_back = telling().wager(1, 12, 12, 12).tell(WagerPlaced(1, "ante", 0), WagerPlaced(1, "blind", 0))
    assert taken_back.refused(BettingClosed()) == "UTH 2.3"


@pytest.mark.parametrize("bet", ["play", "envy", ""])
def test_only_ante_blind_and_triple_bonus_are_placed_before_the_deal(telling: Make, bet: str) -> None:
    assert telling().refused(WagerPlaced(1, bet, 10)) == "UTH 3.7"


def test_amounts_are_whole_chips_and_never_below_zero(telling: Make) -> None:
    rules = replace(DOCUMENT, money=MoneyRules(rounding="down", smallest_chip=5))
    assert telling().refused(WagerPlaced(1, "ante", -10)) == "UTH 2.5"
    assert telling(rules=rules).refused(WagerPlaced(1, "ante", 12)) == "UTH 2.5"
    telling(rules=rules).tell(WagerPlaced(1, "blind", 15))


def test_an_exact_table_refuses_a_blind_that_a_flush_could_not_pay(telling: Make) -> None:
    assert telling().refused(WagerPlaced(1, "blind", 5)) == "UTH 2.5"
    telling().tell(WagerPlaced(1, "ante", 5), WagerPlaced(1, "triple_bonus", 5))


def test_limits_are_named_when_they_refuse(telling: Make) -> None:
    """UTH 2.4, UTH 2.6"""
    limited = replace(DOCUMENT, limits=Limits(ante_min=10, ante_max=20, triple_max=12, aggregate_payout=10_000))
    for fact, name in (
        (WagerPlaced(1, "ante", 22), "limits.ante_max"),
        (WagerPlaced(1, "blind", 22), "limits.ante_max"),
        (WagerPlaced(1, "triple_bonus", 14), "limits.triple_max"),
        (WagerPlaced(1, "blind", 20), "limits.aggregate_payout"),
    ):
        table = telling(rules=limited)
        if name == "limits.aggregate_payout":
            table.tell(WagerPlaced(1, "ante", 20))
        refusal = UTH.judge(table.round, fact)
        assert refusal is not None
        assert name in refusal.text
        assert refusal.rule == ("UTH 2.6" if name == "limits.aggregate_payout" else "UTH 2.4")
    below = telling(rules=limited).wager(1, 8, 8)
    refusal = UTH.judge(below.round, BettingClosed())
    assert refusal is not None
    assert refusal.rule == "UTH 2.4"
    assert "limits.ante_min" in refusal.text


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"preflop_multiples": ()}, "multiples"),
        ({"preflop_multiples": (4, 4)}, "multiples"),
        ({"river_multiple": 0}, "multiples"),
        ({"unit": 0}, "unit"),
        ({"unit": 3, "money": MoneyRules(rounding="down", smallest_chip=2)}, "unit"),
    ],
)
def test_house_rules_that_make_no_game_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        replace(DOCUMENT, **change)


@pytest.mark.parametrize(("limits", "says"), [({"ante_min": 0}, "ante_min"), ({"ante_min": 10, "ante_max": 5}, "ante_max")])
def test_limits_that_allow_nothing_are_refused(limits: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Limits(**limits)


def test_the_game_is_played_by_its_own_house_rules() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    with pytest.raises(TypeError, match="HouseRules"):
        UTH.next_step(Round(UTH, other, 7))


def test_a_house_is_warned_of_the_printed_river_multiple() -> None:
    """UTH 3.6"""
    assert "0.436 %" in UTH.warnings(DOCUMENT)[0]
    assert UTH.warnings(replace(DOCUMENT, river_multiple=1)) == ()


def test_one_pack_shuffled_for_every_round() -> None:
    """UTH 1.1, UTH 1.2"""
    assert UTH.pack(DOCUMENT).id == "single-52"
    assert UTH.supply(DOCUMENT) is Supply.FRESH_PACK
    assert UTH.rules_type is UthRules
