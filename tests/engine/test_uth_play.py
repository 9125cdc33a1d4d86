"""Ultimate Texas Hold'em from the first card to the last seat settled."""

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
    Decided,
    HandTurned,
    MisdealDeclared,
    Place,
    PlayerSeated,
    RoundVoided,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.games.uth import UTH
from tablectl.engine.games.uth.house import DOCUMENT, DealRules, TripleRules
from tablectl.engine.settlement import Result
from tablectl.engine.steps import Deal, Decide, Ending, Key, Option, Reveal, RoundOver, SettleSeat, Step, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]


def test_cards_go_round_clockwise_with_the_dealer_last(telling: Make) -> None:
    """UTH 3.1"""
    table = telling().wager(6).wager(2).wager(3).close()
    assert table.places(8) == [seat(2), seat(3), seat(6), DEALER] * 2
    assert isinstance(table.step(), Decide)


def test_cards_go_in_packets_where_the_house_deals_so(telling: Make) -> None:
    """UTH 3.1"""
    table = telling(rules=replace(DOCUMENT, deal=DealRules(order="packets"))).wager(2).wager(3).close()
    assert table.places(6) == [seat(2), seat(2), seat(3), seat(3), DEALER, DEALER]
    assert isinstance(table.step(), Decide)


def test_seats_are_asked_one_after_the_other_with_their_buttons(telling: Make) -> None:
    """UTH 1.5, UTH 3.2, UTH 3.4, UTH 3.6: a player with two seats decides on the first before the second is asked."""
    table = telling().tell(PlayerSeated(2, "ada"), PlayerSeated(5, "ada")).wager(2).wager(5, 20, 20).close().deal()
    check = Option("check", "Check", key=Key.NEXT)
    assert table.step() == Decide(2, (Option("play_4x", "Play 4x", spot="play", bet="play", amount=40), check), "UTH 3.2")
    assert table.refused(Decided(5, "check")) == "UTH 3.7"
    assert table.refused(Decided(2, "play_3x")) == "UTH 3.2"
    assert table.refused(Decided(2, "fold")) == "UTH 3.2"
    table.tell(Decided(2, "check"))
    assert table.step() == Decide(5, (Option("play_4x", "Play 4x", spot="play", bet="play", amount=80), check), "UTH 3.2")
    table.say(5, "check").deal()
    assert table.step() == Decide(2, (Option("play_2x", "Play 2x", spot="play", bet="play", amount=20), check), "UTH 3.4")
    table.say(2, "check").say(5, "play_2x").deal()
    fold = Option("fold", "Fold", key=Key.FOLD)
    assert table.step() == Decide(2, (Option("play_2x", "Play 2x", spot="play", bet="play", amount=20), fold), "UTH 3.6")
    assert table.refused(Decided(2, "check")) == "UTH 3.6"
    assert table.refused(Decided(5, "play_2x")) == "UTH 3.7"
    assert table.say(2, "fold").step() == Reveal(DEALER, "UTH 4.1")


def test_the_largest_multiple_is_on_the_button_and_the_others_on_the_display(telling: Make) -> None:
    """UTH 3.2"""
    table = telling(rules=replace(DOCUMENT, preflop_multiples=(3, 4))).wager(1).close().deal()
    four, three = Option("play_4x", "Play 4x", "play", None, "play", 40), Option("play_3x", "Play 3x", None, None, "play", 30)
    assert table.step() == Decide(1, (four, three, Option("check", "Check", key=Key.NEXT)), "UTH 3.2")
    table.say(1, "play_3x").deal()
    assert {line.bet: line.stake for line in table.tell(RoundVoided("test")).settlement().lines} == {"ante": 10, "blind": 10, "play": 30}


def test_flop_turn_and_river_lie_open_also_when_nobody_is_asked_any_more(telling: Make) -> None:
    """UTH 3.3, UTH 3.5, UTH 3.7"""
    table = telling().wager(1).close().say(1, "play_4x")
    steps = []
    while isinstance(table.step(), Deal):
        steps.append(table.step())
        table.deal(1)
    assert steps == [Deal(BOARD, face_up=True, rule="UTH 3.3")] * 3 + [Deal(BOARD, face_up=True, rule="UTH 3.5")] * 2
    assert table.step() == Reveal(DEALER, "UTH 4.1")


def test_a_card_is_burned_before_flop_and_turn_where_the_house_burns(telling: Make) -> None:
    """UTH 3.8"""
    rules = replace(DOCUMENT, burn="before_each_street")
    table = telling(rules=rules).wager(1).close().say(1, "play_4x")
    assert table.step() == Deal(BURN, face_up=False, rule="UTH 3.8")
    assert table.refused(CardDealt(BOARD, None)) == "UTH 9.1"
    assert table.places(7) == [BURN, BOARD, BOARD, BOARD, BURN, BOARD, BOARD]
    assert table.step() == Reveal(DEALER, "UTH 4.1")
    assert BURN not in {place for place, _ in table.exposed}
    assert telling().wager(1).close().say(1, "play_4x").refused(CardDealt(BURN, None)) == "UTH 9.1"


