"""What is counted along an order of cards, against what was to be expected of each card before it came.

The chance of a card is told from the cards that are left. So it stays right where a round ends by what was drawn, and where cards of the pack
never come out; a card that was not read stays among those that may be left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Generic, TypeVar

from tablectl.shuffling.chances import chi_square_tail, normal_two_sided, solved, two_sided, with_one_more

EXACT_BELOW: Final = 25.0
"""The variance from which a count is taken for normal."""
LEAST_EXPECTED: Final = 5.0
"""Of each kind in a block of places, as is customary for chi-square."""

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Finding:
    """`deviations` is how far what was seen lies from what was expected, in standard deviations; a chi-square is expected at its degrees of freedom.
    `p` is how often a fair shuffle goes so far."""

    name: str
    cases: int
    expected: float
    seen: float
    deviations: float
    p: float


@dataclass(slots=True)
class Hits:
    """How often something came that came with a known chance: in total exactly reckoned while it is rare, as a normal variable after that."""

    cases: int = 0
    seen: int = 0
    expected: float = 0.0
    variance: float = 0.0
    _distribution: list[float] = field(default_factory=lambda: [1.0])

    def add(self, chance: float, *, hit: bool) -> None:
        if not 0 < chance < 1:
            return  # what has to come, or cannot, tells nothing
        self.cases += 1
        self.seen += hit
        self.expected += chance
        self.variance += chance * (1 - chance)
        if self.variance < EXACT_BELOW:
            self._distribution = with_one_more(self._distribution, chance)

    def finding(self, name: str) -> Finding | None:
        if not self.cases:
            return None
        apart = self.seen - self.expected
        if self.variance < EXACT_BELOW:
            p = two_sided(self._distribution, min(self.seen, len(self._distribution) - 1))
        else:
            p = normal_two_sided(max(0.0, abs(apart) - 0.5) / math.sqrt(self.variance))
        return Finding(name, self.cases, self.expected, self.seen, apart / math.sqrt(self.variance), p)


@dataclass(slots=True)
class Ascents:
    """Rising sequences: how often the card that came next in the last shoe comes before it now. One more than that are the runs that a person
    finds who deals the old order out of the new one; a riffle doubles them, and a fair shuffle has about half as many as there are cards."""

    cases: int = 0
    seen: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, places: Sequence[int]) -> None:
        """`places` are those of the cards now, in the order of the last shoe; each card once."""
        count = len(places)
        if count < 2:  # noqa: PLR2004 - one card has no order
            return
        self.cases += 1
        self.seen += 1 + sum(after < before for before, after in pairwise(places))
        self.expected += (count + 1) / 2
        self.variance += (count + 1) / 12

    def finding(self, name: str) -> Finding | None:
        if not self.cases:
            return None
        deviations = (self.seen - self.expected) / math.sqrt(self.variance)
        return Finding(name, self.cases, self.expected, self.seen, deviations, normal_two_sided(deviations))


@dataclass(slots=True)
class Places(Generic[K]):
    """Whether each kind of card comes as often in each block of places as it should: chi-square with the covariance as it is without
    replacement, so that blocks add up."""

    kinds: tuple[K, ...]
    blocks: int
    cases: int = 0
    _apart: list[list[float]] = field(init=False)
    _expected: list[list[float]] = field(init=False)
    _shared: list[list[list[float]]] = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.kinds)
        self._apart = [[0.0] * size for _ in range(self.blocks)]
        self._expected = [[0.0] * size for _ in range(self.blocks)]
        self._shared = [[[0.0] * size for _ in range(size)] for _ in range(self.blocks)]

    def add(self, block: int, left: Sequence[int], total: int, kind: K) -> None:
        """A card of this kind came in this block while so many of each kind were left."""
        if total in left:
            return  # what has to come tells nothing
        self.cases += 1
        apart, expected, shared = self._apart[block], self._expected[block], self._shared[block]
        apart[self.kinds.index(kind)] += 1
        chances = [count / total for count in left]
        for one, chance in enumerate(chances):
            apart[one] -= chance
            expected[one] += chance
            row = shared[one]
            for other in range(one + 1):
                row[other] -= chance * chances[other]

    def finding(self, name: str) -> Finding | None:
        """Blocks in which too few of a kind were to be expected are left out; the last kind follows from the others."""
        value, freedom = 0.0, 0
        size = len(self.kinds) - 1
        for apart, expected, shared in zip(self._apart, self._expected, self._shared, strict=True):
            if min(expected) < LEAST_EXPECTED:
                continue
            matrix = [
                [(expected[one] if one == other else 0.0) + shared[max(one, other)][min(one, other)] for other in range(size)] for one in range(size)
            ]
            value += math.fsum(found * own for found, own in zip(solved(matrix, apart[:size]), apart, strict=False))
            freedom += size
        if not freedom:
            return None
        return Finding(name, self.cases, freedom, value, (value - freedom) / math.sqrt(2 * freedom), chi_square_tail(value, freedom))
