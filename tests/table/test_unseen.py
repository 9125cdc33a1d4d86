"""A card that was read and lies face down is named anew by two persons at every house: nobody alone has the last word on what nobody sees."""

from __future__ import annotations

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, CardDealt, CardIdentified, PlainFact, WagerPlaced, seat
from tablectl.table.actions import CorrectRound, Decide, IdentifyCard, PersonRole, Recorded, WithdrawAction
from tablectl.table.state import Cause

from .dealing import FLOP, HOLES, Dealing, dealt, settling, wagered
from .test_texas_blackjack import asked

WAITS = "waits for a second person"
HOLE = CardDealt(seat(1), Card.parse("3c"))
"""The first card of the round is the ace of hearts, and this would take its place."""


def first_card(dealing: Dealing) -> int:
    return next(at for at, fact in enumerate(dealing.state.live.round.facts) if isinstance(fact, CardDealt))


def test_one_person_asks_another_one_confirms_and_nothing_happens_before() -> None:
    dealing = dealt()
    live, shoe = dealing.state.live, dealing.state.shoe
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("3c"), "misread")).text == WAITS
    assert (dealing.state.live, dealing.state.shoe) == (live, shoe)
    assert dealing.confirm("Kim").text == "The second person has to be another one than the one who asked"
    assert dealing.confirm("Lee").done
    assert dealing.state.live.round.layout.at(seat(1))[0] == Card.parse("3c")


def test_once_it_lies_face_up_one_person_names_it() -> None:
    dealing = settling()
    assert dealing.command(IdentifyCard(seat(1), 0, Card.parse("3c"), "misread")).text == "done"
    assert dealing.command(CorrectRound(first_card(dealing), (HOLE,), "misread", 0)).text == "done"
    assert dealing.command(IdentifyCard(BOARD, 0, Card.parse("8c"), "misread")).text == "done"


def test_one_that_the_reader_could_not_read_is_named_by_one_person_and_named_again() -> None:
    dealing = wagered()
    dealing.cards(HOLES.replace("Ah", "??"))
    for face in ("2h", "Ah"):
        assert dealing.command(IdentifyCard(seat(1), 0, Card.parse(face), "looked at it")).text == "done"


@pytest.mark.parametrize(
    ("facts", "count"),
    [
        ((HOLE,), 1),
        ((CardDealt(seat(1), None),), 1),
        ((CardIdentified(seat(1), 0, Card.parse("3c")),), 0),
        ((CardIdentified(DEALER, 1, Card.parse("3c")),), 0),
    ],
    ids=["another card", "a card that was not read", "its name", "the name of another one"],
)
def test_no_correction_is_a_way_round_it(facts: tuple[PlainFact, ...], count: int) -> None:
    dealing = dealt()
    end = len(dealing.state.live.round.facts)
    at = first_card(dealing) if count else end
    assert dealing.command(CorrectRound(at, facts, "misread", 0, count)).text == WAITS
    assert dealing.confirm().done


def card(dealing: Dealing, which: int) -> int:
    """A card of the deal by its fact: seat 1, seat 2, the dealer, and again."""
    return first_card(dealing) + which


@pytest.mark.parametrize("ways", [(3, 1, 2, 0), (0, 4, 2, 3, 1)], ids=["its hands", "two hands"])
def test_cards_that_only_changed_their_order_there_need_one_person_and_those_of_two_hands_two(ways: tuple[int, ...]) -> None:
    dealing = dealt()
    places = [seat(1), seat(2), DEALER, seat(1), seat(2)]
    facts = tuple(Recorded(card(dealing, which), places[at]) for at, which in enumerate(ways))
    assert dealing.command(CorrectRound(card(dealing, 0), facts, "dealt so", 0, len(ways))).text == "done"
    crossed = tuple(Recorded(card(dealing, which), places[at]) for at, which in enumerate((1, 0)))
    assert dealing.command(CorrectRound(card(dealing, 0), crossed, "dealt so", 1, 2)).text == WAITS


def test_what_stays_as_it_is_on_record_needs_one_person_and_a_name_that_comes_to_another_card_two() -> None:
    dealing = dealt()
    begin, end = first_card(dealing), len(dealing.state.live.round.facts)
    kept = tuple(Recorded(at) for at in range(begin, end))
    two = WagerPlaced(1, "ante", 1000), WagerPlaced(1, "blind", 1000)
    assert dealing.command(CorrectRound(0, (*two, *map(Recorded, range(2, end))), "two chips", 0, end)).text == "done"
    dealing.command(IdentifyCard(seat(1), 0, Card.parse("3c"), "misread"))
    assert dealing.confirm().done
    swapped = (kept[3], *kept[1:3], kept[0], *kept[4:])
    assert dealing.command(CorrectRound(begin, swapped, "dealt so", 1, len(kept))).text == WAITS


@pytest.mark.parametrize("fact", [Recorded(99), Recorded(0, DEALER), Recorded(-1)])
def test_what_cannot_be_asked_is_refused_at_once(fact: Recorded) -> None:
    dealing = dealt()
    assert not dealing.command(CorrectRound(first_card(dealing), (fact,), "misread")).done


def test_a_card_that_was_named_by_two_is_not_named_back_by_one() -> None:
    dealing = dealt()
    dealing.command(IdentifyCard(seat(1), 0, Card.parse("3c"), "misread"))
    dealing.confirm()
    named = len(dealing.state.live.round.facts) - 1
    assert dealing.command(CorrectRound(named, (), "it was the ace")).text == WAITS


def test_cards_that_were_split_stay_those_that_they_were() -> None:
    dealing = asked("8r", "8b", "9w")
    assert dealing.command(Decide(1, "split_pair"), PersonRole.DEALER).done
    dealing.cards("2r")
    for place, index, face in ((seat(1, 0), 0, "8w"), (seat(1, 0), 1, "7b"), (seat(1, 1), 0, "8w")):
        assert dealing.command(IdentifyCard(place, index, Card.parse(face), "misread")).text == "done", "they lie open"


def test_whatever_it_is_named_the_answer_is_the_same() -> None:
    answers = set()
    for face in dealt().state.shoe.profile.composition:
        dealing = dealt()
        given = [dealing.command(IdentifyCard(seat(1), 0, face, "misread")).text]
        dealing.command(WithdrawAction(1, "no"))
        given.append(dealing.command(CorrectRound(first_card(dealing), (CardDealt(seat(1), face),), "misread")).text)
        answers.add((*given, tuple(dealing.causes)))
    assert answers == {(WAITS, WAITS, ())}


def test_what_is_no_name_of_it_needs_one_person() -> None:
    dealing = dealt()
    dealing.press("seat1.play", "seat2.play")
    dealing.cards(FLOP.replace("As", "??"))
    assert dealing.command(IdentifyCard(BOARD, 0, Card.parse("As"), "looked at it")).text == "done"
    assert dealing.release(Cause.CARD_UNREADABLE).done
