"""Showdown Poker from the first card to the last seat settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    DISCARD,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    CutCardOut,
    DealerCame,
    Decided,
    HandTurned,
    MisdealDeclared,
    Place,
    Prepared,
    RoundVoided,
    SeatSettled,
    ShuffleCalled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.showdown_poker.house import HouseWaySwitches
from tablectl.engine.round import apply
from tablectl.engine.settlement import Result
from tablectl.engine.steps import ChooseCards, Deal, Ending, Reveal, RoundOver, SettleSeat, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]

EIGHTS, KINGS = cards("8c 8d"), cards("Kc Kh")
DEALERS = "Ah Ad Qc 7s"
BOARD_CARDS = "8h Kd Ks 2h 3s"


def dealt(table: Telling, own: str = "8c 8d 3h 2s", dealer: str = DEALERS, board: str = BOARD_CARDS, number: int = 1) -> Telling:
    """Four cards each and the seats turned over; the community cards wait in the shoe."""
    return table.put(seat(number), own).put(DEALER, dealer).put(BOARD, board).close().proceed()


def chosen(table: Telling, *hands: tuple[Card, ...], number: int = 1) -> Telling:
    return table.tell(CardsChosen(number, hands))


def dealer_sets(table: Telling) -> Telling:
    """Turn the dealer over and set the hand by the house way, then go on to the settlement."""
    step = table.proceed().step()
    assert isinstance(step, ChooseCards), step
    return table.tell(CardsChosen(0, (step.suggested,))).deal()


def test_cards_go_round_one_at_a_time_with_the_dealer_last(showdown: Make) -> None:
    """SP 3.1"""
    table = showdown().stake(6, ante=10).stake(2, ante=10).close()
    assert table.step() == Deal(seat(2), face_up=False, rule="SP 3.1")
    assert table.places(12) == [seat(2), seat(6), DEALER] * 4
    assert table.exposed == frozenset()
    one = showdown().stake(4, ante=10).close()
    assert one.places(8) == [seat(4), DEALER] * 4


def test_the_seats_are_turned_over_and_the_dealer_is_not(showdown: Make) -> None:
    """SP 3.2"""
    table = showdown().stake(6, ante=10).stake(2, ante=10).close().deal()
    assert table.refused(HandTurned(seat(6))) == "SP 3.2"
    assert table.refused(HandTurned(DEALER)) == "SP 5.1"
    assert table.step() == Reveal(seat(2), "SP 3.2")
    table.tell(HandTurned(seat(2)))
    assert table.step() == Reveal(seat(6), "SP 3.2")
    table.tell(HandTurned(seat(6)))
    assert table.exposed == {(seat(number), index) for number in (2, 6) for index in range(4)}
    assert isinstance(table.step(), ChooseCards)


def test_each_seat_keeps_two_or_splits_clockwise(showdown: Make) -> None:
    """SP 4.1, SP 4.2, SP 4.3"""
    table = showdown(advice=False).stake(2, ante=10, bonus=5).stake(6, ante=20).put(seat(2), "8c 8d Kc Kh").put(seat(6), "8c 8d Kc Kh")
    table.close().proceed()
    assert table.step() == ChooseCards(2, 2, may_split=True, rule="SP 4.1", split_bets=(("split_ante", 10), ("split_bonus", 5)))
    assert table.refused(CardsChosen(6, (EIGHTS,))) == "SP 4.4"
    for hands in ((), (cards("8c"),), (cards("8c 8d Kc"),), (EIGHTS, cards("Kc")), (EIGHTS, KINGS, EIGHTS)):
        assert table.refused(CardsChosen(2, hands)) == "SP 4.1"
    chosen(table, EIGHTS, KINGS, number=2)
    assert table.step() == ChooseCards(6, 2, may_split=True, rule="SP 4.1", split_bets=(("split_ante", 20),))
    chosen(table, EIGHTS, number=6)
    assert table.step() == Reveal(DEALER, "SP 5.1")
    lines = table.tell(RoundVoided("power cut")).settlement().lines
    assert [(line.seat, line.bet, line.stake, line.hand) for line in lines] == [
        (6, "ante", 20, 0), (2, "ante", 10, 0), (2, "bonus", 5, 0), (2, "split_ante", 10, 1), (2, "split_bonus", 5, 1),
    ]  # fmt: skip


def test_discarded_cards_do_not_come_back(showdown: Make) -> None:
    """SP 4.4"""
    table = chosen(dealt(showdown().stake(1, ante=10)), EIGHTS)
    assert table.refused(CardsChosen(1, (cards("3h 2s"),))) == "SP 4.4"
    assert table.refused(CardsChosen(3, (EIGHTS,))) == "SP 4.4"
    early = showdown().stake(1, ante=10)
    assert early.refused(CardsChosen(1, (EIGHTS,))) == "SP 4.4"
    assert early.refused(CardsChosen(0, (EIGHTS,))) == "SP 5.2"


@pytest.mark.parametrize("hands", [(cards("8c 8c"),), (cards("8c Ah"),), (EIGHTS, cards("8c 3h")), (EIGHTS, cards("3h Kd"))])
def test_a_seat_selects_from_its_own_cards_each_once(showdown: Make, hands: tuple[tuple[Card, ...], ...]) -> None:
    """SP 4.5"""
    table = dealt(showdown().stake(1, ante=10))
    assert table.refused(CardsChosen(1, hands)) == "SP 4.5"
    chosen(dealt(showdown().stake(1, ante=10), own="8c 8c 3h 2s"), cards("8c 8c"))


def test_an_unread_card_can_be_discarded_and_is_named_to_be_kept(showdown: Make) -> None:
    """SP 4.5, SP 6.9: advice needs all four."""
    table = dealt(showdown().stake(1, ante=10), own="8c ? 3h 2s")
    step = table.step()
    assert isinstance(step, ChooseCards)
    assert (step.advice, step.row) == ((), "")
    assert table.refused(CardsChosen(1, (EIGHTS,))) == "SP 4.5"
    discarded = dealt(showdown().stake(1, ante=10), own="8c ? 3h 2s")
    assert dealer_sets(chosen(discarded, cards("8c 3h"))).step() == SettleSeat(1, "SP 6.4")
    table.tell(CardIdentified(seat(1), 1, Card.parse("8d")))
    assert isinstance(chosen(table, EIGHTS).step(), Reveal)


def test_the_list_advises_and_binds_nobody(showdown: Make) -> None:
    """SP 4.6"""
    table = dealt(showdown().stake(1, ante=10), own="4h Qd 4h Jd")
    step = table.step()
    assert isinstance(step, ChooseCards)
    assert (step.advice, step.row, step.suggested) == (cards("4h 4h"), "29 of 182 in the list of two-card hands", ())
    assert isinstance(chosen(table, cards("Qd 4h")).step(), Reveal)
    silent = dealt(showdown(advice=False).stake(1, ante=10), own="4h Qd 4h Jd").step()
    assert isinstance(silent, ChooseCards)
    assert (silent.advice, silent.row) == ((), "")


def test_advice_waits_until_the_cards_lie_open(showdown: Make) -> None:
    """SP 4.6"""
    table = showdown().stake(1, ante=10).put(seat(1), "4h Qd 4h Jd").close()
    while not isinstance(step := table.step(), ChooseCards):
        assert not any(getattr(step, name, ()) for name in ("advice", "suggested"))
        table.proceed(1)
    assert {(seat(1), index) for index in range(4)} <= table.exposed
    assert step.advice == cards("4h 4h")


def test_the_dealer_is_turned_over_and_set_by_the_house_way(showdown: Make) -> None:
    """SP 5.1, SP 5.2, SP 5.6, SP 5.8"""
    table = chosen(dealt(showdown().stake(1, ante=10)), EIGHTS)
    assert table.refused(CardsChosen(0, (cards("Ah Ad"),))) == "SP 5.2"
    assert (DEALER, 0) not in table.exposed
    table.tell(HandTurned(DEALER))
    assert {(DEALER, index) for index in range(4)} <= table.exposed
    keep = cards("Ad Ah")
    assert table.step() == ChooseCards(0, 2, may_split=False, rule="SP 5.2", suggested=keep, row="row 1: the highest pair, eights or better")
    for hands in ((), (keep, cards("Qc 7s")), (cards("Ad"),)):
        assert table.refused(CardsChosen(0, hands)) == "SP 5.2"
    assert table.refused(CardsChosen(0, (cards("Ad Kc"),))) == "SP 4.5"
    after = apply(table.round, CardsChosen(0, (cards("Ah Qc"),)))
    assert after == Refusal("SP 5.6", "the house way sets Ad Ah (row 1: the highest pair, eights or better)")
    table.tell(CardsChosen(0, (cards("Ah Ad"),)))
    assert table.step() == Deal(BOARD, face_up=True, rule="SP 5.8")
    assert table.places(5) == [BOARD] * 5
    assert {(BOARD, index) for index in range(5)} <= table.exposed
    assert table.step() == SettleSeat(1, "SP 6.4")


def test_the_rows_of_tens_are_named_as_on_this_sheet(showdown: Make) -> None:
    """SP 5.2"""
    for four, row in (("Kd Qd Jc Tc", "row 6: both cards ten or higher, suited"), ("Kh Qc 2h 5d", "row 7: both cards ten or higher, unsuited")):
        step = chosen(dealt(showdown().stake(1, ante=10), dealer=four), EIGHTS).proceed().step()
        assert isinstance(step, ChooseCards)
        assert step.row == row


def test_both_sides_of_the_switches_of_the_house_way(showdown: Make) -> None:
    """SP 5.3, SP 5.4, SP 5.5"""
    usual, turned = HouseWaySwitches(two_highest="class", pair_tie="suited_first"), HouseWaySwitches(two_highest="top_two", pair_tie="alphabet")
    for way, four, keep in (
        (usual, "9h 9h 9d 2c", "9h 9h"),
        (turned, "9h 9h 9d 2c", "9d 9h"),
        (usual, "Th 8c 6d 2d", "6d 2d"),
        (turned, "Th 8c 6d 2d", "Th 8c"),
        (usual, "8h 8h 8c 8c", "8c 8c"),
    ):
        step = chosen(dealt(showdown(house_way=way).stake(1, ante=10), dealer=four), EIGHTS).proceed().step()
        assert isinstance(step, ChooseCards)
        assert step.suggested == cards(keep)


def test_a_dealers_card_named_anew_sets_the_hand_anew(showdown: Make) -> None:
    """SP 5.6, SP 6.10: also after the community cards, and the settlement follows."""
    table = dealer_sets(chosen(dealt(showdown().stake(1, ante=10), board="Kd Ks 4c 2h 3s"), EIGHTS))
    assert table.settlement().seat(1)[0].result is Result.LOSE
    table.tell(CardIdentified(DEALER, 1, Card.parse("9d")))
    assert table.step() == ChooseCards(0, 2, may_split=False, rule="SP 5.2", suggested=cards("Ah Qc"), row="row 2: an ace with a jack or better")
    assert table.unsettled().rule == "SP 5.2"
    table.tell(CardsChosen(0, (cards("Ah Qc"),)))
    assert table.settlement().seat(1)[0].result is Result.WIN
    assert dealer_sets(chosen(dealt(showdown().stake(1, ante=10)), EIGHTS)).tell(CardIdentified(DEALER, 3, Card.parse("6s"))).step() == SettleSeat(
        1, "SP 6.4"
    ), "a discarded card that changes nothing"


def test_with_an_unread_card_the_dealer_sets_by_eye_until_it_is_named(showdown: Make) -> None:
    """SP 5.7, SP 6.9"""
    table = chosen(dealt(showdown().stake(1, ante=10), dealer="Ah ? Qc 7s"), EIGHTS).proceed()
    assert table.step() == ChooseCards(0, 2, may_split=False, rule="SP 5.7")
    assert table.refused(CardsChosen(0, (cards("Ah Ad"),))) == "SP 4.5"
    table.tell(CardsChosen(0, (cards("Ah Qc"),))).deal()
    assert table.step() == SettleSeat(1, "SP 6.4")
    table.tell(CardIdentified(DEALER, 1, Card.parse("2d")))
    assert table.step() == SettleSeat(1, "SP 6.4")
    table.tell(CardIdentified(DEALER, 1, Card.parse("Ad")))
    step = table.step()
    assert isinstance(step, ChooseCards)
    assert step.suggested == cards("Ad Ah")


def test_seats_are_settled_from_the_dealers_right(showdown: Make) -> None:
    """SP 6.1, SP 6.4, SP 6.5, SP 6.6, SP 6.7, SP 6.8, SP 7.1, SP 7.2, SP 7.3, SP 7.4, SP 8.9"""
    table = showdown().stake(2, ante=10, bonus=5).stake(4, ante=30).stake(7, ante=20, bonus=4)
    table.put(seat(2), "8c 8d Kc Kh").put(seat(4), "Ac As 3h 2s").put(seat(7), "5s 5d 6h 7h")
    dealt(table, own="", number=1)
    chosen(table, KINGS, EIGHTS, number=2)
    chosen(table, cards("Ac As"), number=4)
    chosen(table, cards("6h 7h"), number=7)
    dealer_sets(table)
    assert table.refused(SeatSettled(2)) == "SP 6.4"
    order = []
    while isinstance(step := table.step(), SettleSeat):
        order.append(step)
        table.tell(SeatSettled(step.seat))
    assert order == [SettleSeat(number, "SP 6.4") for number in (7, 4, 2)]
    assert table.step() == RoundOver(Ending.SETTLED, "SP 8.9")
    for fact in (WagerPlaced(1, "ante", 10), CardDealt(BOARD, None), RoundVoided("late"), CardIdentified(BOARD, 0, Card.parse("As"))):
        assert table.refused(fact) == "SP 8.9"
    settlement = table.settlement()
    assert [(line.seat, line.bet, line.hand, line.net, line.rule) for line in settlement.lines] == [
        (7, "ante", 0, -20, "SP 6.6"),
        (7, "bonus", 0, -4, "SP 7.2"),
        (4, "ante", 0, -30, "SP 6.7"),
        (2, "ante", 0, 10, "SP 6.5"),
        (2, "bonus", 0, 50, "SP 7.1"),
        (2, "split_ante", 1, 10, "SP 6.5"),
        (2, "split_bonus", 1, 25, "SP 7.1"),
    ]
    assert [(hand.seat, hand.ranks) for hand in settlement.hands] == [(0, "AAKK8"), (7, "KK876"), (4, "AAKK8"), (2, "KKKK8"), (2, "888KK")]
    assert settlement.house == 20 + 4 + 30 - 10 - 50 - 10 - 25
    assert settlement.qualifies is None


def test_a_flush_pushes_where_the_table_says_so(showdown: Make) -> None:
    """SP 7.3"""
    table = dealer_sets(chosen(dealt(showdown().stake(1, ante=10, bonus=5), own="Qs 5s 3h 2h", board="Js 8s 2s Ah Td"), cards("Qs 5s")))
    assert [(line.bet, line.result, line.net, line.rule) for line in table.settlement().lines] == [
        ("ante", Result.WIN, 10, "SP 6.5"),
        ("bonus", Result.PUSH, 0, "SP 7.3"),
    ]


def test_an_unread_community_card_stops_the_settlement_and_not_the_deal(showdown: Make) -> None:
    """SP 6.9, SP 6.10"""
    table = dealer_sets(chosen(dealt(showdown().stake(1, ante=10), board="8h ? Ks 2h 3s"), EIGHTS))
    assert table.step() == Unsettled("a card of the board has not been read: a supervisor has to name it", "SP 6.9")
    assert table.unsettled().rule == "SP 6.9"
    for index in (-1, 5):
        assert table.refused(CardIdentified(BOARD, index, Card.parse("Kd"))) == "SP 6.10"
    table.tell(CardIdentified(BOARD, 1, Card.parse("Kd")))
    assert table.step() == SettleSeat(1, "SP 6.4")


def test_a_card_named_again_changes_the_hand_that_holds_it(showdown: Make) -> None:
    """SP 6.10"""
    table = dealer_sets(chosen(dealt(showdown().stake(1, ante=10)), EIGHTS))
    assert table.settlement().hands[1].ranks == "888KK"
    table.tell(CardIdentified(seat(1), 0, Card.parse("Kc")))
    assert table.settlement().hands[1].ranks == "KKK88"
    table.tell(CardIdentified(seat(1), 2, Card.parse("As")))
    assert table.settlement().hands[1].ranks == "KKK88"


def test_a_seventh_copy_stops_the_settlement_without_naming_the_face(showdown: Make) -> None:
    """SP 1.1"""
    table = dealer_sets(chosen(dealt(showdown().stake(1, ante=10), own="8h 8h 8h 8h", board="8h 8h 2s 5d 9c"), cards("8h 8h")))
    assert table.step() == SettleSeat(1, "SP 6.4")
    table.tell(CardIdentified(BOARD, 4, Card.parse("8h")))
    step = table.step()
    assert isinstance(step, Unsettled)
    assert (step.rule, "8h" in step.reason) == ("SP 1.1", False)
    assert table.refused(CardIdentified(BOARD, 4, Card.parse("7r"))) == "SP 1.1"
    assert table.tell(CardIdentified(BOARD, 4, Card.parse("9c"))).step() == SettleSeat(1, "SP 6.4")
    assert showdown().stake(1, ante=10).close().refused(CardDealt(seat(1), Card.parse("7r"))) == "SP 1.1"


@pytest.mark.parametrize("place", [seat(1), seat(2), DEALER, BOARD, BURN])
def test_cards_go_only_where_one_is_due(showdown: Make, place: Place) -> None:
    """SP 8.1, SP 8.2: a card that was drawn early is kept by the table, and is the next card where one is due."""
    table = showdown().stake(1, ante=10).close()
    if place != seat(1):
        assert table.refused(CardDealt(place, None)) == "SP 8.1"
    table.deal()
    assert table.refused(CardDealt(place, None)) == "SP 8.1"
    assert table.proceed().refused(CardDealt(place, None)) == "SP 8.1"


def test_a_card_found_face_up_goes_to_the_discard_rack(showdown: Make) -> None:
    """SP 8.3"""
    table = showdown().stake(1, ante=10).close().deal(3)
    due = table.step()
    table.tell(CardDealt(DISCARD, Card.parse("As")))
    assert table.step() == due
    assert (DISCARD, 0) not in table.exposed
    assert showdown().refused(CardDealt(DISCARD, None)) == "SP 8.3"
    due = table.deal().step()
    assert table.tell(CardDealt(DISCARD, None)).step() == due
    assert showdown().stake(1, ante=10).tell(CardDealt(DISCARD, None)).step() == Deal(seat(1), face_up=False, rule="SP 3.1")


def test_a_card_taken_for_a_seats_is_put_right_into_the_discard_rack(showdown: Make) -> None:
    """SP 8.3"""
    table = showdown().stake(1, ante=10).close().deal(2).tell(CardDealt(seat(1), Card.parse("As")))
    last = len(table.round.facts) - 1
    table.tell(Corrected(last, (CardDealt(DISCARD, Card.parse("As")),), "it lay face up in the shoe"))
    assert table.step() == Deal(seat(1), face_up=False, rule="SP 3.1")


def test_nothing_is_to_be_done_with_the_cards_by_hand(showdown: Make) -> None:
    """SP 1.2, SP 8.4: the table deals a pack only when a shuffler found it complete; the game has no task for a person."""
    table = showdown().stake(1, ante=10)
    assert table.refused(ShuffleCalled("a jam")) == "SP 1.2"
    assert table.refused(Prepared(Task.SHUFFLE)) == "SP 1.2"
    table.tell(DealerCame("Kim"), CutCardOut())


def test_a_card_shown_by_mistake_is_only_recorded(showdown: Make) -> None:
    """SP 8.5"""
    table = showdown().stake(1, ante=10).close().deal(3).tell(CardExposed(DEALER), CardExposed(seat(1)), CardExposed(seat(1)))
    assert isinstance(table.step(), Deal)
    assert table.exposed == frozenset(), "nobody said which one it was"
    for place in (DEALER, seat(1), seat(2), BOARD, DISCARD):
        assert table.refused(CardExposed(place)) == "SP 8.5"
    assert table.deal().tell(HandTurned(seat(1))).refused(CardExposed(seat(1))) == "SP 8.5"


def test_a_misdeal_can_be_declared_until_the_first_seat_is_settled(showdown: Make) -> None:
    """SP 8.1, SP 8.6, SP 8.7, SP 8.8"""
    early = showdown().stake(1, ante=10, bonus=5).close().deal(3).tell(MisdealDeclared("five cards at seat 1"))
    assert early.step() == RoundOver(Ending.MISDEAL, "SP 8.6")
    assert [(line.bet, line.result, line.net, line.rule) for line in early.settlement().lines] == [
        ("ante", Result.RETURNED, 0, "SP 8.8"),
        ("bonus", Result.RETURNED, 0, "SP 8.8"),
    ]
    assert early.refused(CardDealt(DEALER, None)) == "SP 8.6"
    late = showdown().stake(1, ante=10).stake(2, ante=10)
    late.put(seat(2), "8c 8d 3h 2s")
    dealt(late)
    chosen(late, EIGHTS)
    dealer_sets(chosen(late, EIGHTS, number=2))
    late.tell(SeatSettled(2))
    assert late.refused(MisdealDeclared("too late")) == "SP 8.6"
    assert late.tell(RoundVoided("three cards at seat 2")).step() == RoundOver(Ending.VOID, "SP 8.7")
    assert late.settlement().house == 0


def test_facts_out_of_turn_are_refused(showdown: Make) -> None:
    table = dealt(showdown().stake(1, ante=10))
    assert table.refused(Decided(1, "split")) == "SP 4.1"
    assert table.refused(HandTurned(DEALER)) == "SP 5.1"
    assert table.refused(HandTurned(seat(1))) == "SP 3.2"
    assert table.refused(SeatSettled(1)) == "SP 6.4"
    assert table.unsettled().rule == "SP 4.1"
    assert showdown().unsettled().rule == "SP 2.1"
    for moment in (showdown(), showdown().stake(1, ante=10).close(), dealer_sets(chosen(dealt(showdown().stake(1, ante=10)), EIGHTS))):
        assert moment.refused(HandTurned(seat(3))) == "SP 3.2"


def test_a_seat_that_selected_wrongly_is_put_right_as_if_it_had_done_so(showdown: Make) -> None:
    right = dealer_sets(chosen(dealt(showdown().stake(1, ante=10, bonus=5)), EIGHTS))
    wrong = dealer_sets(chosen(dealt(showdown().stake(1, ante=10, bonus=5)), cards("8c 3h")))
    index = wrong.round.facts.index(CardsChosen(1, (cards("8c 3h"),)))
    wrong.tell(Corrected(index, (CardsChosen(1, (EIGHTS,)),), "the eights lay in front"))
    assert wrong.round.facts == right.round.facts
    assert wrong.settlement() == right.settlement()
    after = apply(wrong.round, Corrected(index, (CardsChosen(1, (cards("8c 8h"),)),), "a card it never had"))
    assert isinstance(after, Refusal)
    assert after.rule == "SP 4.5"
