"""`tablectl rules`: the page, the switches in force, exact edges and warnings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tablectl.engine.game import KnowsEdges
from tablectl.engine.games import GAMES
from tests.cli.conftest import SETTINGS, Run

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "config" / "rules").glob("*.toml"))


def switches(table: Mapping[str, object], above: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from switches(value, f"{above}{key}.")
        else:
            yield above + key


@pytest.mark.parametrize("game", list(GAMES))
def test_the_whole_page_stands_before_what_is_in_force(tablectl: Run, game: str) -> None:
    done = tablectl("rules", game)
    assert (done.code, done.err) == (0, "")
    written = (ROOT / "tablectl" / "engine" / "games" / game / "RULES.md").read_text().rstrip()
    page, in_force = done.out.split(f"\n\n## In force: {GAMES[game].sheet.id}, version 1 (document)\n\n")
    assert page == written
    assert "## House edge" in in_force


def test_switches_and_edges_are_those_of_the_sheet_or_of_a_file(tablectl: Run, tmp_path: Path) -> None:
    sheet = tablectl("rules", "uth").out
    assert "- `preflop_multiples` = [4]\n" in sheet
    assert '- `triple.after_fold` = "in_action"\n' in sheet
    assert "- `limits.ante_max` = not set\n" in sheet
    assert "- Triple Bonus: 48987/2572780 of the wager, 1.9040 % before rounding\n" in sheet
    assert "- Ante; Blind; Play: no exact number" in sheet
    assert "## Warnings\n\n- river_multiple = 2" in sheet
    (tmp_path / "forfeit.toml").write_text((SETTINGS / "rules.toml").read_text().replace('"in_action"', '"forfeit"'))
    house = tablectl("rules", "uth", "--rules", "forfeit.toml").out
    assert "- `preflop_multiples` = [4, 3]\n" in house
    assert "- Ante; Blind; Triple Bonus; Play: no exact number" in house
    assert "## Warnings" not in house


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_of_house_rules_is_told_switch_by_switch(tablectl: Run, path: Path) -> None:
    game = path.stem.partition("-")[0]
    done = tablectl("rules", game, "--rules", str(path))
    assert (done.code, done.err) == (0, "")
    written = tomllib.loads(path.read_text())
    head, _, in_force = done.out.partition(f"## In force: {path.stem}, version {written['version']} ({written['profile']})\n")
    assert head
    told = {line.split("`")[1] for line in in_force.splitlines() if line.startswith("- `")}
    assert told >= {*switches(written)} - {"id", "version", "profile"}
    if isinstance(GAMES[game], KnowsEdges):
        assert " of the wager, " in in_force


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_switch_that_is_misspelt_is_refused_with_the_nearest_name(tablectl: Run, tmp_path: Path, path: Path) -> None:
    wrong = path.read_text().replace("smallest_chip", "smalest_chip").replace("\nante_min", "\nante_mim").replace("\nbox_min", "\nbox_mim")
    (tmp_path / "wrong.toml").write_text(wrong)
    done = tablectl("rules", path.stem.partition("-")[0], "--rules", "wrong.toml")
    assert (done.code, done.out) == (78, "")
    assert "money.smalest_chip: unknown key; did you mean `smallest_chip`?" in done.err
    assert any(f"limits.{bet}_mim: unknown key; did you mean `{bet}_min`?" in done.err for bet in ("ante", "box"))


def test_an_empty_table_is_shown_as_one(tablectl: Run) -> None:
    done = tablectl("rules", "showdown_poker")
    assert "- `bonus.table` = {}\n" in done.out
    assert "bonus.table is empty" in done.out


def test_an_unknown_game_or_a_bad_file_is_named(tablectl: Run, tmp_path: Path) -> None:
    done = tablectl("rules", "showdown_pocker")
    assert (done.code, "did you mean `showdown_poker`?" in done.err) == (2, True)
    (tmp_path / "bad.toml").write_text("river_multple = 1\n")
    done = tablectl("rules", "uth", "--rules", "bad.toml")
    assert (done.code, "river_multple" in done.err) == (78, True)
