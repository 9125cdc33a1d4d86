"""A supervisor puts a round right afterwards: what counted and what counts now both stand on record."""

from __future__ import annotations

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import CardDealt, Decided, PlainFact, WagerPlaced, seat
from tablectl.table.actions import CorrectRound, IdentifyCard, PersonRole, VoidRound
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import FactTaken, RoundEnded, SeatRated
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause, CommandAnswer, Owed

from .dealing import Dealing, only, over, settling


def correct(dealing: Dealing, kind: str, which: int, *facts: PlainFact) -> CommandAnswer:
    """Put facts in the place of one of a kind."""
    index = [index for index, fact in enumerate(dealing.state.live.round.facts) if fact.kind == kind][which]
    return dealing.command(CorrectRound(index, facts, "it was otherwise", len(dealing.state.live.round.corrections)))


def dealt(place: int, face: str) -> CardDealt:
    return CardDealt(seat(place), Card.parse(face))


def rating(dealing: Dealing) -> list[int]:
    assert dealing.state.live.rated is not None
    return [line.net for line in dealing.state.live.rated.seat(1)]


def test_a_card_that_was_misread_is_put_right_and_its_seat_rated_anew() -> None:
    dealing = settling()
    before = rating(dealing)
    since = len(dealing.told)
    assert correct(dealing, "card_dealt", 0, dealt(1, "3c")).done
    told = dealing.told[since:]
    assert [outcome.kind for outcome in told] == ["fact_taken", "seat_rated", "round_put_right", "answered"]
    assert isinstance(told[0], FactTaken)
    assert told[0].fact.kind == "corrected"
    assert rating(dealing) != before
    assert {str(card) for card in dealing.state.shoe.seen} >= {"3c"}
    assert "Ah" not in {str(card) for card in dealing.state.shoe.seen}
    assert dealing.state.shoe.drawn == 11


def test_a_correction_that_changes_no_result_leaves_the_results_on_view() -> None:
    dealing = settling()
    before, lit = rating(dealing), lamps(dealing.state)
    assert correct(dealing, "wager_placed", 0, WagerPlaced(1, "ante", 500)).done
    assert (rating(dealing), lamps(dealing.state)) == (before, lit)
    assert isinstance(dealing.told[-3], SeatRated)


def test_two_cards_that_were_taken_for_one_another_are_put_right_one_after_the_other() -> None:
    dealing = settling()
    cards = set(dealing.state.shoe.seen)
    assert correct(dealing, "card_dealt", 0, dealt(1, "Kd")).done
    assert (dealing.step.kind, dealing.causes) == ("unsettled", [Cause.ROUND_UNSETTLED])
    assert correct(dealing, "card_dealt", 1, dealt(2, "Ah")).text == "waits for a second person", "the other one lies face down"
    assert dealing.confirm().done
    assert dealing.release(Cause.ROUND_UNSETTLED).done
    assert dealing.step.kind == "settle_seat"
    assert (set(dealing.state.shoe.seen), dealing.state.shoe.drawn) == (cards, 11)


@pytest.mark.parametrize(
    ("kind", "which", "fact", "text"),
    [
        ("card_dealt", 0, dealt(1, "7r"), "It cannot have been so: no such card is in this pack"),
        ("card_dealt", 0, dealt(3, "3c"), "the round cannot have been so: no card is due at seat 3: the next card goes to seat 1"),
        ("decided", -1, Decided(2, "play_2x"), "the round cannot have been so: seat 2 is not to be settled now: seat 2 is to be turned over"),
    ],
)
def test_a_round_that_cannot_have_been_so_is_refused_and_stays(kind: str, which: int, fact: PlainFact, text: str) -> None:
    dealing = over()
    live, shoe = dealing.state.live, dealing.state.shoe
    answer = correct(dealing, kind, which, fact)
    assert (answer.done, answer.text) == (False, text)
    assert (dealing.state.live, dealing.state.shoe) == (live, shoe)


