"""Policies: what they see, and that what they do comes out as it was counted elsewhere."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Literal

import pytest

from tablectl.engine.cards import cards
from tablectl.engine.games import GAMES
from tablectl.engine.games.casino_holdem.house import DOCUMENT as CASINO_HOLDEM_SHEET
from tablectl.engine.games.casino_holdem.house import BonusRules, Limits
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import ChooseCards, Decide, Option
from tablectl.lab import BENCHES, Experiment, LabError, Tally, bench_of, run
from tablectl.lab.playing import opened, play
from tablectl.lab.policies import casino_holdem, six_decks, tx_bj, uth
from tablectl.lab.policy import Hands, Policy, Sight
from tablectl.lab.report import as_text

SWITCHES: tuple[Literal["as_trips", "as_quads"], ...] = ("as_trips", "as_quads")
EVERY = [(game, policy.name) for game, bench in BENCHES.items() for policy in bench.policies]


@cache
def sample(game: str, policy: str, rounds: int, side_bets: bool = True) -> Tally:
    return run(Experiment(game, bench_of(game).sheet, policy, rounds, 11, side_bets))


def sight(own: str, board: str = "", dealer: str = "") -> Sight:
    return Sight(CASINO_HOLDEM_SHEET, cards(own), cards(board), cards(dealer))


def asked(*names: str) -> Decide:
    return Decide(1, tuple(Option(name, name) for name in names), "X 1.1")


@pytest.mark.parametrize(("game", "policy"), EVERY)
@pytest.mark.parametrize("side_bets", [True, False])
def test_every_policy_plays_its_game_to_the_end(game: str, policy: str, side_bets: bool) -> None:
    tally = sample(game, policy, 40, side_bets)
    assert tally.rounds == tally.all_bets.rounds == tally.nets.total() == 40
    assert tally.all_bets.net == sum(sums.net for sums in tally.bets.values()) == sum(net * number for net, number in tally.nets.items())
    required = {bet.name for bet in GAMES[game].bets if bet.required}
    before = {bet.name for bet in GAMES[game].bets if bet.before_deal} & tally.bets.keys()
    assert required <= before
    if not side_bets:
        assert before - {"bet"} == required  # the bet of a field that calls is placed later


@pytest.mark.parametrize(
    ("game", "policy", "bet", "rounds", "exact"),
    [
        ("uth", "never_fold", "play", 2000, Fraction(0)),
        ("uth", "never_fold", "triple_bonus", 2000, Fraction(-48987, 2572780)),
        ("casino_holdem", "always_call", "bonus", 3000, Fraction(-141252, 270725)),
        ("tx_bj", "basic", "p_red", 1500, Fraction(-599, 8086)),
        ("tx_bj", "basic", "d_blue", 1500, Fraction(-599, 8086)),
        ("tx_bj", "basic", "combo", 1500, Fraction(-831, 8086)),
        ("tx_bj", "basic", "a", 1500, Fraction(-541, 4043)),
    ],
)
def test_what_was_counted_exactly_is_found_by_playing(game: str, policy: str, bet: str, rounds: int, exact: Fraction) -> None:
    marks = bench_of(game).bets.get("combo")
    if bet == "combo":
        assert marks == ("p_red", "column_one", "d_red")
        exact = Fraction(-2701, 24258)  # red against red
    mean, error = sample(game, policy, rounds).bets[bet].per_wagered()
    assert abs(mean - exact) < 4 * error


def test_a_policy_that_thinks_loses_less() -> None:
    careful, careless = (sample("casino_holdem", policy, 1500, side_bets=False) for policy in ("sensible", "always_call"))
    assert careful.all_bets.net > careless.all_bets.net, "the seed gives both the same cards"
    assert 0.15 < careful.outcomes["ante"]["lose", None] / 1500 - careful.outcomes["bet"]["lose", None] / 1500 < 0.21, "it folds a fifth or so"


@dataclass
class Looks:
    """Does as another policy does, and keeps what it was shown."""

    policy: Policy
    seen: list[Sight] = field(default_factory=list)
    name: str = "looks"
    text: str = ""

    def decide(self, sight: Sight, step: Decide) -> str:
        self.seen.append(sight)
        return self.policy.decide(sight, step)

    def choose(self, sight: Sight, step: ChooseCards) -> Hands:
        return self.policy.choose(sight, step)


@pytest.mark.parametrize(
    ("game", "shown"), [("uth", {(2, 0, 0), (2, 3, 0), (2, 5, 0)}), ("casino_holdem", {(2, 3, 0)}), ("tx_bj", {(n, 0, 1) for n in range(2, 9)})]
)
def test_a_policy_sees_what_a_player_sees(game: str, shown: set[tuple[int, int, int]]) -> None:
    bench = bench_of(game)
    opening = opened(GAMES[game], bench.sheet, bench, side_bets=True).round
    looks = Looks(bench.policies[0])
    chance = random.Random(3)
    for _ in range(30):
        play(opening, looks, chance)
    seen = {(len(each.own), len(each.board), len(each.dealer)) for each in looks.seen}
    assert seen
    assert seen <= shown


def test_the_side_bet_is_the_only_difference_between_two_readings() -> None:
    """The same cards fall, and only the bonus pays otherwise."""
    readings = [replace(CASINO_HOLDEM_SHEET, bonus=BonusRules(after_fold="in_action", quads_one_own=switch)) for switch in SWITCHES]
    trips, quads = (run(Experiment("casino_holdem", rules, "sensible", 500, 5)) for rules in readings)
    assert trips.bets["ante"] == quads.bets["ante"]
    assert trips.bets["bet"] == quads.bets["bet"]
    assert trips.bets["bonus"].net <= quads.bets["bonus"].net


@pytest.mark.parametrize(
    ("own", "board", "option"),
    [
        ("Ah 2c", "", "play_4x"), ("3h 3c", "", "play_4x"), ("2h 2c", "", "check"), ("Kh 2h", "", "play_4x"), ("Kh 4c", "", "check"),
        ("Kh 5c", "", "play_4x"), ("Qh 6h", "", "play_4x"), ("Qh 7c", "", "check"), ("Jh 8h", "", "play_4x"), ("Jh 9c", "", "check"),
        ("Jh Tc", "", "play_4x"), ("Th 9h", "", "check"),
        ("2h 2c", "Kd 9s 5c", "check"), ("Kh 4c", "Kd 9s 5c", "play_4x"), ("Th 3h", "Kh 9h 5c", "play_4x"), ("9h 3h", "Kh 8h 5c", "check"),
        ("7c 2d", "Kd Ks 5h", "check"), ("7c 2d", "Kd Ks 7h", "play_4x"),
        ("7c 2d", "Kd Qs 9h 5c 3h", "check"), ("2h 2c", "Kd Qs 9h 5c 3h", "play_4x"),
    ],
)  # fmt: skip
def test_the_basic_strategy_of_ultimate_texas_holdem(own: str, board: str, option: str) -> None:
    assert uth.Basic().decide(sight(own, board), asked("play_4x", "check")) == option


@pytest.mark.parametrize(
    ("own", "board", "plays"),
    [
        ("Ac 4d", "Ks Kd 9h 9c 3h", {1, 2}),  # the ace plays, and only a dealer with an ace, king, nine or pair beats or ties it
        ("Ac 4d", "Kd Qs 9h 5c 3h", {1}),  # at two times the ante too much is lost
        ("Jc 4d", "Kd Qs 9h 5c 3h", {1}),
        ("Tc 4d", "Kd Qs 9h 5c 3h", set()),
        ("8c 7d", "Kd Qs 9h 5c 3h", set()),
    ],
)
def test_the_river_of_ultimate_texas_holdem_depends_on_what_a_play_costs(own: str, board: str, plays: set[int]) -> None:
    found = {multiple for multiple in (1, 2) if uth.Basic().decide(sight(own, board), asked(f"play_{multiple}x", "fold")) != "fold"}
    assert found == plays


@pytest.mark.parametrize(
    ("own", "board", "option"),
    [
        ("9h 2c", "Kd Qs 7h", "fold"), ("Th 2c", "Kd Qs 7h", "call"), ("9h 2c", "Kd Qs 9d", "call"), ("2h 2c", "Kd Qs 9d", "call"),
        ("9h 2c", "Kd Ks 7h", "fold"), ("9h 2c", "Kd Ks Kh", "call"), ("9h 2h", "Kh Qh 7d", "call"), ("9h 2c", "Kd Qd 7d", "fold"),
        ("9h 8c", "7d 6s 2h", "call"), ("9h 8c", "7d 5s Kh", "call"), ("9h 8c", "7d Ks 2h", "fold"), ("4h 3c", "Ad 2s Kh", "call"),
    ],
)  # fmt: skip
def test_the_sensible_caller_of_casino_texas_holdem(own: str, board: str, option: str) -> None:
    assert casino_holdem.Sensible().decide(sight(own, board), asked("call", "fold")) == option


ALL = ("hit", "stand", "double", "split_pair", "surrender")
BOOK: Mapping[tuple[str, str], str] = {
    ("8r 8w", "Tr"): "split_pair", ("Ag Ag", "Ag"): "split_pair", ("Tr Tw", "6r"): "stand", ("9r 9w", "7r"): "stand", ("9r 9w", "8r"): "split_pair",
    ("5r 5w", "9r"): "double", ("4r 4w", "5r"): "split_pair", ("4r 4w", "7r"): "hit", ("Tr 6w", "Tr"): "surrender", ("Tr 6w", "7r"): "hit",
    ("Tr 6w", "6r"): "stand", ("Tr 2w", "3r"): "hit", ("Tr 2w", "4r"): "stand", ("9r 2w", "Tr"): "double", ("9r 2w", "Ag"): "hit",
    ("Ag 7w", "6r"): "double", ("Ag 7w", "8r"): "stand", ("Ag 7w", "9r"): "hit", ("Ag 8w", "6r"): "stand", ("Ag 2w", "4r"): "hit",
    ("Tr 7w", "Ag"): "stand", ("Tr 5w", "Tr"): "surrender", ("Tr 5w", "9r"): "hit",
}  # fmt: skip


@pytest.mark.parametrize(("own", "dealer"), BOOK)
def test_the_book_of_blackjack(own: str, dealer: str) -> None:
    assert tx_bj.Basic().decide(sight(own, "", dealer), asked(*ALL)) == BOOK[own, dealer]


@pytest.mark.parametrize(("policy", "kept"), [(six_decks.HouseWay(), "8c 8d"), (six_decks.ByList(), "Ah Kh")])
def test_which_two_of_four_cards_are_kept(policy: Policy, kept: str) -> None:
    """The house way begins with pairs from eights; in the list of two-card hands a suited ace and king stand before unsuited eights."""
    four = replace(sight("8c Ah Kh 8d"), rules=bench_of("texas_shootout").sheet)
    (hand,) = policy.choose(four, ChooseCards(1, 2, may_split=True, rule="X 1.1"))
    assert set(hand) == set(cards(kept))


def test_a_game_of_choices_lets_nobody_decide() -> None:
    with pytest.raises(TypeError, match="only chooses"):
        six_decks.HouseWay().decide(sight("Ah Kh Qh Jh"), asked("x"))


@pytest.mark.soak
def test_house_way_against_house_way_only_the_ties_are_lost() -> None:
    """About 3.69 % of the ante: the player loses ties, and both keep by the same list."""
    mean, error = sample("texas_shootout", "house_way", 2000, side_bets=False).bets["ante"].per_wagered()
    assert abs(mean - -0.0369) < 3 * error


def test_what_is_not_offered_is_passed_over() -> None:
    policy = tx_bj.Basic()
    assert policy.decide(sight("Ag 7w", "", "6r"), asked("hit", "stand")) == "stand"
    assert policy.decide(sight("9r 2w", "", "6r"), asked("hit", "stand")) == "hit"
    assert policy.decide(sight("9r 2w", "", "Ag"), asked("insurance", "no_insurance")) == "no_insurance"


def test_a_game_of_decisions_lets_nobody_choose_cards() -> None:
    with pytest.raises(TypeError, match="asks for 2 of 2"):
        uth.Basic().choose(sight("Ah Kh"), ChooseCards(1, 2, may_split=False, rule="X 1.1"))


def test_what_a_policy_may_not_do_ends_the_experiment() -> None:
    class Cheats(uth.Basic):
        name = "cheats"

        def decide(self, sight: Sight, step: Decide) -> str:
            return super().decide(sight, step).replace("4x", "9x").replace("check", "play_9x")

    opening = opened(GAMES["uth"], bench_of("uth").sheet, bench_of("uth"), side_bets=True).round
    with pytest.raises(LabError, match=r"cheats did what the rules forbid.*UTH 3\.2"):
        play(opening, Cheats(), random.Random(1))


def test_wagers_are_the_smallest_that_can_be_made() -> None:
    bench = bench_of("casino_holdem")
    high = replace(CASINO_HOLDEM_SHEET, limits=Limits(ante_min=250))
    assert opened(GAMES["casino_holdem"], high, bench, side_bets=True).amount == 300
    closed = replace(CASINO_HOLDEM_SHEET, limits=Limits(ante_min=100_000))
    with pytest.raises(LabError, match=r"take no wager.*limits\.ante_min"):
        opened(GAMES["casino_holdem"], closed, bench, side_bets=True)


def test_a_side_bet_that_is_not_offered_is_left_out_and_named() -> None:
    bench = bench_of("casino_holdem")
    capped = replace(CASINO_HOLDEM_SHEET, limits=Limits(ante_min=100, bonus_max=50))
    opening = opened(GAMES["casino_holdem"], capped, bench, side_bets=True)
    assert opening.amount == 100
    assert "limits.bonus_max" in opening.left_out["bonus"]
    experiment = Experiment("casino_holdem", capped, "sensible", 20, 1)
    tally = run(experiment)
    assert "bonus" not in tally.bets
    assert "Bonus is left out: the bonus of field 1 is above the table's maximum" in as_text(experiment, tally)


def test_a_game_without_a_policy_says_what_there_is() -> None:
    with pytest.raises(LabError, match="no policy for Texas Blackjack; it plays uth"):
        bench_of("tx_bj", {"uth": BENCHES["uth"]})


def test_the_round_is_settled_as_the_engine_settles_it() -> None:
    bench = bench_of("uth")
    opening = opened(GAMES["uth"], bench.sheet, bench, side_bets=True)
    settlement = play(opening.round, uth.NeverFold(), random.Random(9))
    assert isinstance(settlement, Settlement)
    assert {line.stake for line in settlement.lines if line.bet != "play"} == {opening.amount}
