"""Money: integer minor units, odds as fractions, and the one place where a payout is rounded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final, Literal, assert_never

Rounding = Literal["exact", "up", "down", "nearest"]
_HALF: Final = Fraction(1, 2)


class NotPayable(ArithmeticError):
    """The table pays exactly, and this payout is no whole number of its smallest chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyRules:
    """How a table rounds what it pays, and its smallest chip in minor units."""

    rounding: Rounding
    smallest_chip: int

    def __post_init__(self) -> None:
        if self.smallest_chip < 1:
            raise ValueError(f"money.smallest_chip is at least 1 minor unit, not {self.smallest_chip}")


@dataclass(frozen=True, slots=True)
class Payout:
    """What is paid, and what rounding left out: the exact amount minus the paid one."""

    amount: int
    remainder: Fraction


def payout(stake: int, odds: Fraction, money: MoneyRules) -> Payout:
    """Pay a stake at odds, in whole smallest chips; `nearest` takes a half to the player. Raise NotPayable where the table pays exactly."""
    exact = stake * odds
    chips = exact / money.smallest_chip
    match money.rounding:
        case "exact":
            if chips.denominator != 1:
                raise NotPayable(f"{stake} at {odds_text(odds)} is {exact}, no whole number of chips of {money.smallest_chip}")
            whole = chips.numerator
        case "up":
            whole = ceil(chips)
        case "down":
            whole = floor(chips)
        case "nearest":
            whole = floor(chips + _HALF)
        case _:
            assert_never(money.rounding)
    amount = whole * money.smallest_chip
    return Payout(amount, exact - amount)


def payable(stake: int, odds: Iterable[Fraction], money: MoneyRules) -> bool:
    """Say whether the stake could be paid at each of the odds by the table's rule."""
    return money.rounding != "exact" or all((stake * each / money.smallest_chip).denominator == 1 for each in odds)


def odds_text(odds: Fraction) -> str:
    """Write odds as on a layout: `3 to 2`."""
    return f"{odds.numerator} to {odds.denominator}"
