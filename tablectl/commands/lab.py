"""`tablectl lab`: rounds played by a policy through the real engine, and what each bet was worth."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from tablectl.commands.options import Whole
from tablectl.config import load_rules
from tablectl.engine.games import GAMES
from tablectl.lab import BENCHES, Experiment, LabError, bench_of, run
from tablectl.lab.report import as_text, as_values
from tablectl.mistakes import nearest

ROUNDS = 10_000
MOST_ROUNDS = 10**12
MOST_JOBS = 256


def _policies() -> str:
    return "; ".join(f"{game}: {', '.join(policy.name for policy in bench.policies)}" for game, bench in BENCHES.items())


@click.command(epilog=f"Policies: {_policies()}. The first of a game is played unless another is named.")
@click.argument("game")
@click.option("--rounds", type=Whole(2, MOST_ROUNDS), default=ROUNDS, show_default=True, help="How many rounds; one alone has no standard error.")
@click.option("--policy", help="How the player decides; otherwise the game's first policy.")
@click.option("--jobs", type=Whole(1, MOST_JOBS), default=1, show_default=True, help="Processes that share the work; the result is the same.")
@click.option("--seed", type=Whole(), default=1, show_default=True, help="The same seed gives the same rounds.")
@click.option("--side-bets/--no-side-bets", default=True, show_default=True, help="Whether wagers stand that the game does not require.")
@click.option("--rules", "rules_path", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="House rules; otherwise the game's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def lab(game: str, *, rounds: int, policy: str | None, jobs: int, seed: int, side_bets: bool, rules_path: Path | None, as_json: bool) -> None:
    """Play rounds of GAME without devices and say what each bet is worth on average, with its standard error.

    One seat places every wager that its policy knows, in the same amount, and sees only what a player sees.
    """
    if game not in GAMES:
        raise click.UsageError(f"there is no game {game!r}{nearest(game, GAMES)}")
    try:
        bench = bench_of(game)
        rules = load_rules(GAMES[game], rules_path).rules if rules_path else bench.sheet
        experiment = Experiment(game, rules, policy or bench.policies[0].name, rounds, seed, side_bets)
        experiment.played_by()
    except LabError as error:
        raise click.UsageError(str(error)) from None
    with click.progressbar(length=rounds, label=f"{game}, {experiment.policy}", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        tally = run(experiment, jobs, bar.update)
    click.echo(json.dumps(as_values(experiment, tally)) if as_json else as_text(experiment, tally))
