"""The house rules of Casino Texas Hold'em: every switch, with the sheet as printed as `DOCUMENT`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tablectl.engine.game import HouseRules
from tablectl.engine.hands import Category, HandValue, category, label
from tablectl.engine.money import MoneyRules, payable
from tablectl.engine.paytables import posted

_STRAIGHT: Final = Category.STRAIGHT.name.lower()
_POSTED: Final = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", _STRAIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleRules:
    every_round: bool
    cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRules:
    order: Literal["one_at_a_time", "packets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteRules:
    """What a winning ante pays: `3:1` by the name of the hand; the row of the straight is also that of every lower hand."""

    table: Mapping[str, str]

    def __post_init__(self) -> None:
        if set(self.table) != set(_POSTED):
            raise ValueError(f"ante.table names {', '.join(_POSTED)}; look at {', '.join(sorted(set(self.table) ^ set(_POSTED)))}")
        if not all(self.odds):
            raise ValueError("ante.table pays something for every hand: a winning ante is never a push")

    @property
    def odds(self) -> tuple[Fraction, ...]:
        return tuple(posted(self.table).odds.values())

    def pays(self, value: HandValue) -> Fraction:
        """RULES.md 6.6"""
        return posted(self.table).odds[label(value) if category(value) > Category.STRAIGHT else _STRAIGHT]


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusRules:
    after_fold: Literal["in_action", "forfeit"]
    quads_one_own: Literal["as_trips", "as_quads", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DarkRules:
    bonus: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NotQualifiedRules:
    ante: Literal["by_table", "by_table_if_better"]


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
class CasinoHoldemRules(HouseRules):
    shuffle: ShuffleRules
    deal: DealRules
    ante: AnteRules
    bonus: BonusRules
    dark: DarkRules
    not_qualified: NotQualifiedRules
    limits: Limits
    money: MoneyRules

    def __post_init__(self) -> None:
        if self.unit < 1 or self.unit % self.money.smallest_chip:
            raise ValueError(f"unit is a whole number of money.smallest_chip ({self.money.smallest_chip}), not {self.unit}")
        if not payable(self.unit, self.ante.odds, self.money):
            raise ValueError(f"an ante of one unit ({self.unit}) could not be paid exactly by ante.table; change it or money.rounding")


DOCUMENT: Final = CasinoHoldemRules(
    id="casino_holdem-sheet",
    version=1,
    profile="document",
    unit=100,
    shuffle=ShuffleRules(every_round=True, cut=True),
    deal=DealRules(order="one_at_a_time"),
    ante=AnteRules(table=dict(zip(_POSTED, ("50:1", "20:1", "10:1", "3:1", "2:1", "1:1"), strict=True))),
    bonus=BonusRules(after_fold="in_action", quads_one_own="as_trips"),
    dark=DarkRules(bonus=True),
    not_qualified=NotQualifiedRules(ante="by_table"),
    limits=Limits(ante_min=1),
    money=MoneyRules(rounding="exact", smallest_chip=1),
)
