"""A face that the rules have not exposed is in nobody's view, in no public part of a record, and in no line that is logged."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import given, settings

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, seat
from tablectl.engine.games import GAMES
from tablectl.engine.layout import lay_out
from tablectl.table.actions import Action, IdentifyCard, PersonRole, ReplaceCard, TakeOutCard
from tablectl.table.codec import event_text, outcome_text
from tablectl.table.controller import _tell
from tablectl.table.events import CardRead, CommandGiven
from tablectl.table.outcomes import Answered, CardReplaced, CardsShown, CardTakenOut, FactTaken, Outcome, RoundPutRight
from tablectl.table.shown.screens import Showing, view
from tablectl.table.table import apply, opened
from tablectl.table.turn import open_faces

from .chance import Start, play, rounds, tales
from .dealing import DECK, FLOP, HOLES, Dealing, river, settling, wagered
from .recording import opening_of

SHOWING = Showing("EUR", 2, {1: "red"})
FACE = re.compile(r"\b(?:10|[2-9TJQKA])[cdhsrwbg]\b|\b[Ss]uit\b")
"""A face as the program writes it, or a card taken apart; no word of a view or a record looks like one."""


def exposed(dealing: Dealing) -> set[str]:
    """The cards that lie face up, and those that a person said to be out of their pack."""
    layout = lay_out(dealing.state.live.round.facts)
    return {str(layout.at(place)[index]) for place, index in dealing.state.live.shown} | taken_out(dealing)


def taken_out(dealing: Dealing) -> set[str]:
    return {str(action.card) for action in said(dealing) if isinstance(action, TakeOutCard | ReplaceCard)}


def said(dealing: Dealing) -> list[Action]:
    return [event.action for event, _ in dealing.history if isinstance(event, CommandGiven)]


def texts(dealing: Dealing) -> Iterator[tuple[str, str]]:
    """Everything that leaves the process about the table as it stands, with where it goes."""
    for role in PersonRole:
        yield f"view of {role}", json.dumps(dataclasses.asdict(view(dealing.state, role, 1, SHOWING)))
    event, _ = dealing.history[-1]
    yield "event", event_text(event)[0]


def leaks(dealing: Dealing, since: int) -> list[str]:
    known = exposed(dealing)
    told: tuple[Outcome, ...] = tuple(dealing.told[since:])
    bodies = ((outcome.kind, outcome_text(outcome)[0]) for outcome in told)
    return [f"{where} has {face}" for where, text in (*texts(dealing), *bodies) for face in FACE.findall(text) if face not in known]


def test_the_pattern_knows_every_face() -> None:
    for card in DECK:
        assert FACE.findall(f'{{"card":"{card}"}}') == [str(card)]
    assert FACE.findall('{"rank":14,"suit":"h"}') == ["suit"]


@settings(max_examples=30)
@given(rounds())
def test_no_face_is_seen_before_its_time_at_any_moment_of_a_round(start: Start) -> None:
    dealing = start.dealing
    since = len(dealing.told)
    for _ in play(start):
        assert leaks(dealing, since) == []
        since = len(dealing.told)


def faces_that_lay_open(dealing: Dealing) -> set[str]:
    """Every face that lay open after one of the events."""
    (first, now), *rest = dealing.history
    state, faces = opened(GAMES, opening_of(first), now).state, set[str]()
    for event, at in rest:
        state = apply(state, event, at).state
        faces |= {str(card) for card in open_faces(state.live)}
    return faces


@settings(max_examples=60)
@given(tales())
def test_no_face_is_seen_before_its_time_whatever_happens(dealing: Dealing) -> None:
    assert leaks(dealing, len(dealing.told)) == []
    out, lain_open = taken_out(dealing), faces_that_lay_open(dealing)
    for outcome in dealing.told:
        if not isinstance(outcome, CardsShown):
            about_out = isinstance(outcome, CardTakenOut | CardReplaced | Answered)
            allowed = out if about_out else lain_open if isinstance(outcome, RoundPutRight) else set()
            assert set(FACE.findall(outcome_text(outcome)[0])) <= allowed
    for event, _ in dealing.history:
        about_out = isinstance(event, CommandGiven) and isinstance(event.action, TakeOutCard | ReplaceCard)
        assert set(FACE.findall(event_text(event)[0])) <= (out if about_out else set())


def test_what_is_exposed_is_shown_so_that_this_test_can_fail() -> None:
    dealing = settling()
    text = json.dumps(dataclasses.asdict(view(dealing.state, PersonRole.VIEWER, 1, SHOWING)))
    assert set(FACE.findall(text)) == exposed(dealing) == {"Ah", "7d", "7c", "9h", *FLOP.split(), "Js", "Qd"}


def test_a_face_stands_in_the_secret_part_of_its_records() -> None:
    dealing = wagered()
    dealing.cards("Ah")
    event, _ = dealing.history[-1]
    assert isinstance(event, CardRead)
    assert event_text(event)[1] == '{"card":"Ah"}'
    assert [outcome_text(outcome)[1] for outcome in dealing.told if isinstance(outcome, FactTaken)][-1] == '{"card":"Ah"}'


def test_a_card_that_a_person_names_is_as_secret_as_one_that_was_read() -> None:
    dealing = wagered()
    dealing.cards(HOLES.replace("Ah", "??"))
    since = len(dealing.told)
    dealing.command(IdentifyCard(seat(1), 0, Card.parse("Ah"), "seen"))
    event, _ = dealing.history[-1]
    assert isinstance(event, CommandGiven)
    assert event_text(event)[1] == '{"card":"Ah"}'
    assert leaks(dealing, since) == []


@pytest.mark.parametrize(("place", "hidden"), [(DEALER, {"7c", "9h"}), (seat(1), {"Ah", "7d"})])
def test_the_rated_hands_say_nothing_of_cards_that_lie_face_down(place: object, hidden: set[str]) -> None:
    shown = view(river().state, PersonRole.ADMIN, 1, SHOWING)
    assert (shown.dealer_hand, shown.qualifies, [at.hand for at in shown.seats]) == (None, None, [None, None, None])
    assert place != BOARD
    assert hidden.isdisjoint(FACE.findall(json.dumps(dataclasses.asdict(shown))))


@settings(max_examples=40)
@given(tales())
def test_what_the_log_says_of_outcomes_holds_no_face(dealing: Dealing) -> None:
    with structlog.testing.capture_logs() as lines:
        for outcome in dealing.told:
            _tell(outcome)
    assert len(lines) == len(dealing.told)
    assert FACE.findall(json.dumps(lines, default=str)) == []
