"""`tablectl settle`: hands from a file or a pipe, one JSON object a line, settled by a game's rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO

import click

from tablectl.cases import settle_case
from tablectl.config import load_rules
from tablectl.engine.games import GAMES
from tablectl.errors import ProblemsFound
from tablectl.mistakes import nearest


@click.command()
@click.argument("game")
@click.argument("file", type=click.File(encoding="utf-8"), default="-")
@click.option("--rules", "rules_path", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="House rules; otherwise the game's own.")
def settle(game: str, file: IO[str], rules_path: Path | None) -> None:
    """Settle each hand of FILE (or stdin) by the rules of GAME and say why, line by line.

    A line is a JSON object, either the inputs of a hand or a case that holds them as "inputs".
    """
    if game not in GAMES:
        raise click.UsageError(f"there is no game {game!r}{nearest(game, GAMES)}")
    rules = load_rules(GAMES[game], rules_path).rules if rules_path else None
    bad = 0
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            case = _object(line)
            click.echo(json.dumps(settle_case(game, rules, case), ensure_ascii=False))
        except ValueError as error:
            bad += 1
            place = f"{number}:{error.colno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else f"{number}:1: {error}"
            click.echo(f"{file.name}:{place}", err=True)
    if bad:
        raise ProblemsFound(f"{file.name}: {bad} {'line' if bad == 1 else 'lines'} could not be settled")


def _object(line: str) -> dict[str, object]:
    case = json.loads(line)
    if not isinstance(case, dict):
        raise ValueError(f"expected a JSON object, found {type(case).__name__}")  # noqa: TRY004  a bad line, not a bad call
    return case
