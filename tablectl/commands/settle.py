"""`tablectl settle`: hands from a file or a pipe, one JSON object a line, settled by a game's rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO

import click

from tablectl.cases import CaseError, settle_case
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
            click.echo(json.dumps(settle_case(game, rules, _object(line)), ensure_ascii=False))
        except json.JSONDecodeError as error:
            bad += 1
            click.echo(f"{file.name}:{number}:{error.colno}: not JSON: {error.msg}", err=True)
        except CaseError as error:
            bad += 1
            click.echo(f"{file.name}:{number}:{_column(line, error.key)}: {error}", err=True)
    if bad:
        raise ProblemsFound(f"{file.name}: {bad} {'line' if bad == 1 else 'lines'} could not be settled")


def _object(line: str) -> dict[str, object]:
    case = json.loads(line.rstrip("\r\n"))
    if not isinstance(case, dict):
        raise CaseError("line", "a JSON object", type(case).__name__)
    return case


def _column(line: str, key: str) -> int:
    """Where the key stands in the line, from 1; the start of the line for a key that is missing."""
    return line.find(json.dumps(key.rpartition(".")[2])) + 1 or 1
