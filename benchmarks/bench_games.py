"""How many rounds a second the engine plays out and settles, for each of our games, beside other libraries' games on one core.

    python benchmarks/bench_games.py --rounds 300 --repeats 7

A round of ours is a list of facts: wagers, every card, every decision, every hand turned, each judged by the rules when it is added, and then
the settlement of each bet with its rule. One seat plays against the dealer, on required wagers only, and chooses among what is allowed at random.
What the others play is as near to that as they have it:

- Hold'em to the showdown: two hands of two cards, five on the board, one comparison of hands, chips paid. Beside our Ultimate Texas Hold'em stands
  heads-up limit hold'em of pokerkit, rlcard and open_spiel, played at random without folds; ours does not fold either.
- Blackjack: one player draws or stands at random. Beside our Texas Blackjack stand rlcard's and open_spiel's blackjack, with fewer rules:
  no splits, doubles or insurance in rlcard's, no splits in either. Ours is played without side bets.

Texas Shootout, Showdown Poker and Casino Texas Hold'em are played by none of them and stand beside the hold'em hands, whose work is the nearest. The
repeats of all take turns and processor time is measured, so that a busy machine slows all alike; the ratio is the time of a round over that of the
game of ours that heads the list. A library that is not installed is named and left out.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import combinations
from typing import Final

from tablectl.engine.games import GAMES
from tablectl.engine.steps import ChooseCards, Decide
from tablectl.lab import bench_of
from tablectl.lab.playing import opened, play
from tablectl.lab.policy import Hands, Sight

Work = Callable[[int], None]
"""Play so many rounds."""

CHANCE: Final = random.Random(1)  # noqa: S311  seeded chance, not secrecy
DEALT_TO_SHOWDOWN: Final = 5
LIMIT_HOLDEM: Final = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=2 2 4 4,maxRaises=3 4 4 4)"
)


class AtRandom:
    """Decides by chance among what is offered, but never to fold; keeps any two cards."""

    name = "at_random"
    text = "decides at random and never folds"

    def decide(self, sight: Sight, step: Decide) -> str:  # noqa: ARG002  nothing is looked at
        return CHANCE.choice([option.name for option in step.options if option.name != "fold"])

    def choose(self, sight: Sight, step: ChooseCards) -> Hands:
        return (CHANCE.choice([*combinations(sight.own, step.keep)]),)


def ours(game: str) -> Work:
    bench = bench_of(game)
    opening = opened(GAMES[game], bench.sheet, bench, side_bets=False).round
    policy = AtRandom()

    def work(rounds: int) -> None:
        for _ in range(rounds):
            play(opening, policy, CHANCE)

    return work


def pokerkit_holdem() -> Work:
    pokerkit = importlib.import_module("pokerkit")
    by_itself = tuple(each for each in pokerkit.Automation)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            state = pokerkit.FixedLimitTexasHoldem.create_state(by_itself, True, 0, (1, 2), 2, 4, (200, 200), 2)
            while state.status:
                if state.can_complete_bet_or_raise_to() and CHANCE.getrandbits(1):
                    state.complete_bet_or_raise_to()
                else:
                    state.check_or_call()
            check("pokerkit", sum(state.stacks) == 400 and sum(map(len, state.board_cards)) == DEALT_TO_SHOWDOWN)  # noqa: PLR2004  two stacks of 200

    return work


def rlcard_holdem() -> Work:
    game = importlib.import_module("rlcard.games.limitholdem").Game()

    def work(rounds: int) -> None:
        for _ in range(rounds):
            game.init_game()
            while not game.is_over():
                game.step(CHANCE.choice([action for action in game.get_legal_actions() if action != "fold"]))
            check("rlcard", sum(game.get_payoffs()) == 0 and len(game.public_cards) == DEALT_TO_SHOWDOWN)

    return work


def open_spiel_holdem() -> Work:
    game = importlib.import_module("pyspiel").load_game(LIMIT_HOLDEM)
    fold = 0

    def work(rounds: int) -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(CHANCE.choice([action for action in state.legal_actions() if state.is_chance_node() or action != fold]))
            check("open_spiel", sum(state.returns()) == 0)

    return work


def rlcard_blackjack() -> Work:
    game = importlib.import_module("rlcard.games.blackjack").Game()
    game.configure({"game_num_players": 1, "game_num_decks": 6})

    def work(rounds: int) -> None:
        for _ in range(rounds):
            game.init_game()
            while not game.is_over():
                game.step(CHANCE.choice(("hit", "stand")))
            check("rlcard", game.winner["player0"] in {-1, 1, 2})

    return work


def open_spiel_blackjack() -> Work:
    game = importlib.import_module("pyspiel").load_game("blackjack")

    def work(rounds: int) -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(CHANCE.choice(state.legal_actions()))
            check("open_spiel", state.returns()[0] in {-2, -1, 0, 1, 1.5, 2})

    return work


def check(name: str, right: bool) -> None:
    if not right:
        sys.exit(f"{name} did not play a round to its end")


PEERS: Final[dict[str, dict[tuple[str, str], Callable[[], Work]]]] = {
    "uth": {
        ("pokerkit", "limit hold'em"): pokerkit_holdem,
        ("rlcard", "limit hold'em"): rlcard_holdem,
        ("open_spiel", "limit hold'em (C++)"): open_spiel_holdem,
    },
    "tx_bj": {
        ("rlcard", "blackjack"): rlcard_blackjack,
        ("open_spiel", "blackjack (C++)"): open_spiel_blackjack,
    },
}
"""By the game of ours that heads the list: what is named and what makes it."""
BESIDE: Final = {"uth": ("uth", "casino_holdem", "texas_shootout", "showdown_poker"), "tx_bj": ("tx_bj",)}


def made(head: str) -> dict[str, Work]:
    works = {f"tablectl {GAMES[game].title}": ours(game) for game in BESIDE[head]}
    for (library, game), make in PEERS[head].items():
        try:
            works[f"{library} {version(library)} {game}"] = make()
        except ImportError as missing:
            print(f"{library} is left out, it is not installed: {missing}")
    return works


def compare(head: str, rounds: int, repeats: int) -> None:
    works = made(head)
    times: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work(max(1, rounds // 10))
    for _ in range(repeats):
        for name, work in works.items():
            start = time.process_time()
            work(rounds)
            times[name].append((time.process_time() - start) / rounds)
    own = next(iter(times.values()))
    print(f"{'':42} {'rounds/s median':>16} {'best':>8} {'ratio median':>13} {'ratio best':>11}")
    for name, each in times.items():
        best, median = min(each), statistics.median(each)
        print(f"{name:42} {1 / median:16,.0f} {1 / best:8,.0f} {median / statistics.median(own):13.3f} {best / min(own):11.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="rounds in each repeat")
    parser.add_argument("--repeats", type=int, default=7)
    asked = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, one core, {asked.repeats} repeats of {asked.rounds} rounds")
    for head in PEERS:
        compare(head, asked.rounds, asked.repeats)


if __name__ == "__main__":
    main()
