"""Exact counts of seven-card hands of one deck."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import comb, sqrt

from tablectl.engine.counting import edge_of, seven_cards
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.hands import label, rate


def test_seven_cards_make_what_is_known() -> None:
    assert dict(seven_cards()) == {
        "royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184, "flush": 4_047_644,
        "straight": 6_180_020, "three_of_a_kind": 6_461_620, "two_pair": 31_433_400, "pair": 58_627_800, "high_card": 23_294_460,
    }  # fmt: skip
    assert sum(seven_cards().values()) == comb(52, 7)


def test_a_sample_agrees() -> None:
    chance, number, pack = random.Random(7), 20_000, tuple(SINGLE_52.composition)
    sample = Counter(label(rate(chance.sample(pack, 7))) for _ in range(number))
    for name, count in seven_cards().items():
        share = count / comb(52, 7)
        assert abs(sample[name] / number - share) <= 4 * sqrt(share * (1 - share) / number) + 1 / number


def test_an_edge_is_what_is_lost_less_what_is_won() -> None:
    assert edge_of({}) == 1
    assert edge_of(dict.fromkeys(seven_cards(), Fraction(0))) == 0
    assert edge_of({"pair": Fraction(1)}) == 1 - 2 * Fraction(58_627_800, comb(52, 7))
