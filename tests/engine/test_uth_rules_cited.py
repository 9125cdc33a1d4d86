"""RULES.md, the code and the tests name the same lines."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "tablectl" / "engine" / "games" / "uth"
IN_CODE = re.compile(r"(?:UTH|RULES\.md) (\d+\.\d+(?:, \d+\.\d+)*)")
WRITTEN = re.compile(r"^- \*\*(\d+\.\d+)\*\* ", re.MULTILINE)


def cited(*texts: str) -> set[str]:
    return {number for text in texts for found in IN_CODE.findall(text) for number in found.split(", ")}


def test_every_line_is_in_the_code_and_in_a_test_and_no_other_is_cited() -> None:
    written = WRITTEN.findall((GAME / "RULES.md").read_text())
    assert len(written) == len(set(written))
    code = cited(*(path.read_text() for path in GAME.glob("*.py")))
    tests = cited((HERE / "hands" / "uth.jsonl").read_text(), *(path.read_text() for path in HERE.glob("test_uth_*.py")))
    assert set(written) - code == set()
    assert set(written) - tests == set()
    assert code | tests <= set(written)


def test_every_ruling_has_its_line() -> None:
    """All rulings for this game and those for all games that a round can show."""
    rulings = {number for bracket in re.findall(r"\[([AU][AU0-9, ]+)\]", (GAME / "RULES.md").read_text()) for number in bracket.split(", ")}
    assert rulings == {f"U{number}" for number in range(1, 11)} | {f"A{number}" for number in range(1, 10)}
