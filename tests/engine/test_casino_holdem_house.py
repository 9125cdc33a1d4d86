"""The shipped house rules of Casino Texas Hold'em, and what no house may ask for."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tablectl.engine.cards import cards
from tablectl.engine.game import HouseRules, Supply
from tablectl.engine.games import GAMES
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem.house import DOCUMENT, AnteRules, CasinoHoldemRules, Limits, ShuffleRules
from tablectl.engine.hands import rate
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round

RULES = Path(__file__).parents[2] / "config" / "rules"
SWITCHES = ("shuffle", "deal", "ante", "bonus", "dark", "not_qualified")
TABLE = DOCUMENT.ante.table


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((RULES / f"{name}.toml").read_text())


def load(tree: dict[str, Any]) -> CasinoHoldemRules:
    return TypeAdapter(CasinoHoldemRules).validate_python(tree, extra="forbid")


def switches(rules: CasinoHoldemRules) -> dict[str, object]:
    return {name: getattr(rules, name) for name in SWITCHES}


def test_the_document_profile_is_the_sheet() -> None:
    rules = load(read("casino_holdem-document"))
    assert (rules.id, rules.version, rules.profile) == ("casino_holdem-document", 1, "document")
    assert switches(rules) == switches(DOCUMENT)
    assert GAMES["casino_holdem"].warnings(rules) == ()


def test_the_trade_profile_is_for_a_shuffler() -> None:
    rules = load(read("casino_holdem-trade"))
    assert (rules.id, rules.version, rules.profile) == ("casino_holdem-trade", 1, "trade")
    trade = replace(DOCUMENT, shuffle=ShuffleRules(every_round=True, cut=False), bonus=replace(DOCUMENT.bonus, quads_one_own="as_quads"))
    assert switches(rules) == switches(trade)


@pytest.mark.parametrize("name", ["casino_holdem-document", "casino_holdem-trade"])
def test_every_key_is_there_and_explained(name: str) -> None:
    """A key that is left out, or one that nobody knows, is refused; each line with a key has a comment."""
    tree = read(name)
    assert asdict(load(tree)) == tree
    for line in (RULES / f"{name}.toml").read_text().splitlines():
        assert "=" not in line or "#" in line
    for key in tree:
        with pytest.raises(ValidationError):
            load({other: value for other, value in tree.items() if other != key})
    for section in SWITCHES:
        with pytest.raises(ValidationError):
            load(tree | {section: tree[section] | {"and_more": True}})


def test_the_game_is_played_by_its_own_house_rules() -> None:
    """CH 1.1, CH 1.2"""
    assert CASINO_HOLDEM.rules_type is CasinoHoldemRules
    assert CASINO_HOLDEM.pack(DOCUMENT).id == "single-52"
    assert CASINO_HOLDEM.supply(DOCUMENT) is Supply.FRESH_PACK
    assert CASINO_HOLDEM.supply(replace(DOCUMENT, shuffle=ShuffleRules(every_round=False, cut=True))) is Supply.SHOE
    with pytest.raises(TypeError, match="HouseRules"):
        CASINO_HOLDEM.next_step(Round(CASINO_HOLDEM, HouseRules(id="other", version=1, profile="none", unit=1), 6))


def test_the_bets_stand_in_the_order_of_the_layout() -> None:
    assert [(bet.name, bet.before_deal, bet.required) for bet in CASINO_HOLDEM.bets] == [
        ("ante", True, True), ("bonus", True, False), ("bet", True, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("Ah Kh Qh Jh Th", 50), ("9h Kh Qh Jh Th", 20), ("9h 9c 9d 9s Th", 10), ("9h 9c 9d Ts Th", 3), ("2h 9h Qh Jh Th", 2),
        ("9c Kh Qh Jh Th", 1), ("9h 9c 9d 2s Th", 1), ("9h 9c 2d 2s Th", 1), ("2h 9c Qh Jh Th", 1),
    ],
)  # fmt: skip
def test_the_printed_table_of_the_ante(hand: str, odds: int) -> None:
    """CH 6.6"""
    assert DOCUMENT.ante.pays(rate(cards(hand))) == odds


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({}, "royal_flush"),
        ({name: odds for name, odds in TABLE.items() if name != "flush"}, "look at flush"),
        ({**TABLE, "pair": "1:1"}, "look at pair"),
        ({**TABLE, "flush": "two"}, "7:1"),
        ({**TABLE, "flush": "push"}, "never a push"),
    ],
)
def test_a_posted_table_that_says_too_little_or_too_much_is_refused(table: dict[str, str], says: str) -> None:
    """CH 6.6"""
    with pytest.raises(ValueError, match=says):
        AnteRules(table=table)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": 0}, "unit"),
        ({"unit": 3, "money": MoneyRules(rounding="down", smallest_chip=2)}, "unit"),
        ({"unit": 5, "ante": AnteRules(table={**TABLE, "flush": "3:2"})}, "one unit"),
    ],
)
def test_house_rules_that_make_no_game_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        replace(DOCUMENT, **change)


@pytest.mark.parametrize(("limits", "says"), [({"ante_min": 0}, "ante_min"), ({"ante_min": 10, "ante_max": 5}, "ante_max")])
def test_limits_that_allow_nothing_are_refused(limits: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Limits(**limits)


def test_no_edge_is_written_that_was_not_counted() -> None:
    page = (Path(__file__).parents[2] / "tablectl/engine/games/casino_holdem/RULES.md").read_text()
    counted = (Path(__file__).parent / "test_casino_holdem_hands.py").read_text()
    for exact, percent in (("141252/270725", "52.18"), ("135012/270725", "49.87"), ("141538/270725", "52.28"), ("25744/54145", "47.55")):
        over, under = map(int, exact.split("/"))
        assert f"| {exact} | {percent} % |" in page
        assert f"{100 * over / under:.2f}" == percent
        assert f"Fraction({over}, {under})" in counted
