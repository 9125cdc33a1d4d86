"""How fast hands are rated beside other evaluators, and how fast rounds are settled.

Run it as `python benchmarks/bench_evaluator.py`; the others come with the `bench` extra. Every evaluator gets the same seeded hands of one pack as
objects of its own, made beforehand, in the same run; the repeats of all take turns, so that a busy machine slows all alike. That they order
the hands alike is checked first. The median and the best of the repeats are printed; the ratio is time over tablectl's time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import eval7
import phevaluator
import treys

from tablectl.engine.cards import Card
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.facts import BettingClosed, CardDealt, Decided, Fact, HandTurned, PlainFact, SeatSettled, WagerPlaced
from tablectl.engine.game import Refusal
from tablectl.engine.games.uth import UTH
from tablectl.engine.games.uth.house import DOCUMENT
from tablectl.engine.hands import rate
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.steps import Deal, Decide, Reveal, SettleSeat

FACES = [str(card) for card in SINGLE_52.composition]
_TREYS = treys.Evaluator()


def with_phevaluator(hand: Sequence[int]) -> int:
    value: int = phevaluator.evaluate_cards(*hand)
    return value


def with_treys(hand: list[int]) -> int:
    value: int = _TREYS.evaluate(hand[:2], hand[2:])
    return value


# name: what makes a card of a text, what rates a hand, and whether a higher value is a better hand
EVALUATORS: dict[str, tuple[Callable[[str], Any], Callable[[Any], int], bool]] = {
    "tablectl": (Card.parse, rate, True),
    "eval7 (C)": (eval7.Card, eval7.evaluate, True),
    "phevaluator": (phevaluator.Card.to_id, with_phevaluator, False),
    "treys": (treys.Card.new, with_treys, False),
}


def check_orders(hands: list[list[str]]) -> None:
    """Let every evaluator sort the hands; stop where one orders two neighbours otherwise than tablectl."""
    values = {name: [evaluate([card(text) for text in hand]) for hand in hands] for name, (card, evaluate, _) in EVALUATORS.items()}
    order = sorted(range(len(hands)), key=values["tablectl"].__getitem__)
    for name, (_, _, higher_is_better) in EVALUATORS.items():
        for low, high in pairwise(order):
            difference = values[name][high] - values[name][low]
            ours = values["tablectl"][high] - values["tablectl"][low]
            if (difference != 0) != (ours != 0) or (difference and (difference > 0) != higher_is_better):
                sys.exit(f"{name} does not order {hands[low]} and {hands[high]} as tablectl does")


def rating(hands: list[list[str]], repeats: int) -> None:
    made = {name: [[card(text) for text in hand] for hand in hands] for name, (card, _, _) in EVALUATORS.items()}
    times: dict[str, list[float]] = {name: [] for name in EVALUATORS}
    for _ in range(repeats):
        for name, (_, evaluate, _) in EVALUATORS.items():
            start = time.perf_counter()
            for hand in made[name]:
                evaluate(hand)
            times[name].append((time.perf_counter() - start) / len(hands))
    own_best, own_median = min(times["tablectl"]), statistics.median(times["tablectl"])
    print(f"seven cards, {len(hands)} hands, {repeats} repeats")
    print(f"{'':12} {'median':>10} {'best':>10} {'calls/s':>12} {'ratio median':>13} {'ratio best':>11}")
    for name, each in times.items():
        best, median = min(each), statistics.median(each)
        print(f"{name:12} {median * 1e9:7.0f} ns {best * 1e9:7.0f} ns {1 / median:12,.0f} {median / own_median:13.2f} {best / own_best:11.2f}")


def whole_round(chance: random.Random, seats: int) -> Round:
    pack = [Card.parse(text) for text in chance.sample(FACES, len(FACES))]
    facts: list[PlainFact] = [WagerPlaced(number, bet, 10) for number in range(1, seats + 1) for bet in ("ante", "blind", "triple_bonus")]
    played = Round(UTH, DOCUMENT, seats, (*facts, BettingClosed()))
    while True:
        fact: Fact
        match next_step(played):
            case Deal(place):
                fact = CardDealt(place, pack.pop())
            case Decide(number, options):
                fact = Decided(number, chance.choice(options).name)
            case Reveal(place):
                fact = HandTurned(place)
            case SettleSeat(number):
                fact = SeatSettled(number)
            case _:
                return played
        after = apply(played, fact)
        if isinstance(after, Refusal):
            sys.exit(f"{fact} is due and was refused: {after}")
        played = after


def settling(seats: int, number: int, repeats: int) -> None:
    chance = random.Random(7)  # noqa: S311  seeded chance, not secrecy
    start = time.perf_counter()
    rounds = [whole_round(chance, seats) for _ in range(number)]
    played = (time.perf_counter() - start) / number
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        for each in rounds:
            settle(each)
        times.append((time.perf_counter() - start) / number)
    median = statistics.median(times)
    print(f"Ultimate Texas Hold'em, {seats} seats, {number} rounds: settled {1 / median:,.0f} a second (best {1 / min(times):,.0f}), ", end="")
    print(f"played out fact by fact {1 / played:,.0f} a second ({len(rounds[0].facts)} facts in the first)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)  # noqa: S311  seeded chance, not secrecy
    hands = [chance.sample(FACES, 7) for _ in range(asked.hands)]
    print(f"Python {sys.version.split()[0]}, seed {asked.seed}")
    check_orders(hands)
    rating(hands, asked.repeats)
    settling(7, 200, asked.repeats)
    settling(1, 500, asked.repeats)


if __name__ == "__main__":
    main()
