"""The order in which cards come out: what a fair shuffle never gives is told once, and what it gives is not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.engine.cards import Card, Suit, cards
from tablectl.engine.decks import DECKS
from tablectl.engine.game import DeckProfile
from tablectl.enrol import order_of
from tablectl.table.order import ACROSS, REPEATED, SORTED, is_sorted, is_told, noted, repeated_run

SINGLE: Final = DECKS["single-52"]
SIX: Final = DECKS["six-52"]
profiles = pytest.mark.parametrize("profile", DECKS.values(), ids=DECKS)


def factory(profile: DeckProfile) -> list[Card]:
    return [Card.parse(expected.face) for expected in order_of(profile, None)]


def shuffled(profile: DeckProfile, chance: random.Random) -> list[Card]:
    pack = list(profile.composition.elements())
    chance.shuffle(pack)
    return pack


def told(pack: Sequence[Card | None], *earlier: Sequence[Card | None]) -> list[int]:
    """Deal a pack and say at which cards the order is told; packs dealt before come first."""
    before = [noted("", cards, len(cards)) for cards in earlier]
    order, found = "", []
    for number, card in enumerate(pack, start=1):
        order = noted(order, [card], len(pack))
        if is_told(order, before):
            found.append(number)
    return found


@profiles
def test_a_pack_as_its_maker_packs_it_is_told_within_its_first_cards_wherever_it_is_cut(profile: DeckProfile) -> None:
    pack = factory(profile)
    decks = profile.count // 52 if profile.count % 39 else profile.count // 39
    for cut in range(profile.count // decks):
        for dealt in (pack[cut:] + pack[:cut], (pack[cut:] + pack[:cut])[::-1]):
            assert told(dealt)[0] <= (2 * ACROSS if Suit.GREEN in {card.suit for card in pack} else ACROSS), f"cut at {cut}"


def test_a_run_is_told_on_its_eighth_card_and_once() -> None:
    pack = factory(SINGLE)
    assert told(pack)[0] == SORTED
    assert told(pack[:13]) == [SORTED]
    assert told(pack[: SORTED - 1]) == []
    assert told(pack) == [SORTED], "a suit that ends is no end of the order"


def test_one_change_of_suit_may_lie_among_them_and_no_second_one() -> None:
    assert told(cards("Js Qs Ks Kd Qd Jd Td 9d 8d")) == [ACROSS]
    assert told(cards("Js Qs Ks Kd Qd Jd Jc Tc 9c")) == []
    assert told(cards("Js Qs Ks 2s 3s 4s 5s 6s 7s")) == [], "within a suit the ranks go on"


def test_packs_that_a_machine_sorted_have_their_copies_side_by_side() -> None:
    pack: list[Card] = sorted(SIX.composition.elements(), key=lambda card: (card.suit, card.rank))
    assert told(pack)[0] == SORTED


def test_a_card_that_was_not_read_ends_every_sequence() -> None:
    pack = factory(SINGLE)
    assert told([*pack[:7], None, *pack[8:13]]) == []
    chance = random.Random(5)
    before = shuffled(SINGLE, chance)
    assert told([*before[: REPEATED - 1], None, *before[REPEATED : 2 * REPEATED - 1]], before) == []
    assert told([None] * 52, [None] * 52) == []


def test_a_sequence_repeated_within_a_shoe_is_told_at_its_first_repetition() -> None:
    chance = random.Random(3)
    rows = shuffled(SINGLE, chance)[:26]
    rest = shuffled(SIX, chance)
    shoe = [*rest[:20], *rows, *rest[20:33], *rows, *rows]
    assert told(shoe)[0] == 20 + 26 + 13 + REPEATED
    assert told(rows * 4) == [26 + REPEATED]


@given(st.integers(0, 2**32), st.integers(0, 52 - REPEATED), st.integers(0, 52 - REPEATED), st.integers(REPEATED, 30))
def test_a_part_of_the_last_order_is_told_wherever_it_comes_again(seed: int, taken: int, put: int, length: int) -> None:
    chance = random.Random(seed)
    before = shuffled(SINGLE, chance)
    part = before[taken : taken + length]
    rest = [card for card in shuffled(SINGLE, chance) if card not in part]
    put = min(put, len(rest))
    first, *_ = told([*rest[:put], *part, *rest[put:]], shuffled(SINGLE, chance), before)
    assert put + REPEATED - 3 <= first <= put + REPEATED, "cards before it may belong to it by chance"


@given(st.integers(0, 2**32))
def test_the_smallest_round_dealt_again_is_told(seed: int) -> None:
    dealt = shuffled(SINGLE, random.Random(seed))[:9]
    assert told(dealt, dealt)[-1:] == [9]


@profiles
def test_fair_shuffles_are_not_told(profile: DeckProfile) -> None:
    chance = random.Random(20261130)
    before = [shuffled(profile, chance) for _ in range(2)]
    for _ in range(50):
        pack = shuffled(profile, chance)
        assert told(pack, *before) == []
        before = [before[1], pack]


@pytest.mark.soak
def test_ten_thousand_fair_shoes_are_not_told() -> None:
    chance = random.Random(1)
    before = shuffled(SIX, chance)
    for _ in range(10_000):
        pack = shuffled(SIX, chance)
        assert told(pack, before) == []
        before = pack


def rows_expected(profile: DeckProfile, length: int, changes: int) -> float:
    """How many sorted rows of this length a fair shuffle has at most, counting each place, each direction and each place of the changes of suit (none
    or one), at which any card may come: within a suit each next card is a copy of its neighbour or another one of its own face."""
    n = profile.count
    places = n - length + 1
    if changes == 0:
        return 2 * places * _row_expected(profile, length - 1, length)
    split = [(before, length - 2 - before) for before in range(length - 1)]
    return places * sum((4 if min(two) else 2) * prod(_row_expected(profile, steps, length) for steps in two) for two in split)


def _row_expected(profile: DeckProfile, steps: int, drawn: int) -> float:
    faces, n = profile.composition, profile.count
    found = 0.0
    for suit in {face.suit for face in faces}:
        copies = [count for face, count in faces.items() if face.suit is suit]
        fitting = max(copies) * min(2, len(copies)) - 1
        found += sum(copies) / n * (fitting / (n - drawn / 2)) ** steps
    return found


def repeats_expected(profile: DeckProfile, length: int, packs: int) -> float:
    """The same for rows that came before, in this pack or the last orders of so many packs. Two places agree with the chance of two draws."""
    n = profile.count
    agree = sum((count / n) ** 2 for count in profile.composition.values()) * n / (n - 2 * length)
    single = prod(1 / (n - drawn) for drawn in range(length))
    each = single if max(profile.composition.values()) == 1 else agree**length
    own = 0 if max(profile.composition.values()) == 1 else (n - length + 1) ** 2 / 2
    return ((n - length + 1) ** 2 * packs + own) * each


@profiles
def test_a_false_alarm_is_rarer_than_one_in_ten_thousand_shoes(profile: DeckProfile) -> None:
    assert rows_expected(profile, SORTED, 0) + rows_expected(profile, ACROSS, 1) + repeats_expected(profile, REPEATED, packs=8) < 1e-4


def test_the_chances_are_those_that_the_module_tells() -> None:
    assert rows_expected(SINGLE, SORTED, 0) == pytest.approx(2e-10, rel=0.5)
    assert rows_expected(SIX, SORTED, 0) == pytest.approx(5e-8, rel=0.5)
    assert rows_expected(SINGLE, ACROSS, 1) == pytest.approx(2e-9, rel=0.5)
    assert rows_expected(SIX, ACROSS, 1) == pytest.approx(7e-7, rel=0.5)
    assert repeats_expected(SINGLE, REPEATED, packs=1) == pytest.approx(1e-12, rel=0.6)
    assert repeats_expected(SIX, REPEATED, packs=1) == pytest.approx(7e-11, rel=0.6)


@pytest.mark.parametrize("length", [3, 4])
def test_shorter_rows_come_as_often_as_is_reckoned(length: int) -> None:
    """What is far too rare to be seen at its real length is counted at a length at which it comes often."""
    chance = random.Random(8)
    shuffles, rows, across, again = 4000, 0, 0, 0
    before = shuffled(SINGLE, chance)
    for _ in range(shuffles):
        pack = shuffled(SINGLE, chance)
        steps = [_step(*two) for two in pairwise(pack)]
        rows += sum(steps[at : at + length - 1] == [step] * (length - 1) for at in range(len(steps)) for step in (1, -1))
        across += sum(_is_across(pack[at : at + length], steps[at : at + length - 1]) for at in range(len(steps) - length + 2))
        places = {card: at for at, card in enumerate(before)}
        follows = [places[b] - places[a] == 1 for a, b in pairwise(pack)]
        again += sum(all(follows[at : at + length - 1]) for at in range(52 - length + 1))
        before = pack
    for counted, expected in (
        (rows, rows_expected(SINGLE, length, 0)),
        (across, rows_expected(SINGLE, length, 1) * 39 / 51),
        (again, repeats_expected(SINGLE, length, packs=1)),
    ):
        assert abs(counted - expected * shuffles) < 5 * (expected * shuffles) ** 0.5 + 1


def _is_across(row: Sequence[Card], steps: Sequence[int]) -> int:
    """In how many ways a row is sorted but for one change of suit."""
    return sum(
        one.suit is not two.suit and all(len(set(part)) <= 1 and 0 not in part for part in (steps[:at], steps[at + 1 :]))
        for at, (one, two) in enumerate(pairwise(row))
    )


def _step(one: Card, two: Card) -> int:
    ranks = "A23456789TJQK"
    apart = (ranks.index(two.rank.letter) - ranks.index(one.rank.letter)) % 13
    return {1: 1, 12: -1}.get(apart, 0) if one.suit is two.suit else 0


def test_only_the_last_cards_are_kept() -> None:
    order = ""
    for _ in range(30):
        order = noted(order, factory(SINGLE), 52)
    assert len(order) == 2 * 52


@given(st.lists(st.sampled_from([*SINGLE.composition, None]), max_size=60))
def test_the_judge_takes_any_cards(cards: list[Card | None]) -> None:
    order = noted("", cards, 52)
    assert is_sorted(order) in {True, False}
    assert repeated_run(order, [order]) in {0, REPEATED, REPEATED + 1}
