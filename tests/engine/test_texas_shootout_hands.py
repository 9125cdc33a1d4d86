"""Worked hands of Texas Shootout: each row of the file is played by facts, and every line has to cite its rule. Exact numbers of the house way."""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from tablectl.cases import CaseError, settle_case
from tablectl.engine.decks import SIX_52
from tablectl.engine.game import HouseRules
from tablectl.engine.hands import rate
from tablectl.engine.house_way import ROWS, house_way

ROWS_OF_FILE = [json.loads(line) for line in (Path(__file__).parent / "hands" / "texas_shootout.jsonl").read_text().splitlines()]
ROUND = next(row for row in ROWS_OF_FILE if row["id"] == "f-sibling")["inputs"]


@pytest.mark.parametrize("row", ROWS_OF_FILE, ids=[row["id"] for row in ROWS_OF_FILE])
def test_worked_hand(row: dict[str, Any]) -> None:
    result = settle_case("texas_shootout", None, row["inputs"])
    explain = result.pop("explain")
    assert isinstance(explain, list)
    assert result == row["expected"]
    assert {f"{line['seat']}.{line['bet']}" if "bet" in line else line["what"]: line["rule"] for line in explain} == row["rules"]


def test_every_row_of_the_house_way_has_its_hand() -> None:
    """TS 6.2"""
    rows = {row["expected"]["rule"] for row in ROWS_OF_FILE if row["inputs"]["kind"] == "house_way"}
    assert rows == set(range(1, len(ROWS) + 1))


def seats(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - keys of a case
    return {"seats": [ROUND["seats"][0] | changes]}


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({"seats": ["one"]}, "seats", "a list of objects"),
        (seats(hands=[["9s", "9s"], ["Kd", "2c"]]), "hands", "TS 5.8"),
        (seats(hands=[["9s"]]), "hands", "2 cards"),
        (seats(cards=["9s", "9s", "Kd"]), "cards", "4 cards"),
        (seats(bonus=[5, 4]), "bonus", "as much on the second hand"),
        (seats(bonus=[5, 5], toke=[1, 2]), "toke", "TS 5.7"),
        (seats(bonus=5), "bonus", "a list"),
        (seats(bonus=[5, 5], envy=1), "envy", "only the keys seat, cards, hands, ante, bonus"),
        (seats(seat=8), "seats", "TS 1.3"),
        ({"seats": [ROUND["seats"][0], ROUND["seats"][0] | {"ante": 20}]}, "seats", "found seat 1 twice"),
        (seats(bonus=[5, 5, 5]), "bonus", "a list of 2 or less"),
        (seats(bonus_toke=[1, 1]), "bonus_toke", "a list of 1 or less"),
        ({"board": ["9s", "9s", "9s", "9s", "9s"]}, "cards", "TS 1.1"),
        ({"kind": "procedure"}, "event", "no such key"),
        ({"kind": "validate"}, "kind", "evaluate or round or full_round or house_way or procedure"),
        ({"config": {"two_highest": "three"}}, "config.house_way.two_highest", '"three"'),
    ],
)
def test_an_error_names_its_key(change: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(CaseError, match=r".") as caught:
        settle_case("texas_shootout", None, ROUND | change)
    assert caught.value.key == key
    assert says in str(caught.value)


def test_house_rules_of_another_game_are_no_rules_for_this_one() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    for case in (ROUND, {"kind": "house_way", "cards": ["Ah", "Kd", "7c", "2s"]}):
        with pytest.raises(TypeError, match="HouseRules"):
            settle_case("texas_shootout", other, case)


def test_the_house_way_against_itself_loses_as_often_as_it_ties() -> None:
    """Both sides play alike, so neither is ahead but for the ties, 3.69 % of the rounds; a sample stays within three standard errors."""
    pack = tuple(SIX_52.composition.elements())
    chance, number = random.Random(312), 12_000
    wins = ties = 0
    for _ in range(number):
        drawn = chance.sample(pack, 13)
        own, dealer = (rate((*house_way(four).keep, *drawn[8:])) for four in (drawn[:4], drawn[4:8]))
        wins += (own > dealer) - (own < dealer)
        ties += own == dealer
    assert abs(ties / number - 0.0369) < 3 * sqrt(0.0369 * (1 - 0.0369) / number)
    assert abs(wins) < 3 * sqrt(number * (1 - 0.0369))
