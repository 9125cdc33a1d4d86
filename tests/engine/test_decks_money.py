"""Packs by their counts, and the one place where money is rounded."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.engine.cards import Rank, Suit, cards
from tablectl.engine.decks import DECKS, EIGHT_39, SINGLE_52, SIX_52, TXBJ_39
from tablectl.engine.hands import rate
from tablectl.engine.money import MoneyRules, NotPayable, Rounding, odds_text, payable, payout
from tablectl.engine.paytables import pay_table, posted

THREE_TO_TWO = Fraction(3, 2)


def test_packs_have_their_numbers() -> None:
    assert {name: deck.count for name, deck in DECKS.items()} == {"single-52": 52, "six-52": 312, "txbj-39": 39, "eight-39": 312}
    assert set(SINGLE_52.composition.values()) == {1}
    assert set(SIX_52.composition.values()) == {6}
    assert SIX_52.composition.keys() == SINGLE_52.composition.keys()


def test_the_thirty_nine_card_pack_has_three_colours_and_three_green_aces() -> None:
    for deck, times in ((TXBJ_39, 1), (EIGHT_39, 8)):
        colours: Counter[Suit] = Counter()
        ranks: Counter[Rank] = Counter()
        for card, copies in deck.composition.items():
            colours[card.suit] += copies
            ranks[card.rank] += copies
        assert colours == {Suit.RED: 12 * times, Suit.WHITE: 12 * times, Suit.BLUE: 12 * times, Suit.GREEN: 3 * times}
        assert ranks == dict.fromkeys(Rank, 3 * times)
        assert all((card.rank is Rank.ACE) == (card.suit is Suit.GREEN) for card in deck.composition)


@pytest.mark.parametrize(
    ("rounding", "stake", "chip", "paid", "left_out"),
    [
        ("exact", 10, 5, 15, 0),
        ("up", 5, 1, 8, Fraction(-1, 2)),
        ("down", 5, 1, 7, Fraction(1, 2)),
        ("nearest", 5, 1, 8, Fraction(-1, 2)),
        ("nearest", 15, 5, 25, Fraction(-5, 2)),
        ("nearest", 5, 25, 0, Fraction(15, 2)),
        ("up", 5, 25, 25, Fraction(-35, 2)),
    ],
)
def test_rounding(rounding: Rounding, stake: int, chip: int, paid: int, left_out: Fraction) -> None:
    result = payout(stake, THREE_TO_TWO, MoneyRules(rounding=rounding, smallest_chip=chip))
    assert (result.amount, result.remainder) == (paid, left_out)


def test_an_exact_table_refuses_what_it_cannot_pay() -> None:
    money = MoneyRules(rounding="exact", smallest_chip=5)
    assert not payable(15, [THREE_TO_TWO], money)
    with pytest.raises(NotPayable, match="15 at 3 to 2"):
        payout(15, THREE_TO_TWO, money)


@given(
    st.integers(0, 10**9),
    st.fractions(min_value=0, max_value=1000, max_denominator=20),
    st.sampled_from(("exact", "up", "down", "nearest")),
    st.integers(1, 500),
)
def test_a_payout_is_whole_chips_and_nothing_is_lost(stake: int, odds: Fraction, rounding: Rounding, chip: int) -> None:
    money = MoneyRules(rounding=rounding, smallest_chip=chip)
    if not payable(stake, [odds], money):
        with pytest.raises(NotPayable):
            payout(stake, odds, money)
        return
    result = payout(stake, odds, money)
    assert result.amount % chip == 0
    assert result.amount + result.remainder == stake * odds
    left = result.remainder
    assert {"exact": left == 0, "up": -chip < left <= 0, "down": 0 <= left < chip, "nearest": -chip <= 2 * left < chip}[rounding]


def test_the_smallest_chip_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="smallest_chip"):
        MoneyRules(rounding="exact", smallest_chip=0)


def test_a_pay_table_names_hands() -> None:
    table = pay_table(flush="3:2", royal_flush="500:1")
    assert table.of(rate(cards("Ah Kh Qh Jh Th"))) == 500
    assert table.of(rate(cards("Ah Kh Qh Jh 9h"))) == THREE_TO_TWO
    assert table.of(rate(cards("Ah Kh Qh Jh 9d"))) is None
    assert odds_text(THREE_TO_TWO) == "3 to 2"
    with pytest.raises(ValueError, match="'flash'"):
        pay_table(flash="3:2")


def test_a_posted_table_says_odds_or_push() -> None:
    table = posted({"flush": "3:2", "three_of_a_kind": "push"})
    assert table.of(rate(cards("Ah Kh Qh Jh 9h"))) == THREE_TO_TWO
    assert table.of(rate(cards("Ah Ad Ac Jh 9h"))) == 0
    for wrong in ("3", "0:1", "3:0", "3 to 2", "-3:2", "Push", ""):
        with pytest.raises(ValueError, match="flush"):
            posted({"flush": wrong})
