"""`tablectl shuffles`: how well a table's cards were shuffled, told from its journal."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path

import click

from tablectl.commands.options import MOST_RECORDS, Whole, json_lines
from tablectl.commands.register import explained, seal_key, sealer_of, unsealed
from tablectl.engine.games import GAMES
from tablectl.errors import ProblemsFound
from tablectl.journal import Reader, verified
from tablectl.shuffling import dealt, reported
from tablectl.shuffling.report import as_text, as_values


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@seal_key
@click.option("--last", type=Whole(1, MOST_RECORDS), metavar="N", help="Only the last N shoes; otherwise all.")
@json_lines
def shuffles(journal: Path, key: Path | None, last: int | None, *, as_json: bool) -> None:
    """Say of each shuffler and pack in JOURNAL whether the order of its cards is that of fair shuffles.

    Only packs that are over are counted, and no face is told. Exit code 3 where something is unusual: of fair
    shufflers that is one report of a hundred.
    """
    with explained(), Reader(journal) as reader, unsealed(journal):
        report = reported(deque(dealt(GAMES, verified(reader), sealer_of(key)), last))
    click.echo(json.dumps(as_values(report), ensure_ascii=False) if as_json else as_text(report))
    if not report.sound:
        raise ProblemsFound(f"{journal}: the order of the cards is not that of fair shuffles")
