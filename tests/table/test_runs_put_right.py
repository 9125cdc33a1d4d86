"""Several facts of a round put right at once, with cards that nobody has to know: they go elsewhere as they are on record."""

from __future__ import annotations

import dataclasses
import json
from typing import Final

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, BURN, DEALER, DISCARD, CardDealt, CardIdentified, CardsChosen, Place, seat
from tablectl.engine.games import GAMES
from tablectl.table.actions import CorrectRound, IdentifyCard, PlaceCard, Recorded, SecondAction, WithdrawAction
from tablectl.table.outcomes import RoundPutRight
from tablectl.table.record.replay import replay
from tablectl.table.shown.comparing import what_if, what_if_confirmed
from tablectl.table.shown.screens import Showing
from tablectl.table.state import TableState

from . import dealing as uth
from . import test_texas_shootout as shootout
from .dealing import Dealing, only, over
from .recording import SEALER, journal_of
from .test_seconding import by
from .test_secrets import FACE, exposed

SHOWING: Final = Showing("EUR", 2, {})
WHY: Final = "it lay face up in the shoe"


def five() -> Dealing:
    """Five cards of Texas Shootout lie face down; the burned one before them too."""
    dealing = shootout.shuffled()
    dealing.press("seat1.ante", "seat2.ante", "key.next")
    dealing.cards("Ah Qc Kh Ac Qd")
    return dealing


def nth_card(dealing: Dealing, which: int) -> int:
    return [index for index, fact in enumerate(dealing.state.live.round.facts) if fact.kind == "card_dealt"][which]


def boxed(dealing: Dealing, aside: Place = DISCARD) -> CorrectRound:
    """The card of seat 2 was put aside, and each one after it lies where the one before it is recorded."""
    begin, facts = nth_card(dealing, 2), dealing.state.live.round.facts
    places = [aside, *(fact.place for fact in facts[begin:-1] if isinstance(fact, CardDealt))]
    return CorrectRound(begin, tuple(Recorded(index, place) for index, place in enumerate(places, begin)), WHY, 0, len(places))


def lying(state: TableState) -> dict[str, str]:
    return {str(place): " ".join(map(str, there)) for place, there in state.live.round.layout.cards.items()}


def put_right(dealing: Dealing, action: CorrectRound) -> None:
    """By two persons: no reader saw these cards go there, and they lie face down."""
    assert dealing.command(action).text == "waits for a second person"
    assert dealing.confirm().done


def named(dealing: Dealing, place: Place) -> None:
    """The first card there is the king of spades."""
    dealing.command(IdentifyCard(place, 0, Card.parse("Ks"), "looked at it"))
    assert dealing.confirm().done


def refused(dealing: Dealing, action: CorrectRound) -> tuple[str, str, int | None]:
    """How it is refused, which is said before it is done too."""
    live = dealing.state.live
    told, answer = what_if(dealing.state, action, live.number, SHOWING), dealing.command(action)
    if answer.done:  # asked for, and refused to the second person
        answer = dealing.confirm()
        assert dealing.command(WithdrawAction(only(dealing.state.pending).id, "refused")).done
    assert not answer.done
    assert dealing.state.live is live
    assert (told.text, told.rule, told.at) == (answer.text, answer.rule, answer.at)
    return answer.text, answer.rule, answer.at


def test_a_boxed_card_moves_those_after_it_and_the_ledger_of_the_shoe_stays() -> None:
    dealing = five()
    shoe = dealing.state.shoe
    told = what_if(dealing.state, boxed(dealing), 1, SHOWING)
    assert told.was[0] == "A card went to seat 2: face down"
    assert told.instead[:2] == ("A card went to the discard: face down", "A card went to seat 2: face down")
    put_right(dealing, boxed(dealing))
    assert lying(dealing.state) == {"the burn": "2c", "seat 1": "Ah Qd", "the discard": "Qc", "seat 2": "Kh", "the dealer": "Ac"}
    assert dealing.state.shoe == shoe
    right = next(outcome for outcome in dealing.told if isinstance(outcome, RoundPutRight))
    assert (told.before, told.after) == (right.before, right.after)
    assert replay(GAMES, journal_of(dealing), SEALER).first is None


def test_no_face_of_it_is_told_or_on_open_record() -> None:
    dealing = five()
    told = what_if(dealing.state, boxed(dealing), 1, SHOWING)
    put_right(dealing, boxed(dealing))
    assert not exposed(dealing)
    assert not FACE.findall(json.dumps(dataclasses.asdict(told)))
    assert not FACE.findall(json.dumps([record.body for record in journal_of(dealing)[-4:]]))


def test_the_second_person_sees_the_same() -> None:
    dealing = five()
    action = boxed(dealing)
    told = what_if(dealing.state, action, 1, SHOWING)
    assert by(dealing, "Kim", action).text == "waits for a second person"
    assert what_if_confirmed(dealing.state, 1, SHOWING) == told
    assert by(dealing, "Lee", SecondAction(1, told.facts)).done
    assert lying(dealing.state)["the discard"] == "Qc"


