"""`tablectl rules`: a game's rules page, the switches in force, and what the house keeps of each bet where that is known exactly."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from pathlib import Path

import click

from tablectl.config import load_rules
from tablectl.engine.game import Game, HouseRules, KnowsEdges
from tablectl.engine.games import GAMES
from tablectl.mistakes import nearest


@click.command()
@click.argument("game")
@click.option("--rules", "rules_path", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="House rules; otherwise the printed sheet.")
def rules(game: str, rules_path: Path | None) -> None:
    """Print the rules of GAME with the switches that are in force and the exact house edge of each bet that has one."""
    if game not in GAMES:
        raise click.UsageError(f"there is no game {game!r}{nearest(game, GAMES)}")
    found = GAMES[game]
    house = load_rules(found, rules_path).rules if rules_path else found.sheet
    click.echo(page(found).rstrip())
    for line in (*_in_force(house), *_edges(found, house), *_warnings(found, house)):
        click.echo(line)


def page(game: Game) -> str:
    """The RULES.md that lies beside the game's code."""
    return Path(inspect.getfile(type(game))).with_name("RULES.md").read_text(encoding="utf-8")


def _in_force(house: HouseRules) -> Iterator[str]:
    named = {field.name for field in fields(HouseRules)} - {"unit"}
    yield f"\n## In force: {house.id}, version {house.version} ({house.profile})\n"
    for key, value in _switches(asdict(house)):
        if key not in named:
            yield f"- `{key}` = {'not set' if value is None else json.dumps(value, ensure_ascii=False)}"


def _switches(tree: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    for key, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _switches(value, f"{above}{key}.")
        else:
            yield above + key, value


def _edges(game: Game, house: HouseRules) -> Iterator[str]:
    known = game.edges(house) if isinstance(game, KnowsEdges) else {}
    yield "\n## House edge\n"
    for bet in game.bets:
        if bet.name in known:
            edge = known[bet.name]
            yield f"- {bet.label}: {edge.numerator}/{edge.denominator} of the wager, {float(edge):.4%} before rounding".replace("%", " %")
    others = [bet.label for bet in game.bets if bet.name not in known]
    if others:
        yield f"- {'; '.join(others)}: no exact number, as it depends on the marks, or on how the hand is played"


def _warnings(game: Game, house: HouseRules) -> Iterator[str]:
    if found := game.warnings(house):
        yield "\n## Warnings\n"
        yield from (f"- {text}" for text in found)
