"""The house rules of Showdown Poker: the shipped file, and what no house may ask for."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tablectl.engine.decks import SIX_52
from tablectl.engine.game import HouseRules, Supply
from tablectl.engine.games import GAMES
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.showdown_poker.house import DOCUMENT, BonusRules, HouseWaySwitches, Limits, ShowdownRules
from tablectl.engine.house_way import HouseWayRules
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round

FILE = Path(__file__).parents[2] / "config" / "rules" / "showdown_poker-document.toml"
TREE: dict[str, Any] = tomllib.loads(FILE.read_text())
TABLE: dict[str, str] = TREE["bonus"]["table"]


def load(tree: dict[str, Any]) -> ShowdownRules:
    return TypeAdapter(ShowdownRules).validate_python(tree, extra="forbid")


def test_the_document_profile_is_the_sheet_with_a_pay_table() -> None:
    """SP 2.3"""
    rules = load(TREE)
    assert (rules.id, rules.version, rules.profile) == ("showdown_poker-document", 1, "document")
    assert (rules.advice, rules.house_way) == (DOCUMENT.advice, DOCUMENT.house_way)
    assert "Texas Shootout" in FILE.read_text()
    assert GAMES["showdown_poker"].warnings(rules) == ()
    assert "bonus.table" in SHOWDOWN_POKER.warnings(DOCUMENT)[0]


def test_every_key_is_there_and_explained() -> None:
    """A key that is left out, or one that nobody knows, is refused; each line with a key has a comment."""
    assert asdict(load(TREE)) == TREE
    for line in FILE.read_text().splitlines():
        assert "=" not in line or "#" in line
    for key in TREE:
        with pytest.raises(ValidationError):
            load({other: value for other, value in TREE.items() if other != key})
    with pytest.raises(ValidationError):
        load(TREE | {"advise": True})
    with pytest.raises(ValidationError):
        load(TREE | {"house_way": TREE["house_way"] | {"ten_row": "both_ten_or_higher"}})


def test_the_pay_table_is_required() -> None:
    """SP 2.3"""
    with pytest.raises(ValidationError):
        load(TREE | {"bonus": {}})


@pytest.mark.parametrize("lowest", ["three_of_a_kind", "flush"])
def test_a_pay_table_begins_at_three_of_a_kind_or_at_a_flush(lowest: str) -> None:
    """SP 2.3"""
    names = list(TABLE)[: list(TABLE).index(lowest) + 1]
    assert BonusRules(table={name: TABLE[name] for name in names}).pays.odds.keys() == set(names)
    for gone in names:
        with pytest.raises(ValueError, match="upwards"):
            BonusRules(table={name: TABLE[name] for name in names if name != gone})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"straight": "1:1"}, "upwards"),
        (TABLE | {"two_pair": "1:1"}, "upwards"),
        (TABLE | {"four_of_kind": "7:1"}, "four_of_kind"),
        (TABLE | {"flush": "2"}, "7:1"),
    ],
)
def test_a_pay_table_with_a_slip_is_refused(change: dict[str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        BonusRules(table=change)


def test_limits_that_allow_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="ante_min"):
        Limits(ante_min=0)
    with pytest.raises(ValueError, match="ante_max"):
        Limits(ante_min=10, ante_max=5)
    assert Limits(ante_min=10, ante_max=10).ante_max == 10


@pytest.mark.parametrize("unit", [0, 3])
def test_a_unit_is_whole_chips(unit: int) -> None:
    with pytest.raises(ValueError, match="unit"):
        replace(DOCUMENT, unit=unit, money=MoneyRules(rounding="down", smallest_chip=2))


def test_the_house_way_is_the_shared_list_as_this_sheet_words_it() -> None:
    """SP 5.4, SP 5.5"""
    turned = replace(DOCUMENT, house_way=HouseWaySwitches(two_highest="top_two", pair_tie="alphabet"))
    assert turned.way == HouseWayRules(ten_row="both_ten_or_higher", two_highest="top_two", pair_tie="alphabet")


def test_six_packs_shuffled_for_every_round() -> None:
    """SP 1.1, SP 1.2"""
    assert SHOWDOWN_POKER.pack(DOCUMENT) is SIX_52
    assert SHOWDOWN_POKER.pack(DOCUMENT).count == 312
    assert SHOWDOWN_POKER.supply(DOCUMENT) is Supply.FRESH_PACK


def test_the_game_is_played_by_its_own_house_rules() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    with pytest.raises(TypeError, match="HouseRules"):
        SHOWDOWN_POKER.next_step(Round(SHOWDOWN_POKER, other, 7))


def test_the_bets_stand_in_the_order_of_the_layout() -> None:
    assert [(bet.name, bet.before_deal, bet.required) for bet in SHOWDOWN_POKER.bets] == [
        ("ante", True, True),
        ("bonus", True, False),
        ("split_ante", False, False),
        ("split_bonus", False, False),
    ]
