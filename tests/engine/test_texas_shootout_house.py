"""The house rules of Texas Shootout: the shipped file, and what no house may ask for."""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tablectl.engine.games import GAMES
from tablectl.engine.games.texas_shootout.house import DOCUMENT, BonusRules, EnvyRules, Limits, ShootoutRules

from .shooting import rules

FILE = Path(__file__).parents[2] / "config" / "rules" / "texas_shootout-document.toml"
TREE: dict[str, Any] = tomllib.loads(FILE.read_text())
PARTS = [name for name, value in TREE.items() if isinstance(value, dict)]


def load(tree: dict[str, Any]) -> ShootoutRules:
    return TypeAdapter(ShootoutRules).validate_python(tree, extra="forbid")


def test_the_document_profile_is_the_sheet() -> None:
    """The sheet's dollars are written in cents."""
    shipped = load(TREE)
    assert (shipped.id, shipped.version, shipped.profile) == ("texas_shootout-document", 1, "document")
    assert (shipped.split, shipped.house_way, shipped.deal) == (DOCUMENT.split, DOCUMENT.house_way, DOCUMENT.deal)
    assert shipped.bonus.table == DOCUMENT.bonus.table
    assert shipped.envy.table == {name: 100 * dollars for name, dollars in DOCUMENT.envy.table.items()}
    assert (shipped.envy.minimum, shipped.tokes.bonus_max) == (100 * DOCUMENT.envy.minimum, 100 * DOCUMENT.tokes.bonus_max)
    assert (shipped.envy.per, shipped.envy.on_tie, shipped.envy.split_sibling) == ("wager", "once", True)
    assert GAMES["texas_shootout"].warnings(shipped) == ()


def test_every_key_is_there_and_explained() -> None:
    """A key that is left out, or one that nobody knows, is refused; each line with a key has a comment."""
    assert asdict(load(TREE)) == TREE
    for line in FILE.read_text().splitlines():
        assert "=" not in line or "#" in line
    for key in TREE:
        with pytest.raises(ValidationError):
            load({other: value for other, value in TREE.items() if other != key})
    for part in PARTS:
        with pytest.raises(ValidationError):
            load(TREE | {part: TREE[part] | {"colour": "red"}})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": 0}, "unit"),
        ({"tokes__unit": 0}, "tokes.unit"),
        ({"unit": 5, "tokes__unit": 3, "money__smallest_chip": 5}, "tokes.unit"),
        ({"bonus__cap": 0}, "bonus.cap"),
        ({"bonus__aggregate": 7, "unit": 5, "tokes__unit": 5, "money__smallest_chip": 5}, "bonus.aggregate"),
        ({"unit": 4, "tokes__unit": 4, "money__smallest_chip": 4}, "envy.table.royal_flush"),
    ],
)
def test_house_rules_that_make_no_game_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        rules(**change)


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"ante_min": 0}, "ante_min"),
        ({"ante_min": 10, "ante_max": 5}, "ante_max"),
        ({"ante_min": 10, "bonus_min": 0}, "bonus_min"),
        ({"ante_min": 10, "bonus_min": 5, "bonus_max": 4}, "bonus_max"),
        ({"ante_min": 10, "spots": 0}, "spots"),
    ],
)
def test_limits_that_allow_nothing_are_refused(limits: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Limits(**limits)


@pytest.mark.parametrize("table", [{}, {"flush": "2"}, {"flush": "0:1"}, {"pair_of_queens": "1:1"}])
def test_a_bonus_table_names_hands_and_odds(table: dict[str, str]) -> None:
    """TS 8.1"""
    with pytest.raises(ValueError, match=r"bonus\.table|odds|pay table"):
        BonusRules(table=table)


@pytest.mark.parametrize(("minimum", "table", "says"), [(0, {}, "minimum"), (5, {"queens": 1}, "queens")])
def test_an_envy_table_names_hands(minimum: int, table: dict[str, int], says: str) -> None:
    """TS 9.1"""
    with pytest.raises(ValueError, match=says):
        EnvyRules(minimum=minimum, table=table, per="wager", on_tie="once", split_sibling=True)


def test_a_house_is_warned_of_a_toke_limit_without_a_maximum() -> None:
    """TS 4.7"""
    assert "limits.ante_max" in GAMES["texas_shootout"].warnings(DOCUMENT)[0]
    assert GAMES["texas_shootout"].warnings(rules(tokes__allowed=False)) == ()
