"""Texas Shootout from the first card to the last seat settled: the deal, splits, the dealer's hand, settlement, irregularities."""

from __future__ import annotations

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    DISCARD,
    BettingClosed,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    RoundVoided,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.round import apply
from tablectl.engine.settlement import Result
from tablectl.engine.steps import ChooseCards, Deal, Decide, Ending, Key, Option, Reveal, RoundOver, SettleSeat, Step, Unsettled

from .shooting import WIN, Shootout, shootout, won

OVER = RoundOver(Ending.SETTLED, "TS 10.8")
PAIRS = "Ah Ac 7d 7s"


def test_four_cards_go_round_clockwise_with_the_dealer_last() -> None:
    """TS 5.1"""
    table = shootout().stake(6, ante=10).stake(2, ante=10).close()
    assert table.places(12) == [seat(2), seat(6), DEALER] * 4
    assert isinstance(table.step(), ChooseCards)
    packets = shootout(deal__order="packets").stake(6, ante=10).stake(2, ante=10).close()
    assert packets.places(12) == [seat(2)] * 4 + [seat(6)] * 4 + [DEALER] * 4


def test_seats_set_their_hands_clockwise_and_only_what_they_keep_lies_open() -> None:
    """TS 5.2, TS 5.3"""
    table = shootout().sit(2, "Ah Ac 7d 2s").sit(5, "9h 9c 4d 2s").until(ChooseCards)
    assert table.step() == ChooseCards(2, 2, may_split=True, rule="TS 5.2", split_bets=(("split_ante", 10),))
    assert table.refused(CardsChosen(5, (cards("9h 9c"),))) == "TS 5.2"
    for hands in ((), (cards("Ah"),), (cards("Ah Ac 7d"),), (cards("Ah Ac"), cards("7d")), (cards("Ah Ac"),) * 3):
        assert table.refused(CardsChosen(2, hands)) == "TS 5.2"
    table.choose(2, "Ac 7d")
    assert table.exposed == {(seat(2), 1), (seat(2), 2)}
    assert table.refused(CardsChosen(2, (cards("Ah Ac"),))) == "TS 5.3"
    assert table.step() == ChooseCards(5, 2, may_split=True, rule="TS 5.2", split_bets=(("split_ante", 10),))
    assert isinstance(table.choose(5, "9h 9c").step(), Reveal)


def test_a_seat_keeps_only_cards_that_it_holds_and_that_were_read() -> None:
    """TS 5.8"""
    table = won().until(ChooseCards)
    assert table.refused(CardsChosen(1, (cards("Ah Ah"),))) == "TS 5.8"
    assert table.refused(CardsChosen(1, (cards("Ah Kd"),))) == "TS 5.8"
    unread = shootout().sit(1, "Ah ? 7d 2s").until(ChooseCards)
    assert unread.refused(CardsChosen(1, (cards("Ah Ac"),))) == "TS 5.8"
    unread.tell(CardIdentified(seat(1), 1, Card.parse("Ac")), CardsChosen(1, (cards("Ah Ac"),)))


def test_any_four_cards_are_split_or_only_pairs() -> None:
    """TS 5.4"""
    loose = (cards("Ah Kd"), cards("7d 2s"))
    shootout().sit(1, "Ah Kd 7d 2s").until(ChooseCards).tell(CardsChosen(1, loose))
    pairs = shootout(split__allowed="two_pair_or_quads").sit(1, "Ah Kd 7d 2s").until(ChooseCards)
    assert pairs.step() == ChooseCards(1, 2, may_split=True, rule="TS 5.2", split_bets=(("split_ante", 10),))  # tells nothing of hidden cards
    assert pairs.refused(CardsChosen(1, loose)) == "TS 5.4"
    for four, first, second in ((PAIRS, "Ah 7d", "Ac 7s"), ("9h 9h 9d 9s", "9h 9h", "9d 9s")):
        table = shootout(split__allowed="two_pair_or_quads").sit(1, four).until(ChooseCards)
        table.tell(CardsChosen(1, (cards(first), cards(second))))
    three = shootout(split__allowed="two_pair_or_quads").sit(1, "9h 9h 9d 7s").until(ChooseCards)
    assert three.refused(CardsChosen(1, (cards("9h 9h"), cards("9d 7s")))) == "TS 5.4"


