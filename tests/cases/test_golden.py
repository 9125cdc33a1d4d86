"""Every hand of the golden file, settled as `tablectl settle` does it; tests/cli/test_settle.py runs the file through the command itself."""

from __future__ import annotations

from collections import Counter

import pytest

from tablectl.cases import settle_case
from tests.cases.golden import GOLDEN, Golden, missing


@pytest.mark.parametrize("hand", GOLDEN, ids=str)
def test_a_golden_hand_is_settled_as_expected(hand: Golden) -> None:
    assert missing(hand.expected, settle_case(hand.game, None, hand.inputs)) == []


def test_the_golden_file_holds_hands_of_every_game_under_names_of_their_own() -> None:
    assert Counter(hand.game for hand in GOLDEN) == {"texas_shootout": 32, "showdown_poker": 6, "tx_bj": 7, "casino_holdem": 14, "uth": 11}
    assert max(Counter(map(str, GOLDEN)).values()) == 1


@pytest.mark.parametrize(
    ("expected", "answer", "at"),
    [
        ({"net": {"ante": 10}}, {"net": {"ante": 5}}, "answer.net.ante"),
        ({"net": {"ante": 10}}, {"net": {"blind": 10}}, "answer.net.ante"),
        ({"net": {"1": {"bonus": [5, 5]}}}, {"net": {"1": {"bonus": [5]}}}, "answer.net.1.bonus"),
        ({"keep": ["8c", "8d"]}, {"keep": ["8d", "8c"]}, "answer.keep[0]"),
        ({"keep": ["8c"]}, {"keep": "8"}, "answer.keep"),
        ({"accept": False}, {"accept": 0}, "answer.accept"),
        ({"net": {}}, {"net": None}, "answer.net"),
    ],
)
def test_an_answer_that_lacks_something_is_told_apart(expected: dict[str, object], answer: dict[str, object], at: str) -> None:
    assert missing(expected, answer | {"more": 1})[0].startswith(f"{at}: expected")
