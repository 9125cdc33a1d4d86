"""The journal in sentences: each record has one, and none holds a face that lies face down."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from tablectl.console.telling import _FACTS, _RECORDS, told
from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, Fact
from tablectl.table.actions import IdentifyCard, ReleaseHold
from tablectl.table.commands import ALLOWED, kind_of
from tablectl.table.events import TableEvent
from tablectl.table.outcomes import Outcome
from tablectl.table.requests import ACTIONS

from .dealing import FLOP, HOLES, Dealing, wagered
from .recording import journal_of


def money(amount: int) -> str:
    return f"{amount / 100:.2f} EUR"


def played() -> Dealing:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(HOLES)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards(FLOP.replace("As", "??"))
    dealing.press("key.next")
    dealing.command(IdentifyCard(BOARD, 0, Card.parse("As"), "looked at it"))
    dealing.command(ReleaseHold(dealing.state.holds[0].id, "named"))
    return dealing


def sentences() -> list[str]:
    return [told(record.type, json.loads(record.body), money) for record in journal_of(played())]


def test_each_kind_of_record_has_a_sentence_of_its_own() -> None:
    assert set(ACTIONS) == {kind_of(action) for action in ALLOWED}
    assert set(_FACTS) == {kind_of(fact) for fact in get_args(Fact)}
    known = {kind_of(record) for record in (*get_args(TableEvent), *get_args(Outcome))}
    assert known - set(_RECORDS) == {"command_given", "fact_taken"}, "these two say what the action or the fact says"


@pytest.mark.parametrize(
    "sentence",
    [
        "Ante of seat 1 was pressed",
        "Seat 1, ante: 5.00 EUR stands",
        "The shoe saw a card go by",
        "A card went to seat 1",
        "Seat 1 said play 4x",
        "Refused: Play is held: The shoe could not read card 7 of the pack",
        "Hold 1: The shoe could not read card 7 of the pack",
        "Kim, supervisor, asked: name card 1 of the board, because: looked at it",
        "Kim released hold 1, because: named",
    ],
)
def test_a_record_says_who_did_what_and_where(sentence: str) -> None:
    assert sentence in sentences()


def test_no_sentence_holds_a_face_that_lies_face_down() -> None:
    said = " ".join(sentences())
    assert not [face for face in HOLES.split() if face in said]


def test_a_record_of_another_version_is_told_by_its_type() -> None:
    assert told("card_read", {}, money) == "Card read"
    assert told("never_heard_of", {"kind": "never_heard_of"}, money) == "Never heard of"
    assert told("command_given", {"person": "Kim", "role": "admin", "action": {"kind": "dance"}}, money) == "Kim, admin, asked: Dance"
