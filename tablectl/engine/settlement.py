"""The settlement: line by line, what each bet won, lost or got back, and the rule that says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class Line:
    """One bet of one seat. `net` is what the player gains (minor units; negative: the house takes it).

    `remainder` is what rounding left out: the exact amount minus the paid one. `hand` counts the hands that a seat split off, as in `Place`.
    """

    seat: int
    bet: str
    stake: int
    result: Result
    odds: Fraction | None
    net: int
    rule: str
    text: str
    remainder: Fraction = Fraction(0)
    hand: int = 0


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand as it was rated: seat 0 is the dealer."""

    seat: int
    category: str
    ranks: str
    text: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """All lines in the order in which the sheet has the dealer take and pay."""

    lines: tuple[Line, ...]
    hands: tuple[HandShown, ...] = ()
    qualifies: bool | None = None

    @property
    def house(self) -> int:
        """What the house gains; with all nets it sums to zero."""
        return -sum(line.net for line in self.lines)

    def seat(self, seat: int) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.seat == seat)
