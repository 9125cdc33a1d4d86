"""`make detection`: deal many shoes with faults in them, and say which are found, on which card and by what name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from tablectl.engine.games import GAMES

from . import report
from .croupier import POLICY
from .drawing import drawn
from .running import batches, read, run
from .tally import merged


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(POLICY)))
@click.option("--shoes", type=click.IntRange(1), default=10_000, show_default=True, help="Of each game.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same shoes.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Processes that share the work.")
@click.option("--minutes", type=float, default=float("inf"), help="Deal no more batches after so many; the next run goes on from there.")
@click.option(
    "--file", type=click.Path(dir_okay=False, path_type=Path), default=Path(".run/detection.jsonl"), show_default=True, help="What is done."
)
@click.option("--write", is_flag=True, help="Write docs/detection.json, its plot and the tables of docs/detection.md.")
def main(*, games: tuple[str, ...], shoes: int, seed: int, jobs: int, minutes: float, file: Path, write: bool) -> None:
    """Deal shoes of GAMES, or of all, through the real table. A run that is broken off is gone on with."""
    wanted = batches(games or POLICY, seed, shoes)
    found, todo = read(file, wanted)
    with click.progressbar(length=len(wanted), label="batches of shoes", file=sys.stderr) as bar:
        bar.update(len(wanted) - len(todo))
        for batch in run(todo, file, jobs, minutes):
            merged(found, batch)
            bar.update(1)
    found = {game: found[game] for game in GAMES if game in found}
    click.echo(report.as_text(found))
    if write:
        report.NUMBERS.write_text(report.numbers(found))
        report.PLOT.write_text(drawn(found))
        report.PAGE.write_text(report.on_page(report.PAGE.read_text(), found))


if __name__ == "__main__":  # the processes that share the work read this file too
    main()