def test_a_second_hand_has_a_wager_equal_to_the_first() -> None:
    """TS 5.5"""
    table = shootout().sit(1, PAIRS, "Ah Ac", "7d 7s").lie(*WIN[1:]).until()
    assert table.nets() == {(1, "ante"): 10, (1, "split_ante"): -10}
    assert [(line.stake, line.hand, line.rule) for line in table.lines()] == [(10, 0, "TS 7.7"), (10, 1, "TS 7.8")]


def test_a_bonus_on_the_second_hand_is_asked_for() -> None:
    """TS 5.6"""
    table = shootout().sit(1, PAIRS, "Ah Ac", "7d 7s", bonus=5).lie(*WIN[1:]).until(Decide)
    more = Option("with_bonus", "Bonus on the second hand", spot="split_bonus", bet="split_bonus", amount=5)
    assert table.step() == Decide(1, (more, Option("without_bonus", "No bonus on the second hand", key=Key.NEXT)), "TS 5.6")
    assert table.refused(Decided(1, "fold")) == "TS 5.6"
    assert table.refused(Decided(2, "with_bonus")) == "TS 5.6"
    table.tell(Decided(1, "with_bonus"))
    assert TEXAS_SHOOTOUT.remarks(table.round) == ("Envy Bonus markers: seat 1; seat 1, second hand (TS 4.5)",)
    assert [line.stake for line in table.until().lines(bet="split_bonus")] == [5]
    without = shootout().sit(1, PAIRS, "Ah Ac", "7d 7s", bonus=5).lie(*WIN[1:]).until(bonus=False)
    assert without.lines(bet="split_bonus") == []


def test_a_bonus_on_the_second_hand_by_house_rule() -> None:
    """TS 5.6"""
    required = shootout(split__bonus="required").sit(1, PAIRS, "Ah Ac", "7d 7s", bonus=5).lie(*WIN[1:]).until(ChooseCards)
    step = required.step()
    assert isinstance(step, ChooseCards)
    assert step.split_bets == (("split_ante", 10), ("split_bonus", 5))
    assert isinstance(required.choose(1, "Ah Ac", "7d 7s").step(), Reveal)
    assert len(required.until().lines(bet="split_bonus")) == 1
    for other in ("optional", "none"):
        asked = shootout(split__bonus=other).sit(1, PAIRS, "Ah Ac", "7d 7s", bonus=5).until(ChooseCards).step()
        assert isinstance(asked, ChooseCards)
        assert asked.split_bets == (("split_ante", 10),), "nothing but the wager is placed with the split"
    none = shootout(split__bonus="none").sit(1, PAIRS, "Ah Ac", "7d 7s", bonus=5).lie(*WIN[1:]).until()
    assert none.lines(bet="split_bonus") == []
    assert not [fact for fact in none.round.facts if isinstance(fact, Decided)]


def test_a_toke_on_the_second_hand_is_at_most_the_first() -> None:
    """TS 5.7"""
    table = shootout().sit(1, PAIRS, "Ah Ac", "7d 7s", toke=3).lie(*WIN[1:])
    assert table.refused(WagerPlaced(1, "split_toke", 2)) == "TS 5.7"
    table.until(Reveal)
    assert table.refused(WagerPlaced(1, "split_toke", 4)) == "TS 5.7"
    assert table.refused(WagerPlaced(1, "split_toke", -1)) == "TS 4.4"
    assert table.refused(WagerPlaced(1, "split_ante", 4)) == "TS 4.8"
    table.tell(WagerPlaced(1, "split_toke", 3), HandTurned(DEALER))
    assert table.refused(WagerPlaced(1, "split_toke", 0)) == "TS 5.7"
    assert table.until().nets() == {(1, "ante"): 10, (1, "toke"): 3, (1, "split_ante"): -10, (1, "split_toke"): -3}


