"""The house rules of Texas Shootout: every switch, with the sheet as printed as `DOCUMENT`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tablectl.engine.game import HouseRules
from tablectl.engine.hands import LABELS
from tablectl.engine.house_way import DEFAULT, HouseWayRules
from tablectl.engine.money import MoneyRules
from tablectl.engine.paytables import PayTable, posted


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitRules:
    """Which four cards may be split, and whether a bonus wager goes with the second hand."""

    allowed: Literal["any", "two_pair_or_quads"]
    bonus: Literal["optional", "required", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusRules:
    """What the Shootout Bonus pays: `7:1` or `push` by the name of the hand. Minor units; None is no limit.

    `cap` is the most that one bonus wager wins, `aggregate` the most that all bonus wagers of a round win together.
    """

    table: Mapping[str, str]
    cap: int | None = None
    aggregate: int | None = None

    def __post_init__(self) -> None:
        if not self.pays.odds:
            raise ValueError("bonus.table names at least one hand")

    @property
    def pays(self) -> PayTable:
        return posted(self.table)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyRules:
    """Which bonus wagers have the Envy Bonus, and the fixed amounts that it pays by the name of the hand. Minor units."""

    minimum: int
    table: Mapping[str, int]
    per: Literal["wager", "seat"]
    on_tie: Literal["once", "each"]
    split_sibling: bool

    def __post_init__(self) -> None:
        if unknown := sorted(set(self.table) - set(LABELS)):
            raise ValueError(f"envy.table names hands such as {LABELS[0]} or {LABELS[-1]}, not {unknown[0]!r}")
        if self.minimum < 1:
            raise ValueError(f"envy.minimum is at least 1 minor unit, not {self.minimum}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TokeRules:
    """Wagers for the dealer. `unit` is what one press adds; `percent_at_max` is of `limits.ante_max`, for a seat that wagers all of it."""

    allowed: bool
    unit: int
    bonus_max: int
    percent_at_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRules:
    order: Literal["one_at_a_time", "packets"]
    when_empty: Literal["void", "reshuffle"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Minor units; None is no limit. `spots` is how many seats one player may play."""

    ante_min: int
    ante_max: int | None = None
    bonus_min: int = 1
    bonus_max: int | None = None
    spots: int | None = None

    def __post_init__(self) -> None:
        for name, least, most in (("ante", self.ante_min, self.ante_max), ("bonus", self.bonus_min, self.bonus_max)):
            if least < 1:
                raise ValueError(f"limits.{name}_min is at least 1 minor unit, not {least}")
            if most is not None and most < least:
                raise ValueError(f"limits.{name}_max is at least limits.{name}_min ({least}), not {most}")
        if self.spots is not None and self.spots < 1:
            raise ValueError(f"limits.spots is at least 1, not {self.spots}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootoutRules(HouseRules):
    split: SplitRules
    house_way: HouseWayRules
    bonus: BonusRules
    envy: EnvyRules
    tokes: TokeRules
    deal: DealRules
    limits: Limits
    money: MoneyRules

    def __post_init__(self) -> None:
        chip = self.money.smallest_chip
        for name, amount in (("unit", self.unit), ("tokes.unit", self.tokes.unit)):
            if amount < 1 or amount % chip:
                raise ValueError(f"{name} is a whole number of money.smallest_chip ({chip}), not {amount}")
        paid = {"bonus.cap": self.bonus.cap, "bonus.aggregate": self.bonus.aggregate} | {
            f"envy.table.{name}": amount for name, amount in self.envy.table.items()
        }
        for name, most in paid.items():
            if most is not None and (most < 1 or most % chip):
                raise ValueError(f"{name} is a whole number of money.smallest_chip ({chip}), not {most}")


DOCUMENT: Final = ShootoutRules(
    id="texas_shootout-sheet",
    version=1,
    profile="document",
    unit=1,
    split=SplitRules(allowed="any", bonus="optional"),
    house_way=DEFAULT,
    bonus=BonusRules(
        table={
            "five_of_a_kind_suited": "1000:1",
            "royal_flush": "200:1",
            "straight_flush": "75:1",
            "five_of_a_kind": "40:1",
            "four_of_a_kind": "7:1",
            "full_house": "3:1",
            "flush": "2:1",
            "straight": "1:1",
            "three_of_a_kind": "push",
        }
    ),
    envy=EnvyRules(
        minimum=5,
        table={"five_of_a_kind_suited": 1000, "royal_flush": 250, "straight_flush": 50, "five_of_a_kind": 10},
        per="wager",
        on_tie="once",
        split_sibling=True,
    ),
    tokes=TokeRules(allowed=True, unit=1, bonus_max=4, percent_at_max=10),
    deal=DealRules(order="one_at_a_time", when_empty="void"),
    limits=Limits(ante_min=1),
    money=MoneyRules(rounding="exact", smallest_chip=1),
)
"""The sheet names whole dollars only, so one dollar is the minor unit here."""
