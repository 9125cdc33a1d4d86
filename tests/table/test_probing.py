"""Naming a card tells nobody where another lies face down; two open cards of one face hold play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, CardDealt
from tablectl.table.actions import CorrectRound, IdentifyCard, PersonRole
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause, TableState
from tablectl.table.views import TableView

from .dealing import FLOP, HOLES, LAST_TWO, Dealing, wagered

SHOWING = Showing("EUR", 2, {})
WRONG = FLOP.replace(FLOP.split()[0], "??", 1)


def misread() -> Dealing:
    """The first card of the board was not read; the hands of both seats and of the dealer lie face down."""
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(HOLES)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards(WRONG)
    return dealing


def known(dealing: Dealing) -> tuple[set[Card], set[Card]]:
    """The faces that lie open, and those that lie face down."""
    live = dealing.state.live
    lying = {(place, index): card for place, cards in live.round.layout.cards.items() for index, card in enumerate(cards) if card is not None}
    return {card for at, card in lying.items() if at in live.shown}, {card for at, card in lying.items() if at not in live.shown}


def seen(state: TableState, role: PersonRole) -> TableView:
    return replace(view(state, role, 0, SHOWING), cursor=0, as_of_ns=0)


def named(face: Card, role: PersonRole) -> tuple[bool, str, str]:
    """What comes of naming the card of the board so: the answer, and all that is shown, without the face itself."""
    dealing = misread()
    answer = dealing.command(IdentifyCard(BOARD, 0, face, "looked at it"))
    return answer.done, answer.text, repr(seen(dealing.state, role)).replace(f"'{face}'", "the face")


@pytest.mark.parametrize("role", [PersonRole.SUPERVISOR, PersonRole.VIEWER])
def test_a_face_that_lies_face_down_is_named_like_one_that_is_in_the_shoe(role: PersonRole) -> None:
    dealing = misread()
    up, down = known(dealing)
    faces = set(dealing.state.shoe.profile.composition) - up
    assert len(down) >= 6
    assert len(faces - down) >= 30
    assert len({named(face, role) for face in faces}) == 1


def test_a_face_that_lies_open_is_refused_in_words() -> None:
    dealing = misread()
    up, _ = known(dealing)
    for face in up:
        answer = dealing.command(IdentifyCard(BOARD, 0, face, "looked at it"))
        assert (answer.done, answer.text) == (False, "It cannot be this card: it lies open on the table already")


def corrected(face: Card) -> tuple[bool, str, str]:
    dealing = misread()
    index = next(at for at, fact in enumerate(dealing.state.live.round.facts) if isinstance(fact, CardDealt) and fact.place == BOARD)
    answer = dealing.command(CorrectRound(index, (CardDealt(BOARD, face),), "it was this one"))
    return answer.done, answer.text, repr(seen(dealing.state, PersonRole.SUPERVISOR)).replace(f"'{face}'", "the face")


def test_a_correction_tells_no_more_than_a_name_does() -> None:
    up, _ = known(misread())
    assert len({corrected(face) for face in set(misread().state.shoe.profile.composition) - up}) == 1


@pytest.mark.parametrize("position", range(2))
def test_play_is_held_when_the_other_card_of_the_face_is_turned_over(position: int) -> None:
    dealing = misread()
    face = dealing.state.live.round.layout.at(DEALER)[position]
    assert face is not None
    assert dealing.command(IdentifyCard(BOARD, 0, face, "looked at it")).done
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.cards(LAST_TWO)
    dealing.press("key.next")
    assert dealing.causes == [Cause.CARD_IMPOSSIBLE]
    assert dealing.state.holds[0].text == "2 cards of one face lie open, and the pack has 1"
