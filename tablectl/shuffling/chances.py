"""The tails of three distributions: how rarely chance alone goes so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

_ENOUGH: Final = 1e-15
_TINY: Final = 1e-300


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is at least this value."""
    return upper_gamma(freedom / 2, value / 2) if value > 0 else 1.0


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: by its series below a + 1, by its continued fraction (Lentz) above."""
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        above = a
        while term > total * _ENOUGH:
            above += 1
            term *= x / above
            total += term
        return 1 - scale * total
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction, step, turn = d, 0.0, 0
    while abs(step - 1) > _ENOUGH:
        turn += 1
        factor = turn * (a - turn)
        b += 2
        d = 1 / _away_from_zero(b + factor * d)
        c = _away_from_zero(b + factor / c)
        step = c * d
        fraction *= step
    return scale * fraction


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def normal_two_sided(deviations: float) -> float:
    """The chance that a normal variable is at least so many standard deviations away from its mean, on either side."""
    return math.erfc(abs(deviations) / math.sqrt(2))


def two_sided(distribution: Sequence[float], seen: int) -> float:
    """Twice the smaller of the two tails of a count, itself in both; `distribution` has the chance of each count from 0."""
    return min(1.0, 2 * min(math.fsum(distribution[: seen + 1]), math.fsum(distribution[seen:])))


def with_one_more(distribution: Sequence[float], chance: float) -> list[float]:
    """The distribution of a count with one more case, which is a hit with this chance. What is too rare to matter is cut off."""
    longer = [
        hit + miss for hit, miss in zip([0.0, *(p * chance for p in distribution)], [*(p * (1 - chance) for p in distribution), 0.0], strict=True)
    ]
    while longer[-1] < _TINY:
        longer.pop()
    return longer


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a system of linear equations whose matrix is symmetric and positive definite, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            rows[below] = [theirs - factor * own for theirs, own in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        found[at] = (rows[at][size] - math.fsum(rows[at][other] * found[other] for other in range(at + 1, size))) / rows[at][at]
    return found
