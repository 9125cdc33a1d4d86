"""Casino Texas Hold'em from the first card to the last field settled, and what is dealt again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    Decided,
    HandTurned,
    MisdealDeclared,
    Place,
    Prepared,
    RoundVoided,
    SeatSettled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.games.casino_holdem.house import DOCUMENT, DealRules, NotQualifiedRules, ShuffleRules
from tablectl.engine.settlement import Result
from tablectl.engine.steps import Deal, Decide, Ending, Key, Option, Prepare, Reveal, RoundOver, SettleSeat, Step, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]

BONUS_FORFEIT = replace(DOCUMENT.bonus, after_fold="forfeit")


def dealt(table: Telling) -> Telling:
    """Three fields: 1 called with a flush for its bonus, 3 is dark with a pair, 6 folds two pair with a bonus; the dealer has kings."""
    table.stake(1, ante=10, bonus=5).stake(3, ante=20, bet=40).stake(6, ante=30, bonus=5).close()
    table.put(seat(1), "Ah 3h").put(seat(3), "Qc Jd").put(seat(6), "9c 7s").put(DEALER, "Kc Ks").put(BOARD, "9h 7h 5h Qd 2c")
    return table.say(1, "call").say(6, "fold")


def test_cards_go_round_clockwise_with_the_dealer_last(fields: Make) -> None:
    """CH 4.1"""
    table = fields().stake(6, ante=10).stake(2, ante=10).stake(3, ante=10).close()
    assert table.places(8) == [seat(2), seat(3), seat(6), DEALER] * 2


def test_cards_go_in_packets_where_the_house_deals_so(fields: Make) -> None:
    """CH 4.1"""
    table = fields(deal=DealRules(order="packets")).stake(2, ante=10).stake(3, ante=10).close()
    assert table.places(6) == [seat(2), seat(2), seat(3), seat(3), DEALER, DEALER]


def test_three_cards_of_the_board_lie_open_and_two_face_down(fields: Make) -> None:
    """CH 4.2, CH 4.3"""
    table = fields().stake(1, ante=10).close().deal(4)
    steps = [table.step()]
    while isinstance(table.deal(1).step(), Deal):
        steps.append(table.step())
    assert steps == [Deal(BOARD, face_up=True, rule="CH 4.2")] * 3 + [Deal(BOARD, face_up=False, rule="CH 4.3")] * 2
    assert table.exposed == {(BOARD, 0), (BOARD, 1), (BOARD, 2)}
    assert table.say(1, "call").tell(HandTurned(BOARD)).exposed == {(BOARD, index) for index in range(5)}
    assert table.tell(HandTurned(DEALER), HandTurned(seat(1))).exposed >= {(DEALER, 0), (DEALER, 1), (seat(1), 0), (seat(1), 1)}


def test_light_fields_are_asked_one_after_the_other_with_their_buttons(fields: Make) -> None:
    """CH 4.4, CH 4.5"""
    table = fields().stake(2, ante=10).stake(3, ante=10, bet=20).stake(5, ante=20).close().deal()
    fold = Option("fold", "Fold", key=Key.FOLD)
    assert table.step() == Decide(2, (Option("call", "Call", spot="bet", bet="bet", amount=20), fold), "CH 4.4")
    assert table.refused(Decided(5, "call")) == "CH 4.4"
    assert table.refused(Decided(3, "fold")) == "CH 4.4"
    assert table.refused(Decided(2, "check")) == "CH 4.4"
    assert table.unsettled().rule == "CH 4.4"
    table.tell(Decided(2, "fold"))
    assert table.step() == Decide(5, (Option("call", "Call", spot="bet", bet="bet", amount=40), fold), "CH 4.4")
    assert table.tell(Decided(5, "call")).step() == Reveal(BOARD, "CH 5.1")
    assert table.refused(Decided(2, "call")) == "CH 4.4"


def showdown(table: Telling) -> list[Step]:
    steps: list[Step] = []
    while isinstance(step := table.step(), Reveal | SettleSeat):
        steps.append(step)
        table.tell(HandTurned(step.place) if isinstance(step, Reveal) else SeatSettled(step.seat, step.bets))
    return steps


def test_bonuses_are_paid_first_and_all_from_right_to_left(fields: Make) -> None:
    """CH 5.1, CH 5.2, CH 5.3, CH 5.4, CH 9.9"""
    table = dealt(fields())
    assert showdown(table) == [
        Reveal(BOARD, "CH 5.1"),
        Reveal(DEALER, "CH 5.2"),
        Reveal(seat(6), "CH 5.3"),
        SettleSeat(6, "CH 5.3", ("bonus",)),
        Reveal(seat(1), "CH 5.3"),
        SettleSeat(1, "CH 5.3", ("bonus",)),
        SettleSeat(6, "CH 5.4"),
        Reveal(seat(3), "CH 5.4"),
        SettleSeat(3, "CH 5.4"),
        SettleSeat(1, "CH 5.4"),
    ]
    assert table.step() == RoundOver(Ending.SETTLED, "CH 9.9")
    assert [(line.seat, line.bet, line.net, line.rule) for line in table.settlement().lines] == [
        (6, "bonus", -5, "CH 8.4"), (1, "bonus", 125, "CH 8.1"),
        (6, "ante", -30, "CH 6.1"), (3, "ante", -20, "CH 6.4"), (3, "bet", -40, "CH 7.3"), (1, "ante", 20, "CH 6.3"), (1, "bet", 20, "CH 7.2"),
    ]  # fmt: skip
    for fact in (
        WagerPlaced(1, "ante", 10),
        CardDealt(BOARD, None),
        RoundVoided("late"),
        CardIdentified(BOARD, 0, Card.parse("As")),
        Prepared(Task.CUT),
    ):
        assert table.refused(fact) == "CH 9.9"


def test_a_forfeited_bonus_is_taken_with_the_ante_and_the_hand_stays_down(fields: Make) -> None:
    """CH 8.5"""
    table = dealt(fields(bonus=BONUS_FORFEIT))
    steps = showdown(table)
    assert steps[2:4] == [Reveal(seat(1), "CH 5.3"), SettleSeat(1, "CH 5.3", ("bonus",))]
    assert Reveal(seat(6), "CH 5.3") not in steps
    assert [(line.bet, line.net, line.rule) for line in table.settlement().seat(6)] == [("ante", -30, "CH 6.1"), ("bonus", -5, "CH 8.5")]
    assert seat(6) not in {place for place, _ in table.exposed}


def test_a_settlement_says_what_is_due_and_was_done_and_no_more(fields: Make) -> None:
    """CH 5.3, CH 5.4"""
    table = dealt(fields())
    assert table.unsettled().rule == "CH 5.1"
    said: list[list[tuple[int, str]]] = []
    while isinstance(step := table.step(), Reveal | SettleSeat):
        if isinstance(step, SettleSeat):
            said.append([(line.seat, line.bet) for line in table.settlement().lines])
            assert {hand.seat for hand in table.settlement().hands} <= {place.seat for place, _ in table.exposed}
        else:
            assert table.unsettled().rule == step.rule
        table.tell(HandTurned(step.place) if isinstance(step, Reveal) else SeatSettled(step.seat, step.bets))
    bonuses = [(6, "bonus"), (1, "bonus")]
    assert said == [
        bonuses[:1], bonuses, [*bonuses, (6, "ante")], [*bonuses, (6, "ante"), (3, "ante"), (3, "bet")],
        [*bonuses, (6, "ante"), (3, "ante"), (3, "bet"), (1, "ante"), (1, "bet")],
    ]  # fmt: skip


def test_the_dealers_hand_is_shown_also_when_every_field_has_folded(fields: Make) -> None:
    """CH 5.2, CH 5.4"""
    table = fields().stake(1, ante=10).stake(2, ante=10).close().everybody(-1)
    assert showdown(table) == [Reveal(BOARD, "CH 5.1"), Reveal(DEALER, "CH 5.2"), SettleSeat(2, "CH 5.4"), SettleSeat(1, "CH 5.4")]
    assert {place for place, _ in table.exposed} == {BOARD, DEALER}


def test_answers_out_of_turn_are_refused(fields: Make) -> None:
    """CH 5.1, CH 5.2, CH 5.3, CH 5.4"""
    table = dealt(fields())
    assert table.refused(HandTurned(DEALER)) == "CH 5.2"
    assert table.refused(SeatSettled(6, ("bonus",))) == "CH 5.4"
    assert table.refused(CardsChosen(1, ())) == "CH 5.5"
    table.tell(HandTurned(BOARD), HandTurned(DEALER))
    assert table.refused(HandTurned(BOARD)) == "CH 5.1"
    assert table.refused(HandTurned(seat(1))) == "CH 5.4"
    table.tell(HandTurned(seat(6)))
    assert table.refused(SeatSettled(1, ("bonus",))) == "CH 5.4"
    assert table.refused(SeatSettled(6)) == "CH 5.3"
    assert table.refused(SeatSettled(6, ("ante",))) == "CH 5.3"


@pytest.mark.parametrize("place", [seat(2), BURN, DEALER, BOARD])
def test_a_card_goes_only_where_one_is_due(fields: Make, place: Place) -> None:
    """CH 9.1"""
    table = fields().stake(1, ante=10).close()
    assert table.refused(CardDealt(place, None)) == "CH 9.1"
    assert table.deal().refused(CardDealt(place, None)) == "CH 9.1"


def test_a_bonus_needs_its_five_cards_and_no_others(fields: Make) -> None:
    """CH 5.8, CH 8.1: an unread card of the dealer or the turned ones holds up ante and bet alone."""
    table = fields().stake(1, ante=10, bonus=5).close().put(seat(1), "Ah 3h").put(DEALER, "? Ks").put(BOARD, "9h 7h 5h ? 2c")
    table.everybody(0).tell(HandTurned(BOARD), HandTurned(DEALER), HandTurned(seat(1)))
    assert table.step() == SettleSeat(1, "CH 5.3", ("bonus",))
    assert [(line.bet, line.net) for line in table.settlement().lines] == [("bonus", 125)]
    assert table.settlement().qualifies is None
    table.tell(SeatSettled(1, ("bonus",)))
    assert isinstance(table.step(), Unsettled)
    assert table.unsettled().rule == "CH 5.8"
    table.tell(CardIdentified(BOARD, 3, Card.parse("Qd")))
    assert table.step().rule == "CH 5.8"
    assert table.tell(CardIdentified(DEALER, 0, Card.parse("Kc"))).step() == SettleSeat(1, "CH 5.4")


def test_an_unread_card_of_the_bonus_waits_for_its_name_and_a_forfeited_one_does_not_matter(fields: Make) -> None:
    """CH 5.8, CH 5.9"""
    table = fields().stake(1, ante=10, bonus=5).close().put(seat(1), "Ah ?").put(DEALER, "Kc Ks").put(BOARD, "9h 7h 5h Qd 2c")
    table.everybody(-1).tell(HandTurned(BOARD), HandTurned(DEALER), HandTurned(seat(1)))
    assert table.step().rule == "CH 5.8"
    table.tell(CardIdentified(seat(1), 1, Card.parse("3d")))
    assert [line.net for line in table.settlement().lines] == [-5]
    table.tell(CardIdentified(seat(1), 1, Card.parse("3h")))
    assert [line.net for line in table.settlement().lines] == [125]
    assert table.refused(CardIdentified(seat(1), 2, Card.parse("3h"))) == "CH 5.9"
    folded = fields(bonus=BONUS_FORFEIT).stake(1, ante=10, bonus=5).close().put(seat(1), "Ah ?").put(BOARD, "? 7h 5h Qd 2c").put(DEALER, "? ?")
    assert folded.everybody(-1).finish().step() == RoundOver(Ending.SETTLED, "CH 9.9")


def test_two_equal_cards_of_one_pack_stop_the_settlement(fields: Make) -> None:
    """CH 1.1"""
    table = fields().stake(1, ante=10).close().put(seat(1), "Ah 3h").put(DEALER, "Kc Ks").put(BOARD, "9h 7h 5h Ks 2c").everybody(0).finish()
    assert isinstance(table.step(), Unsettled)
    assert table.unsettled().rule == "CH 1.1"
    assert table.tell(CardIdentified(BOARD, 3, Card.parse("Kd"))).finish().step() == RoundOver(Ending.SETTLED, "CH 9.9")


@pytest.mark.parametrize("place", [seat(1), seat(3), DEALER, BOARD])
def test_a_card_shown_in_the_deal_has_all_gathered_and_dealt_again(fields: Make, place: Place) -> None:
    """CH 9.2, CH 9.4, CH 9.5"""
    table = fields().stake(1, ante=10, bonus=5).stake(3, ante=10, bet=20).close().deal()
    table.tell(CardExposed(place))
    assert table.step() == Prepare(Task.GATHER, 0, may_refuse=False, text="Gather all cards; the wagers stay, and all is dealt again", rule="CH 9.2")
    assert table.unsettled().rule == "CH 3.7"
    assert table.refused(Decided(1, "call")) == "CH 4.4"
    assert table.refused(CardDealt(BOARD, None)) == "CH 9.1"
    assert table.refused(MisdealDeclared("too")) == "CH 9.3"
    table.tell(Prepared(Task.GATHER))
    assert table.exposed == frozenset()
    assert table.step() == Prepare(Task.CUT, 1, may_refuse=True, text="Let a player cut the cards", rule="CH 1.4")
    table.tell(Prepared(Task.CUT, 1))
    assert table.step() == Prepare(Task.LOAD, 0, may_refuse=False, text="Put the shuffled pack into the shoe", rule="CH 9.5")
    assert table.refused(WagerPlaced(1, "ante", 20)) == "CH 3.7"
    table.tell(Prepared(Task.LOAD))
    assert table.places(6) == [seat(1), seat(3), DEALER] * 2
    dealing = table.deal().step()
    assert isinstance(dealing, Decide)
    assert dealing.seat == 1


def test_a_pack_that_is_dealt_on_is_shuffled_again_after_a_gathering(fields: Make) -> None:
    """CH 9.5"""
    table = fields(shuffle=ShuffleRules(every_round=False, cut=False)).stake(1, ante=10).close().deal(3).tell(CardExposed(DEALER))
    table.tell(Prepared(Task.GATHER))
    assert table.step() == Prepare(Task.SHUFFLE, 0, may_refuse=False, text="Shuffle the cards", rule="CH 1.2")
    table.tell(Prepared(Task.SHUFFLE))
    assert table.step().rule == "CH 9.5"
    assert isinstance(table.tell(Prepared(Task.LOAD)).step(), Deal)


def test_a_wrong_number_of_cards_is_declared_until_the_first_wager_is_settled(fields: Make) -> None:
    """CH 9.3"""
    assert fields().stake(1, ante=10).refused(MisdealDeclared("what deal?")) == "CH 9.3"
    early = fields().stake(1, ante=10).close().deal(1).tell(MisdealDeclared("two cards at once"))
    assert early.step().rule == "CH 9.3"
    table = dealt(fields()).tell(HandTurned(BOARD), HandTurned(DEALER), HandTurned(seat(6)))
    before = table.round
    assert table.tell(MisdealDeclared("three cards at field 3")).step().rule == "CH 9.3"
    table.round = before
    assert table.tell(SeatSettled(6, ("bonus",))).refused(MisdealDeclared("too late")) == "CH 9.3"
    assert table.tell(RoundVoided("three cards at field 3")).step() == RoundOver(Ending.VOID, "CH 9.7")


def test_what_was_decided_on_gathered_cards_counts_no_more_and_the_wagers_stay(fields: Make) -> None:
    """CH 9.4: field 6 had folded and plays again, field 1 had called and is asked again, field 3 is dark as before."""
    table = dealt(fields()).tell(MisdealDeclared("three cards at field 3"), Prepared(Task.GATHER)).ready()
    asked = []
    table.put(seat(1), "2s 3d").put(seat(3), "Qc Jd").put(seat(6), "9c 9s").put(DEALER, "Kc Ks").put(BOARD, "9h 7h 5h Qd 2c")
    while isinstance(step := table.deal().step(), Decide):
        asked.append(step.seat)
        table.tell(Decided(step.seat, "fold" if step.seat == 1 else "call"))
    assert asked == [1, 6]
    assert {(line.seat, line.bet): line.net for line in table.finish().settlement().lines} == {
        (6, "bonus"): 50, (1, "bonus"): -5, (6, "ante"): 30, (6, "bet"): 60, (3, "ante"): -20, (3, "bet"): -40, (1, "ante"): -10,
    }  # fmt: skip


def test_gathered_cards_may_come_again(fields: Make) -> None:
    """CH 1.1, CH 9.4: the same faces in the second deal are no second copies; and a second gathering is possible."""
    table = fields().stake(1, ante=10).close()
    for _ in range(3):
        table.put(seat(1), "Ah 3h").put(DEALER, "Kc Ks").put(BOARD, "9h 7h 5h Qd 2c").deal().tell(CardExposed(seat(1)), Prepared(Task.GATHER)).ready()
    table.put(seat(1), "Ah 3h").put(DEALER, "Kc Ks").put(BOARD, "9h 7h 5h Qd 2c").everybody(0).finish()
    assert {line.bet: line.net for line in table.settlement().lines} == {"ante": 20, "bet": 20}


def test_after_the_first_decision_or_turned_card_an_exposed_card_is_only_recorded(fields: Make) -> None:
    """CH 9.6"""
    table = fields().stake(1, ante=10).stake(2, ante=10).close().deal().tell(Decided(1, "call"), CardExposed(DEALER), CardExposed(BOARD))
    assert isinstance(table.step(), Decide)
    assert table.exposed == {(BOARD, index) for index in range(3)}, "nobody said which one it was"
    dark = fields().stake(1, ante=10, bet=20).close().deal().tell(HandTurned(BOARD), CardExposed(DEALER))
    assert dark.step() == Reveal(DEALER, "CH 5.2")


def test_only_a_card_that_lies_face_down_can_be_shown(fields: Make) -> None:
    """CH 9.6"""
    table = fields().stake(1, ante=10).close().deal(7)
    assert table.refused(CardExposed(BOARD)) == "CH 9.6", "three cards lie open"
    assert table.refused(CardExposed(seat(2))) == "CH 9.6"
    table.deal().tell(Decided(1, "call"), CardExposed(BOARD), CardExposed(BOARD))
    assert table.refused(CardExposed(BOARD)) == "CH 9.6"
    assert table.tell(HandTurned(BOARD), HandTurned(DEALER)).refused(CardExposed(DEALER)) == "CH 9.6"


@pytest.mark.parametrize("number", [12, 18, 30])
def test_a_void_gives_every_wager_back_at_any_point(fields: Make, number: int) -> None:
    """CH 9.7, CH 9.8"""
    table = dealt(fields())
    table.round = replace(table.round, facts=table.round.facts[:number])
    lines = table.tell(RoundVoided("power cut")).settlement().lines
    assert all((line.net, line.result, line.rule) == (0, Result.RETURNED, "CH 9.8") for line in lines)
    called = [(1, "bet", 20)] if number == 30 else []
    assert sorted((line.seat, line.bet, line.stake) for line in lines) == sorted(
        [(1, "ante", 10), (1, "bonus", 5), (3, "ante", 20), (3, "bet", 40), (6, "ante", 30), (6, "bonus", 5), *called]
    )
    assert table.refused(RoundVoided("again")) == "CH 9.7"


def test_a_void_between_two_deals_gives_back_what_stood_before_the_first(fields: Make) -> None:
    """CH 9.4, CH 9.8"""
    table = dealt(fields()).tell(MisdealDeclared("x"), Prepared(Task.GATHER), RoundVoided("no cards left"))
    assert {(line.seat, line.bet): line.stake for line in table.settlement().lines} == {
        (1, "ante"): 10, (1, "bonus"): 5, (3, "ante"): 20, (3, "bet"): 40, (6, "ante"): 30, (6, "bonus"): 5,
    }  # fmt: skip


def test_a_correction_can_take_back_an_exposure_before_the_cards_are_gathered(fields: Make) -> None:
    """CH 9.2"""
    table = fields().stake(1, ante=10).close().deal().tell(CardExposed(seat(1)))
    number = len(table.round.facts) - 1
    table.tell(Corrected(number, (), "the wrong button"))
    assert isinstance(table.step(), Decide)
    gathered = fields().stake(1, ante=10).close().deal().tell(CardExposed(seat(1)), Prepared(Task.GATHER))
    assert gathered.refused(Corrected(number, (), "too late")) == "CH 1.6"


@pytest.mark.parametrize(("switch", "net", "result"), [("by_table", 10, Result.WIN), ("by_table_if_better", 0, Result.PUSH)])
def test_the_ante_against_a_dealer_who_does_not_qualify_and_has_the_better_hand(fields: Make, switch: str, net: int, result: Result) -> None:
    """CH 5.7, CH 6.2, CH 7.1"""
    rules = NotQualifiedRules(ante=switch)  # type: ignore[arg-type] # one of its words
    table = fields(not_qualified=rules).stake(1, ante=10).close().put(seat(1), "Kc Qd").put(DEALER, "3c 3d").put(BOARD, "As 9h 7d 5s Jc")
    lines = {line.bet: line for line in table.everybody(0).finish().settlement().lines}
    assert (lines["ante"].net, lines["ante"].result, lines["bet"].net) == (net, result, 0)
    assert table.settlement().qualifies is False