def test_the_showdown_turns_and_settles_seat_by_seat(telling: Make) -> None:
    """UTH 4.1, UTH 4.2, UTH 9.9"""
    table = telling().wager(1).wager(2).wager(4)
    table.put(seat(1), "Ah Kh").put(seat(2), "2c 7d").put(seat(4), "9h 9d").put(DEALER, "Qs Qd").put(BOARD, "3c 4d 8s Jh Tc").close()
    table.say(1, "check").say(2, "check").say(4, "play_4x").say(1, "play_2x").say(2, "check").say(2, "fold")
    steps: list[Step] = []
    while isinstance(step := table.step(), Reveal | SettleSeat):
        steps.append(step)
        table.tell(HandTurned(step.place) if isinstance(step, Reveal) else SeatSettled(step.seat))
    assert steps == [
        Reveal(DEALER, "UTH 4.1"),
        Reveal(seat(1), "UTH 4.2"),
        SettleSeat(1, "UTH 4.2"),
        SettleSeat(2, "UTH 4.2"),
        Reveal(seat(4), "UTH 4.2"),
        SettleSeat(4, "UTH 4.2"),
    ]
    assert table.step() == RoundOver(Ending.SETTLED, "UTH 9.9")
    for fact in (WagerPlaced(1, "ante", 10), CardDealt(BOARD, None), RoundVoided("late"), CardIdentified(BOARD, 0, Card.parse("As"))):
        assert table.refused(fact) == "UTH 9.9"
    settlement = table.settlement()
    assert [(line.seat, line.bet) for line in settlement.lines] == [
        (1, "ante"), (1, "blind"), (1, "play"), (2, "ante"), (2, "blind"), (4, "ante"), (4, "blind"), (4, "play"),
    ]  # fmt: skip
    assert [(hand.seat, hand.ranks) for hand in settlement.hands] == [(0, "QQJT8"), (1, "AKJT8"), (4, "99JT8")]
    assert settlement.house == 10 + 10 + 20 + 10 + 10 + 10 + 10 + 40


def test_facts_out_of_turn_are_refused(telling: Make) -> None:
    table = telling().wager(1).close().deal()
    assert table.refused(HandTurned(DEALER)) == "UTH 4.2"
    assert table.refused(SeatSettled(1)) == "UTH 4.2"
    assert table.refused(CardDealt(BOARD, None)) == "UTH 9.1"
    assert table.refused(CardDealt(seat(1), None)) == "UTH 9.1"
    assert table.refused(CardsChosen(1, ())) == "UTH 4.4"
    assert telling().refused(HandTurned(DEALER)) == "UTH 4.2"


def test_a_folded_hand_is_shown_only_for_a_triple_bonus_in_action(telling: Make) -> None:
    """UTH 4.2, UTH 4.3, UTH 8.3, UTH 8.4"""
    forfeit, must_win = TripleRules(after_fold="forfeit", must_win=False), TripleRules(after_fold="in_action", must_win=True)
    for triple, rules, shown in (
        (10, DOCUMENT, True),
        (0, DOCUMENT, False),
        (10, replace(DOCUMENT, triple=forfeit), False),
        (10, replace(DOCUMENT, triple=must_win), False),
    ):
        table = telling(rules=rules).wager(1, triple=triple).put(seat(1), "4d 3s").put(DEALER, "Kh Qs").put(BOARD, "7c 7d 7h 2s 9d")
        table.close().everybody(-1).tell(HandTurned(DEALER))
        assert table.step() == (Reveal(seat(1), "UTH 4.3") if shown else SettleSeat(1, "UTH 4.2"))
        assert [hand.seat for hand in table.settlement().hands] == ([0, 1] if shown else [0])


def test_the_dealer_is_turned_over_also_when_everybody_folded(telling: Make) -> None:
    """UTH 4.1, UTH 4.7: nobody depends on the dealer's cards then, so they need not be read."""
    table = telling().wager(1).wager(2).close().everybody(-1)
    assert table.step() == Reveal(DEALER, "UTH 4.1")
    assert table.finish().step() == RoundOver(Ending.SETTLED, "UTH 9.9")
    settlement = table.settlement()
    assert settlement.qualifies is None
    assert settlement.hands == ()
    assert [line.net for line in settlement.lines] == [-10] * 4


