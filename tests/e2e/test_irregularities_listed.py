"""The list of irregularities in README.md names rules that exist, leaves none out, and names scenarios and tests that are there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablectl_sim import scenario as scenarios

ROOT = Path(__file__).parents[2]
GAMES = {"UTH": "uth", "CH": "casino_holdem", "TS": "texas_shootout", "SP": "showdown_poker", "TX": "tx_bj"}
CHAPTERS = {"UTH": (9,), "CH": (9,), "TS": (10,), "SP": (8,), "TX": (8, 9)}  # in which all rules are about what goes wrong
END = {"UTH 9.9", "CH 9.9", "TS 10.8", "SP 8.9", "TX 9.5"}  # the regular end of a round stands in these chapters too


@dataclass(frozen=True)
class Row:
    rule: str
    scenario: str
    file: str
    test: str


def rows() -> list[Row]:
    lines = re.findall(r"^\| (\w+ [\d.]+) \| [^|]+ \| ([\w-]+) \| (\S+)::(\w+) \|$", (Path(__file__).parent / "README.md").read_text(), re.MULTILINE)
    return [Row(*line) for line in lines]


def rules(game: str) -> set[str]:
    page = (ROOT / "tablectl/engine/games" / GAMES[game] / "RULES.md").read_text()
    return {f"{game} {number}" for number in re.findall(r"^- \*\*([\d.]+)\*\*", page, re.MULTILINE)}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_what_goes_wrong_is_listed(game: str) -> None:
    listed = {row.rule for row in rows() if row.rule.startswith(f"{game} ")}
    wrong = {rule for rule in rules(game) if int(rule.split()[1].split(".")[0]) in CHAPTERS[game]} - END
    assert wrong <= listed <= rules(game)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.rule} {row.scenario}")
def test_what_is_listed_is_there(row: Row) -> None:
    text = (ROOT / row.file).read_text()
    assert f"def {row.test}(" in text
    assert f'"{row.scenario}"' in text
    plan = scenarios.load(scenarios.find(row.scenario))
    assert plan.table.game == GAMES[row.rule.split()[0]]
