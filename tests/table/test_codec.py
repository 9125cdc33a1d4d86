"""Events and outcomes as text, and back."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tablectl.engine.games import GAMES
from tablectl.journal.records import canonical
from tablectl.table.actions import PersonRole, ReleaseHold
from tablectl.table.codec import event_from, event_text, outcome_text, rules_from_json, rules_json
from tablectl.table.events import CommandGiven, DeviceUp, Mark, TableEvent
from tablectl.table.outcomes import Outcome
from tablectl_drivers.events import Identity, Role

from .chance import HOUSES, actions, moments, tales
from .dealing import Dealing, opening, wagered

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
events: st.SearchStrategy[TableEvent] = st.one_of(
    moments,
    st.builds(
        CommandGiven, words, words, st.sampled_from(PersonRole), actions | st.builds(ReleaseHold, st.integers(0, 10**12), words)
    ),
    st.builds(DeviceUp, words, st.builds(Identity, st.sampled_from(Role), words, words, words, words), st.integers(0), st.integers(0)),
    st.builds(lambda devices, packs, clean: opening(devices=devices, packs=tuple(packs), clean=clean),
              st.dictionaries(words, words), st.lists(st.integers(1, 255)), st.booleans()),
)  # fmt: skip


@settings(max_examples=300)
@given(events)
def test_an_event_is_read_back_as_it_was_written(event: TableEvent) -> None:
    body, secret = event_text(event)
    assert event_from(body, secret) == event
    for text in (body, secret or "{}"):
        assert canonical(json.loads(text)) == text


def test_the_chance_above_makes_every_event_there_is() -> None:
    found: set[type] = set()

    @settings(max_examples=600, database=None)
    @given(events)
    def look(event: TableEvent) -> None:
        found.add(type(event))

    look()
    assert found == set(get_args(TableEvent))


@settings(max_examples=60)
@given(tales())
def test_every_outcome_is_written_as_canonical_text_with_its_kind(dealing: Dealing) -> None:
    for outcome in dealing.told:
        body, secret = outcome_text(outcome)
        assert json.loads(body)["kind"] == outcome.kind
        for text in (body, secret or "{}"):
            assert canonical(json.loads(text)) == text


def test_every_outcome_has_a_kind_of_its_own() -> None:
    kinds = [outcome.__dataclass_fields__["kind"].default for outcome in get_args(Outcome)]
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("word", ["Ah", "??", "--"])
def test_a_card_without_a_face_has_no_secret(word: str) -> None:
    event = wagered().read(word)
    body, secret = event_text(event)
    assert (secret is not None) == (event.mark is Mark.FACE)
    assert "card" not in json.loads(body) or json.loads(body)["card"] is None
    assert event_from(body, secret) == event


@pytest.mark.parametrize(
    "body", ['{"kind":"card_dealt"}', '{"kind":"key_pressed","input":"key.next"}', '{"kind":"device_down","device":"shoe","reason":7}']
)
def test_a_text_that_is_no_event_is_not_taken(body: str) -> None:
    with pytest.raises(ValidationError):
        event_from(body, None)


@pytest.mark.parametrize("rules", HOUSES)
def test_house_rules_are_read_back_as_they_were_written(rules: object) -> None:
    text = rules_json(rules)  # type: ignore[arg-type] # house rules of some game
    assert rules_from_json(GAMES["uth"], text) == rules
    assert canonical(json.loads(text)) == text