def test_the_dealer_is_turned_over_and_set_by_the_house_way_before_the_common_cards() -> None:
    """TS 6.1, TS 6.2, TS 7.1"""
    table = won().until(Reveal)
    assert table.step() == Reveal(DEALER, "TS 6.1")
    assert table.refused(CardsChosen(0, (cards("Kh 9c"),))) == "TS 6.2"
    assert table.refused(CardDealt(BOARD, None)) == "TS 10.1"
    table.tell(HandTurned(DEALER))
    row = "row 10: a face card high, unsuited"
    assert table.step() == ChooseCards(0, 2, may_split=False, rule="TS 6.2", suggested=cards("Kh 9c"), row=row)
    for hands in ((), (cards("Kh"),), (cards("Kh 8c"),), (cards("Kh 9c"), cards("5d 3s"))):
        assert table.refused(CardsChosen(0, hands)) == "TS 6.2"
    table.tell(CardsChosen(0, (cards("9c Kh"),)))
    assert table.places(5) == [BOARD] * 5
    assert {(BOARD, index) for index in range(5)} < table.exposed
    assert table.step() == SettleSeat(1, "TS 7.4")
    assert table.refused(CardsChosen(0, (cards("9c Kh"),))) == "TS 6.2"


@pytest.mark.parametrize(
    ("switches", "keep"),
    [
        ({}, "Kd Qd"),
        ({"house_way__ten_row": "ten_with_jack_or_better"}, "Jc Tc"),
    ],
)
def test_the_house_way_is_read_by_the_switches(switches: dict[str, str], keep: str) -> None:
    """TS 6.3, TS 6.4, TS 6.5: the rows themselves are tried one by one in the test of the house way."""
    rules = {f"house_way__{name}": value for name, value in {"two_highest": "class", "pair_tie": "suited_first"}.items()}
    table = won(**rules, **switches).lie("Kd Qd Jc Tc", WIN[2]).until(Reveal).tell(HandTurned(DEALER))
    step = table.step()
    assert isinstance(step, ChooseCards)
    assert (step.suggested, step.row[:6]) == (cards(keep), "row 6:")


def test_a_dealer_with_an_unread_card_sets_the_hand_by_sight() -> None:
    """TS 6.6"""
    table = won().lie("Kh 9c 5d ?", WIN[2]).until(Reveal).tell(HandTurned(DEALER))
    assert table.step() == ChooseCards(0, 2, may_split=False, rule="TS 6.6")
    assert table.tell(CardsChosen(0, (cards("Kh 9c"),))).step() == Deal(BOARD, face_up=True, rule="TS 7.1")
    assert isinstance(table, Shootout)
    assert table.until().step() == OVER


def test_a_hand_set_otherwise_is_reset_before_the_common_cards() -> None:
    """TS 6.7: by the dealer, or by a supervisor's correction; both sets stay among the facts or the corrections."""
    table = won().lie("As Ad 9c 8c", WIN[2]).until(Reveal).tell(HandTurned(DEALER), CardsChosen(0, (cards("9c 8c"),)))
    reset = ChooseCards(0, 2, may_split=False, rule="TS 6.7", suggested=cards("Ad As"), row="row 1: the highest pair, eights or better")
    assert table.step() == reset
    assert table.refused(CardDealt(BOARD, None)) == "TS 10.1"
    corrected = Corrected(len(table.round.facts) - 1, (CardsChosen(0, (cards("As Ad"),)),), "a player challenged the hand")
    by_supervisor = apply(table.round, corrected)
    assert not isinstance(by_supervisor, Refusal)
    assert by_supervisor.corrections == (corrected,)
    by_dealer = apply(table.round, CardsChosen(0, (cards("As Ad"),)))
    assert not isinstance(by_dealer, Refusal)
    due = Deal(BOARD, face_up=True, rule="TS 7.1")
    assert (by_supervisor.step, by_dealer.step) == (due, due)


def misread() -> Shootout:
    """The dealer holds two aces, but one was read as a four: ace and nine were kept, and seat 7 lost already what it wins against two aces."""
    table = shootout().sit(1, "Qh Qc 7d 2s").sit(7, "Kh Kc 7d 2s").lie("Ah 4c 9d 8d", "9h 9c 3s 6c Jd").until(SettleSeat)
    assert table.nets() == {(7, "ante"): -10, (1, "ante"): -10}
    return table


