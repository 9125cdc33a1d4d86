"""The tests of an order: exactly right over all orders of a small pack, silent on fair shuffles, loud on bad ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.game import DeckProfile
from tablectl.shuffling import LEAST_SHOES, Judged, reported
from tablectl.shuffling.counting import Ascents, Finding, Hits, Places
from tablectl.shuffling.judging import APART, KEPT, NEIGHBOURS, RANKS, RISING, SAME_RANK, SAME_SUIT, SORTED, SUITS
from tablectl.shuffling.report import UNUSUAL, as_text, as_values
from tablectl_sim.mixing import FAIR, Mixing

from .shoes import shoes

SMALL = DeckProfile("small", Counter(cards("2c 3c 2d Kd Kd")))
LAST = cards("3c 2d Kd 2c Kd")

Faces = tuple[Card | None, ...]


def whole(order: Faces) -> Faces:
    return order


def up_to_a_king(order: Faces) -> Faces:
    """As a round that ends by what was drawn."""
    first = next(at for at, card in enumerate(order) if card is not None and str(card) == "Kd")
    return order[: first + 1]


def third_unread(order: Faces) -> Faces:
    return (*order[:2], None, *order[3:])


@pytest.mark.parametrize("drawn", [whole, up_to_a_king, third_unread])
def test_over_all_orders_what_is_seen_is_what_is_expected(drawn: Callable[[Faces], Faces]) -> None:
    judged = Judged(SMALL)
    for order in permutations(SMALL.composition.elements()):
        judged.add(drawn(order), LAST)
    found = {finding.name: finding for finding in judged.findings()}
    hits = {NEIGHBOURS, APART, KEPT, SORTED, SAME_RANK, SAME_SUIT}
    assert hits - {APART} <= found.keys()
    for name in hits & found.keys():
        assert found[name].seen == pytest.approx(found[name].expected), name


def test_the_variance_of_a_count_is_that_over_all_orders() -> None:
    """Two of a rank in a row, card by card: the squares of what is apart come to the variances."""
    squares = variance = 0.0
    for order in permutations(SMALL.composition.elements()):
        hits, left = Hits(), list(order)
        for before, card in pairwise(order):
            left.remove(before)
            hits.add(sum(one.rank is before.rank for one in left) / len(left), hit=card.rank is before.rank)
        squares += (hits.seen - hits.expected) ** 2
        variance += hits.variance
    assert squares == pytest.approx(variance)


def test_rising_sequences_over_all_orders_are_as_many_and_as_scattered_as_is_reckoned() -> None:
    runs = []
    for order in permutations(range(5)):
        rising = Ascents()
        rising.add(order)
        runs.append(rising.seen)
        assert (rising.expected, rising.variance) == (3.0, 0.5)
    assert sum(runs) / len(runs) == 3.0
    assert sum((run - 3.0) ** 2 for run in runs) / len(runs) == pytest.approx(0.5)
    assert runs.count(1) == 1


def test_chi_square_of_two_kinds_is_the_square_of_the_difference_over_its_variance() -> None:
    places = Places(("red", "black"), 1)
    for number in range(40):
        places.add(0, (26, 26), 52, "red" if number < 26 else "black")
    finding = places.finding("colours")
    assert finding is not None
    assert (finding.expected, finding.seen) == (1, pytest.approx((26 - 20) ** 2 / (40 * 0.25)))


def test_a_block_in_which_too_few_are_expected_is_left_out() -> None:
    places = Places(("red", "black"), 2)
    for _ in range(9):
        places.add(1, (26, 26), 52, "red")
    assert places.finding("colours") is None


def named(mixing: Mixing, count: int, deck: str = "single-52") -> set[str]:
    report = reported(shoes(count, mixing, deck=deck))
    return {finding.name for group in report.groups for finding in report.unusual(group)}


@pytest.mark.parametrize(
    ("mixing", "count", "deck", "name"),
    [
        (Mixing(riffles=3), 60, "single-52", RISING),
        (Mixing(riffles=4), 60, "single-52", RISING),
        (Mixing(keeps_top=1), 60, "single-52", KEPT),
        (Mixing(repeats=0.1), 60, "single-52", NEIGHBOURS),
        (Mixing(riffles=5), 36, "six-52", NEIGHBOURS),
    ],
    ids=str,
)
def test_a_shuffler_that_shuffles_badly_is_found(mixing: Mixing, count: int, deck: str, name: str) -> None:
    assert name in named(mixing, count, deck)


@pytest.mark.parametrize("seed", range(4))
def test_a_fair_shuffler_is_not(seed: int) -> None:
    report = reported(shoes(40, seed=seed))
    assert report.sound
    assert "40 shoes" in as_text(report)
    assert "nothing unusual" in as_text(report)


def test_too_few_shoes_say_nothing_and_how_many_it_takes() -> None:
    report = reported(shoes(LEAST_SHOES - 1))
    assert (report.sound, report.tests) == (True, 0)
    assert f"{LEAST_SHOES - 1} shoes" in as_text(report)
    assert f"too few to say anything, it takes {LEAST_SHOES}" in as_text(report)
    assert as_text(reported([])) == "no pack was dealt to its end yet: nothing can be said"


def test_each_p_is_corrected_for_all_tests_of_the_report() -> None:
    report = reported(shoes(2 * LEAST_SHOES + 2))
    assert report.tests == sum(len(group.findings) for group in report.groups) == 27
    assert [(group.pack, group.judged.shoes) for group in report.groups] == [(None, 62), (1, 31), (2, 31)]
    assert {finding.name for finding in report.groups[0].findings} == {
        RANKS, SUITS, NEIGHBOURS, APART, KEPT, RISING, SORTED, SAME_RANK, SAME_SUIT,
    }  # fmt: skip
    finding = Finding("x", 1, 1.0, 1.0, 0.0, UNUSUAL / 27)
    assert report.corrected(finding) == pytest.approx(UNUSUAL)
    assert report.corrected(Finding("x", 1, 1.0, 1.0, 0.0, 0.5)) == 1.0


def test_what_is_unusual_is_said_in_words_and_no_face_is() -> None:
    report = reported(shoes(60, Mixing(riffles=3)))
    text, values = as_text(report), as_values(report)
    assert "the order of the last shoe is still in the cards, as after too few riffles" in text
    assert values["sound"] is False
    assert not set(text.split()) & {str(card) for card in SMALL.composition}


def test_a_shoe_is_counted_up_to_a_card_that_cannot_be_in_it() -> None:
    judged = Judged(SMALL)
    judged.add(cards("2c 2c 3c"), None)
    assert (judged.shoes, judged.cards) == (1, 1)


@pytest.mark.soak
@pytest.mark.parametrize("deck", ["single-52", "six-52"])
def test_reports_of_fair_shufflers_are_unusual_as_rarely_as_is_stated(deck: str) -> None:
    reports = 400 if deck == "single-52" else 60
    unusual = sum(not reported(shoes(62, FAIR, seed=seed, deck=deck)).sound for seed in range(reports))
    assert unusual <= UNUSUAL * reports + 3 * (UNUSUAL * reports) ** 0.5


@pytest.mark.soak
@pytest.mark.parametrize(("mixing", "count"), [(Mixing(riffles=5), 240), (Mixing(keeps_top=1), 60), (Mixing(repeats=0.1), 60)], ids=str)
def test_a_bad_shuffler_is_found_by_nearly_every_report(mixing: Mixing, count: int) -> None:
    found = sum(not reported(shoes(count, mixing, seed=seed)).sound for seed in range(40))
    assert found >= 36
