"""The house way: the list row by row, both sides of each switch, and what every four cards keep."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.engine.cards import Card, Rank, cards
from tablectl.engine.decks import SIX_52, TXBJ_39
from tablectl.engine.house_way import DEFAULT, ROWS, HouseWayRules, NotAHouseHand, house_way

LETTER = replace(DEFAULT, ten_row="ten_with_jack_or_better")
TOP_TWO = replace(DEFAULT, two_highest="top_two")
ALPHABET = replace(DEFAULT, pair_tie="alphabet")
SHOE = tuple(SIX_52.composition.elements())


@pytest.mark.parametrize(
    ("four", "keep", "row"),
    [
        ("8h 8d Ah Kh", "8d 8h", 1),
        ("8h 8d Th Tc", "Tc Th", 1),
        ("Ad Jc 7s 7s", "Ad Jc", 2),
        ("Ad Ks Qs Jd", "Ad Ks", 2),
        ("2s 2s 7h 7d", "2s 2s", 3),
        ("7h 7d Ad 2d", "7d 7h", 4),
        ("Ad 2d Kc Qc", "Ad Kc", 2),
        ("Ad 2d Tc 9c", "Ad 2d", 5),
        ("Kd Td Qc Jh", "Kd Td", 6),
        ("Ad Th 9h 8h", "Ad Th", 7),
        ("Ad 9h 8h 7h", "Ad 9h", 8),
        ("Jd 2d 9h 8h", "Jd 2d", 9),
        ("Jd 2h 9h 8h", "Jd 9h", 10),
        ("Th 9c 4d 3d", "4d 3d", 11),
        ("Th 9c 4d 2d", "Th 9c", 12),
        ("Th 8c 6d 2d", "6d 2d", 13),
        ("Th 8c 6d 2s", "Th 8c", 14),
    ],
)
def test_each_row(four: str, keep: str, row: int) -> None:
    """TS 6.2, TS 6.4"""
    hand = house_way(cards(four))
    assert (hand.keep, hand.row, hand.name) == (cards(keep), row, ROWS[row - 1])


@pytest.mark.parametrize(
    ("rules", "four", "keep", "row"),
    [
        (DEFAULT, "Kd Qd Jc Tc", "Kd Qd", 6),
        (LETTER, "Kd Qd Jc Tc", "Jc Tc", 6),
        (DEFAULT, "Kd Qh 9c 8c", "Kd Qh", 7),
        (LETTER, "Kd Qh 9c 8c", "Kd Qh", 10),
        (LETTER, "Ad Th 9h 8h", "Ad Th", 7),
        (DEFAULT, "Td 8c 6d 2c", "Td 6d", 13),
        (TOP_TWO, "Td 8c 6d 2c", "Td 8c", 14),
        (TOP_TWO, "Td 8d 6c 2h", "Td 8d", 13),
        (DEFAULT, "9h 9h 9d 2c", "9h 9h", 1),
        (ALPHABET, "9h 9h 9d 2c", "9d 9h", 1),
        (DEFAULT, "9h 9h 9d 9d", "9d 9d", 1),
        (ALPHABET, "5h 5h 5d 2c", "5h 5h", 3),
        (DEFAULT, "5s 5h 5d Kc", "5d 5h", 4),
    ],
)
def test_both_sides_of_each_switch(rules: HouseWayRules, four: str, keep: str, row: int) -> None:
    """TS 6.3, TS 6.4, TS 6.5"""
    hand = house_way(cards(four), rules)
    assert (hand.keep, hand.row) == (cards(keep), row)


@given(st.lists(st.sampled_from(SHOE), min_size=4, max_size=4), st.permutations(range(4)), st.sampled_from([DEFAULT, LETTER, TOP_TWO, ALPHABET]))
def test_the_order_of_the_four_cards_does_not_matter(four: list[Card], order: list[int], rules: HouseWayRules) -> None:
    hand = house_way(four, rules)
    assert hand == house_way([four[index] for index in order], rules)
    assert not Counter(hand.keep) - Counter(four)


def test_every_four_ranks_have_a_row_and_a_pair_of_eights_is_never_split() -> None:
    for ranks in combinations_with_replacement(Rank, 4):
        four = [Card(rank, suit) for rank, suit in zip(ranks, (card.suit for card in cards("2c 2d 2h 2s")), strict=True)]
        hand = house_way(four)
        pairs = [rank for rank, count in Counter(ranks).items() if count > 1]
        if pairs and max(pairs) >= Rank.EIGHT:
            assert [card.rank for card in hand.keep] == [max(pairs)] * 2


@pytest.mark.parametrize("four", [cards("Ah Kh Qh"), cards("Ah Kh Qh Jh Th"), (*cards("Ah Kh Qh"), next(iter(TXBJ_39.composition)))])
def test_anything_but_four_cards_with_suits_is_refused(four: tuple[Card, ...]) -> None:
    with pytest.raises(NotAHouseHand):
        house_way(four)
