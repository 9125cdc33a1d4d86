"""Worked hands of Casino Texas Hold'em: each row of the file is played by facts, and every line has to cite its rule. The exact edge of the bonus."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any, Final, Literal

import pytest

from tablectl.cases import CaseError, settle_case
from tablectl.engine.cards import Card, Suit
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.game import HouseRules
from tablectl.engine.games.casino_holdem.house import DOCUMENT, CasinoHoldemRules
from tablectl.engine.games.casino_holdem.verdicts import bonus
from tablectl.engine.games.casino_holdem.wagers import BONUS_TABLE
from tablectl.engine.hands import rate

ROWS = [json.loads(line) for line in (Path(__file__).parent / "hands" / "casino_holdem.jsonl").read_text().splitlines()]
SWITCHES: Final[tuple[Literal["as_trips", "as_quads", "none"], ...]] = ("as_trips", "as_quads", "none")


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_hand(row: dict[str, Any]) -> None:
    result = settle_case("casino_holdem", None, row["inputs"])
    explain = result.pop("explain")
    assert isinstance(explain, list)
    assert result == row["expected"]
    assert {line.get("bet", "*"): line["rule"] for line in explain} == row["rules"]


def test_an_ace_is_high_and_low_only_under_a_five() -> None:
    """CH 5.6"""
    rows = {row["id"]: row for row in ROWS}
    wheel = settle_case("casino_holdem", None, rows["a-wheel"]["inputs"] | {"dealer": ["2h", "6c"]})
    assert wheel["net"] == {"bonus": 75, "ante": -10, "bet": -20}, "a straight to the six beats one to the five"
    around = settle_case("casino_holdem", None, rows["a-wheel"]["inputs"] | {"player": ["Kd", "Ac"], "board": ["2s", "3h", "4d", "9c", "Jh"]})
    assert around["net"] == {"bonus": -5, "ante": -10, "bet": -20}, "no straight goes round the corner"


def test_every_pair_of_verdicts_has_its_row() -> None:
    """The full matrix: the dealer qualifies or not, the player wins, ties or loses, for ante, bet and bonus."""
    rows = {row["id"]: row for row in ROWS}
    for qualifies in (False, True):
        for result in ("win", "tie", "lose"):
            row = rows[f"m-{'q' if qualifies else 'nq'}-{result}"]
            assert row["expected"]["dealer_qualifies"] is qualifies
            assert set(row["expected"]["net"]) == {"ante", "bet", "bonus"}


def test_two_equal_cards_of_one_pack_have_no_settlement() -> None:
    """CH 1.1"""
    row = next(row for row in ROWS if row["id"] == "m-q-win")
    with pytest.raises(CaseError, match=r"the board and seat 1 hold the same card.*CH 1\.1|seat 1 and the board hold the same card.*CH 1\.1"):
        settle_case("casino_holdem", None, row["inputs"] | {"board": ["Kc", "8s", "5d", "3c", "2h"]})


def test_an_ante_that_could_not_be_paid_exactly_is_refused_when_it_is_placed() -> None:
    """CH 3.5"""
    row = next(row for row in ROWS if row["id"] == "r-exact")
    with pytest.raises(CaseError, match=r"CH 3\.5") as caught:
        settle_case("casino_holdem", None, row["inputs"] | {"ante": 5})
    assert caught.value.key == "ante"


def test_house_rules_of_another_game_are_no_rules_for_this_one() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    for case in ({"kind": "procedure", "event": "cut_refused"}, {"kind": "validate", "ante": 10}):
        with pytest.raises(TypeError, match="HouseRules"):
            settle_case("casino_holdem", other, case)


def _gain(rules: CasinoHoldemRules, own: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, str]:
    verdict = bonus(rules, (*own, *board))
    return (-1 if verdict.odds is None else int(verdict.odds)), verdict.rule


@pytest.mark.soak
def test_the_edge_of_the_bonus_by_each_reading_of_four_of_a_kind_with_one_own_card() -> None:
    """CH 8.1, CH 8.2, CH 8.3: every hand, held in every way of which the first own card is a club, as suits do not matter."""
    rules = {switch: replace(DOCUMENT, bonus=replace(DOCUMENT.bonus, quads_one_own=switch)) for switch in SWITCHES}
    ways = comb(52, 5) * 5  # a quarter of 5 times 4
    gains = dict.fromkeys(SWITCHES, -ways)
    for hand in combinations(SINGLE_52.composition, 5):
        if BONUS_TABLE.of(rate(hand)) is None:  # it loses however it is held, CH 8.4
            continue
        for own in permutations(hand, 2):
            if own[0].suit is Suit.CLUBS:
                board = tuple(card for card in hand if card not in own)
                gain, rule = _gain(rules["as_trips"], own, board)
                for switch in SWITCHES:
                    gains[switch] += 1 + (_gain(rules[switch], own, board)[0] if rule == "CH 8.3" else gain)
    assert {switch: Fraction(-gain, ways) for switch, gain in gains.items()} == {
        "as_trips": Fraction(141252, 270725),  # 52.18 %
        "as_quads": Fraction(135012, 270725),  # 49.87 %
        "none": Fraction(141538, 270725),  # 52.28 %
    }


def test_without_the_own_card_rule_the_bonus_would_be_another_bet() -> None:
    """CH 8.2: what the sentence about own cards is worth, counted from the number of five-card hands of each kind."""
    hands = {
        "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744, "flush": 5108, "straight": 10200, "three_of_a_kind": 54912,
    }  # fmt: skip
    gain = sum(number * (1 + BONUS_TABLE.odds[name]) for name, number in hands.items()) - comb(52, 5)
    assert -gain / comb(52, 5) == Fraction(25744, 54145)  # 47.55 %
