"""Counting what rounds brought: whole numbers only, so that sums do not depend on the order in which they are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from tablectl.engine.settlement import Line, Settlement

Outcome = tuple[str, Fraction | None]
"""A result, and the odds where it won."""


@dataclass(slots=True)
class Sums:
    """Sums over rounds of the stake and net of one bet (or all), in minor units, and of their products."""

    rounds: int = 0
    stake: int = 0
    net: int = 0
    stake_squared: int = 0
    net_squared: int = 0
    product: int = 0

    def add(self, stake: int, net: int) -> None:
        """Count a round in which the bet stood."""
        self.rounds += 1
        self.stake += stake
        self.net += net
        self.stake_squared += stake * stake
        self.net_squared += net * net
        self.product += stake * net

    def merge(self, other: Sums) -> None:
        self.rounds += other.rounds
        self.stake += other.stake
        self.net += other.net
        self.stake_squared += other.stake_squared
        self.net_squared += other.net_squared
        self.product += other.product

    def per_round(self, rounds: int, unit: int) -> tuple[float, float]:
        """Return what a round brings on average, in units, and its standard error; in the other rounds the bet brought nothing."""
        mean = Fraction(self.net, rounds)
        squares = self.net_squared - rounds * mean * mean
        return float(mean / unit), sqrt(squares / rounds / max(rounds - 1, 1)) / unit

    def per_wagered(self) -> tuple[float, float]:
        """Return what a wagered unit brings on average, and its standard error as a ratio of two sums."""
        if not self.stake:
            return 0.0, 0.0
        ratio = Fraction(self.net, self.stake)
        squares = self.net_squared - 2 * ratio * self.product + ratio * ratio * self.stake_squared
        return float(ratio), sqrt(squares * self.rounds / max(self.rounds - 1, 1)) / self.stake


@dataclass(slots=True)
class Tally:
    """What some rounds brought: by bet, in all, how often each outcome, and how often each net of a round."""

    rounds: int = 0
    bets: dict[str, Sums] = field(default_factory=dict)
    outcomes: dict[str, Counter[Outcome]] = field(default_factory=dict)
    all_bets: Sums = field(default_factory=Sums)
    nets: Counter[int] = field(default_factory=Counter)

    def add(self, settlement: Settlement) -> None:
        self.rounds += 1
        lines: dict[str, list[Line]] = {}
        for line in settlement.lines:
            lines.setdefault(line.bet, []).append(line)
            self.outcomes.setdefault(line.bet, Counter())[line.result.value, line.odds] += 1
        for bet, of_bet in lines.items():
            self.bets.setdefault(bet, Sums()).add(*_stake_and_net(of_bet))
        stake, net = _stake_and_net(settlement.lines)
        self.all_bets.add(stake, net)
        self.nets[net] += 1

    def merge(self, other: Tally) -> None:
        self.rounds += other.rounds
        for bet, sums in other.bets.items():
            self.bets.setdefault(bet, Sums()).merge(sums)
        for bet, outcomes in other.outcomes.items():
            self.outcomes.setdefault(bet, Counter()).update(outcomes)
        self.all_bets.merge(other.all_bets)
        self.nets.update(other.nets)


def _stake_and_net(lines: Iterable[Line]) -> tuple[int, int]:
    pairs = [(line.stake, line.net) for line in lines]
    return sum(stake for stake, _ in pairs), sum(net for _, net in pairs)
