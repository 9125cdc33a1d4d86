"""A supervisor puts a round right afterwards: what counted and what counts now both stand on record."""

from __future__ import annotations

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import CardDealt, Decided, PlainFact, WagerPlaced, seat
from tablectl.table.events import CorrectRound
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import FactTaken, RoundEnded, SeatRated
from tablectl.table.state import Cause, CommandAnswer

from .dealing import Dealing, only, over, settling


def correct(dealing: Dealing, kind: str, which: int, *facts: PlainFact) -> CommandAnswer:
    """Put facts in the place of one of a kind."""
    index = [index for index, fact in enumerate(dealing.state.live.round.facts) if fact.kind == kind][which]
    return dealing.command(CorrectRound(index, facts, "it was otherwise"))


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
    assert [outcome.kind for outcome in told] == ["fact_taken", "seat_rated", "answered"]
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
    assert isinstance(dealing.told[-2], SeatRated)


def test_two_cards_that_were_taken_for_one_another_are_put_right_one_after_the_other() -> None:
    dealing = settling()
    cards = set(dealing.state.shoe.seen)
    assert correct(dealing, "card_dealt", 0, dealt(1, "Kd")).done
    assert (dealing.step.kind, dealing.causes) == ("unsettled", [Cause.ROUND_UNSETTLED])
    assert correct(dealing, "card_dealt", 1, dealt(2, "Ah")).done
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
