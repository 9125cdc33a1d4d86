"""`tablectl replay`: compute a table's journal again from its events, and compare with what was done."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tablectl.commands.journal import explained
from tablectl.commands.options import json_lines
from tablectl.engine.games import GAMES
from tablectl.errors import ProblemsFound
from tablectl.journal import ClearSealer, Reader, verified
from tablectl.table.replay import Replayed
from tablectl.table.replay import replay as compute_again


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@json_lines
def replay(journal: Path, *, as_json: bool) -> None:
    """Play JOURNAL again by the rules of this version. Names the first outcome that comes out differently."""
    with explained(), Reader(journal) as reader:
        result = compute_again(GAMES, verified(reader), ClearSealer())
    if as_json:
        click.echo(json.dumps(_as_object(result), ensure_ascii=False))
    else:
        click.echo(f"{result.events} events and {result.outcomes} outcomes in {result.rounds} rounds computed again")
    if result.first:
        raise ProblemsFound(f"{journal}: {result.first.text}")


def _as_object(result: Replayed) -> dict[str, object]:
    first = result.first
    return {
        "same": first is None,
        "events": result.events,
        "outcomes": result.outcomes,
        "rounds": result.rounds,
        "first": {"seq": first.seq, "cause": first.cause, "text": first.text} if first else None,
    }
