"""Mistakes that other programs made at the rules, one case each: what comes out here. tests/FAULTS.md says what went wrong there."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tablectl.cases import settle_case
from tablectl.cases.reading import CaseError
from tests.cases.golden import missing

UTH: Final[dict[str, Any]] = {"ante": 10, "blind": 10, "play_at": "preflop"}
TWO_PAIRS_ON_BOARD: Final = ["Kc", "Kd", "7s", "7h", "Jc"]
BOARD_PLAYS: Final = ["Qd", "Qh", "9c", "9s", "Ad"]
ACE_HIGH_DEALER: Final[dict[str, Any]] = {"player": ["Jc", "Td"], "dealer": ["Ac", "Kd"], "board": ["Jh", "Ts", "7d", "4c", "2h"], "ante": 10}
TIE: Final = {"ante": 0, "blind": 0, "play": 0}


def evaluated(*cards: str) -> dict[str, Any]:
    return {"id": "evaluated", "kind": "evaluate", "cards": list(cards)}


def dealt(**more: Any) -> dict[str, Any]:  # noqa: ANN401 - values of a case
    return {"id": "dealt", "kind": "round", **more}


CASES: Final = {
    "R01 straight and flush in other cards": (
        "uth",
        evaluated("5s", "6d", "7s", "8s", "9s", "2s", "Kh"),
        {"category": "flush", "ranks": "98752"},
    ),
    "R03 ace to five": ("uth", evaluated("Ah", "2c", "3d", "4s", "5h", "Kc", "Jd"), {"category": "straight", "ranks": "5432A"}),
    "R03 no straight round the ace": ("uth", evaluated("Qc", "Kd", "As", "2h", "3c", "9d", "7s"), {"category": "high_card", "ranks": "AKQ97"}),
    "R05 the odd card stands beside three pairs": (
        "uth",
        dealt(player=["2s", "2d"], dealer=["Tc", "9d"], board=TWO_PAIRS_ON_BOARD, **UTH),
        {"net": TIE},
    ),
    "R08 the board plays, and pushes": ("uth", dealt(player=["8h", "2c"], dealer=["Kc", "Jd"], board=BOARD_PLAYS, **UTH), {"net": TIE}),
    "R08 the board plays, and a tie is lost": (
        "texas_shootout",
        dealt(player_keep=["8h", "2c"], dealer_keep=["Kc", "Jd"], board=BOARD_PLAYS, ante=10),
        {"net": {"ante": -10}},
    ),
    "R12 no dealer's hand, where the ante pushes": (
        "uth",
        dealt(**{**ACE_HIGH_DEALER, **UTH}),
        {"net": {"ante": 0, "blind": 0, "play": 40}, "dealer_qualifies": False},
    ),
    "R12 no dealer's hand, where the ante is paid": (
        "casino_holdem",
        dealt(action="call", **ACE_HIGH_DEALER),
        {"net": {"ante": 10, "bet": 0}, "dealer_qualifies": False},
    ),
    "R14 a push gives all of it back": ("uth", dealt(player=["8h", "2c"], dealer=["8d", "2s"], board=BOARD_PLAYS, **UTH), {"net": TIE}),
    "R16 a double pushes too": (
        "tx_bj",
        dealt(bj_wager=10, bets={}, cards=["6r", "5b", "Tw"], dealer=["9w", "5b", "7r"], say=["double"]),
        {"net": {"box": 0, "double": 0}},
    ),
    "R18 half of an odd wager": (
        "tx_bj",
        dealt(bj_wager=25, bets={}, cards=["Tr", "8b"], dealer=["Ag", "Kw"], say=["insurance", "stand"], config={"pays": "6:5"}),
        {"net": {"insurance": 24, "box": -25}},
    ),
    "R18 full insurance loses nothing": (
        "tx_bj",
        dealt(bj_wager=10, bets={}, cards=["Tr", "8b"], dealer=["Ag", "Kw"], say=["insurance", "stand"]),
        {"net": {"insurance": 10, "box": -10}},
    ),
}


@pytest.mark.parametrize(("game", "inputs", "expected"), CASES.values(), ids=CASES)
def test_a_hand_that_others_settled_wrong(game: str, inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert missing(expected, settle_case(game, None, inputs)) == []


@pytest.mark.parametrize("cards", [["8h", "2c", "Kc"], ["8h"]])
def test_a_hand_of_another_number_of_cards_is_refused_before_it_is_rated(cards: list[str]) -> None:
    with pytest.raises(CaseError, match="player"):
        settle_case("uth", None, dealt(player=cards, dealer=["Kd", "Jd"], board=BOARD_PLAYS, **UTH))


@pytest.mark.parametrize(("after_fold", "bonus"), [("in_action", 15), ("forfeit", -5)])
def test_a_fold_is_final_and_a_bonus_after_it_is_a_switch_of_the_house(after_fold: str, bonus: int) -> None:
    folded = dealt(player=["4d", "3s"], dealer=["Kh", "Qs"], board=["7c", "7d", "7h", "2s", "9d"], ante=10, blind=10, play_at="fold", triple_bonus=5)
    found = settle_case("uth", None, {**folded, "config": {"triple.after_fold": after_fold}})
    assert missing({"net": {"ante": -10, "blind": -10, "triple_bonus": bonus}}, found) == []
