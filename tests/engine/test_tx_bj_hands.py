"""Worked hands of Texas Blackjack: each row of the file is played by facts, and every line has to cite its rule. The exact edges of the side bets."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tablectl.cases import settle_case
from tablectl.engine.decks import EIGHT_39
from tablectl.engine.games.tx_bj.house import DOCUMENT, TxBjRules
from tablectl.engine.games.tx_bj.standing import SIDE_BETS
from tablectl.engine.games.tx_bj.verdicts import side_bet
from tablectl.engine.settlement import Result

ROWS = [json.loads(line) for line in (Path(__file__).parent / "hands" / "tx_bj.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_hand(row: dict[str, Any]) -> None:
    result = settle_case("tx_bj", None, row["inputs"])
    explain = result.pop("explain")
    assert isinstance(explain, list)
    assert result == row["expected"]
    assert {line.get("bet", line.get("what")): line["rule"] for line in explain} == row["rules"]


def edge(rules: TxBjRules, bet: str, marks: tuple[str, ...] = ()) -> Fraction:
    """What the house keeps of a wager on average, over every pair of first cards."""
    pack = EIGHT_39.composition
    kept = Fraction(0)
    for (own, copies), (dealer, others) in product(pack.items(), pack.items()):
        verdict = side_bet(rules, bet, marks, own, dealer)
        gain = verdict.odds or Fraction({"half": -1, Result.LOSE: -2}[verdict.result], 2)
        kept -= copies * (others - (own == dealer)) * gain
    return kept / (pack.total() * (pack.total() - 1))


@pytest.mark.parametrize("bet", [bet for bet in SIDE_BETS if bet not in {"combo", "a"}])
def test_the_edge_of_each_area_of_a_row(bet: str) -> None:
    """TX 4.1, TX 4.2, TX 4.3"""
    assert edge(DOCUMENT, bet) == Fraction(599, 8086)


@pytest.mark.parametrize(("marks", "exact"), [("red red", Fraction(2701, 24258)), ("red blue", Fraction(831, 8086))])
@pytest.mark.parametrize("column", ["column_one", "column_three"])
def test_the_edge_of_combo(marks: str, column: str, exact: Fraction) -> None:
    """TX 4.4"""
    own, dealer = marks.split()
    assert edge(DOCUMENT, "combo", (f"p_{own}", column, f"d_{dealer}")) == exact


@pytest.mark.parametrize(("switch", "exact"), [("full_loss", Fraction(541, 4043)), ("half_loss", Fraction(397, 4043))])
def test_the_edge_of_a(switch: Any, exact: Fraction) -> None:  # noqa: ANN401 - one of the two words
    """TX 4.9"""
    assert edge(replace(DOCUMENT, a_bet_dealer_ace=switch), "a") == exact


@pytest.mark.parametrize("bet", [bet for bet in SIDE_BETS if bet != "a"])
def test_with_an_ace_among_the_two_half_is_lost_whatever_was_marked(bet: str) -> None:
    """TX 4.7"""
    marks = ("p_red", "column_one", "d_red") if bet == "combo" else ()
    for own, dealer in product(EIGHT_39.composition, repeat=2):
        assert (side_bet(DOCUMENT, bet, marks, own, dealer).result == "half") == ("A" in {own.rank.letter, dealer.rank.letter})


def test_no_edge_is_written_that_was_not_counted() -> None:
    page = (Path(__file__).parents[2] / "tablectl/engine/games/tx_bj/RULES.md").read_text()
    for exact in ("599/8086", "2701/24258", "831/8086", "541/4043", "397/4043"):
        assert f"| {exact} | {float(Fraction(exact)):.2%}".replace("%", " %") in page
