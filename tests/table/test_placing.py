"""The last card went elsewhere than it was due: which one it is, and where the rules let it have gone."""

from __future__ import annotations

import pytest

from tablectl.engine.facts import BOARD, BURN, DEALER, DISCARD, CardDealt, seat
from tablectl.table.actions import PlaceCard
from tablectl.table.placing import last_card
from tablectl.table.state import TableState

from .dealing import HOLES, Dealing, wagered


def offered(state: TableState) -> list[str]:
    return [choice.name for choice in last_card(state).places]


@pytest.fixture
def dealing() -> Dealing:
    dealing = wagered()
    dealing.press("key.next")
    return dealing


def test_before_a_card_there_is_none(dealing: Dealing) -> None:
    view = last_card(dealing.state)
    assert (view.number, view.places) == (0, ())
    assert not dealing.command(PlaceCard(BURN, "why")).done


def test_the_last_card_is_told_by_number_and_place_and_never_by_a_face_that_lies_down(dealing: Dealing) -> None:
    dealing.cards("Ah Kd")
    view = last_card(dealing.state)
    assert (view.round, view.number) == (1, 2)
    assert view.text == "Card 2 of the round: it lies as card 1 of seat 2"
    assert "Kd" not in repr(view)


def test_an_open_card_is_told_with_its_face(dealing: Dealing) -> None:
    dealing.cards(HOLES)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards("As")
    assert last_card(dealing.state).text == "Card 7 of the round, the As: it lies as card 1 of the board"


@pytest.mark.parametrize("drawn", range(1, 7))
def test_what_is_offered_is_what_the_rules_take(drawn: int) -> None:
    for place in (DISCARD, BURN, DEALER, BOARD, *map(seat, (1, 2, 3))):
        dealing = wagered()
        dealing.press("key.next")
        dealing.cards(" ".join(HOLES.split()[:drawn]))
        last = next(fact for fact in reversed(dealing.state.live.round.facts) if isinstance(fact, CardDealt))
        name = f"{place.area.value}.{place.seat}"
        is_offered = name in offered(dealing.state)
        if place == last.place:
            assert not is_offered, "there it is"
        else:
            assert dealing.command(PlaceCard(place, "why", drawn)).done is is_offered, (name, drawn)


def test_nothing_is_done_to_a_card_that_was_not_meant(dealing: Dealing) -> None:
    dealing.cards("Ah")
    meant = last_card(dealing.state).number
    dealing.cards("Kd")
    before = dealing.state.live
    answer = dealing.command(PlaceCard(seat(2), "why", meant))
    assert not answer.done
    assert answer.text == "This was meant for card 1 of the round, but card 2 is the last now: look at the table again"
    assert dealing.state.live == before
