"""The house rules of Showdown Poker: every switch, with the sheet as printed as `DOCUMENT`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tablectl.engine.game import HouseRules
from tablectl.engine.hands import LABELS, ROYAL_FLUSH, Category
from tablectl.engine.house_way import HouseWayRules
from tablectl.engine.money import MoneyRules
from tablectl.engine.paytables import PayTable, posted


def _upwards(lowest: Category) -> frozenset[str]:
    return frozenset(name for name in LABELS if name == ROYAL_FLUSH or Category[name.upper()] >= lowest)


_NAMED: Final = (frozenset[str](), _upwards(Category.THREE_OF_A_KIND), _upwards(Category.FLUSH))


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusRules:
    """What the Showdown Bonus pays: `7:1` or `push` by the name of the hand."""

    table: Mapping[str, str]

    def __post_init__(self) -> None:
        posted(self.table)
        if set(self.table) not in _NAMED:
            raise ValueError(f"bonus.table names every hand from three of a kind, or from a flush, upwards, not {', '.join(sorted(self.table))}")

    @property
    def pays(self) -> PayTable:
        return posted(self.table)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWaySwitches:
    """Where this sheet's list can be read in two ways; see `HouseWayRules`."""

    two_highest: Literal["class", "top_two"]
    pair_tie: Literal["suited_first", "alphabet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Minor units; None is no limit."""

    ante_min: int
    ante_max: int | None = None
    bonus_max: int | None = None
    aggregate_payout: int | None = None

    def __post_init__(self) -> None:
        if self.ante_min < 1:
            raise ValueError(f"limits.ante_min is at least 1 minor unit, not {self.ante_min}")
        if self.ante_max is not None and self.ante_max < self.ante_min:
            raise ValueError(f"limits.ante_max is at least limits.ante_min ({self.ante_min}), not {self.ante_max}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownRules(HouseRules):
    advice: bool
    bonus: BonusRules
    house_way: HouseWaySwitches
    limits: Limits
    money: MoneyRules

    def __post_init__(self) -> None:
        if self.unit < 1 or self.unit % self.money.smallest_chip:
            raise ValueError(f"unit is a whole number of money.smallest_chip ({self.money.smallest_chip}), not {self.unit}")

    @property
    def way(self) -> HouseWayRules:
        """The house way of both six-deck games, as this sheet words it."""
        return HouseWayRules(ten_row="both_ten_or_higher", two_highest=self.house_way.two_highest, pair_tie=self.house_way.pair_tie)


DOCUMENT: Final = ShowdownRules(
    id="showdown_poker-sheet",
    version=1,
    profile="document",
    unit=100,
    advice=True,
    bonus=BonusRules(table={}),
    house_way=HouseWaySwitches(two_highest="class", pair_tie="suited_first"),
    limits=Limits(ante_min=1),
    money=MoneyRules(rounding="exact", smallest_chip=1),
)
"""The sheet prints no pay table for the bonus, so there is none here."""