@pytest.mark.parametrize("place", [BOARD, DEALER, seat(2)])
def test_an_unread_card_stops_the_settlement_and_not_the_deal(telling: Make, place: Place) -> None:
    """UTH 4.7, UTH 4.8"""
    table = telling().wager(1).wager(2).put(seat(1), "Ah Kh").put(seat(2), "9h 9d").put(DEALER, "Qs Qd").put(BOARD, "3c 4d 8s Jh Tc")
    known = table.hands[place][0]
    assert known is not None
    table.hands[place][0] = None
    table.close().everybody(0)
    assert table.unsettled().rule == "UTH 4.7"
    assert str(place) in table.unsettled().text
    table.finish()
    assert table.step() == Unsettled(table.unsettled().text, "UTH 4.7")
    assert [fact.seat for fact in table.round.facts if isinstance(fact, SeatSettled)] == ([1] if place == seat(2) else [])
    assert table.refused(CardIdentified(place, 5, known)) == "UTH 4.8"
    assert table.refused(CardIdentified(place, -1, known)) == "UTH 4.8"
    table.tell(CardIdentified(place, 0, known)).finish()
    assert table.step() == RoundOver(Ending.SETTLED, "UTH 9.9")
    assert table.settlement().seat(2)[0].net == -10


def test_a_seat_is_settled_while_a_later_one_is_in_doubt(telling: Make) -> None:
    """UTH 4.7"""
    table = telling().wager(1).wager(2).put(seat(1), "Ah Kh").put(seat(2), "9h ?").put(DEALER, "Qs Qd").put(BOARD, "3c 4d 8s Jh Tc")
    table.close().everybody(0).tell(HandTurned(DEALER), HandTurned(seat(1)))
    assert table.step() == SettleSeat(1, "UTH 4.2")
    assert {line.seat for line in table.settlement().lines} == {1}
    table.tell(SeatSettled(1), HandTurned(seat(2)))
    assert table.unsettled().rule == "UTH 4.7"
    table.tell(CardIdentified(seat(2), 1, Card.parse("9d")))
    assert {line.seat for line in table.settlement().lines} == {1, 2}


def test_an_unread_card_of_a_seat_that_folded_matters_to_nobody_else(telling: Make) -> None:
    """UTH 4.7"""
    table = telling().wager(1).wager(2).put(seat(1), "Ah Kh").put(seat(2), "? ?").put(DEALER, "Qs Qd").put(BOARD, "3c 4d 8s Jh Tc").close()
    table.say(1, "play_4x").say(2, "check", "check", "fold").finish()
    assert table.step() == RoundOver(Ending.SETTLED, "UTH 9.9")
    assert sum(line.net for line in table.settlement().lines) == -10 - 10 - 40 - 20


def test_an_unread_card_of_a_folded_seat_matters_to_its_triple_bonus(telling: Make) -> None:
    """UTH 4.7, UTH 4.3"""
    table = telling().wager(1, triple=10).put(seat(1), "Ah ?").put(DEALER, "? ?").put(BOARD, "3c 4d 8s Jh Tc").close().everybody(-1).finish()
    assert isinstance(table.step(), Unsettled)
    assert table.step().rule == "UTH 4.7"
    assert table.tell(CardIdentified(seat(1), 1, Card.parse("As"))).finish().step() == RoundOver(Ending.SETTLED, "UTH 9.9")


def test_a_card_named_again_changes_what_is_due(telling: Make) -> None:
    """UTH 4.8"""
    table = telling().wager(1).put(seat(1), "Ah Kh").put(DEALER, "Qs Qd").put(BOARD, "3c 4d 8s Jh Tc").close().everybody(0)
    assert table.settlement().seat(1)[0].result is Result.LOSE
    table.tell(CardIdentified(seat(1), 1, Card.parse("Ad")))
    assert table.settlement().seat(1)[0].result is Result.WIN


def test_two_equal_cards_stop_the_settlement_without_naming_the_face(telling: Make) -> None:
    """UTH 1.1"""
    table = telling().wager(1).put(seat(1), "Ah Kh").put(DEALER, "Qs Qd").put(BOARD, "3c 4d Qs Jh Tc").close().everybody(0)
    refusal = table.unsettled()
    assert refusal.rule == "UTH 1.1"
    assert "the dealer and the board" in refusal.text
    assert "Qs" not in refusal.text
    assert table.finish().step() == Unsettled(refusal.text, "UTH 1.1")
    table.tell(CardIdentified(BOARD, 2, Card.parse("Qc"))).finish()
    assert table.step() == RoundOver(Ending.SETTLED, "UTH 9.9")


def test_nothing_is_settled_while_something_is_open(telling: Make) -> None:
    table = telling().wager(1)
    assert table.unsettled().rule == "UTH 2.7"
    assert table.close().unsettled().rule == "UTH 3.1"
    assert table.deal().unsettled().rule == "UTH 3.2"


