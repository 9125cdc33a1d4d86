"""The house rules of Texas Blackjack: the shipped file, and what no house may ask for."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tablectl.engine.decks import EIGHT_39
from tablectl.engine.game import HouseRules, Supply
from tablectl.engine.games import GAMES
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj.house import DOCUMENT, BlackjackRules, Limits, TxBjRules
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round

FILE = Path(__file__).parents[2] / "config" / "rules" / "tx_bj-document.toml"
TREE: dict[str, Any] = tomllib.loads(FILE.read_text())


def load(tree: dict[str, Any]) -> TxBjRules:
    return TypeAdapter(TxBjRules).validate_python(tree, extra="forbid")


def blackjack(**changes: Any) -> BlackjackRules:  # noqa: ANN401 - the switches, checked by replace
    return replace(DOCUMENT.blackjack, **changes)


def test_the_document_profile_is_the_sheet() -> None:
    rules = load(TREE)
    assert (rules.id, rules.version, rules.profile) == ("tx_bj-document", 1, "document")
    for switch in ("columns", "a_bet_dealer_ace", "blackjack"):
        assert getattr(rules, switch) == getattr(DOCUMENT, switch)
    assert GAMES["tx_bj"].warnings(rules) == ()


def test_every_key_is_there_and_explained() -> None:
    """A key that is left out, or one that nobody knows, is refused; each line with a key has a comment."""
    assert asdict(load(TREE)) == {**TREE, "columns": tuple(map(tuple, TREE["columns"]))}
    for line in FILE.read_text().splitlines():
        assert "=" not in line or "#" in line
    for key in TREE:
        with pytest.raises(ValidationError):
            load({other: value for other, value in TREE.items() if other != key})
    for key in TREE["blackjack"]:
        with pytest.raises(ValidationError):
            load(TREE | {"blackjack": {other: value for other, value in TREE["blackjack"].items() if other != key}})
    with pytest.raises(ValidationError):
        load(TREE | {"blackjack": TREE["blackjack"] | {"surender": "late"}})


@pytest.mark.parametrize(
    "columns",
    [
        (),
        (("2", "3", "4", "5"), ("6", "7", "8", "9")),
        (("2", "3", "4", "5", "6"), ("7", "8", "9"), ("10", "J", "Q", "K")),
        (("2", "3", "4", "5"), ("6", "7", "8", "9"), ("9", "J", "Q", "K")),
        (("A", "3", "4", "5"), ("6", "7", "8", "9"), ("10", "J", "Q", "K")),
        (("2", "3", "4", "1"), ("6", "7", "8", "9"), ("10", "J", "Q", "K")),
    ],
)
def test_columns_are_three_groups_of_four_ranks(columns: tuple[tuple[str, ...], ...]) -> None:
    """TX 4.2"""
    with pytest.raises(ValueError, match="columns"):
        replace(DOCUMENT, columns=columns)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": 0}, "unit"),
        ({"unit": 3, "money": MoneyRules(rounding="down", smallest_chip=2)}, "unit"),
        ({"unit": 50, "money": MoneyRules(rounding="exact", smallest_chip=50)}, "halved"),
        ({"unit": 2, "blackjack": blackjack(pays="6:5")}, "blackjack"),
    ],
)
def test_house_rules_that_make_no_game_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        replace(DOCUMENT, **change)


@pytest.mark.parametrize("hands", [0, 5])
def test_there_are_one_to_four_hands(hands: int) -> None:
    with pytest.raises(ValueError, match=r"blackjack\.hands"):
        blackjack(hands=hands)


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"box_min": 0, "side_min": 1}, "box_min"),
        ({"box_min": 1, "side_min": 0}, "side_min"),
        ({"box_min": 10, "side_min": 1, "box_max": 9}, "box_max"),
        ({"box_min": 10, "side_min": 10, "side_max": 9}, "side_max"),
    ],
)
def test_limits_that_allow_nothing_are_refused(limits: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Limits(**limits)


def test_even_money_beside_six_to_five_is_a_gift() -> None:
    """TX 5.6: of the 309 cards that are left under a blackjack and an ace 95 count ten; the rest pays the blackjack 6 to 5."""
    gift = replace(DOCUMENT, blackjack=blackjack(pays="6:5", even_money=True))
    assert f"{6 / 5 * (309 - 95) / 309:.3f}" in TX_BJ.warnings(gift)[0]
    assert TX_BJ.warnings(replace(DOCUMENT, blackjack=blackjack(even_money=True))) == ()
    assert TX_BJ.warnings(replace(DOCUMENT, blackjack=blackjack(pays="6:5"))) == ()


def test_eight_packs_out_of_a_machine_that_shuffles_all_the_time() -> None:
    """TX 1.1, TX 1.2, TX 8.1"""
    assert TX_BJ.pack(DOCUMENT) is EIGHT_39
    assert TX_BJ.supply(DOCUMENT) is Supply.CONTINUOUS


def test_the_game_is_played_by_its_own_house_rules() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    with pytest.raises(TypeError, match="HouseRules"):
        TX_BJ.next_step(Round(TX_BJ, other, 5))
    assert TX_BJ.warnings(other) == ()
    assert TX_BJ.rules_type is TxBjRules


def test_the_spots_of_a_station() -> None:
    """TX 2.1, TX 2.2: the box, eleven areas, and what is put beside the box later."""
    before = [bet for bet in TX_BJ.bets if bet.before_deal]
    assert [bet.name for bet in before if bet.required] == ["box"]
    assert len(before) == 12
    assert [bet.name for bet in before if bet.marks] == ["combo"]
    assert [bet.name for bet in TX_BJ.bets if not bet.before_deal] == ["insurance", "split", "double"]