def test_an_extra_burn_is_said_like_it() -> None:
    dealing = five()
    first = nth_card(dealing, 1)
    burned = CorrectRound(first, (Recorded(first, BURN), Recorded(first + 1, seat(1)), Recorded(first + 2, seat(2)), Recorded(first + 3, DEALER),
                                  Recorded(first + 4, seat(1))), WHY, 0, 5)  # fmt: skip
    put_right(dealing, burned)
    assert lying(dealing.state) == {"the burn": "2c Ah", "seat 1": "Qc Qd", "seat 2": "Kh", "the dealer": "Ac"}


def test_a_name_goes_with_its_card() -> None:
    dealing = five()
    named(dealing, DEALER)
    begin = nth_card(dealing, 2)
    places = (DISCARD, seat(2), DEALER, seat(1))
    facts = (*(Recorded(begin + nth, place) for nth, place in enumerate(places)), Recorded(begin + 4, seat(2), 0))
    put_right(dealing, CorrectRound(begin, facts, WHY, 0, 5))
    assert (lying(dealing.state)["seat 2"], lying(dealing.state)["the dealer"]) == ("Ks", "Ac")
    assert dealing.state.live.round.facts[-1] == CardIdentified(seat(2), 0, Card.parse("Ks"))


def test_facts_change_their_places_as_they_are_on_record() -> None:
    dealing = over()
    first = nth_card(dealing, 0)
    swapped = CorrectRound(first, (Recorded(first + 1, seat(1)), Recorded(first, seat(2))), WHY, 0, 2)
    before = lying(dealing.state)
    put_right(dealing, swapped)
    assert lying(dealing.state)["seat 1"].split()[0] == before["seat 2"].split()[0]
    assert lying(dealing.state)["seat 2"].split()[0] == before["seat 1"].split()[0]


@pytest.mark.parametrize("fact", [3, 99, -1])
def test_only_a_fact_that_is_replaced_can_stand_there(fact: int) -> None:
    text, rule, at = refused(over(), CorrectRound(5, (Recorded(5), Recorded(fact)), WHY, 0, 2))
    assert (text, rule, at) == (f"Fact {fact + 1} cannot stand here: each of the facts that are put right stands once at most", "", 6)


def test_a_card_is_one_card() -> None:
    assert refused(over(), CorrectRound(5, (Recorded(5), Recorded(5, BOARD)), WHY, 0, 2))[0].startswith("Fact 6 cannot stand here")


@pytest.mark.parametrize("moved", [Recorded(0, seat(2)), Recorded(5, None, 1)])
def test_what_is_no_card_or_has_no_name_goes_nowhere(moved: Recorded) -> None:
    text = f"Fact {moved.fact + 1} is no card that can have gone elsewhere"
    assert refused(over(), CorrectRound(moved.fact, (moved,), WHY)) == (text, "", moved.fact)


def test_a_refusal_names_the_fact_that_it_is_about_within_the_run_and_after_it() -> None:
    dealing = five()
    action = boxed(dealing, aside=BOARD)
    text = "the round cannot have been so: no card is due at the board: the next card goes to seat 2"
    assert refused(dealing, action) == (text, "TS 10.1", action.index)
    wager = dealing.state.live.round.facts.index(next(fact for fact in dealing.state.live.round.facts if fact.kind == "betting_closed"))
    dealer_first = CorrectRound(wager, (Recorded(wager), CardDealt(seat(1), None)), WHY)
    assert refused(dealing, dealer_first)[2] == wager + 2, "the card that was recorded first has no place any more"


def test_a_fact_that_rests_on_secrets_is_counted_where_it_is_refused() -> None:
    """Names of cards that lie face down are left out of the question, and the place of what comes after them stays the same."""
    dealing = five()
    named(dealing, seat(1))
    dealing.cards("9c")
    last = len(dealing.state.live.round.facts) - 1
    assert refused(dealing, CorrectRound(last, (Recorded(last, BOARD),), WHY))[2] == last
    first = nth_card(dealing, 1)
    assert refused(dealing, CorrectRound(first, (CardDealt(DISCARD, None), Recorded(first, DISCARD)), WHY))[2] == first + 2
    assert refused(dealing, CorrectRound(0, (), WHY, 0, 1))[2] is not None


def test_what_is_refused_of_a_hand_that_was_set_tells_where() -> None:
    dealing = shootout.dealt()
    shootout.keep(dealing, 1, "Ah Ac")
    chosen = len(dealing.state.live.round.facts) - 1
    assert isinstance(dealing.state.live.round.facts[chosen], CardsChosen)
    first = nth_card(dealing, 1)
    answer = dealing.command(CorrectRound(first, (CardDealt(seat(1), Card.parse("3c")),), WHY))
    assert (answer.done, answer.rule, answer.at) == (False, "TS 5.8", chosen)


def test_the_last_card_is_placed_as_before() -> None:
    dealing = five()
    assert dealing.command(PlaceCard(DISCARD, WHY)).done
    assert lying(dealing.state)["the discard"] == "Qd"
    assert uth.over().command(PlaceCard(DISCARD, WHY)).at is not None
