"""Pay tables: odds for the names of hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablectl.engine.hands import LABELS, HandValue, label


@dataclass(frozen=True, slots=True)
class PayTable:
    """Odds by the label of a hand; a hand that is not named pays nothing."""

    odds: Mapping[str, Fraction]

    def __post_init__(self) -> None:
        if unknown := sorted(set(self.odds) - set(LABELS)):
            raise ValueError(f"a pay table names hands such as {LABELS[0]} or {LABELS[-1]}, not {unknown[0]!r}")

    def of(self, value: HandValue) -> Fraction | None:
        return self.odds.get(label(value))


def pay_table(**odds: str) -> PayTable:
    """Write a table as on a layout: `pay_table(straight="1:1", flush="3:2")`."""
    return PayTable({name: Fraction(*map(int, text.split(":"))) for name, text in odds.items()})