def test_one_exposed_card_of_a_player_is_no_misdeal_and_two_are(telling: Make) -> None:
    """UTH 9.2, UTH 9.3, UTH 9.8"""
    for second in (seat(1), seat(2)):
        table = telling().wager(1, triple=5).wager(2).close().deal(3).tell(CardExposed(seat(1)))
        assert isinstance(table.step(), Deal)
        table.deal(2).tell(CardExposed(second))
        assert table.step() == RoundOver(Ending.MISDEAL, "UTH 9.3")
        assert [(line.seat, line.bet, line.result, line.net, line.rule) for line in table.settlement().lines] == [
            (number, bet, Result.RETURNED, 0, "UTH 9.8")
            for number, bet in ((1, "ante"), (1, "blind"), (1, "triple_bonus"), (2, "ante"), (2, "blind"))
        ]
        assert table.refused(CardDealt(DEALER, None)) == "UTH 9.3"


def test_an_exposed_card_of_the_dealer_is_a_misdeal(telling: Make) -> None:
    """UTH 9.4"""
    table = telling().wager(1).close().deal().tell(CardExposed(DEALER))
    assert table.step() == RoundOver(Ending.MISDEAL, "UTH 9.4")


def test_after_the_first_decision_an_exposed_card_is_only_recorded(telling: Make) -> None:
    """UTH 9.5"""
    table = telling().wager(1).close().say(1, "check").tell(CardExposed(DEALER), CardExposed(seat(1)), CardExposed(seat(1)))
    assert isinstance(table.step(), Deal)
    assert table.exposed == frozenset(), "nobody said which one it was"
    assert table.refused(CardExposed(seat(1))) == "UTH 9.5"
    assert table.deal().refused(CardExposed(BOARD)) == "UTH 9.5"
    assert table.refused(CardExposed(seat(2))) == "UTH 9.5"


def test_a_misdeal_can_be_declared_until_the_first_seat_is_settled(telling: Make) -> None:
    """UTH 9.6"""

    def table() -> Telling:
        return telling().wager(1).wager(2).put(BOARD, "3c 4d 8s Jh Tc").put(DEALER, "Qs Qd").close().everybody(-1)

    early = telling().wager(1).close().deal(1).tell(MisdealDeclared("two cards at once"))
    assert early.step() == RoundOver(Ending.MISDEAL, "UTH 9.6")
    assert table().tell(HandTurned(DEALER), MisdealDeclared("three cards at seat 2")).settlement().house == 0
    late = table().tell(HandTurned(DEALER), SeatSettled(1))
    assert late.refused(MisdealDeclared("too late")) == "UTH 9.6"
    assert late.tell(RoundVoided("three cards at seat 2")).step() == RoundOver(Ending.VOID, "UTH 9.7")
    assert late.settlement().house == 0


def test_a_void_gives_every_wager_back_the_play_wager_too(telling: Make) -> None:
    """UTH 9.7, UTH 9.8"""
    table = telling().wager(1, triple=5).close().say(1, "play_4x").tell(RoundVoided("power cut"))
    lines = table.settlement().lines
    assert [(line.bet, line.stake, line.net, line.rule) for line in lines] == [
        ("ante", 10, 0, "UTH 9.8"), ("blind", 10, 0, "UTH 9.8"), ("play", 40, 0, "UTH 9.8"), ("triple_bonus", 5, 0, "UTH 9.8"),
    ]  # fmt: skip
    assert table.refused(RoundVoided("again")) == "UTH 9.7"
    assert telling().tell(RoundVoided("nothing yet")).settlement().lines == ()


def test_cards_lie_face_up_only_when_the_facts_say_so(telling: Make) -> None:
    table = telling().wager(1).wager(2).put(seat(1), "Ah Kh").put(seat(2), "2c 7d").put(DEALER, "Qs Qd").put(BOARD, "3c 4d 8s Jh Tc")
    table.tell(CardDealt(seat(1), table.hands[seat(1)].pop(0)))
    assert table.exposed == frozenset()
    table.say(1, "check").say(2, "check")
    assert table.exposed == frozenset()
    table.deal(2)
    assert table.exposed == {(BOARD, 0), (BOARD, 1)}
    table.say(1, "play_2x").say(2, "check").say(2, "fold").finish()
    assert table.exposed == {(BOARD, index) for index in range(5)} | {(place, index) for place in (DEALER, seat(1)) for index in range(2)}


def test_the_bets_stand_in_the_order_of_the_layout() -> None:
    assert [(bet.name, bet.before_deal, bet.required) for bet in UTH.bets] == [
        ("ante", True, True),
        ("blind", True, True),
        ("triple_bonus", True, False),
        ("play", False, False),
    ]
