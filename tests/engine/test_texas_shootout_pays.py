"""What Texas Shootout pays beside the wager: the Shootout Bonus, its limits, the Envy Bonus and tokes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import pytest

from tablectl.engine.cards import Card, Rank, cards
from tablectl.engine.decks import SIX_52
from tablectl.engine.games.texas_shootout.bonus import BonusStake, bonus_verdicts
from tablectl.engine.games.texas_shootout.envy import envy_paid
from tablectl.engine.hands import label, rate
from tablectl.engine.settlement import Result

from .shooting import Shootout, rules, shootout

HANDS = {
    "five_of_a_kind_suited": "9h 9h 9h 9h 9h",
    "royal_flush": "Ah Kh Qh Jh Th",
    "straight_flush": "5c 4c 3c 2c Ac",
    "five_of_a_kind": "9h 9h 9h 9h 9c",
    "four_of_a_kind": "9h 9h 9h 9h 8c",
    "full_house": "9h 9h 9h 8h 8h",
    "flush": "9h 9h 8h 8h 2h",
    "straight": "9h 8h 7h 6h 5c",
    "three_of_a_kind": "9h 9h 9d 7h 5c",
    "two_pair": "9h 9h 7d 7h 5c",
}


def bonus(stakes: dict[int, tuple[int, str]], **switches: Any) -> list[tuple[Result, int, str]]:  # noqa: ANN401
    """The verdicts on bonus wagers by seat, each an amount and a hand of `HANDS`."""
    on = {(number, "bonus"): BonusStake("bonus", stake, rate(cards(HANDS[name]))) for number, (stake, name) in stakes.items()}
    return [(verdict.result, verdict.net, verdict.rule) for verdict in bonus_verdicts(rules(**switches), on).values()]


@pytest.mark.parametrize(
    ("name", "odds"),
    [
        ("five_of_a_kind_suited", 1000),
        ("royal_flush", 200),
        ("straight_flush", 75),
        ("five_of_a_kind", 40),
        ("four_of_a_kind", 7),
        ("full_house", 3),
        ("flush", 2),
        ("straight", 1),
    ],
)
def test_the_bonus_pays_by_the_sheets_table(name: str, odds: int) -> None:
    """TS 8.1"""
    assert bonus({1: (5, name)}) == [(Result.WIN, 5 * odds, "TS 8.1")]


def test_three_of_a_kind_pushes_and_less_loses() -> None:
    """TS 8.2, TS 8.3"""
    assert bonus({1: (5, "three_of_a_kind"), 2: (5, "two_pair")}) == [(Result.PUSH, 0, "TS 8.2"), (Result.LOSE, -5, "TS 8.3")]


def test_another_table_and_rounding_are_house_rules() -> None:
    """TS 8.1, TS 4.4"""
    table = {"flush": "3:2"}
    paid = {rounding: bonus({1: (5, "flush")}, bonus__table=table, money__rounding=rounding)[0][1] for rounding in ("up", "down", "nearest")}
    assert paid == {"up": 8, "down": 7, "nearest": 8}
    assert bonus({1: (6, "flush"), 2: (5, "straight")}, bonus__table=table) == [(Result.WIN, 9, "TS 8.1"), (Result.LOSE, -5, "TS 8.3")]


def test_no_bonus_wager_wins_more_than_the_cap() -> None:
    """TS 8.4, both sides"""
    assert bonus({1: (5, "royal_flush")}, bonus__cap=1000) == [(Result.WIN, 1000, "TS 8.1")]
    assert bonus({1: (6, "royal_flush")}, bonus__cap=1000) == [(Result.WIN, 1000, "TS 8.4")]


def test_all_bonus_wagers_share_the_aggregate_to_the_last_chip() -> None:
    """TS 8.5, both sides; who loses or pushes has no share."""
    three = dict.fromkeys((3, 2, 1), (50, "four_of_a_kind")) | {4: (5, "two_pair"), 5: (5, "three_of_a_kind")}
    assert [net for _, net, _ in bonus(three, bonus__aggregate=1050)] == [350, 350, 350, -5, 0]
    shared = bonus(three, bonus__aggregate=100)
    assert shared[:3] == [(Result.WIN, 34, "TS 8.5"), (Result.WIN, 33, "TS 8.5"), (Result.WIN, 33, "TS 8.5")]
    assert [net for _, net, _ in shared[3:]] == [-5, 0]
    uneven = bonus({2: (5, "royal_flush"), 1: (5, "four_of_a_kind")}, bonus__aggregate=500, bonus__cap=600)
    assert [net for _, net, _ in uneven] == [473, 27]  # 600 and 35 of 635


def test_the_bonus_is_paid_also_when_the_hand_loses() -> None:
    """TS 8.1"""
    table = shootout().sit(1, "8c 8d 3h 2s", bonus=5).lie("Ah Ad Qc 7s", "8h Kd Kc Ks 2h").until()
    assert table.nets() == {(1, "ante"): -10, (1, "bonus"): 15}


def test_a_toke_on_the_bonus_is_decided_as_the_bonus_and_a_toke_as_the_wager() -> None:
    """TS 8.6, TS 7.7, TS 7.8"""
    table = shootout().sit(1, "8c 8d 3h 2s", bonus=5, toke=2, bonus_toke=4).lie("Ah Ad Qc 7s", "8h Kd Kc Ks 2h").until()
    assert table.nets() == {(1, "ante"): -10, (1, "bonus"): 15, (1, "toke"): -2, (1, "bonus_toke"): 12}
    wins = shootout().sit(1, "Ah Ac 7d 2s", toke=2).lie("Kh 9c 5d 3s", "Ks Qd 8h 6c 4c").until()
    assert wins.nets() == {(1, "ante"): 10, (1, "toke"): 2}


def five_nines(**switches: Any) -> Shootout:  # noqa: ANN401
    """Seat 1 splits and holds five nines, the highest hand, and kings over nines; seat 2 has a bonus of 4, seat 3 one of 10."""
    table = shootout(**switches).sit(1, "9s 9s Kd Kc", "9s 9s", "Kd Kc", bonus=5).sit(2, "Qh 3c 2s 2d", bonus=4).sit(3, "Jh 8c 2s 2d", bonus=10)
    return table.lie("Ah Jd 6c 6d", "9h 9c 9d 4s 3h").until()


def envied(table: Shootout) -> dict[tuple[int, str], int]:
    return {key: net for key, net in table.nets().items() if "envy" in key[1]}


def test_the_envy_bonus_pays_every_marked_wager_but_that_on_the_highest_hand() -> None:
    """TS 9.1, TS 4.5"""
    assert envied(five_nines()) == {(3, "envy"): 10, (1, "split_envy"): 10}
    line = next(line for line in five_nines().lines(bet="envy"))
    assert (line.stake, line.result, line.rule, line.odds) == (0, Result.WIN, "TS 9.1", None)


def test_the_other_hand_of_a_seat_counts_or_does_not() -> None:
    """TS 9.4"""
    assert envied(five_nines(envy__split_sibling=False)) == {(3, "envy"): 10}


def test_the_dealers_hand_is_not_envied() -> None:
    """TS 9.1"""
    table = shootout().sit(1, "Qh 3c 2s 2d", bonus=5).lie("9s 9s 6c 5d", "9h 9c 9d 4s 3h").until()
    assert table.settlement().hands[0].category == "five_of_a_kind"
    assert envied(table) == {}


def test_only_the_highest_hand_of_the_round_counts() -> None:
    """TS 9.1: a straight flush under five of a kind in one suit is envied by nobody."""
    values = {(3, 0): rate(cards(HANDS["five_of_a_kind_suited"])), (2, 0): rate(cards(HANDS["straight_flush"])), (1, 0): rate(cards(HANDS["flush"]))}
    assert envy_paid(rules().envy, values, set(values)) == {(2, 0): 1000, (1, 0): 1000}
    assert envy_paid(rules().envy, {key: values[key] for key in ((2, 0), (1, 0))}, {(2, 0), (1, 0)}) == {(1, 0): 50}
    assert envy_paid(rules().envy, {(1, 0): rate(cards(HANDS["flush"])), (2, 0): rate(cards(HANDS["two_pair"]))}, {(2, 0)}) == {}


def test_a_seat_is_paid_for_each_wager_or_once() -> None:
    """TS 9.2"""
    values = {(2, 0): rate(cards(HANDS["royal_flush"])), (1, 0): rate(cards(HANDS["flush"])), (1, 1): rate(cards(HANDS["two_pair"]))}
    assert envy_paid(rules().envy, values, set(values)) == {(1, 0): 250, (1, 1): 250}
    assert envy_paid(rules(envy__per="seat").envy, values, set(values)) == {(1, 0): 250}
    assert envy_paid(rules(envy__per="seat").envy, values, {(1, 1)}) == {(1, 1): 250}


def test_equal_highest_hands_are_envied_once_or_each() -> None:
    """TS 9.3: a hand does not envy itself, but one that is equal to it."""
    royal = rate(cards(HANDS["royal_flush"]))
    values = {(3, 0): royal, (2, 0): royal, (1, 0): rate(cards(HANDS["flush"]))}
    assert envy_paid(rules().envy, values, set(values)) == {(3, 0): 250, (2, 0): 250, (1, 0): 250}
    assert envy_paid(rules(envy__on_tie="each").envy, values, set(values)) == {(3, 0): 250, (2, 0): 250, (1, 0): 500}


def five_card_counts() -> Counter[str]:
    """How many five-card hands of six decks there are of each kind: by multisets of ranks, and by multisets in one suit."""
    counts: Counter[str] = Counter()
    suits = [card.suit for card in cards("2c 2d 2h 2s")]
    for ranks in combinations_with_replacement(Rank, 5):
        copies = Counter(ranks)
        every = prod(comb(24, number) for number in copies.values())
        suited = prod(comb(6, number) for number in copies.values())
        counts[label(rate([Card(rank, suits[0]) for rank in ranks]))] += 4 * suited
        counts[label(rate([Card(rank, suits[index % 4]) for index, rank in enumerate(ranks)]))] += every - 4 * suited
    return counts


def test_the_hands_of_six_decks_are_as_many_as_they_should_be() -> None:
    """TS 7.2: exact."""
    assert five_card_counts() == {
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
    assert five_card_counts().total() == comb(SIX_52.count, 5)
