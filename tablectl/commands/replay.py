"""`tablectl replay`: compute a table's journal again from its events, and compare with what was done."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tablectl.commands.options import json_lines
from tablectl.commands.register import explained, seal_key, sealer_of, unsealed
from tablectl.engine.games import GAMES
from tablectl.errors import ProblemsFound
from tablectl.journal import Reader, verified
from tablectl.table.record.replay import Replayed
from tablectl.table.record.replay import replay as compute_again


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@seal_key
@json_lines
def replay(journal: Path, key: Path | None, *, as_json: bool) -> None:
    """Play JOURNAL again by the rules of this version. Names the first outcome that comes out differently."""
    with explained(), Reader(journal) as reader, unsealed(journal):
        result = compute_again(GAMES, verified(reader), sealer_of(key))
    if as_json:
        click.echo(json.dumps(_as_object(result), ensure_ascii=False))
    else:
        click.echo(f"{result.events} events and {result.outcomes} outcomes in {result.rounds} rounds computed again{_states(result)}")
    if result.first:
        raise ProblemsFound(f"{journal}: {result.first.text}")


def _states(result: Replayed) -> str:
    count = result.checkpoints
    return f", and the state at {count} {'checkpoint' if count == 1 else 'checkpoints'}" if count else ""


def _as_object(result: Replayed) -> dict[str, object]:
    first = result.first
    return {
        "same": first is None,
        "events": result.events,
        "outcomes": result.outcomes,
        "rounds": result.rounds,
        "checkpoints": result.checkpoints,
        "first": {"seq": first.seq, "cause": first.cause, "text": first.text} if first else None,
    }
