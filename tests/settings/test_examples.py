"""The examples that are shipped: each game has a table, and each table and each house's rules load without a mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablectl.config import load, load_rules
from tablectl.engine.games import GAMES
from tablectl.wired import lines_apart

from .test_equipment import FACES, mapped

CONFIG = Path(__file__).parents[2] / "config"


def test_every_game_has_its_example() -> None:
    assert {path.name for path in CONFIG.glob("*-table.toml")} == {f"{game}-table.toml" for game in GAMES}


@pytest.mark.parametrize("game", list(GAMES))
def test_the_table_of_a_game_loads_with_a_button_for_each_bet_that_is_required(game: str) -> None:
    found = load(CONFIG / f"{game}-table.toml", {})
    assert found.game is GAMES[game]
    spots = {name.partition(".")[2] for name in found.settings.panel.inputs if name.startswith("seat")}
    assert {bet.name for bet in GAMES[game].bets if bet.required} <= spots


def test_the_devices_of_the_page_of_drivers_make_a_table(tmp_path: Path) -> None:
    """Those that can be bought, in the place of the example's; each pack has its map."""
    block = re.search(r"^```toml\n(\[\[devices\]\].+?)^```", (CONFIG.parent / "drivers/README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert block is not None
    example = (CONFIG / "uth-table.toml").read_text()
    head, tail = example[: example.index("[[devices]]")], example[example.index("[panel]\n") :]
    for number, back in enumerate(("red", "blue"), start=1):
        head = head.replace(f'back = "{back}"\n', f'back = "{back}"\ncards = "{back}.csv"\n')
        (tmp_path / f"{back}.csv").write_text(mapped(FACES, f"{number}-"), "utf-8")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/uth-trade.toml").write_bytes((CONFIG / "rules/uth-trade.toml").read_bytes())
    (tmp_path / "table.toml").write_text(head + block[1] + tail, "utf-8")
    found = load(tmp_path / "table.toml", {})
    assert [device.driver for device in found.settings.devices] == ["ssi", "lamps_in"]
    assert len(found.equipment.deck_map) == 2 * len(FACES)
    assert {(line.chip, line.number) for line in lines_apart(found)} >= {("header", number) for number in (23, 24, 25, 12)}


@pytest.mark.parametrize("path", sorted((CONFIG / "rules").glob("*.toml")), ids=lambda path: path.stem)
def test_house_rules_load_and_are_called_as_their_file(path: Path) -> None:
    game, _, profile = path.stem.rpartition("-")
    found = load_rules(GAMES[game], path).rules
    assert (found.id, found.profile) == (path.stem, profile)
