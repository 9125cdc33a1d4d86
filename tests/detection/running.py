"""Many shoes in batches, each with chances of its own, shared among processes; what is done stands in a file and is not done again."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from .croupier import Croupier
from .planting import Fault
from .tally import Found, Tally, as_values, from_values, merged

BATCH: Final = 20
"""Shoes that share one table and one source of chance; a change changes what a seed gives."""
_PLANTED: Final = (*Fault, Fault.NONE)
"""Drawn from for each shoe: in a fifth of all nothing is wrong."""

Batch = tuple[str, int, int]
"""Game, seed, number."""


def deal(batch: Batch) -> Found:
    """Deal the shoes of one batch."""
    game, seed, number = batch
    chance = random.Random(f"{seed}:{game}:{number}")
    croupier = Croupier(game, chance)
    found: dict[Fault, Tally] = {}
    for _ in range(BATCH):
        fault = chance.choice(_PLANTED)
        found.setdefault(fault, Tally()).add(croupier.shoe(fault))
    return {game: found}


def batches(games: Iterable[str], seed: int, shoes: int) -> list[Batch]:
    """The batches of all games in turn, so that a run that is broken off has as many of each."""
    return [(game, seed, number) for number in range(-(-shoes // BATCH)) for game in games]


def read(file: Path, wanted: Iterable[Batch]) -> tuple[Found, list[Batch]]:
    """What the file holds of these batches, and those that are still to be dealt. A line that was cut off counts for nothing."""
    open_: dict[Batch, None] = dict.fromkeys(wanted)
    found: Found = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        try:
            game, seed, number, values = json.loads(line)
        except ValueError:
            continue
        if (game, seed, number) in open_:
            del open_[game, seed, number]
            merged(found, from_values(values))
    return found, list(open_)


def run(todo: list[Batch], file: Path, jobs: int, minutes: float) -> Iterator[Found]:
    """Deal batches until all are dealt or the time is over; each is put into the file as it comes."""
    ends = time.monotonic() + 60 * minutes
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as out, ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        left = iter(todo)
        running = {pool.submit(deal, batch): batch for batch in islice(left, jobs)}
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                found = future.result()
                out.write(json.dumps([*running.pop(future), as_values(found)], separators=(",", ":")) + "\n")
                out.flush()
                yield found
                if time.monotonic() < ends and (batch := next(left, None)):
                    running[pool.submit(deal, batch)] = batch
