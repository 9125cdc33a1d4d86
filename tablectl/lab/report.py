"""What an experiment found, as text for people and as plain values for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil, floor
from typing import Final

from tablectl.engine.games import GAMES
from tablectl.engine.money import odds_text
from tablectl.lab.playing import Opening
from tablectl.lab.policies import BENCHES
from tablectl.lab.running import Experiment
from tablectl.lab.tally import Outcome, Sums, Tally

BARS: Final = 24
BAR_WIDTH: Final = 50
TAIL: Final = 0.002  # of the rounds, at most so many are put together at either end of the plot


def as_text(experiment: Experiment, tally: Tally) -> str:
    opening = experiment.opened()
    amount = opening.amount
    return "\n".join([*_head(experiment, tally, opening), "", *_table(experiment, tally, amount), "", *_plot(experiment, tally, amount)])


def as_values(experiment: Experiment, tally: Tally) -> dict[str, object]:
    """Everything, ready for JSON; amounts are minor units, averages are in base wagers."""
    opening = experiment.opened()
    amount = opening.amount
    rules = experiment.rules
    return {
        "game": experiment.game,
        "policy": experiment.policy,
        "house_rules": {"id": rules.id, "version": rules.version, "profile": rules.profile},
        "rounds": tally.rounds,
        "seed": experiment.seed,
        "side_bets": experiment.side_bets,
        "left_out": dict(opening.left_out),
        "base": {"bet": BENCHES[experiment.game].base, "amount": amount},
        "bets": {
            bet: _values(tally.bets[bet], tally.rounds, amount) | {"outcomes": _outcomes(tally.outcomes[bet])} for bet in _bets(experiment, tally)
        },
        "all": _values(tally.all_bets, tally.rounds, amount),
        "nets": {str(net): number for net, number in sorted(tally.nets.items())},
    }


def _head(experiment: Experiment, tally: Tally, opening: Opening) -> Iterator[str]:
    rules = experiment.rules
    base = BENCHES[experiment.game].base
    yield f"{GAMES[experiment.game].title}, house rules {rules.id} version {rules.version} ({rules.profile})"
    yield f"{experiment.policy}: {experiment.played_by().text}"
    yield f"{tally.rounds:,} rounds of one seat, seed {experiment.seed}; {base} {opening.amount} minor units, other wagers the same"
    labels = {bet.name: bet.label for bet in GAMES[experiment.game].bets}
    yield from (f"{labels[bet]} is left out: {why}" for bet, why in opening.left_out.items())


def _table(experiment: Experiment, tally: Tally, amount: int) -> Iterator[str]:
    """One line a bet, and under it one line for each outcome."""
    labels = {bet.name: bet.label for bet in GAMES[experiment.game].bets}
    yield f"{'':20}{f'per {BENCHES[experiment.game].base}':>22}{'of what was wagered':>26}{'placed':>12}"
    for bet in _bets(experiment, tally):
        yield _line(labels[bet], tally.bets[bet], tally.rounds, amount)
        outcomes = tally.outcomes[bet]
        for outcome in _sorted(outcomes):
            yield f"    {_words(outcome):<20}{outcomes[outcome] / outcomes.total():>10.4%}"
    yield _line("all", tally.all_bets, tally.rounds, amount)


def _line(label: str, sums: Sums, rounds: int, amount: int) -> str:
    mean, error = sums.per_round(rounds, amount)
    ratio, ratio_error = sums.per_wagered()
    return f"{label:<20}{mean:>+12.4f} ± {error:<7.4f}{ratio:>+14.3%} ± {ratio_error:<8.3%}{sums.rounds / rounds:>12.3%}"


def _plot(experiment: Experiment, tally: Tally, amount: int) -> Iterator[str]:
    """A histogram of the net of a round in base wagers; what lies far out is put together at the ends."""
    low, high = _span(tally.nets, amount)
    width = max(1, ceil((high - low + 1) / BARS))
    bars: Counter[int] = Counter()
    for net, number in tally.nets.items():
        bars[(min(max(floor(net / amount), low), high) - low) // width] += number
    most, last = max(bars.values()), max(bars)
    ends = {0: " and below"} if min(tally.nets) < low * amount else {}
    ends |= {last: " and above"} if floor(max(tally.nets) / amount) > high else {}
    yield f"Net of a round in units of the {BENCHES[experiment.game].base}"
    for bar in range(last + 1):
        first = low + bar * width
        text = (f"{first:+d}" if width == 1 else f"{first:+d} to {first + width - 1:+d}") + ends.get(bar, "")
        yield f"{text:>22} {'#' * ceil(BAR_WIDTH * bars[bar] / most):<{BAR_WIDTH}} {bars[bar] / tally.rounds:>8.3%}"


def _bets(experiment: Experiment, tally: Tally) -> list[str]:
    """The bets that were made, in the order of the layout."""
    return [bet.name for bet in GAMES[experiment.game].bets if bet.name in tally.bets]


def _span(nets: Counter[int], amount: int) -> tuple[int, int]:
    ordered = sorted(nets.items())
    return floor(_beyond(ordered, nets.total()) / amount), floor(_beyond(ordered[::-1], nets.total()) / amount)


def _beyond(ordered: list[tuple[int, int]], rounds: int) -> int:
    """The first net, from this end, that is no longer among the few far out."""
    passed = 0
    for net, number in ordered:
        passed += number
        if passed > TAIL * rounds:
            return net
    return ordered[-1][0]


def _sorted(outcomes: Counter[Outcome]) -> list[Outcome]:
    return sorted(outcomes, key=lambda outcome: (-outcomes[outcome], outcome[0], outcome[1] or 0))


def _words(outcome: Outcome) -> str:
    result, odds = outcome
    return result if odds is None else f"{result} {odds_text(odds)}"


def _values(sums: Sums, rounds: int, amount: int) -> dict[str, object]:
    mean, error = sums.per_round(rounds, amount)
    ratio, ratio_error = sums.per_wagered()
    return {
        "placed": sums.rounds,
        "stake": sums.stake,
        "net": sums.net,
        "per_base": mean,
        "per_base_error": error,
        "per_wagered": ratio,
        "per_wagered_error": ratio_error,
    }


def _outcomes(outcomes: Counter[Outcome]) -> list[dict[str, object]]:
    return [
        {"result": result, "odds": None if odds is None else f"{odds.numerator}:{odds.denominator}", "count": outcomes[result, odds]}
        for result, odds in _sorted(outcomes)
    ]
