"""Worked hands of Ultimate Texas Hold'em: each row of the file is played by facts, and every line has to cite its rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablectl.cases import CaseError, settle_case

ROWS = [json.loads(line) for line in (Path(__file__).parent / "hands" / "uth.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_hand(row: dict[str, Any]) -> None:
    result = settle_case("uth", None, row["inputs"])
    explain = result.pop("explain")
    assert isinstance(explain, list)
    assert result == row["expected"]
    assert {line.get("bet", "*"): line["rule"] for line in explain} == row["rules"]


def test_every_pair_of_verdicts_has_its_row() -> None:
    """The full matrix: the dealer qualifies or not, the player wins, ties or loses, for ante, blind, play and triple bonus."""
    rows = {row["id"]: row for row in ROWS}
    for qualifies in (False, True):
        for result in ("win", "tie", "lose"):
            row = rows[f"m-{'q' if qualifies else 'nq'}-{result}"]
            assert row["expected"]["dealer_qualifies"] is qualifies
            assert list(row["expected"]["net"]) == ["ante", "blind", "play", "triple_bonus"]


def test_a_flush_on_an_odd_blind_is_refused_when_it_is_placed_on_an_exact_table() -> None:
    """UTH 2.5"""
    row = next(row for row in ROWS if row["id"] == "c-down")
    with pytest.raises(CaseError, match=r"UTH 2\.5") as caught:
        settle_case("uth", None, row["inputs"] | {"config": {}})
    assert caught.value.key == "blind"


def test_two_equal_cards_of_one_pack_have_no_settlement() -> None:
    """UTH 1.1"""
    row = next(row for row in ROWS if row["id"] == "p-flush")
    with pytest.raises(CaseError, match=r"seat 1 and the board hold the same card.*UTH 1\.1"):
        settle_case("uth", None, row["inputs"] | {"board": ["Qs", "8s", "2s", "Ah", "Td"]})
