"""What many shoes of one game and fault came to, in counts that add up in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

from .croupier import Shoe
from .planting import FITTING, Fault


@dataclass(slots=True)
class Tally:
    """`dealt` cards came out of `shoes` shoes, in `came` of which something planted did. `at` counts shoes by the card on which play was held, and
    `after` by how many cards that was after the first planted one; `counted` were found by the shuffler's next count. Of all that were found,
    `rightly` were held for a cause that tells what to look for; `causes` are the causes of each hold."""

    shoes: int = 0
    dealt: int = 0
    came: int = 0
    counted: int = 0
    rightly: int = 0
    at: Counter[int] = field(default_factory=Counter)
    after: Counter[int] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)

    @property
    def found(self) -> int:
        return self.at.total() + self.counted

    def add(self, shoe: Shoe) -> None:
        self.shoes += 1
        self.dealt += shoe.drawn
        self.came += bool(shoe.came)
        self.causes.update(cause.value for cause in shoe.causes)
        if not shoe.causes:
            return
        self.rightly += bool(FITTING[shoe.fault] & set(shoe.causes))
        if shoe.counted:
            self.counted += 1
        else:
            self.at[shoe.drawn] += 1
            if shoe.came:
                self.after[shoe.drawn - shoe.came] += 1

    def merge(self, other: Tally) -> None:
        self.shoes += other.shoes
        self.dealt += other.dealt
        self.came += other.came
        self.counted += other.counted
        self.rightly += other.rightly
        self.at += other.at
        self.after += other.after
        self.causes += other.causes

    def values(self) -> dict[str, Any]:
        """Ready for JSON."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: dict(sorted(value.items())) if isinstance(value, Counter) else value for name, value in values.items()}

    @classmethod
    def read(cls, values: dict[str, Any]) -> Tally:
        numbers = {name: Counter({int(key): count for key, count in values[name].items()}) for name in ("at", "after")}
        return cls(**{**values, **numbers, "causes": Counter(values["causes"])})


Found = dict[str, dict[Fault, Tally]]
"""By game and fault."""


def merged(into: Found, other: Found) -> None:
    for game, faults in other.items():
        for fault, tally in faults.items():
            into.setdefault(game, {}).setdefault(fault, Tally()).merge(tally)


def as_values(found: Found) -> dict[str, Any]:
    return {game: {fault.value: faults[fault].values() for fault in Fault if fault in faults} for game, faults in found.items()}


def from_values(values: dict[str, Any]) -> Found:
    return {game: {Fault(fault): Tally.read(tally) for fault, tally in faults.items()} for game, faults in values.items()}


def quantile(counts: Counter[int], share: float) -> int | None:
    """The least number that at least this share of what was counted does not exceed; None where nothing was."""
    passed = 0
    for number, count in sorted(counts.items()):
        passed += count
        if passed >= share * counts.total():
            return number
    return None
