"""Pay tables: odds for the names of hands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tablectl.engine.hands import LABELS, HandValue, label

PUSH: Final = "push"
_ODDS: Final = re.compile(r"([1-9]\d*):([1-9]\d*)")


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


def posted(table: Mapping[str, str]) -> PayTable:
    """Read a table as house rules post it: `7:1`, or `push` where the wager goes back, which is odds of 0. Raise ValueError for anything else."""
    odds = {}
    for name, text in table.items():
        found = _ODDS.fullmatch(text)
        if not found and text != PUSH:
            raise ValueError(f"odds are written 7:1, or {PUSH}, not {text!r} ({name})")
        odds[name] = Fraction(int(found[1]), int(found[2])) if found else Fraction(0)
    return PayTable(odds)