def test_a_hand_found_to_be_wrong_late_is_reset_by_a_correction_and_both_results_stay() -> None:
    """TS 6.7, TS 7.6"""
    table = misread()
    table.tell(SeatSettled(7), CardIdentified(DEALER, 1, Card.parse("Ac")))
    step = table.step()
    assert isinstance(step, Unsettled)
    assert step.rule == "TS 6.7"
    assert "Ac Ah (row 1" in step.reason
    assert table.unsettled().rule == "TS 6.7"
    assert table.refused(CardsChosen(0, (cards("Ah Ac"),))) == "TS 6.7"  # a seat is settled: a supervisor has to correct
    chosen = next(index for index, fact in enumerate(table.round.facts) if isinstance(fact, CardsChosen) and fact.seat == 0)
    right = (CardIdentified(DEALER, 1, Card.parse("Ac")), CardsChosen(0, (cards("Ah Ac"),)))
    correction = Corrected(chosen, right, "the house way keeps the aces")
    before = table.round
    table.tell(correction)
    assert table.step() == SettleSeat(1, "TS 7.4")
    assert isinstance(before.facts[chosen], CardsChosen)
    assert table.round.corrections == (correction,)
    assert table.nets() == {(7, "ante"): -10, (1, "ante"): -10}
    assert table.lines(seat=7)[0].text.endswith("two pair, aces and nines")


def test_the_dealer_resets_a_wrong_hand_while_no_seat_is_settled() -> None:
    """TS 6.7"""
    table = misread().tell(CardIdentified(DEALER, 1, Card.parse("Ac")))
    assert isinstance(table.step(), Unsettled)
    assert table.tell(CardsChosen(0, (cards("Ah Ac"),))).step() == SettleSeat(7, "TS 7.4")


def test_a_correction_equals_having_played_it_right() -> None:
    """TS 6.7"""
    table = misread()
    dealt = next(index for index, fact in enumerate(table.round.facts) if fact == CardDealt(DEALER, Card.parse("4c")))
    refused = apply(table.round, Corrected(dealt, (CardDealt(DEALER, Card.parse("Ac")),), "misread"))
    assert isinstance(refused, Refusal)  # the hand that was set does not fit the cards any more
    chosen = next(index for index, fact in enumerate(table.round.facts) if isinstance(fact, CardsChosen) and fact.seat == 0)
    table.tell(Corrected(chosen, (CardIdentified(DEALER, 1, Card.parse("Ac")), CardsChosen(0, (cards("Ah Ac"),))), "misread"))
    right = shootout().sit(1, "Qh Qc 7d 2s").sit(7, "Kh Kc 7d 2s").lie("Ah Ac 9d 8d", "9h 9c 3s 6c Jd").until(SettleSeat)
    assert table.settlement() == right.settlement()


def test_seats_are_settled_from_the_dealers_right() -> None:
    """TS 7.4"""
    table = shootout().sit(1, "Ah Ac 7d 2s").sit(4, "Qh 9d 7d 2s").sit(6, "4h 4d 7d 2s").lie(*WIN[1:]).until(SettleSeat)
    steps: list[Step] = []
    while isinstance(step := table.step(), SettleSeat):
        steps.append(step)
        assert table.refused(SeatSettled(9)) == "TS 7.4"
        table.tell(SeatSettled(step.seat))
    assert steps == [SettleSeat(6, "TS 7.4"), SettleSeat(4, "TS 7.4"), SettleSeat(1, "TS 7.4")]
    assert [line.seat for line in table.lines()] == [6, 4, 1]
    assert [(hand.seat, hand.ranks) for hand in table.settlement().hands] == [(0, "KKQ98"), (6, "444KQ"), (4, "QQK98"), (1, "AAKQ8")]


