"""The tails against closed forms and tables."""

from __future__ import annotations

import math
import random

import pytest

from tablectl.shuffling.chances import chi_square_tail, normal_two_sided, solved, two_sided, with_one_more


@pytest.mark.parametrize("freedom", [2, 4, 10, 48, 200])
@pytest.mark.parametrize("value", [0.01, 0.5, 3.0, 20.0, 47.0, 180.0, 420.0])
def test_chi_square_of_even_degrees_is_a_sum_of_poisson_terms(freedom: int, value: float) -> None:
    exact = math.fsum(math.exp(-value / 2 + k * math.log(value / 2) - math.lgamma(k + 1)) for k in range(freedom // 2))
    assert chi_square_tail(value, freedom) == pytest.approx(exact, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("value", [0.02, 1.0, 3.841458820694124, 30.0])
def test_chi_square_of_one_degree_is_a_squared_normal(value: float) -> None:
    assert chi_square_tail(value, 1) == pytest.approx(normal_two_sided(math.sqrt(value)), rel=1e-9)


@pytest.mark.parametrize(("value", "freedom", "tail"), [(3.841, 1, 0.05), (16.919, 9, 0.05), (26.217, 12, 0.01), (124.342, 100, 0.05)])
def test_chi_square_is_that_of_the_printed_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=2e-3)


def test_nothing_is_no_deviation() -> None:
    assert chi_square_tail(0.0, 5) == 1.0
    assert normal_two_sided(0.0) == 1.0
    assert normal_two_sided(-1.959963984540054) == pytest.approx(0.05)


def test_a_count_of_coins_is_binomial_and_its_tails_are_doubled() -> None:
    distribution = [1.0]
    for _ in range(10):
        distribution = with_one_more(distribution, 0.5)
    assert distribution == pytest.approx([math.comb(10, heads) / 1024 for heads in range(11)])
    assert two_sided(distribution, 9) == pytest.approx(2 * 11 / 1024)
    assert two_sided(distribution, 1) == pytest.approx(2 * 11 / 1024)
    assert two_sided(distribution, 5) == 1.0


def test_equations_are_solved() -> None:
    chance = random.Random(2)
    root = [[chance.gauss(0, 1) for _ in range(8)] for _ in range(8)]
    matrix = [[sum(a * b for a, b in zip(one, other, strict=True)) for other in root] for one in root]
    wanted = [chance.gauss(0, 1) for _ in range(8)]
    right = [sum(a * b for a, b in zip(row, wanted, strict=True)) for row in matrix]
    assert solved(matrix, right) == pytest.approx(wanted, rel=1e-6, abs=1e-6)
