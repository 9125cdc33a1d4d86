"""Counting and telling: averages and errors as by hand, the same rounds whatever the number of processes, and a plot that loses nothing."""

from __future__ import annotations

import json
import random
import re
import statistics
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.engine.settlement import Line, Result, Settlement
from tablectl.lab import BENCHES, Experiment, LabError, Tally, bench_of, run
from tablectl.lab.report import as_text, as_values
from tablectl.lab.tally import Sums

ROUNDS = st.lists(st.tuples(st.integers(0, 40), st.integers(-40, 400)), min_size=2, max_size=30)


def experiment(rounds: int = 300, seed: int = 1, game: str = "uth", policy: str = "basic") -> Experiment:
    return Experiment(game, bench_of(game).sheet, policy, rounds, seed)


@given(ROUNDS)
def test_averages_and_errors_are_those_of_the_books(rounds: list[tuple[int, int]]) -> None:
    sums = Sums()
    for stake, net in rounds:
        if stake:
            sums.add(stake, net)
    nets = [net if stake else 0 for stake, net in rounds]
    mean, error = sums.per_round(len(rounds), 10)
    assert mean == pytest.approx(statistics.mean(nets) / 10)
    assert error == pytest.approx(statistics.stdev(nets) / sqrt(len(nets)) / 10)
    made = [(stake, net) for stake, net in rounds if stake]
    if len(made) > 1:
        ratio = sum(net for _, net in made) / sum(stake for stake, _ in made)
        off = sum((net - ratio * stake) ** 2 for stake, net in made)
        found, spread = sums.per_wagered()
        assert found == pytest.approx(ratio)
        assert spread == pytest.approx(sqrt(off * len(made) / (len(made) - 1)) / sum(stake for stake, _ in made), abs=1e-12)


def test_nothing_wagered_is_no_division() -> None:
    assert Sums().per_wagered() == (0.0, 0.0)
    assert Sums().per_round(1, 10) == (0.0, 0.0)


def line(bet: str, stake: int, net: int, result: Result, odds: Fraction | None = None) -> Line:
    return Line(1, bet, stake, result, odds, net, "X 1.1", "")


def test_a_bet_with_two_hands_is_one_bet_of_the_round() -> None:
    tally = Tally()
    tally.add(Settlement((line("ante", 10, 10, Result.WIN, Fraction(1)), line("ante", 10, -10, Result.LOSE), line("bonus", 5, 0, Result.PUSH))))
    assert (tally.bets["ante"].rounds, tally.bets["ante"].stake, tally.bets["ante"].net) == (1, 20, 0)
    assert tally.outcomes["ante"] == Counter({("win", Fraction(1)): 1, ("lose", None): 1})
    assert (tally.all_bets.stake, tally.nets) == (25, Counter({0: 1}))


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_parts_may_be_put_together_in_any_order(nets: list[int], chance: random.Random) -> None:
    def tally(some: list[int]) -> Tally:
        made = Tally()
        for net in some:
            made.add(Settlement((line("ante", 5, net, Result.WIN),)))
        return made

    whole = tally(nets)
    parts = [tally([net]) for net in nets]
    chance.shuffle(parts)
    together = Tally()
    for part in parts:
        together.merge(part)
    assert together == whole


def test_the_seed_decides_and_the_number_of_processes_does_not() -> None:
    alone, told = run(experiment(300)), list[int]()
    shared = run(experiment(300), jobs=2, progress=told.append)
    assert alone == shared
    assert told == [250, 50]
    assert run(experiment(300)) == alone
    assert run(experiment(300, seed=2)) != alone


def test_fewer_rounds_are_the_first_of_more() -> None:
    few, more = run(experiment(250)), run(experiment(500))
    assert all(more.nets[net] >= number for net, number in few.nets.items())


def test_an_unknown_policy_is_refused_before_anything_is_played() -> None:
    with pytest.raises(LabError, match="has no policy 'bold'; it has basic, never_fold"):
        run(experiment(policy="bold"))


def test_values_are_plain_and_say_it_all() -> None:
    tally = run(experiment())
    values = as_values(experiment(), tally)
    assert json.loads(json.dumps(values)) == values
    assert values["house_rules"] == {"id": "uth-sheet", "version": 1, "profile": "document"}
    assert values["base"] == {"bet": "ante", "amount": 100}
    bets = values["bets"]
    assert isinstance(bets, dict)
    assert list(bets) == ["ante", "blind", "triple_bonus", "play"], "in the order of the layout"
    assert bets["ante"]["placed"] == sum(outcome["count"] for outcome in bets["ante"]["outcomes"]) == 300
    assert values["all"] == {
        "placed": 300, "stake": tally.all_bets.stake, "net": tally.all_bets.net,
        "per_base": pytest.approx(tally.all_bets.net / 300 / 100), "per_base_error": pytest.approx(tally.all_bets.per_round(300, 100)[1]),
        "per_wagered": pytest.approx(tally.all_bets.net / tally.all_bets.stake), "per_wagered_error": tally.all_bets.per_wagered()[1],
    }  # fmt: skip


@pytest.mark.parametrize("game", [*BENCHES])
def test_the_text_has_a_line_for_each_bet_and_outcome_and_a_plot_of_all_rounds(game: str) -> None:
    asked = experiment(500, game=game, policy=bench_of(game).policies[0].name)
    tally = run(asked)
    text = as_text(asked, tally)
    assert "500 rounds of one seat, seed 1" in text
    assert bench_of(game).sheet.id in text
    assert text.count(" ± ") == 2 * (len(tally.bets) + 1)
    shares = [float(found) for found in re.findall(r"^ .* (\d+\.\d+)%$", text.partition("Net of a round")[2], re.MULTILINE)]
    assert sum(shares) == pytest.approx(100, abs=0.05)
    assert len(shares) <= 25
    assert max(map(len, text.splitlines())) <= 140


def test_the_plot_puts_together_what_lies_far_out() -> None:
    tally = Tally()
    for net in [*[-100] * 600, *[0] * 99, *[100] * 300, 100_000]:
        tally.add(Settlement((line("ante", 100, net, Result.WIN),)))
    text = as_text(experiment(1000), tally)
    rows = [row.split() for row in text.partition("units of the ante\n")[2].splitlines()]
    assert [(row[0], row[-1]) for row in rows] == [("-1", "60.000%"), ("+0", "9.900%"), ("+1", "30.100%")]
    assert "+1 and above" in text
    assert "and below" not in text
