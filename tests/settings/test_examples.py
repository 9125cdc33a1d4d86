"""The examples that are shipped: each game has a table, and each table and each house's rules load without a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.config import load, load_rules
from tablectl.engine.games import GAMES

CONFIG = Path(__file__).parents[2] / "config"


def test_every_game_has_its_example() -> None:
    assert {path.name for path in CONFIG.glob("*-table.toml")} == {f"{game}-table.toml" for game in GAMES}


@pytest.mark.parametrize("game", list(GAMES))
def test_the_table_of_a_game_loads_with_a_button_for_each_bet_that_is_required(game: str) -> None:
    found = load(CONFIG / f"{game}-table.toml", {})
    assert found.game is GAMES[game]
    spots = {name.partition(".")[2] for name in found.settings.panel.inputs if name.startswith("seat")}
    assert {bet.name for bet in GAMES[game].bets if bet.required} <= spots


@pytest.mark.parametrize("path", sorted((CONFIG / "rules").glob("*.toml")), ids=lambda path: path.stem)
def test_house_rules_load_and_are_called_as_their_file(path: Path) -> None:
    game, _, profile = path.stem.rpartition("-")
    found = load_rules(GAMES[game], path).rules
    assert (found.id, found.profile) == (path.stem, profile)
