"""Rounds a second through the whole daemon at full speed, what they leave behind in memory, and what a daemon at rest costs.

    python benchmarks/bench_rounds.py --rounds 300 --rest 30

The bench deals on the same machine, so the rounds are those of daemon, bench and disk together; the daemon's own part is its processor
time a round. Memory is taken every ten rounds; its slope leaves out the first half, in which caches fill.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from running import cpu_seconds, resident, switches, table

from tests.e2e.running import Table

ROUNDS: Final = {1: 300, 7: 40}  # by seats
REST_S: Final = 30.0
SETTLE_S: Final = 3.0  # after the start, until console and devices have calmed down
EVERY: Final = 10  # rounds from one look at the memory to the next
SECONDS_A_ROUND: Final = 10.0


def deal(played: Table, rounds: int) -> list[tuple[int, float]]:
    """Let the bench deal; return the number of rounds and the MiB, every so many rounds."""
    seen: list[tuple[int, float]] = []
    bench = played.bench
    bench.deal()
    deadline = time.monotonic() + rounds * SECONDS_A_ROUND
    while not bench.dealer.done.wait(0.05) and time.monotonic() < deadline:
        count = len(bench.rounds_played)
        if count >= (seen[-1][0] if seen else 0) + EVERY:
            seen.append((count, resident(played.daemon.pid)))
    if len(bench.rounds_played) < rounds:
        raise TimeoutError(f"only {len(bench.rounds_played)} of {rounds} rounds were played")
    return seen


def rounds(folder: Path, seats: int, count: int) -> None:
    with table(folder, seats, rounds=count) as played:
        played.start()
        spent, start = cpu_seconds(played.daemon.pid), time.monotonic()
        memory = deal(played, count)
        took = time.monotonic() - start
        spent = cpu_seconds(played.daemon.pid) - spent
        cards = sum(each.cards for each in played.bench.rounds_played)
        line = f"{seats} seats, {count} rounds: {count / took:.2f} rounds and {cards / took:.0f} cards a second, "
        line += f"{spent / count * 1e3:.0f} ms of processor a round, {spent / took:.0%} of one processor"
        later = memory[len(memory) // 2 :]
        if len(later) > EVERY:
            slope = statistics.linear_regression([number for number, _ in later], [mib for _, mib in later]).slope
            line += f"; {memory[0][1]:.1f} MiB after {memory[0][0]} rounds, {memory[-1][1]:.1f} in the end, {slope * 1024:+.1f} KiB a round"
        print(line)


def at_rest(folder: Path, seconds: float) -> None:
    """With devices plugged in that tell their status once a second, and nobody at the table."""
    with table(folder, 1) as resting:
        resting.start()
        resting.daemon.wait_said("Console of table")
        time.sleep(SETTLE_S)
        pid = resting.daemon.pid
        spent, slept = cpu_seconds(pid), switches(pid)
        time.sleep(seconds)
        spent = cpu_seconds(pid) - spent
        woken = {name: (count - slept.get(name, 0)) / seconds for name, count in switches(pid).items()}
        print(f"at rest for {seconds:.0f} s: {spent / seconds:.2%} of one processor, woken {sum(woken.values()):.0f} times a second")
        for name, often in sorted(woken.items(), key=lambda each: -each[1])[:6]:
            print(f"    {often:6.1f} a second  {name}")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Measure the daemon at full speed and at rest.")
    arguments.add_argument("--rounds", type=int, help="rounds with one seat; with seven it is a seventh of them")
    arguments.add_argument("--rest", type=float, default=REST_S, help="seconds at rest")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        at_rest(Path(name) / "rest", given.rest)
        for seats, count in ROUNDS.items():
            rounds(Path(name) / f"seats{seats}", seats, count if given.rounds is None else max(1, given.rounds // seats))