def test_the_hand_is_the_best_five_of_seven_and_equal_hands_lose() -> None:
    """TS 7.2, TS 7.3, TS 7.7, TS 7.8, TS 7.9"""
    for own, dealer, board, rule in (
        ("As 2s 7d 8h", "Kd 9c 5d 3h", "As Ks 7s 4c 3d", "TS 7.7"),  # a flush with two aces of spades
        ("Ah 2c 8d 8d", "7h 6d 9c 2s", "3c 4d 5h Kh Kd", "TS 7.8"),  # the ace plays low: a straight to the five, below one to the seven
        ("7c 2d 3h 3s", "7h 4s 2c 5h", "Kc Kd Qh Qs Jc", "TS 7.9"),  # the common cards play
    ):
        table = shootout().sit(1, own).lie(dealer, board).until()
        assert [line.rule for line in table.lines()] == [rule], (own, dealer, board)


def test_an_unread_common_card_stops_the_settlement_and_not_the_deal() -> None:
    """TS 7.5, TS 7.6"""
    table = won().lie(WIN[1], "Ks ? 8h 6c 4c").until()
    assert table.step() == Unsettled(table.unsettled().text, "TS 7.5")
    assert table.refused(CardIdentified(BOARD, 5, Card.parse("Qd"))) == "TS 7.6"
    assert table.refused(CardIdentified(BOARD, -1, Card.parse("Qd"))) == "TS 7.6"
    table.tell(CardIdentified(BOARD, 1, Card.parse("Qd")))
    assert table.nets() == {(1, "ante"): 10}


def test_a_card_that_was_kept_and_is_named_again_counts_as_named() -> None:
    """TS 7.6"""
    table = won().until(SettleSeat)
    table.tell(CardIdentified(seat(1), 1, Card.parse("7c")))
    assert table.nets() == {(1, "ante"): -10}
    assert table.settlement().hands[1].ranks == "AKQ87"


def test_a_seventh_copy_stops_the_settlement_without_naming_the_face() -> None:
    """TS 1.1"""
    six = shootout().sit(1, "9h 9h 9h 9h").lie("9h 9h 4d 3s", "Ks Qd 8h 6c 4c").until()
    assert six.step() == OVER
    seven = shootout().sit(1, "9h 9h 9h 9h").lie("9h 9h 9h 3s", "Ks Qd 8h 6c 4c").until()
    assert seven.step() == Unsettled(seven.unsettled().text, "TS 1.1")
    assert "9h" not in seven.unsettled().text
    assert seven.tell(CardIdentified(DEALER, 2, Card.parse("9d"))).step() == SettleSeat(1, "TS 7.4")


def test_nothing_is_settled_while_something_is_open() -> None:
    table = won()
    assert table.unsettled().rule == "TS 4.1"
    assert table.close().unsettled().rule == "TS 5.1"
    assert table.deal().unsettled().rule == "TS 5.2"


def test_a_wrong_number_of_cards_voids_all_hands() -> None:
    """TS 10.1, TS 10.7"""
    table = shootout().sit(1, PAIRS, "Ah Ac", "7d 7s", bonus=5, toke=2, bonus_toke=1).sit(2, "9h 9c 4d 2s").lie(*WIN[1:]).until(Reveal)
    assert table.refused(CardDealt(seat(2), None)) == "TS 10.1"
    table.tell(MisdealDeclared("five cards at seat 2"))
    assert table.step() == RoundOver(Ending.MISDEAL, "TS 10.1")
    assert [(line.seat, line.bet, line.stake, line.net, line.rule) for line in table.lines()] == [
        (2, "ante", 10, 0, "TS 10.7"),
        (1, "ante", 10, 0, "TS 10.7"),
        (1, "bonus", 5, 0, "TS 10.7"),
        (1, "toke", 2, 0, "TS 10.7"),
        (1, "bonus_toke", 1, 0, "TS 10.7"),
        (1, "split_ante", 10, 0, "TS 10.7"),
        (1, "split_bonus", 5, 0, "TS 10.7"),
    ]
    assert table.refused(CardDealt(BOARD, None)) == "TS 10.1"


def test_a_card_drawn_too_early_is_the_next_card() -> None:
    """TS 10.2"""
    table = won().until(ChooseCards)
    early = CardDealt(BOARD, Card.parse("Ks"))
    assert table.refused(early) == "TS 10.1"
    assert table.until(Deal).tell(early).round.layout.at(BOARD) == cards("Ks")


