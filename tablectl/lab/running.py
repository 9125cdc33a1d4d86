"""An experiment: so many rounds in batches, each with chances of its own, shared among processes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Final

from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.lab.errors import LabError
from tablectl.lab.playing import Opening, opened, play
from tablectl.lab.policies import bench_of
from tablectl.lab.policy import Policy
from tablectl.lab.tally import Tally

BATCH: Final = 250
"""Rounds that share one source of chance; a change changes what a seed gives."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """`policy` is the name of one of the game's policies; without `side_bets` only the wagers stand that the game requires."""

    game: str
    rules: HouseRules
    policy: str
    rounds: int
    seed: int
    side_bets: bool = True

    def played_by(self) -> Policy:
        """Raise LabError where the game has no such policy."""
        policies = {policy.name: policy for policy in bench_of(self.game).policies}
        if self.policy not in policies:
            raise LabError(f"{GAMES[self.game].title} has no policy {self.policy!r}; it has {', '.join(policies)}")
        return policies[self.policy]

    def opened(self) -> Opening:
        """The round from which all are played on."""
        return opened(GAMES[self.game], self.rules, bench_of(self.game), side_bets=self.side_bets)


def run(experiment: Experiment, jobs: int = 1, progress: Callable[[int], object] = lambda _: None) -> Tally:
    """Play the rounds; `progress` is told how many more were played. Raise LabError."""
    experiment.played_by()
    tally = Tally()
    batches = range(-(-experiment.rounds // BATCH))
    with _workers(min(jobs, len(batches))) as mapped:
        for batch in mapped(partial(_batch, experiment), batches):
            tally.merge(batch)
            progress(batch.rounds)
    return tally


def _batch(experiment: Experiment, number: int) -> Tally:
    chance = random.Random(f"{experiment.seed}:{number}")  # noqa: S311  chance that can be repeated, not secrecy
    opening = experiment.opened().round
    policy = experiment.played_by()
    tally = Tally()
    for _ in range(min(BATCH, experiment.rounds - number * BATCH)):
        tally.add(play(opening, policy, chance))
    return tally


Mapped = Callable[[Callable[[int], Tally], range], Iterator[Tally]]


@contextmanager
def _workers(jobs: int) -> Iterator[Mapped]:
    if jobs <= 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            yield pool.map
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
