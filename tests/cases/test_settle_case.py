"""What `tablectl settle` is given and what it answers: forms, switches, and errors that name their key."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tablectl.cases import CaseError, settle_case
from tablectl.engine.game import HouseRules
from tablectl.engine.games.uth.house import DOCUMENT

HAND: dict[str, Any] = {
    "kind": "round",
    "player": ["9c", "8d"],
    "dealer": ["7c", "Kd"],
    "board": ["9h", "7s", "5d", "3c", "2h"],
    "ante": 10,
    "blind": 10,
    "play_at": "river",
}
SIDE: dict[str, Any] = {"kind": "side_bets", "player_first": "7r", "dealer_first": "Kw", "bj_wager": 10, "bets": {"A": 10}}
ROUND: dict[str, Any] = {"kind": "round", "bj_wager": 10, "cards": ["9r", "9b"], "dealer": ["9w", "8r"], "say": []}
WAGERS: dict[str, Any] = {"kind": "validate", "ante": 10, "blind": 10}


def test_a_hand_is_settled_and_explained_line_by_line() -> None:
    result = settle_case("uth", None, HAND)
    assert result == {
        "net": {"ante": 10, "blind": 0, "play": 20},
        "dealer_qualifies": True,
        "explain": [
            {"bet": "ante", "rule": "UTH 5.3", "text": "the ante wins 1 to 1: a pair of nines against a pair of sevens"},
            {"bet": "blind", "rule": "UTH 6.2", "text": "a winner below a straight, the blind pushes: a pair of nines against a pair of sevens"},
            {"bet": "play", "rule": "UTH 7.1", "text": "the play wager wins 1 to 1: a pair of nines against a pair of sevens"},
        ],
    }
    assert json.loads(json.dumps(result)) == result


@pytest.mark.parametrize(
    ("game", "case"),
    [
        ("uth", {"player": ["Ac", "7d"], "dealer": ["Kd", "7c"], "ante": 10, "blind": 10, "play_at": "river"}),
        ("casino_holdem", {"player": ["Ac", "7d"], "dealer": ["Kd", "7c"], "ante": 10, "action": "call"}),
        ("showdown_poker", {"player_keep": ["Ac", "7d"], "dealer_keep": ["Kd", "7c"], "ante": 10}),
        ("texas_shootout", {"player_keep": ["Ac", "7d"], "dealer_keep": ["Kd", "7c"], "ante": 10}),
    ],
)
def test_a_kicker_that_decides_is_named(game: str, case: dict[str, Any]) -> None:
    explain = settle_case(game, None, case | {"kind": "round", "board": ["7h", "9s", "5d", "3c", "2h"]})["explain"]
    assert isinstance(explain, list)
    (text,) = (line["text"] for line in explain if line["bet"] == "ante")
    assert text.endswith(" wins 1 to 1: a pair of sevens, 7 7 A 9 5 against a pair of sevens, 7 7 K 9 5")


def test_the_inputs_may_stand_in_a_whole_case() -> None:
    case = {"game": "uth", "inputs": HAND | {"id": "X-1", "reading": "seed"}, "expected": {}, "why": "a pair"}
    assert settle_case("uth", None, case) == settle_case("uth", None, HAND)


def test_a_tens_card_may_be_written_either_way() -> None:
    cards = ["10h", "Tc", "Kd", "4s", "2d"]
    assert settle_case("uth", None, {"kind": "evaluate", "cards": cards})["ranks"] == "TTK42"


def test_house_rules_of_the_caller_count_and_a_case_may_turn_a_switch() -> None:
    trade = replace(DOCUMENT, river_multiple=1)
    assert settle_case("uth", trade, HAND)["net"] == {"ante": 10, "blind": 0, "play": 10}
    assert settle_case("uth", trade, HAND | {"config": {"river_multiple": 2}})["net"] == {"ante": 10, "blind": 0, "play": 20}


@pytest.mark.parametrize("name", ["triple.must_win", "triple_must_win", "must_win"])
def test_a_switch_has_a_long_and_a_short_name(name: str) -> None:
    case = HAND | {"board": ["9h", "9s", "Kh", "Ks", "2h"], "triple_bonus": 10}
    nets = [settle_case("uth", None, case | {"config": {name: value}})["net"] for value in (False, True)]
    assert nets == [{"ante": -10, "blind": -10, "play": -20, "triple_bonus": 80}, {"ante": -10, "blind": -10, "play": -20, "triple_bonus": -10}]


@pytest.mark.parametrize("value", ["fold", None])
def test_a_fold_has_no_play_line(value: str | None) -> None:
    assert settle_case("uth", None, HAND | {"play_at": value})["net"] == {"ante": -10, "blind": -10}


@pytest.mark.parametrize("game", ["uth", "casino_holdem", "texas_shootout", "showdown_poker"])
def test_every_game_with_poker_hands_rates_them(game: str) -> None:
    result = settle_case(game, None, {"kind": "evaluate", "cards": ["Kc", "Kd", "Kh", "Ks", "2c", "As", "Ad"]})
    assert (result["category"], result["ranks"]) == ("four_of_a_kind", "KKKKA")


@pytest.mark.parametrize("game", ["texas_shootout", "showdown_poker"])
def test_five_equal_cards_are_a_hand_where_the_pack_has_them(game: str) -> None:
    result = settle_case(game, None, {"kind": "evaluate", "cards": ["Kc", "Kc", "Kc", "Kc", "Kc", "As", "Ad"]})
    assert (result["category"], result["ranks"]) == ("five_of_a_kind_suited", "KKKKK")
    assert result["explain"] == [{"what": "hand", "rule": "the best five of the cards", "text": "five kings of one suit: Kc Kc Kc Kc Kc"}]


@pytest.mark.parametrize(
    ("game", "case", "key", "says"),
    [
        ("uth", {}, "kind", "text"),
        ("uth", {"kind": 3}, "kind", "3"),
        ("uth", {"kind": "house_way"}, "kind", "evaluate or round or validate"),
        ("uth", {"kind": "procedure", "event": "x"}, "kind", "scenario"),
        ("uth", {"kind": "shoe", "decks": 1}, "kind", "scenario"),
        ("tx_bj", {"kind": "procedure"}, "kind", "scenario"),
        ("tx_bj", {"kind": "evaluate", "cards": []}, "kind", "side_bets or round or validate"),
        ("tx_bj", {"kind": "shoe", "decks": 6}, "decks", "expected 8"),
        ("tx_bj", {"kind": "settle_order", "seats": 3, "dealer_first": "9w"}, "seats", "a list"),
        ("tx_bj", {"kind": "settle_order", "seats": [6], "dealer_first": "9w"}, "seats", "TX 1.3"),
        ("tx_bj", SIDE | {"player_first": "7"}, "player_first", "7r or Ag"),
        ("tx_bj", SIDE | {"bets": {"P": ["g", 10]}}, "bets.P", 'found "P": ["g", 10]'),
        ("tx_bj", SIDE | {"bets": {"P": 10}}, "bets.P", "10"),
        ("tx_bj", SIDE | {"bets": {"E": ["r", 10]}}, "bets.E", "COMBO"),
        ("tx_bj", SIDE | {"bets": {"A": []}}, "bets.A", "an amount"),
        ("tx_bj", SIDE | {"bets": {"A": True}}, "bets.A", "an amount"),
        ("tx_bj", SIDE | {"bets": {"A": 12}}, "bets.A", "TX 2.3"),
        ("tx_bj", SIDE | {"columns": [["2"]]}, "config", "three groups"),
        ("tx_bj", ROUND | {"cards": ["9r", "9b", "2w", "2w", "2w", "2w"]}, "cards", "no more than the round takes"),
        ("tx_bj", ROUND | {"say": ["stand", "hit"]}, "say", "no more than the round takes"),
        ("tx_bj", ROUND | {"say": ["fold"]}, "say", "TX 5.7"),
        ("tx_bj", ROUND | {"dealer": ["9w"]}, "cards", "the next card goes to the dealer"),
        ("casino_holdem", {"kind": "round"}, "ante", "an amount"),
        ("casino_holdem", {"kind": "procedure", "event": "eighth_field"}, "event", "seventh_field_requested"),
        ("casino_holdem", {"kind": "shoe"}, "kind", "scenario"),
        ("whist", {"kind": "rank_table"}, "game", "not on this build"),
        ("texas_shootout", {"kind": "full_round"}, "seats", "a list"),
        ("texas_shootout", {"kind": "house_way"}, "cards", "a list of 4 cards"),
        ("uth", {"kind": "evaluate", "cards": ["Ah", "Kh"]}, "cards", "five to seven"),
        ("uth", {"kind": "evaluate", "cards": ["7r", "7w", "7b", "6r", "5r"]}, "cards", "with suits"),
        ("uth", {"kind": "evaluate", "cards": ["Ah", "Ah", "Qh", "Jh", "Th"]}, "cards", "Ah at most 1 time, as in the pack single-52"),
        ("texas_shootout", {"kind": "evaluate", "cards": ["Ah"] * 7}, "cards", "Ah at most 6 times, as in the pack six-52, found it 7 times"),
        ("uth", {"kind": "evaluate", "cards": "Ah Kh Qh Jh Th"}, "cards", "a list of five to seven cards"),
        ("uth", {"kind": "evaluate", "cards": ["Ah", "Kh", "Qh", "Jh", "1h"]}, "cards", "1h"),
        ("uth", {"kind": "evaluate", "cards": ["Ah", "Kh", "Qh", "Jh", "Th"], "card": 1}, "card", "only the keys kind, cards"),
        ("uth", HAND | {"dealer": ["7c", "Kd", "Kh"]}, "dealer", "2 cards"),
        ("uth", HAND | {"ante": 2.5}, "ante", "2.5"),
        ("uth", HAND | {"ante": True}, "ante", "found true"),
        ("uth", HAND | {"ante": -2}, "ante", "-2"),
        ("uth", HAND | {"ante": None}, "ante", "found null"),
        ("uth", HAND | {"ante": float("inf")}, "ante", "a number of no possible size"),
        ("uth", HAND | {"ante": [1] * 100}, "ante", "found a list of 100"),
        ("uth", {"kind": ""}, "kind", 'found ""'),
        ("uth", HAND | {"config": {"after_fold": "forfeit", "triple.after_fold": "in_action"}}, "config.triple.after_fold", "which are one switch"),
        ("tx_bj", SIDE | {"player_first": ""}, "player_first", 'found ""'),
        ("tx_bj", SIDE | {"bets": {"P": [["r"], 10]}}, "bets.P", 'found "P": [["r"], 10]'),
        ("tx_bj", ROUND | {"say": [None]}, "say", "expected text, found null"),
        ("tx_bj", {"kind": "settle_order", "seats": [1, "2"], "dealer_first": "9w"}, "seats", 'found "2"'),
        ("tx_bj", {"kind": "settle_order", "seats": [1, 2, 1], "dealer_first": "9w"}, "seats", "found seat 1 twice"),
        ("uth", HAND | {"blind": 12}, "wagers", "UTH 2.2"),
        ("uth", HAND | {"triple_bonus": 11}, "triple_bonus", "UTH 2.3"),
        ("uth", HAND | {"play_at": "turn"}, "play_at", "preflop or flop or river or fold"),
        ("uth", HAND | {"play_multiple": 3}, "play_multiple", "UTH 3.6"),
        ("uth", HAND | {"board": ["9h", "7s", "5d", "3c", "9c"]}, "cards", "UTH 1.1"),
        ("uth", HAND | {"config": {"river_multple": 1}}, "config.river_multple", "river_multiple"),
        ("uth", HAND | {"config": {"river_multiple": "1"}}, "config.river_multiple", 'found "1"'),
        ("uth", HAND | {"config": {"after_fold": "maybe"}}, "config.triple.after_fold", 'found "maybe"'),
        ("uth", HAND | {"config": {"river_multiple": 0}}, "config", "multiples"),
        ("uth", HAND | {"config": {"id": "x"}}, "config.id", "no such switch"),
        ("uth", HAND | {"config": []}, "config", "an object"),
        ("uth", HAND | {"seat": 2}, "seat", "found seat: 2"),
        ("uth", {"inputs": HAND, "comment": ""}, "comment", "beside the inputs"),
        ("uth", {"inputs": HAND, "game": "tx_bj"}, "game", "tx_bj"),
        ("uth", {"inputs": []}, "inputs", "an object"),
        ("uth", WAGERS | {"play_turn": 20}, "play_turn", "play_river, ante, blind"),
    ],
)
def test_an_error_names_the_key_what_was_expected_and_what_was_found(game: str, case: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(CaseError) as caught:
        settle_case(game, None, case)
    assert caught.value.key == key
    assert str(caught.value) == f"{key}: expected {caught.value.expected}, found {caught.value.found}"
    assert says in str(caught.value)


def test_a_refused_wager_is_an_answer_not_an_error() -> None:
    assert settle_case("uth", None, WAGERS | {"blind": 12}) == {
        "accept": False,
        "explain": [{"what": "wagers", "rule": "UTH 2.2", "text": "ante and blind of seat 1 are not equal"}],
    }
    assert settle_case("uth", None, WAGERS)["accept"] is True


@pytest.mark.parametrize("amount", [0, 41, 42])
def test_a_play_wager_that_fits_no_ante_is_refused(amount: int) -> None:
    assert settle_case("uth", None, {"kind": "validate", "play_preflop": amount})["accept"] is False


def test_house_rules_of_another_game_are_no_rules_for_this_one() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    for case in (HAND, {"kind": "validate", "play_preflop": 40}):
        with pytest.raises(TypeError, match="HouseRules"):
            settle_case("uth", other, case)