def test_a_card_face_up_in_the_shoe_goes_to_the_discard_rack_and_counts_as_drawn() -> None:
    """TS 10.3"""
    table = shootout().sit(1, "Ah Ac 7d 2s").lie(*WIN[1:])
    table.tell(CardDealt(DISCARD, Card.parse("5h")), BettingClosed()).deal(1).tell(CardDealt(DISCARD, Card.parse("6h")))
    assert table.step() == Deal(DEALER, face_up=False, rule="TS 5.1")
    assert table.round.layout.at(DISCARD) == cards("5h 6h")
    assert TEXAS_SHOOTOUT.remarks(table.round) == ("a card was put into the discard rack unused (TS 10.3)",) * 2
    due = table.until(ChooseCards).step()
    assert table.tell(CardDealt(DISCARD, None)).step() == due
    too_often = shootout().sit(1, "9h 9h 9h 9h").lie("9h 9h 4d 3s", "Ks Qd 8h 6c 4c")
    too_often.tell(CardDealt(DISCARD, Card.parse("9h")))
    assert too_often.until().unsettled().rule == "TS 1.1"


def test_a_card_that_came_out_face_up_is_put_aside_by_a_correction() -> None:
    """TS 10.3"""
    table = won().close().deal(3)
    table.tell(Corrected(len(table.round.facts) - 1, (CardDealt(DISCARD, table.round.layout.at(seat(1))[-1]),), "it lay face up in the shoe"))
    assert table.step() == Deal(seat(1), face_up=False, rule="TS 5.1")


def test_a_shown_card_is_recorded_and_nothing_else() -> None:
    """TS 10.4"""
    table = won().close().deal(2).tell(CardExposed(DEALER), CardExposed(seat(1)))
    assert isinstance(table.step(), Deal)
    assert table.refused(CardExposed(DEALER)) == "TS 10.4"
    assert table.refused(CardExposed(BOARD)) == "TS 10.4"
    assert isinstance(table, Shootout)
    table.until(SettleSeat)
    assert table.refused(CardExposed(DEALER)) == "TS 10.4"
    assert table.exposed >= {(DEALER, index) for index in range(4)}, "turned over, and not by what was said"
    table.tell(CardExposed(seat(1)))
    assert table.refused(CardExposed(seat(1))) == "TS 10.4"


def test_a_misdeal_can_be_declared_until_a_seat_is_settled_and_a_void_until_the_end() -> None:
    """TS 10.5, TS 10.6, TS 10.7, TS 10.8"""
    table = shootout().sit(1, "Ah Ac 7d 2s").sit(2, "9h 9c 4d 2s").lie(*WIN[1:]).until(SettleSeat)
    table.tell(SeatSettled(2))
    assert table.refused(MisdealDeclared("late")) == "TS 10.5"
    assert table.tell(RoundVoided("a card is missing")).step() == RoundOver(Ending.VOID, "TS 10.6")
    assert [(line.result, line.rule) for line in table.lines()] == [(Result.RETURNED, "TS 10.7")] * 2
    done = won().until()
    assert done.step() == OVER
    late: tuple[Fact, ...] = (RoundVoided("late"), CardDealt(BURN, None), CardIdentified(BOARD, 0, Card.parse("As")), WagerPlaced(1, "ante", 5))
    for fact in late:
        assert done.refused(fact) == "TS 10.8"


def test_facts_out_of_turn_are_refused() -> None:
    table = won().close().deal()
    for fact, rule in ((HandTurned(DEALER), "TS 6.1"), (SeatSettled(1), "TS 7.4"), (Decided(1, "with_bonus"), "TS 5.6")):
        assert table.refused(fact) == rule
    assert won().refused(CardsChosen(1, (cards("Ah Ac"),))) == "TS 5.2"


def test_the_bets_stand_in_the_order_of_the_layout() -> None:
    assert [(bet.name, bet.before_deal, bet.required) for bet in TEXAS_SHOOTOUT.bets[:5]] == [
        ("ante", True, True),
        ("bonus", True, False),
        ("toke", True, False),
        ("bonus_toke", True, False),
        ("split_ante", False, False),
    ]
