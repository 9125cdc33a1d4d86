"""Six decks in one shoe: what a reader that is wrong in the same way each time comes to, and what a shoe leaves to the next."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from pydantic import TypeAdapter

from tablectl.engine.cards import Card
from tablectl.engine.decks import SIX_52
from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.table.state import Cause

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, table

RULES: Final = Path(__file__).parents[2] / "config/rules/showdown_poker-document.toml"


@pytest.fixture
def six() -> Dealing:
    """Showdown Poker with 312 cards in the shoe. Nobody wagers: cards are counted all the same."""
    game = GAMES["showdown_poker"]
    kind: TypeAdapter[HouseRules] = TypeAdapter(game.rules_type)
    rules = kind.validate_python(tomllib.loads(RULES.read_text()))
    dealing = table(replace(opening(rules), game=game.id, seats=5), ready=False)
    dealing.devices_up()
    _bring(dealing, 1)
    return dealing


def _bring(dealing: Dealing, loads: int) -> None:
    dealing.status(SHUFFLER, READY, pack=1, loads=loads, cards_in=312)
    dealing.status(SHUFFLER, DARK, loads=loads)
    dealing.status(SHOE, LOADED, pack=1, loads=loads)


def test_a_ten_that_is_always_read_as_a_seven_holds_play_at_the_seventh_seven_and_not_at_the_end(six: Dealing) -> None:
    shoe = [str(card) for card in SIX_52.composition.elements()]
    random.Random(16).shuffle(shoe)
    sevens = 0
    for drawn, card in enumerate(shoe, start=1):
        read = "7d" if card == "Td" else card
        sevens += read == "7d"
        six.cards(read)
        assert (Cause.CARD_IMPOSSIBLE in six.causes) == (sevens > 6), f"card {drawn}"
        if sevens > 6:
            break
    assert drawn < 250
    assert six.hold(Cause.CARD_IMPOSSIBLE).text.endswith("all 6 copies have been dealt")
    assert (six.state.shoe.seen[Card.parse("7d")], six.state.shoe.seen.get(Card.parse("Td"), 0)) == (6, 0)


def test_the_same_card_twice_is_right_in_six_decks(six: Dealing) -> None:
    six.cards("Ac Ac")
    assert Cause.CARD_IMPOSSIBLE not in six.causes
    assert six.state.shoe.seen[Card.parse("Ac")] == 2


def test_a_new_shoe_begins_with_nothing_of_the_last_and_a_late_word_of_that_changes_nothing(six: Dealing) -> None:
    six.cards("Ac ?? 7d 7d Kh")
    late = six.read("Kh", ahead=0)
    six.release(Cause.CARD_NOT_DUE)
    six.release(Cause.CARD_UNREADABLE)
    _bring(six, 2)
    shoe = six.state.shoe
    assert (shoe.loads, shoe.seen, shoe.unseen, shoe.codes, six.state.early) == (2, {}, 0, frozenset(), ())
    six.happen(late)
    assert six.state.shoe == shoe
    six.cards(" ".join(["Ac"] * 6))
    assert Cause.CARD_IMPOSSIBLE not in six.causes
