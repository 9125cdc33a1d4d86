"""`tablectl settle`: hands from a file or a pipe, one JSON object a line, settled by a game's rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Final

import click

from tablectl.cases import CaseError, settle_case
from tablectl.cases.lines import NotACase, read_line
from tablectl.config import load_rules
from tablectl.engine.games import GAMES
from tablectl.errors import ProblemsFound
from tablectl.mistakes import nearest

FIRST_OF_A_FILE: Final = "utf-8-sig"  # some editors begin a file with a byte-order mark


@click.command()
@click.argument("game")
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--rules", "rules_path", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="House rules; otherwise the game's own.")
def settle(game: str, file: IO[bytes], rules_path: Path | None) -> None:
    """Settle each hand of FILE (or stdin) by the rules of GAME and say why, line by line.

    A line is a JSON object, either the inputs of a hand or a case that holds them as "inputs". Amounts are minor units. Each line gets one line of
    answer; one that cannot be settled is answered by {"error": ..., "line": ...}, told on stderr too, and the exit code is 3. docs/settling.md has
    a worked case of each kind and game. A hand of uth:

    \b
    {"kind": "round", "player": ["Ah", "Jc"], "dealer": ["Qc", "Td"], "board": ["9s", "7d", "5c", "3h", "Kd"],
     "ante": 1000, "blind": 1000, "triple_bonus": 500, "play_at": "preflop"}    (on one line)
    """
    if game not in GAMES:
        raise click.UsageError(f"there is no game {game!r}{nearest(game, GAMES)}")
    rules = load_rules(GAMES[game], rules_path).rules if rules_path else None
    bad = 0
    for number, raw in enumerate(file, start=1):
        try:
            line = raw.decode("utf-8" if number > 1 else FIRST_OF_A_FILE)
        except UnicodeDecodeError as error:
            bad += _refuse(file, number, error.start + 1, f"not UTF-8 text (byte 0x{raw[error.start]:02X})")
            continue
        if not line.strip():
            continue
        try:
            click.echo(json.dumps(settle_case(game, rules, read_line(line)), ensure_ascii=False))
        except NotACase as error:
            bad += _refuse(file, number, error.column, str(error))
        except CaseError as error:
            bad += _refuse(file, number, _column(line, error.key), str(error))
    if bad:
        raise ProblemsFound(f"{file.name}: {bad} {'line' if bad == 1 else 'lines'} could not be settled")


def _refuse(file: IO[bytes], number: int, column: int, words: str) -> int:
    """Answer a line that cannot be settled, on both streams; return 1, as one more of them."""
    click.echo(json.dumps({"error": words, "line": number}, ensure_ascii=False))
    click.echo(f"{file.name}:{number}:{column}: {words}", err=True)
    return 1


def _column(line: str, key: str) -> int:
    """Where the key stands in the line, from 1; the start of the line for a key that is missing."""
    return line.find(json.dumps(key.rpartition(".")[2])) + 1 or 1