def test_there_is_nothing_to_put_right_beyond_the_facts() -> None:
    dealing = over()
    count = len(dealing.state.live.round.facts)
    assert not dealing.command(CorrectRound(count, (), "why")).done
    assert not dealing.command(CorrectRound(-1, (), "why")).done


def test_a_round_that_is_over_ends_again_with_its_new_result_and_both_are_on_record() -> None:
    dealing = over()
    assert correct(dealing, "card_dealt", 0, dealt(1, "3c")).done
    ends = [outcome for outcome in dealing.told if isinstance(outcome, RoundEnded)]
    assert [end.round for end in ends] == [1, 1]
    assert ends[0].nets != ends[1].nets
    assert all(end.house + sum(net for _, net in end.nets) == 0 for end in ends)
    assert only(list(dealing.state.live.round.corrections)).reason == "it was otherwise"


def paid_otherwise(dealing: Dealing) -> list[Owed | None]:
    return [hold.owed for hold in dealing.state.holds if hold.cause is Cause.PAID_OTHERWISE]


def words(dealing: Dealing) -> list[str]:
    return [hold.text for hold in view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {})).holds]


def test_a_seat_that_was_paid_and_is_due_less_holds_play_with_the_amounts() -> None:
    dealing = over()
    assert correct(dealing, "card_dealt", 0, dealt(1, "3c")).done
    assert paid_otherwise(dealing) == [Owed(1, 2000, -2500)]
    assert words(dealing) == [
        "Seat 1 was settled, and its result has changed since: 20.00 EUR paid before, 25.00 EUR taken now. Difference: collect 45.00 EUR from it"
    ]
    assert view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {})).step.text == words(dealing)[0]
    dealing.press("key.next")
    assert dealing.state.live.number == 1, "the next round waits"
    assert dealing.release(Cause.PAID_OTHERWISE).done
    dealing.press("key.next")
    assert dealing.state.live.number == 2


def test_the_seat_that_was_paid_too_little_is_paid_the_rest() -> None:
    dealing = over()
    correct(dealing, "card_dealt", 0, dealt(1, "3c"))
    dealing.release(Cause.PAID_OTHERWISE)
    assert correct(dealing, "card_dealt", 0, dealt(1, "Ah")).done
    assert paid_otherwise(dealing) == [Owed(1, -2500, 2000)]
    assert words(dealing)[0].endswith("25.00 EUR taken before, 20.00 EUR paid now. Difference: pay it 45.00 EUR")


def test_a_seat_that_is_still_to_be_settled_is_not_asked_anything_back() -> None:
    dealing = settling()
    assert correct(dealing, "card_dealt", 0, dealt(1, "3c")).done
    assert dealing.causes == []


def test_a_paid_seat_whose_result_stays_is_left_alone() -> None:
    dealing = over()
    assert correct(dealing, "card_dealt", 1, dealt(2, "Kc")).done
    assert dealing.causes == []


def test_a_card_that_is_named_anew_after_its_seat_was_paid_is_told_like_a_correction() -> None:
    dealing = settling()
    dealing.press("key.next")
    assert dealing.step.kind == "settle_seat"
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("3c"), "looked again")).done
    assert paid_otherwise(dealing) == [Owed(1, 2000, -2500)]


def test_a_seat_that_was_not_settled_after_all_owes_nothing() -> None:
    dealing = over()
    assert correct(dealing, "seat_settled", -1).done
    assert dealing.step.kind == "settle_seat"
    assert dealing.command(VoidRound("the pack is spoilt")).done
    assert paid_otherwise(dealing) == [Owed(1, 2000, 0)]


def test_a_round_that_is_void_after_a_seat_was_paid_asks_for_it_back() -> None:
    dealing = settling()
    dealing.press("key.next")
    dealing.command(VoidRound("the pack is spoilt"))
    assert words(dealing)[0].endswith("20.00 EUR paid before, 0.00 EUR paid now. Difference: collect 20.00 EUR from it")
