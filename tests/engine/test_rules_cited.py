"""RULES.md of each game, its code and its tests name the same lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "tablectl" / "engine" / "games"
WRITTEN = re.compile(r"^- \*\*(\d+\.\d+)\*\* ", re.MULTILINE)


@dataclass(frozen=True)
class Sheet:
    """A game, the prefix of its rules, and the rulings that its page has to answer: those of its own and those for all games."""

    game: str
    prefix: str
    own: frozenset[str]
    shared: frozenset[str]

    @property
    def text(self) -> str:
        return (GAMES / self.game / "RULES.md").read_text()

    @property
    def written(self) -> list[str]:
        return WRITTEN.findall(self.text)

    def cited(self, *texts: str) -> set[str]:
        numbers = re.compile(rf"(?:{self.prefix}|RULES\.md) (\d+\.\d+(?:(?:, | to )\d+\.\d+)*)")
        return {number for text in texts for found in numbers.findall(text) for number in re.split(", | to ", found)}


def rulings(letter: str, *numbers: int) -> frozenset[str]:
    return frozenset(f"{letter}{number}" for number in numbers)


SHEETS = [
    Sheet("uth", "UTH", rulings("U", *range(1, 11)), rulings("A", *range(1, 10))),
    Sheet("casino_holdem", "CH", rulings("H", *range(1, 11)), rulings("A", *range(1, 10))),
    Sheet("showdown_poker", "SP", rulings("W", *range(1, 7)), rulings("A", *range(1, 10))),
    Sheet("texas_shootout", "TS", rulings("S", *range(1, 20)), rulings("A", *range(1, 10))),
    Sheet("tx_bj", "TX", rulings("X", *range(1, 11)), rulings("A", 1, 2, 3, 4, 7, 8, 9)),  # A5 and A6 are about poker hands
]


@pytest.fixture(params=SHEETS, ids=[sheet.game for sheet in SHEETS])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    found = request.param
    assert isinstance(found, Sheet)
    return found


def test_every_line_is_in_the_code_and_in_a_test_and_no_other_is_cited(sheet: Sheet) -> None:
    assert len(sheet.written) == len(set(sheet.written))
    code = sheet.cited(*(path.read_text() for path in (GAMES / sheet.game).glob("*.py")))
    hands = HERE / "hands" / f"{sheet.game}.jsonl"
    tests = sheet.cited(hands.read_text(), *(path.read_text() for path in HERE.glob(f"test_{sheet.game}_*.py")))
    assert set(sheet.written) - code == set()
    assert set(sheet.written) - tests == set()
    assert code | tests <= set(sheet.written)


def test_every_ruling_has_its_line(sheet: Sheet) -> None:
    brackets = re.findall(r"\[((?:[A-Z]\d+)(?:, [A-Z]\d+)*)\]", sheet.text)
    assert {number for bracket in brackets for number in bracket.split(", ")} == sheet.own | sheet.shared
