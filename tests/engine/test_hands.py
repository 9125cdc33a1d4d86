"""The evaluator against worked hands, exact counts, a plain definition of poker, and the laws of ranking."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.engine.cards import COLOURS, Card, Rank, Suit, cards
from tablectl.engine.games.uth.wagers import TRIPLE_TABLE
from tablectl.engine.hands import Category, NotAHand, best_five, category, compared, label, rank_text, ranks, rate, words

ROWS = [json.loads(line) for line in (Path(__file__).parent / "hands" / "evaluate.jsonl").read_text().splitlines()]
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
FACES = [Card(rank, suit) for rank in Rank for suit in SUITS]
any_cards = st.lists(st.sampled_from(FACES), min_size=5, max_size=7)
one_pack = st.lists(st.sampled_from(FACES), min_size=5, max_size=7, unique=True)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_hand(row: dict[str, Any]) -> None:
    hand = [Card.parse(text) for text in row["cards"]]
    value = rate(hand)
    assert (label(value), rank_text(value), words(value)) == (row["category"], row["ranks"], row["words"])
    five = best_five(hand)
    assert not Counter(five) - Counter(hand)
    assert rate(five) == value
    assert tuple(1 if number == 1 else card.rank for number, card in zip(ranks(value), five, strict=True)) == ranks(value)


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("7h 7c Ah 9d 2s", "7d 7s Kh 9c 2d", "a pair of sevens, 7 7 A 9 2 against a pair of sevens, 7 7 K 9 2"),
        ("7h 7c Ah 9d 2s", "6h 6c Ah 9d 2s", "a pair of sevens against a pair of sixes"),
        ("Ah Kd 9h 5c 3d", "Ad Kc 9s 5h 2d", "ace high, A K 9 5 3 against ace high, A K 9 5 2"),
        ("Qh Qd Jc Js Ac", "Qh Qd Jc Js Kc", "two pair, queens and jacks, Q Q J J A against two pair, queens and jacks, Q Q J J K"),
        ("Th 9d 8c 7h 6s", "Td 9c 8h 7s 6d", "a straight, ten high against a straight, ten high"),
        ("Ah Kh 9h 5h 3h", "Ad Kd 9d 5d 2d", "a flush, A K 9 5 3 against a flush, A K 9 5 2"),
    ],
)
def test_two_hands_are_told_apart_in_words(one: str, other: str, said: str) -> None:
    assert compared(*(rate(cards(text)) for text in (one, other))) == said


@given(one_pack, one_pack)
def test_two_hands_of_other_values_are_never_told_alike(one: list[Card], other: list[Card]) -> None:
    left, right = rate(one), rate(other)
    here, there = compared(left, right).split(" against ")
    assert (here == there) == (left == right)


@pytest.mark.parametrize(
    "text", ["", "Ah Kh Qh Jh", "2c 2c 2c 2c 2c 2c 2c 2c", "7r 7s 7h 7d 7c", "7r 7w 7b 6r 5r", "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h"]
)
def test_what_is_no_poker_hand_is_refused(text: str) -> None:
    with pytest.raises(NotAHand):
        rate(cards(text))


def test_sixteen_equal_cards_do_not_carry_into_a_hand() -> None:
    for number in range(8, 40):
        with pytest.raises(NotAHand):
            rate(cards("2c " * number))


def plain(hand: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """Five cards by the definitions of poker, one sentence each; an independent second opinion."""
    numbers = sorted((int(card.rank) for card in hand), reverse=True)
    groups = Counter(numbers)
    shape = sorted(groups.values(), reverse=True)
    order = tuple(sorted(numbers, key=lambda number: (groups[number], number), reverse=True))
    suited = len({card.suit for card in hand}) == 1
    run = order
    if numbers == [14, 5, 4, 3, 2]:
        run = (5, 4, 3, 2, 1)
    straight = len(groups) == 5 and run[0] - run[4] == 4
    found = [
        (Category.FIVE_OF_A_KIND_SUITED, shape == [5] and suited, order),
        (Category.STRAIGHT_FLUSH, straight and suited, run),
        (Category.FIVE_OF_A_KIND, shape == [5], order),
        (Category.FOUR_OF_A_KIND, shape == [4, 1], order),
        (Category.FULL_HOUSE, shape == [3, 2], order),
        (Category.FLUSH, suited, order),
        (Category.STRAIGHT, straight, run),
        (Category.THREE_OF_A_KIND, shape == [3, 1, 1], order),
        (Category.TWO_PAIR, shape == [2, 2, 1], order),
        (Category.PAIR, shape == [2, 1, 1, 1], order),
        (Category.HIGH_CARD, True, order),
    ]
    # a flush compares card by card, doubled cards included
    kind, _, five = next(row for row in found if row[1])
    return int(kind), tuple(numbers) if kind is Category.FLUSH else five


@given(any_cards)
def test_the_value_is_that_of_the_best_five(hand: list[Card]) -> None:
    value = rate(hand)
    assert (category(value), ranks(value)) == max(map(plain, combinations(hand, 5)))


@given(any_cards)
def test_best_five_are_among_the_cards_and_make_the_value(hand: list[Card]) -> None:
    five = best_five(hand)
    assert len(five) == 5
    assert not Counter(five) - Counter(hand)
    assert plain(five) == (category(rate(hand)), ranks(rate(hand)))


@given(any_cards, any_cards)
def test_values_compare_as_the_hands_do(one: list[Card], other: list[Card]) -> None:
    best = [max(map(plain, combinations(hand, 5))) for hand in (one, other)]
    assert (rate(one) < rate(other)) == (best[0] < best[1])


@given(any_cards, st.permutations(SUITS), st.randoms(use_true_random=False))
def test_neither_suits_nor_order_matter(hand: list[Card], suits: list[Suit], chance: random.Random) -> None:
    turned = dict(zip(SUITS, suits, strict=True))
    other = [Card(card.rank, turned[card.suit]) for card in hand]
    chance.shuffle(other)
    assert rate(other) == rate(hand)


@given(st.lists(st.sampled_from(FACES), min_size=6, max_size=7))
def test_adding_a_card_never_lowers(hand: list[Card]) -> None:
    assert rate(hand) >= rate(hand[:-1])


@given(one_pack, one_pack)
def test_hands_without_doubles_order_as_with_one_pack(one: list[Card], other: list[Card]) -> None:
    usual = ["high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"]
    places = [usual.index(label(rate(hand))) for hand in (one, other)]
    if places[0] != places[1]:
        assert (rate(one) < rate(other)) == (places[0] < places[1])


def spread(counts: dict[Rank, int], suits: tuple[Suit, ...]) -> list[Card]:
    """Cards with these ranks, as many suits as there are."""
    numbers = [rank for rank, count in counts.items() for _ in range(count)]
    return [Card(rank, suits[index % len(suits)]) for index, rank in enumerate(numbers)]


def rank_multisets(size: int, most: int) -> list[dict[Rank, int]]:
    found = (Counter(numbers) for numbers in combinations_with_replacement(Rank, size))
    return [counts for counts in found if max(counts.values(), default=0) <= most]


def seven_card_counts() -> Counter[str]:
    """All 133,784,560 hands: by their ranks, and apart those with five or more cards of one suit, by suit and the rest."""
    seen: Counter[str] = Counter()
    suited: Counter[tuple[tuple[Rank, int], ...]] = Counter()
    others = SUITS[:3]
    for in_suit in (5, 6, 7):
        rests = rank_multisets(7 - in_suit, 3)
        for long in combinations(Rank, in_suit):
            for rest in rests:
                ways = 4 * prod(comb(3, count) for count in rest.values())
                hand = [Card(rank, Suit.SPADES) for rank in long] + spread(rest, others)
                seen[label(rate(hand))] += ways
                suited[tuple(sorted((Counter(long) + Counter(rest)).items()))] += ways
    for counts in rank_multisets(7, 4):
        ways = prod(comb(4, count) for count in counts.values()) - suited[tuple(sorted(counts.items()))]
        seen[label(rate(spread(counts, SUITS)))] += ways
    return seen


@pytest.fixture(scope="module")
def seven_cards() -> Counter[str]:
    return seven_card_counts()


def test_seven_cards_of_one_pack_count_exactly(seven_cards: Counter[str]) -> None:
    assert seven_cards.total() == comb(52, 7) == 133_784_560
    assert seven_cards == {
        "royal_flush": 4_324,
        "straight_flush": 37_260,
        "four_of_a_kind": 224_848,
        "full_house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three_of_a_kind": 6_461_620,
        "two_pair": 31_433_400,
        "pair": 58_627_800,
        "high_card": 23_294_460,
    }


def test_edge_of_the_triple_bonus_is_exact(seven_cards: Counter[str]) -> None:
    """UTH 8.1"""
    net = sum(number * TRIPLE_TABLE.odds.get(name, Fraction(-1)) for name, number in seven_cards.items())
    assert -net / seven_cards.total() == Fraction(48_987, 2_572_780)


def test_five_cards_of_six_packs_count_exactly() -> None:
    seen: Counter[str] = Counter()
    for counts in rank_multisets(5, 5):
        in_suit = 4 * prod(comb(6, count) for count in counts.values())
        seen[label(rate(spread(counts, SUITS[:1])))] += in_suit
        seen[label(rate(spread(counts, SUITS)))] += prod(comb(24, count) for count in counts.values()) - in_suit
    assert seen.total() == comb(312, 5)
    assert seen == {
        "five_of_a_kind_suited": 312,
        "royal_flush": 31_104,
        "straight_flush": 279_936,
        "five_of_a_kind": 552_240,
        "four_of_a_kind": 39_783_744,
        "full_house": 87_145_344,
        "flush": 83_889_648,
        "straight": 79_315_200,
        "three_of_a_kind": 997_805_952,
        "two_pair": 1_563_982_992,
        "pair": 10_875_047_040,
        "high_card": 10_128_551_040,
    }


def test_categories_rank_as_on_a_table_with_six_packs() -> None:
    climbing = [
        "Ah Kd 9c 5s 2h",
        "2h 2d 3c 4s 5h",
        "3h 3d 2c 2s 4h",
        "2h 2d 2c 3s 4h",
        "Ah 2d 3c 4s 5h",
        "2h 3h 4h 5h 7h",
        "2h 2d 2c 3s 3h",
        "2h 2d 2c 2s 3h",
        "Ah 2h 3h 4h 5h",
        "Ah Kh Qh Jh Th",
        "2h 2h 2h 2h 2h",
    ]
    assert all(rate(cards(low)) < rate(cards(high)) for low, high in pairwise(climbing))
    assert rate(cards("2h 2d 2c 2s 2h")) < rate(cards("Ah 2h 3h 4h 5h"))
    assert rate(cards("2h 2d 2c 2s 2h")) > rate(cards("Ah Ad Ac As Kh"))


def test_a_card_is_a_plain_value() -> None:
    ace = Card.parse("Ah")
    assert copy.deepcopy(ace) == pickle.loads(pickle.dumps(ace)) == ace  # noqa: S301  our own bytes
    assert copy.copy(ace).tally == pickle.loads(pickle.dumps(ace)).tally == ace.tally  # noqa: S301
    assert len({*FACES, *(Card(rank, colour) for rank in Rank for colour in COLOURS)}) == 13 * 8
    assert len({card.tally for card in FACES}) == 52
    assert repr(ace) == "Card(rank=<Rank.ACE: 14>, suit=<Suit.HEARTS: 'h'>)"


def test_cards_sort_by_rank_then_by_suit_as_in_the_alphabet() -> None:
    wanted = cards("2c 2s Kd Kh Kr Ac")
    assert all(tuple(sorted(order)) == wanted for order in permutations(wanted))
