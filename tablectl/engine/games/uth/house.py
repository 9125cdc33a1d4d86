"""The house rules of Ultimate Texas Hold'em: every switch, with the sheet as printed as `DOCUMENT`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from tablectl.engine.game import HouseRules
from tablectl.engine.money import MoneyRules


@dataclass(frozen=True, slots=True, kw_only=True)
class TripleRules:
    after_fold: Literal["in_action", "forfeit"]
    must_win: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRules:
    order: Literal["one_at_a_time", "packets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Minor units; None is no limit."""

    ante_min: int
    ante_max: int | None = None
    triple_max: int | None = None
    aggregate_payout: int | None = None

    def __post_init__(self) -> None:
        if self.ante_min < 1:
            raise ValueError(f"limits.ante_min is at least 1 minor unit, not {self.ante_min}")
        if self.ante_max is not None and self.ante_max < self.ante_min:
            raise ValueError(f"limits.ante_max is at least limits.ante_min ({self.ante_min}), not {self.ante_max}")


@dataclass(frozen=True, slots=True, kw_only=True)
class UthRules(HouseRules):
    preflop_multiples: tuple[int, ...]
    flop_multiple: int
    river_multiple: int
    burn: Literal["none", "before_each_street"]
    triple: TripleRules
    deal: DealRules
    limits: Limits
    money: MoneyRules

    def __post_init__(self) -> None:
        if not self.preflop_multiples or min(self.multiples) < 1 or len(set(self.preflop_multiples)) < len(self.preflop_multiples):
            raise ValueError(f"multiples of the ante are whole, at least 1 and all different, not {self.multiples}")
        if self.unit < 1 or self.unit % self.money.smallest_chip:
            raise ValueError(f"unit is a whole number of money.smallest_chip ({self.money.smallest_chip}), not {self.unit}")

    @property
    def multiples(self) -> tuple[int, ...]:
        return (*self.preflop_multiples, self.flop_multiple, self.river_multiple)


DOCUMENT: Final = UthRules(
    id="uth-sheet",
    version=1,
    profile="document",
    unit=100,
    preflop_multiples=(4,),
    flop_multiple=2,
    river_multiple=2,
    burn="none",
    triple=TripleRules(after_fold="in_action", must_win=False),
    deal=DealRules(order="one_at_a_time"),
    limits=Limits(ante_min=1),
    money=MoneyRules(rounding="exact", smallest_chip=1),
)
