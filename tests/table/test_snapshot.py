"""A state that is written down and read again is the same state, and goes on the same, whatever was played before."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from tablectl.engine.games import GAMES
from tablectl.table.record.snapshot import state_from, state_text
from tablectl.table.state import TableState
from tablectl.table.table import apply, opened
from tests.detection.croupier import POLICY, Croupier
from tests.detection.planting import Fault

from .chance import tales
from .dealing import STEPS, Dealing, opening, over, settling
from .recording import opening_of

EVERY = 29  # events of a shoe, so that it takes seconds


def again(state: TableState) -> TableState:
    read = state_from(GAMES, state_text(state))
    assert state_text(read) == state_text(state)
    return read


def same(found: TableState, expected: TableState) -> None:
    """Equal, and in what equality does not see: the order of what is gone through, and the round's own parts."""
    assert found == expected
    assert list(found.devices) == list(expected.devices)
    assert list(found.live.placed) == list(expected.live.placed)
    assert found.game is expected.game


@settings(max_examples=40, deadline=None)
@given(tales())
def test_a_state_read_again_is_the_same_and_goes_on_the_same(dealing: Dealing) -> None:
    (first, at), *rest = dealing.history
    state = opened(GAMES, opening_of(first), at).state
    for event, now in rest:
        read = again(state)
        same(read, state)
        resumed, applied = apply(read, event, now), apply(state, event, now)
        assert resumed == applied
        state = applied.state
    same(again(state), dealing.state)


@pytest.mark.parametrize("step", STEPS)
def test_every_step_is_kept(step: str) -> None:
    state = STEPS[step]().state
    same(again(state), state)


@pytest.mark.parametrize("game", POLICY)
def test_a_whole_shoe_of_every_game_is_kept_at_every_moment(game: str) -> None:
    croupier = Croupier(game, random.Random(1))
    croupier.shoe(Fault.NONE)
    dealing = croupier.table
    assert dealing
    (first, at), *rest = dealing.history
    state = opened(GAMES, opening_of(first), at).state
    for number, (event, now) in enumerate(rest):
        applied = apply(state, event, now)
        if number % EVERY == 0:
            read = again(state)
            same(read, state)
            assert apply(read, event, now) == applied
        state = applied.state
    same(again(state), dealing.state)


@pytest.mark.parametrize("step", STEPS)
def test_a_table_that_was_cut_off_is_kept(step: str) -> None:
    dealing = STEPS[step]()
    dealing.happen(opening(clean=False))
    assert dealing.state.cut
    same(again(dealing.state), dealing.state)


def test_what_is_rated_and_paid_is_kept() -> None:
    for dealing in (settling(), over()):
        assert dealing.state.live.rated is not None
        same(again(dealing.state), dealing.state)


def test_the_text_is_as_long_for_one_card_as_for_another() -> None:
    lengths = set()
    for card in ("2c", "Th", "As"):
        dealing = STEPS["deal"]()
        dealing.cards(card)
        lengths.add(len(state_text(dealing.state)))
    assert len(lengths) == 1
