"""Worked hands of Showdown Poker: each row of the file is played by facts, and every line has to cite its rule. The list of two-card hands."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.cases import CaseError, settle_case
from tablectl.engine.cards import Card, Rank, Suit, cards
from tablectl.engine.decks import SIX_52
from tablectl.engine.game import HouseRules
from tablectl.engine.games.showdown_poker.ranking import RANKING, highest, rank_of

ROWS = [json.loads(line) for line in (Path(__file__).parent / "hands" / "showdown_poker.jsonl").read_text().splitlines()]
BY_ID = {row["id"]: row["inputs"] for row in ROWS}
SHOE = tuple(SIX_52.composition)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_hand(row: dict[str, Any]) -> None:
    result = settle_case("showdown_poker", None, row["inputs"])
    explain = result.pop("explain")
    assert isinstance(explain, list)
    assert result == row["expected"]
    assert {f"{line['seat']}.{line['bet']}" if "bet" in line else "*": line["rule"] for line in explain} == row["rules"]


def test_seats_are_explained_in_the_order_in_which_they_are_settled() -> None:
    """SP 6.4"""
    explain = settle_case("showdown_poker", None, BY_ID["f-order"])["explain"]
    assert isinstance(explain, list)
    assert [line["seat"] for line in explain] == [6, 6, 2, 2]


@pytest.mark.parametrize(
    ("case", "key", "says"),
    [
        (BY_ID["r-win"] | {"bonus": 5}, "bonus", "SP 2.3"),
        (BY_ID["c-down"] | {"config": BY_ID["c-down"]["config"] | {"rounding": "exact"}}, "bonus", "SP 2.5"),
        (BY_ID["r-win"] | {"ante": 0}, "wagers", "SP 2.9"),
        (BY_ID["r-win"] | {"player_keep": ["Kc", "Qd", "2c"]}, "player_keep", "2 cards"),
        (BY_ID["r-win"] | {"player_keep": ["7r", "7w"]}, "cards", "SP 1.1"),
        (BY_ID["r-win"] | {"player_keep": ["8h", "8h"], "dealer_keep": ["8h", "8h"], "board": ["8h", "8h", "8h", "2c", "3c"]}, "cards", "SP 1.1"),
        (BY_ID["f-split"] | {"seats": [3]}, "seats", "a list of objects"),
        (BY_ID["f-split"] | {"seats": [BY_ID["f-split"]["seats"][0] | {"bonus": [5, 10]}]}, "bonus", "SP 4.3"),
        (BY_ID["f-split"] | {"seats": [BY_ID["f-split"]["seats"][0] | {"bonus": [5]}]}, "bonus", "SP 4.3"),
        (BY_ID["f-split"] | {"seats": [BY_ID["f-split"]["seats"][0] | {"hands": [["9s", "9s"], ["9s", "Kd"]]}]}, "hands", "SP 4.5"),
        (BY_ID["f-split"] | {"seats": [BY_ID["f-split"]["seats"][0] | {"envy": 0}]}, "envy", "only the keys seat, hands, ante, cards, bonus"),
        (BY_ID["f-split"] | {"seats": [BY_ID["f-split"]["seats"][0]] * 2}, "seats", "twice"),
        (BY_ID["f-split"] | {"seats": [BY_ID["f-split"]["seats"][0] | {"seat": 99}]}, "seats", "there is no seat 99"),
        (BY_ID["h-1"] | {"cards": ["8h", "8d", "Tc", "7r"]}, "cards", "with suits"),
        (BY_ID["t-first"] | {"cards": ["8h", "8d", "Tc"]}, "cards", "2 or 4 cards"),
        (BY_ID["h-1"] | {"config": {"ten_row": "both_ten_or_higher"}}, "config.ten_row", "no such switch"),
        (BY_ID["r-win"] | {"config": {"bonus.table": {"flush": "2:1"}}}, "config.bonus", "from a flush, upwards"),
        ({"kind": "validate"}, "kind", "evaluate or round or full_round or house_way or rank_table"),
    ],
)
def test_a_case_that_cannot_be_settled_names_its_key(case: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(CaseError) as caught:
        settle_case("showdown_poker", None, case)
    assert caught.value.key == key
    assert says in str(caught.value)


def test_house_rules_of_another_game_are_no_rules_for_this_one() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    for name in ("r-win", "f-split", "h-1"):
        with pytest.raises(TypeError, match="HouseRules"):
            settle_case("showdown_poker", other, BY_ID[name] | {"config": {}})


def test_the_list_ranks_every_two_cards_once() -> None:
    """SP 4.6"""
    assert sorted(RANKING.values()) == list(range(1, 183))
    by_rank = {rank: name for name, rank in RANKING.items()}
    printed = {1: "AAs", 14: "AKs", 26: "66u", 41: "K9s", 56: "33u", 100: "J8u", 113: "65s", 143: "63s", 165: "32s", 182: "32u"}
    assert {rank: by_rank[rank] for rank in printed} == printed
    assert {rank_of(two) for two in combinations(SHOE + SHOE, 2)} == set(by_rank)


def test_one_suit_goes_before_two_and_a_higher_pair_before_a_lower() -> None:
    for high in Rank:
        for low in (rank for rank in Rank if rank <= high):
            assert RANKING[f"{high.letter}{low.letter}s"] < RANKING[f"{high.letter}{low.letter}u"]
    for suited in "su":
        pairs = [RANKING[f"{rank.letter}{rank.letter}{suited}"] for rank in reversed(Rank)]
        assert pairs == sorted(pairs)
        for high in Rank:
            kickers = [RANKING[f"{high.letter}{low.letter}{suited}"] for low in reversed(Rank) if low < high and (high is Rank.ACE or low > 6)]
            assert kickers == sorted(kickers), "a better second card is never worse, but for small cards that make straights"


@given(st.lists(st.sampled_from(SHOE), min_size=4, max_size=4), st.permutations(range(4)))
def test_advice_is_the_highest_of_the_six_hands_in_any_order(four: list[Card], order: list[int]) -> None:
    best = highest(four)
    assert best == highest([four[index] for index in order])
    assert best.rank == min(rank_of(two) for two in combinations(four, 2)) == rank_of(best.keep)
    assert str(best) == f"{best.rank} of 182 in the list of two-card hands"


def test_the_order_of_two_cards_and_the_names_of_suits_do_not_matter() -> None:
    assert rank_of(cards("2c Kd")) == rank_of(cards("Kh 2s")) == 116
    assert {rank_of((Card(Rank.QUEEN, suit), Card(Rank.FIVE, suit))) for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)} == {83}
    with pytest.raises(ValueError, match="unpack"):
        rank_of(cards("Kh 2s 3d"))
