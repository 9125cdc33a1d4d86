"""The first cards of Texas Blackjack: how they are dealt, looked at and shown, and in which passes the side bets are settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    DEALER,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    Decided,
    HandTurned,
    MisdealDeclared,
    RoundVoided,
    SeatSettled,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.tx_bj.house import DOCUMENT
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import apply
from tablectl.engine.settlement import Result
from tablectl.engine.steps import Deal, Decide, Ending, Key, Reveal, RoundOver, SettleSeat, Step, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]

AT_ONCE = ("p_red", "column_two", "a")
LATER = ("d_white", "combo")
MARKS = ("p_red", "column_two", "d_white")


def table(texas: Make, dealer: str, *seats: int) -> Telling:
    """Seats with a red seven and a wager in each row; betting is closed."""
    made = texas().put(DEALER, dealer)
    for number in seats:
        made.stake(number, MARKS, box=10, p_red=10, column_two=10, d_white=10, combo=10, a=10).put(seat(number), "7r Tb")
    return made.close()


def steps(told: Telling, until: type[Step]) -> list[Step]:
    """What the dealer is told, step by step, until a step of this kind."""
    found = []
    while not isinstance(step := told.step(), until):
        found.append(step)
        told.proceed(1)
    return found


def test_one_card_each_clockwise_and_the_dealer_last(texas: Make) -> None:
    """TX 3.1"""
    told = table(texas, "9w", 4, 1, 3)
    dealt = steps(told, Decide)
    assert dealt == [Deal(place, face_up=False, rule="TX 3.1") for place in (seat(1), seat(3), seat(4), DEALER)]
    assert told.exposed == frozenset()
    assert told.unsettled().rule == "TX 3.2"


def test_the_dealer_looks_at_the_hidden_card_whatever_it_is(texas: Make) -> None:
    """TX 3.2: what is due says nothing of the card before it was looked at."""
    for card in ("Ag", "9w", "?"):
        told = table(texas, card, 1).deal()
        step = told.step()
        assert isinstance(step, Decide)
        assert (step.seat, step.rule, [option.key for option in step.options]) == (0, "TX 3.2", [Key.NEXT])
        assert told.refused(HandTurned(DEALER)) == "TX 3.5"
        assert told.refused(Decided(1, "hit")) == "TX 5.7"
        assert told.refused(Decided(0, "no")) == "TX 3.2"
        assert told.exposed == frozenset()


def test_an_ace_is_shown_first_and_seats_follow_from_the_dealers_right(texas: Make) -> None:
    """TX 3.3, TX 3.4"""
    told = table(texas, "Ag", 1, 2, 4).deal().proceed(1)
    every = ("p_red", "column_two", "d_white", "combo", "a")
    assert steps(told, Deal) == [
        Reveal(DEALER, "TX 3.3"),
        *(step for number in (4, 2, 1) for step in (Reveal(seat(number), "TX 3.4"), SettleSeat(number, "TX 3.4", every))),
    ]
    assert told.exposed == {(place, 0) for place in (DEALER, seat(1), seat(2), seat(4))}


def test_without_an_ace_there_are_two_passes(texas: Make) -> None:
    """TX 3.5, TX 3.6, TX 3.7"""
    told = table(texas, "9w", 1, 2, 4).deal().proceed(1)
    assert steps(told, Deal) == [
        *(step for number in (1, 2, 4) for step in (Reveal(seat(number), "TX 3.5"), SettleSeat(number, "TX 3.5", AT_ONCE))),
        Reveal(DEALER, "TX 3.6"),
        *(SettleSeat(number, "TX 3.7", LATER) for number in (4, 2, 1)),
    ]


def test_the_dealers_card_stays_down_through_the_first_pass(texas: Make) -> None:
    """TX 3.5"""
    told = table(texas, "9w", 1, 2)
    while told.step() != Reveal(DEALER, "TX 3.6"):
        assert (DEALER, 0) not in told.exposed
        told.proceed(1)
    assert (DEALER, 0) in told.proceed(1).exposed


def test_a_seat_without_side_bets_is_shown_and_passed_over(texas: Make) -> None:
    """TX 3.5, TX 3.7"""
    told = texas().stake(1, box=10).stake(2, box=10, d_red=4).stake(3, box=10, a=4).close().put(seat(1), "7r").put(seat(2), "8r").put(seat(3), "9r")
    told.put(DEALER, "9w").deal().proceed(1)
    assert steps(told, Deal) == [
        Reveal(seat(1), "TX 3.5"),
        Reveal(seat(2), "TX 3.5"),
        Reveal(seat(3), "TX 3.5"),
        SettleSeat(3, "TX 3.5", ("a",)),
        Reveal(DEALER, "TX 3.6"),
        SettleSeat(2, "TX 3.7", ("d_red",)),
    ]


def test_a_pass_settles_its_own_bets_and_no_other(texas: Make) -> None:
    """TX 3.5, TX 7.1: what is settled so far is all that there is to see."""
    told = table(texas, "9w", 1, 2).deal().proceed(2)
    assert told.step() == SettleSeat(1, "TX 3.5", AT_ONCE)
    assert [(line.seat, line.bet, line.net) for line in told.settlement().lines] == [(1, "p_red", 20), (1, "column_two", 20), (1, "a", -10)]
    assert told.settlement().hands == ()
    assert told.refused(SeatSettled(2, AT_ONCE)) == "TX 7.1"
    assert told.refused(SeatSettled(1)) == "TX 3.5"
    assert told.refused(SeatSettled(1, ("p_red",))) == "TX 3.5"
    told.proceed(1)
    assert told.unsettled().rule == "TX 3.5"
    told.proceed(3)
    assert told.step() == SettleSeat(2, "TX 3.7", LATER)
    assert [(line.seat, line.bet) for line in told.settlement().lines] == [
        *((number, bet) for number in (1, 2) for bet in AT_ONCE), *((2, bet) for bet in LATER),
    ]  # fmt: skip


@pytest.mark.parametrize(("dealer", "rule"), [("Ag", "TX 3.4"), ("9w", "TX 3.5")])
def test_an_unread_card_of_a_seat_waits_for_its_name(texas: Make, dealer: str, rule: str) -> None:
    """TX 3.8, TX 3.9"""
    told = table(texas, dealer, 1, 2).put(seat(2), "?").proceed()
    step = told.step()
    assert isinstance(step, Unsettled)
    assert step.rule == told.unsettled().rule == "TX 3.8"
    assert told.refused(SeatSettled(2, AT_ONCE)) == "TX 7.1"
    told.tell(CardIdentified(seat(2), 0, Card.parse("6r")))
    step = told.step()
    assert isinstance(step, SettleSeat)
    assert (step.seat, step.rule) == (2, rule)


@pytest.mark.parametrize("card", ["Ag", "9w"])
def test_an_unread_card_of_the_dealer_is_named_after_the_look(texas: Make, card: str) -> None:
    """TX 3.8: the dealer knows the card, the table does not."""
    told = table(texas, "?", 1).proceed()
    assert told.step() == Unsettled("the dealer's first card has not been read: a supervisor has to name it", "TX 3.8")
    told.tell(CardIdentified(DEALER, 0, Card.parse(card)))
    assert told.step() == (Reveal(DEALER, "TX 3.3") if card == "Ag" else Reveal(seat(1), "TX 3.5"))
    assert told.exposed == frozenset()


def test_a_card_can_be_named_again_as_long_as_the_round_could_have_been_so(texas: Make) -> None:
    """TX 3.9"""
    told = table(texas, "9w", 1).deal().proceed(2)
    assert told.refused(CardIdentified(seat(1), 1, Card.parse("6r"))) == "TX 3.9"
    assert told.refused(CardIdentified(seat(1), -1, Card.parse("6r"))) == "TX 3.9"
    assert told.refused(CardIdentified(seat(3), 0, Card.parse("6r"))) == "TX 3.9"
    assert told.refused(CardIdentified(DEALER, 0, Card.parse("Ag"))) == "TX 3.9"  # seat 1 would not have been shown first
    told.tell(CardIdentified(DEALER, 0, Card.parse("8w")), CardIdentified(seat(1), 0, Card.parse("2r")), CardIdentified(seat(1), 0, Card.parse("7b")))
    assert [line.net for line in told.settlement().lines] == [-10, 20, -10]


@pytest.mark.parametrize("card", ["Ah", "Ar", "7s"])
def test_a_card_of_another_pack_stops_play(texas: Make, card: str) -> None:
    """TX 1.1"""
    told = table(texas, "9w", 1).put(seat(1), card).deal()
    step = told.step()
    assert isinstance(step, Unsettled)
    assert step.rule == "TX 1.1"
    assert card not in step.reason
    told.tell(CardIdentified(seat(1), 0, Card.parse("7r")))
    assert told.step() == Deal(DEALER, face_up=False, rule="TX 3.1")


def test_a_ninth_copy_of_a_card_stops_play(texas: Make) -> None:
    """TX 1.1"""
    told = table(texas, "9w", 1).put(seat(1), "2r " * 9).proceed().answer(*["hit"] * 6)
    step = told.answer("hit").step()
    assert isinstance(step, Unsettled)
    assert step.rule == "TX 1.1"
    assert isinstance(told.tell(CardIdentified(seat(1), 8, Card.parse("2b"))).step(), Decide)


def test_a_card_shown_by_mistake_is_only_recorded(texas: Make) -> None:
    """TX 3.10"""
    told = table(texas, "9w", 1, 2).deal(2)
    before = told.step()
    told.tell(CardExposed(seat(1)), CardExposed(seat(2)))
    assert told.exposed == set()
    assert told.step() == before
    assert told.refused(CardExposed(seat(1))) == "TX 3.10"
    assert told.refused(CardExposed(DEALER)) == "TX 3.10"
    told.deal().tell(CardExposed(DEALER)).proceed()
    assert told.refused(CardExposed(DEALER)) == "TX 3.10"
    assert isinstance(told.step(), Decide)


def test_cards_go_only_where_one_is_due(texas: Make) -> None:
    """TX 9.1: a seat with two first cards, a seat without a wager, a dealer too early."""
    told = table(texas, "9w", 1, 2).deal(1)
    for place in (seat(1), seat(3), DEALER):
        assert told.refused(CardDealt(place, None)) == "TX 9.1"
    assert told.deal().refused(CardDealt(seat(1), None)) == "TX 9.1"
    assert told.refused(CardsChosen(1, ())) == "TX 5.7"


@pytest.mark.parametrize("halfway", [0, 4, 8, 12, 16])
def test_packs_with_a_wrong_number_of_cards_make_the_round_invalid(texas: Make, halfway: int) -> None:
    """TX 9.2, TX 9.4: also when side bets were paid; what was paid is undone by lines that give every wager back."""
    told = table(texas, "9w", 1, 2).proceed(halfway).tell(MisdealDeclared("313 cards"))
    assert told.step() == RoundOver(Ending.MISDEAL, "TX 9.2")
    lines = told.settlement().lines
    assert {(line.net, line.result, line.rule) for line in lines} == {(0, Result.RETURNED, "TX 9.4")}
    assert sum(line.stake for line in lines) == 120
    assert told.refused(MisdealDeclared("again")) == "TX 9.2"
    assert told.refused(RoundVoided("too")) == "TX 9.2"


def test_a_void_gives_splits_doubles_and_insurance_back_too(texas: Make) -> None:
    """TX 9.3, TX 9.4"""
    told = texas().stake(1, box=10, a=10).close().put(seat(1), "8r 8b 3w").put(DEALER, "Ag").answer("insurance", "split_pair", "double")
    told.tell(RoundVoided("power cut"))
    assert [(line.bet, line.stake, line.net) for line in told.settlement().lines] == [
        ("a", 10, 0), ("box", 10, 0), ("insurance", 5, 0), ("split", 10, 0), ("double", 10, 0),
    ]  # fmt: skip
    assert told.step() == RoundOver(Ending.VOID, "TX 9.3")


def test_a_round_that_is_over_takes_nothing_more(texas: Make) -> None:
    """TX 9.5"""
    told = table(texas, "9w 9b", 1).answer("stand")
    assert told.step() == RoundOver(Ending.SETTLED, "TX 9.5")
    for fact in (MisdealDeclared("late"), RoundVoided("late"), CardIdentified(seat(1), 0, Card.parse("6r"))):
        assert told.refused(fact) == "TX 9.5"


def test_a_correction_plays_the_round_again_as_it_should_have_been(texas: Make) -> None:
    """TX 3.9: the wrong reading of the dealer's card, put right when seats were shown already."""
    wrong = table(texas, "9w", 1, 2).deal()
    index = len(wrong.round.facts) - 1
    wrong.proceed(3)
    as_ace = Corrected(index, (CardDealt(DEALER, Card.parse("Ag")),), "read wrong")
    assert isinstance(apply(wrong.round, as_ace), Refusal)
    as_eight = apply(wrong.round, Corrected(index, (CardDealt(DEALER, Card.parse("8b")),), "read wrong"))
    assert not isinstance(as_eight, Refusal)
    right = table(texas, "8b", 1, 2).deal().proceed(3)
    assert as_eight.facts == right.round.facts


@pytest.mark.parametrize(("rounding", "net"), [("up", -3), ("down", -4), ("nearest", -3)])
def test_a_half_is_rounded_once_and_keeps_its_remainder(texas: Make, rounding: str, net: int) -> None:
    """TX 4.8: half of seven is three and a half."""
    rules = replace(DOCUMENT, money=MoneyRules(rounding=rounding, smallest_chip=1))  # type: ignore[arg-type] # one of the words
    told = texas(rules=rules).stake(1, box=10, p_red=7).close().put(seat(1), "7r").put(DEALER, "Ag").deal().proceed(3)
    (line,) = told.settlement().lines
    assert (line.net, line.rule, line.result) == (net, "TX 4.7", Result.LOSE)
    assert line.net + line.remainder == -3.5
