"""The list of faults in FAULTS.md leaves no number out, and names tests and scenarios that are there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tablectl_sim import scenario as scenarios

HERE: Final = Path(__file__).parent
NUMBERS: Final = {
    "S": (2, 3, 6, 7, 9, 11, 13, 15),
    "U": (2, 3, 5, 8, 9),
    "G": (1, 3, 5, 6, 8, 10),
    "C": (2, 3, 6, 8, 10, 13, 14, 16, 17, 19, 21),
    "D": (2, 3, 5, 7, 9, 11, 13),
    "K": (1, 3, 5, 8, 10, 11),
    "R": (1, 3, 5, 8, 10, 12, 14, 16, 18, 20, 22, 24),
}
"""Serial lines, USB, pins, cards, disk and clock and watchdog, configuration, rules."""


@dataclass(frozen=True)
class Row:
    id: str
    symptom: str
    file: str
    test: str

    @property
    def scenarios(self) -> list[str]:
        named = re.search(r"\(scenarios? ([\w, -]+)\)", self.symptom)
        return named[1].split(", ") if named else []


def lines() -> list[str]:
    return [line for line in (HERE / "FAULTS.md").read_text().splitlines() if re.match(r"\| [A-Z]\d", line)]


def rows() -> list[Row]:
    return [Row(*found.groups()) for line in lines() if (found := re.fullmatch(r"\| ([A-Z]\d\d) \| ([^|]+) \| (\S+\.py)::(\w+) \|", line))]


def test_every_kind_of_fault_is_listed_and_every_line_is_a_row() -> None:
    assert {row.id for row in rows()} == {f"{letter}{number:02}" for letter, numbers in NUMBERS.items() for number in numbers}
    assert len(rows()) == len(lines()) == len(set(lines()))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.id} {row.test}")
def test_what_is_listed_is_there(row: Row) -> None:
    text = (HERE / row.file).read_text()
    assert re.search(rf"^(async )?def {row.test}\(", text, re.MULTILINE)
    for scenario in row.scenarios:
        scenarios.load(scenarios.find(scenario))
        assert f'"{scenario}"' in text
