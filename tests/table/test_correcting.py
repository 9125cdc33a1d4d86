"""What a supervisor reads before putting a round right: its facts in words, and what would change, with no face that lies face down."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, CardDealt, Decided, HandTurned, Place, PlainFact, SeatSettled, WagerPlaced, seat
from tablectl.table.actions import CorrectRound, IdentifyCard, Recorded
from tablectl.table.shown.comparing import NOT_BEFORE, what_if
from tablectl.table.shown.correcting import round_view
from tablectl.table.shown.screens import Showing
from tablectl.table.views import FactView, WhatIfView

from .chance import PLACES, plain_facts, tales
from .dealing import FLOP, HOLES, LAST_TWO, Dealing, dealt, over, river, settling, wagered
from .test_secrets import FACE, exposed

SHOWING = Showing("EUR", 2, {1: "red"})


def told(dealing: Dealing) -> tuple[FactView, ...]:
    return round_view(dealing.state, SHOWING).facts


def index_of(dealing: Dealing, kind: str, which: int = 0) -> int:
    return [fact.index for fact in told(dealing) if fact.kind == kind][which]


def ask(dealing: Dealing, index: int, *facts: PlainFact | Recorded, corrections: int = 0) -> WhatIfView:
    return what_if(dealing.state, CorrectRound(index, facts, "", corrections), dealing.state.live.number, SHOWING)


def test_a_round_in_plain_words() -> None:
    assert [fact.text for fact in told(settling())] == [
        "Seat 1: Ante 5.00 EUR", "Seat 1: Blind 5.00 EUR", "Seat 2: Ante 5.00 EUR", "Seat 2: Blind 5.00 EUR", "No more bets",
        "A card went to seat 1: Ah", "A card went to seat 2: face down", "A card went to the dealer: 7c",
        "A card went to seat 1: 7d", "A card went to seat 2: face down", "A card went to the dealer: 9h",
        "Seat 1: Play 4x", "Seat 2: Check",
        "A card went to the board: As", "A card went to the board: 4d", "A card went to the board: 5c", "Seat 2: Check",
        "A card went to the board: Js", "A card went to the board: Qd", "Seat 2: Fold",
        "The cards of the dealer were turned over", "The cards of seat 1 were turned over",
    ]  # fmt: skip


def test_a_decision_comes_with_the_answers_that_could_be_given() -> None:
    dealing = dealt()
    dealing.press("key.next")
    fact = told(dealing)[-1]
    assert (fact.seat, fact.option) == (1, "check")
    assert [(choice.name, choice.label) for choice in fact.choices] == [("play_4x", "Play 4x"), ("check", "Check")]


def test_a_card_that_was_named_is_told_by_its_last_name_and_only_when_it_lies_open() -> None:
    dealing = wagered()
    dealing.cards(HOLES.replace("Ah", "??"))
    dealing.command(IdentifyCard(seat(1), 0, Card.parse("2h"), "seen"))
    dealing.command(IdentifyCard(seat(1), 0, Card.parse("Ah"), "seen better"))
    assert not FACE.findall(json.dumps([dataclasses.asdict(fact) for fact in told(dealing)]))
    for hold in dealing.state.holds:
        dealing.release(hold.cause)
    dealing.press("seat1.play", "key.next")
    dealing.cards(FLOP)
    dealing.press("key.next")
    dealing.cards(LAST_TWO)
    dealing.press("key.fold", "key.next", "key.next")
    assert [fact.text for fact in told(dealing) if fact.kind == "card_identified"] == [
        "Card 1 of seat 1 was named: face down", "Card 1 of seat 1 was named: Ah",
    ]  # fmt: skip


def test_what_a_correction_would_change_is_told_before_and_after_and_nothing_happens() -> None:
    dealing = over()
    before = dealing.state
    answer = ask(dealing, index_of(dealing, "card_dealt"), CardDealt(seat(1), Card.parse("3c")))
    assert dealing.state is before
    assert answer.after is not None
    assert [(line.seat, line.bet, line.net) for line in answer.before.lines] == [
        (1, "ante", 0), (1, "blind", 0), (1, "play", 2000), (2, "ante", -500), (2, "blind", -500),
    ]  # fmt: skip
    assert [line.net for line in answer.after.lines] == [0, -500, -2000, -500, -500]
    assert len(answer.alerts) == 1
    assert answer.alerts[0].endswith("Difference: collect 45.00 EUR from it")
    dealing.command(CorrectRound(index_of(dealing, "card_dealt"), (CardDealt(seat(1), Card.parse("3c")),), "read wrong"))
    now = ask(dealing, index_of(dealing, "betting_closed"), corrections=1).before
    assert now == answer.after, "what was told came about"


def test_the_step_that_would_be_due_is_told() -> None:
    dealing = dealt()
    dealing.press("key.next")
    answer = ask(dealing, len(told(dealing)) - 1)
    assert answer.before.step == "Seat 2: Play 4x or Check"
    assert answer.after is not None
    assert (answer.after.step, answer.after.rule) == ("Seat 1: Play 4x or Check", "UTH 3.2")


@pytest.mark.parametrize(
    ("kind", "facts", "text"),
    [
        ("card_dealt", (CardDealt(seat(3), Card.parse("3c")),), "the round cannot have been so: no card is due at seat 3"),
        ("wager_placed", (WagerPlaced(1, "ante", 555),), "the round cannot have been so: "),
        ("card_dealt", (CardDealt(seat(1), Card.parse("7r")),), "It cannot have been so: no such card is in this pack"),
    ],
)
def test_what_cannot_have_been_is_refused_in_words(kind: str, facts: tuple[PlainFact, ...], text: str) -> None:
    dealing = over()
    answer = ask(dealing, index_of(dealing, kind), *facts)
    assert answer.after is None
    assert answer.text.startswith(text)
    refused = dealing.command(CorrectRound(index_of(dealing, kind), facts, "why"))
    assert (refused.done, refused.text, refused.rule) == (False, answer.text, answer.rule)


def test_there_is_no_fact_beyond_the_last() -> None:
    dealing = over()
    assert ask(dealing, 99).text == "The round has no fact 100"
    assert ask(dealing, 99).after is None


def test_what_was_asked_of_a_round_is_not_answered_of_the_next() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.wager(1)
    answer = what_if(dealing.state, CorrectRound(0, (WagerPlaced(1, "ante", 1000),), ""), 1, SHOWING)
    assert (answer.text, answer.after) == ("This was meant for round 1, but round 2 is open: look at the table again", None)


def test_a_correction_that_was_read_before_another_is_refused() -> None:
    dealing = over()
    first = index_of(dealing, "card_dealt")
    assert dealing.command(CorrectRound(first, (CardDealt(seat(1), Card.parse("Ac")),), "read wrong")).done
    late = CorrectRound(first, (CardDealt(seat(1), Card.parse("3c")),), "read wrong")
    words = "The round was put right meanwhile: look at its facts again"
    assert (ask(dealing, first, *late.facts).text, dealing.command(late).text) == (words, words)
    assert ask(dealing, first, *late.facts, corrections=1).after is not None


PROBE = (
    CardDealt(BOARD, Card.parse("Qd")), Decided(2, "play_2x"),
    HandTurned(DEALER), HandTurned(seat(1)), SeatSettled(1), HandTurned(seat(2)), SeatSettled(2),
)  # fmt: skip


def with_holes(holes: str) -> Dealing:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(holes)
    dealing.press("seat1.play", "key.next")
    dealing.cards(FLOP)
    dealing.press("key.next")
    dealing.cards(LAST_TWO)
    return dealing


def test_asking_what_would_be_tells_nothing_of_cards_that_lie_face_down() -> None:
    """The correction itself, which is on record, would turn every hand; the question gets one answer whatever the hands are."""
    probed = [ask(with_holes(holes), index_of(river(), "card_dealt", -1), *PROBE) for holes in (HOLES, "2c Qc Ac 3d Qs Ad")]
    assert probed[0] == probed[1]
    assert not probed[0].after or not probed[0].after.lines
    real = with_holes(HOLES)
    assert real.command(CorrectRound(index_of(real, "card_dealt", -1), PROBE, "why")).done, "so the probe is one that could tell"


def test_a_card_named_face_down_cannot_be_asked_about() -> None:
    dealing = wagered()
    dealing.cards(HOLES.replace("Ah", "??"))
    dealing.command(IdentifyCard(seat(1), 0, Card.parse("Ah"), "seen"))
    assert ask(dealing, index_of(dealing, "card_identified")).text == NOT_BEFORE


@settings(max_examples=60)
@given(
    tales(), st.integers(0, 30), st.lists(plain_facts | st.tuples(st.integers(0, 3), st.sampled_from([None, *PLACES])), max_size=3), st.integers(0, 4)
)
def test_no_answer_holds_a_face_that_does_not_lie_open(
    dealing: Dealing, number: int, drawn: list[PlainFact | tuple[int, Place | None]], count: int
) -> None:
    index = number % max(len(dealing.state.live.round.facts), 1)
    facts = tuple(Recorded(index + fact[0], fact[1]) if isinstance(fact, tuple) else fact for fact in drawn)
    action = CorrectRound(index, facts, "", len(dealing.state.live.round.corrections), count)
    answer = what_if(dealing.state, action, dealing.state.live.number, SHOWING)
    asked = {str(fact.card) for fact in facts if isinstance(fact, CardDealt)}
    for text in (json.dumps(dataclasses.asdict(answer)), json.dumps(dataclasses.asdict(round_view(dealing.state, SHOWING)))):
        assert set(FACE.findall(text)) <= exposed(dealing) | asked
