"""The shipped house rules of Ultimate Texas Hold'em."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.engine.games.uth.house import DOCUMENT, UthRules

RULES = Path(__file__).parents[2] / "config" / "rules"
SWITCHES = ("preflop_multiples", "flop_multiple", "river_multiple", "burn", "triple", "deal")


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((RULES / f"{name}.toml").read_text())


def load(tree: dict[str, Any]) -> UthRules:
    return TypeAdapter(UthRules).validate_python(tree, extra="forbid")


def switches(rules: UthRules) -> dict[str, object]:
    return {name: getattr(rules, name) for name in SWITCHES}


def test_the_document_profile_is_the_sheet() -> None:
    rules = load(read("uth-document"))
    assert (rules.id, rules.version, rules.profile) == ("uth-document", 1, "document")
    assert switches(rules) == switches(DOCUMENT)
    assert GAMES["uth"].warnings(rules)


def test_the_trade_profile_plays_one_time_after_the_river() -> None:
    """UTH 3.2, UTH 3.6"""
    rules = load(read("uth-trade"))
    assert (rules.id, rules.version, rules.profile) == ("uth-trade", 1, "trade")
    assert switches(rules) == switches(replace(DOCUMENT, river_multiple=1, preflop_multiples=(4, 3)))
    assert GAMES["uth"].warnings(rules) == ()


@pytest.mark.parametrize("name", ["uth-document", "uth-trade"])
def test_every_key_is_there_and_explained(name: str) -> None:
    """A key that is left out, or one that nobody knows, is refused; each line with a key has a comment."""
    tree = read(name)
    assert asdict(load(tree)) == {**tree, "preflop_multiples": tuple(tree["preflop_multiples"])}
    for line in (RULES / f"{name}.toml").read_text().splitlines():
        assert "=" not in line or "#" in line
    for key in tree:
        with pytest.raises(ValidationError):
            load({other: value for other, value in tree.items() if other != key})
    with pytest.raises(ValidationError):
        load(tree | {"river_multple": 1})
    with pytest.raises(ValidationError):
        load(tree | {"triple": tree["triple"] | {"afterfold": "forfeit"}})


def test_house_rules_share_their_first_keys() -> None:
    assert isinstance(load(read("uth-trade")), HouseRules)
    assert GAMES["uth"].rules_type is UthRules
