"""Both sides of every switch of the house rules: what a hand comes to at each value, or how the round goes where no hand turns on it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import pytest

from tablectl.engine.facts import BURN, BettingClosed, PlayerSeated, Prepared, ShuffleCalled, WagerPlaced
from tablectl.engine.game import Game, Refusal
from tablectl.engine.games import GAMES
from tablectl.engine.round import Round, apply, next_step
from tablectl.engine.steps import ChooseCards, Deal, Prepare, Reveal, TakeWagers, Unsettled
from tests.engine.laws import Shoe, due, told
from tests.engine.switching import answer, switches, turned

ROWS: Final = [json.loads(line) for line in (Path(__file__).parent / "hands" / "switches.jsonl").read_text().splitlines()]
ANTE: Final = {"uth": ("ante", "blind"), "casino_holdem": ("ante",), "texas_shootout": ("ante",), "showdown_poker": ("ante",)}


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['game']}-{row['switch']}" for row in ROWS])
def test_a_hand_at_each_value_of_the_switch(row: dict[str, Any]) -> None:
    """A side is the value, what the case comes to, and what else is said or dealt there."""
    for value, expected, *others in row["sides"]:
        inputs = row["inputs"] | (others[0] if others else {})
        assert answer(row["game"], row["switch"], value, inputs) == expected, value
    assert len({json.dumps(expected) for _, expected, *_ in row["sides"]}) > 1, "the hand does not turn on the switch"


def prepared(game: Game, rules: Any) -> Round:  # noqa: ANN401 - house rules of that game
    """Seat 1 has wagered, and what had to be done with the cards before is done."""
    round_, shoe = Round(game, rules, 3), _shoe(game, rules)
    while not isinstance(next_step(round_), TakeWagers):
        round_ = _on(round_, shoe)
    for bet in ANTE[game.id]:
        round_ = told(round_, WagerPlaced(1, bet, 10))
    return told(round_, BettingClosed())


def _shoe(game: Game, rules: Any) -> Shoe:  # noqa: ANN401
    shoe = Shoe(random.Random(3), tuple(game.pack(rules).composition))
    shoe.load()
    return shoe


def _on(round_: Round, shoe: Shoe) -> Round:
    fact = due(round_, shoe)
    assert fact is not None
    return told(round_, fact)


def first_places(game: Game, rules: Any) -> list[str]:  # noqa: ANN401
    """Where the first four cards go."""
    round_, shoe = prepared(game, rules), _shoe(game, rules)
    found: list[str] = []
    while len(found) < 4:
        step = next_step(round_)
        assert isinstance(step, Deal)
        found.append(str(step.place))
        round_ = _on(round_, shoe)
    return found


def burned(game: Game, rules: Any) -> int:  # noqa: ANN401
    """How many cards are burned until the dealer is turned over."""
    round_, shoe = prepared(game, rules), _shoe(game, rules)
    while not isinstance(next_step(round_), Reveal):
        round_ = _on(round_, shoe)
    return len(round_.layout.at(BURN))


def tasks(game: Game, rules: Any) -> list[str]:  # noqa: ANN401
    """What has to be done with the cards before the first round and, where a shuffle is called, before another."""
    found = []
    first = Round(game, rules, 3)
    called = apply(first, ShuffleCalled("the cut card came out"))
    for opened in (first, first if isinstance(called, Refusal) else called):
        round_ = opened
        while isinstance(step := next_step(round_), Prepare):
            found.append(step.task.value)
            round_ = told(round_, Prepared(step.task, step.seat))
        found.append("wagers")
    return found


def empty_shoe(game: Game, rules: Any) -> str:  # noqa: ANN401
    """What is due when the last card came out in the middle of the deal."""
    round_, shoe = prepared(game, rules), _shoe(game, rules)
    for _ in range(3):
        round_ = _on(round_, shoe)
    step = next_step(told(round_, ShuffleCalled("all cards have been dealt")))
    assert isinstance(step, Unsettled | Prepare)
    return step.kind


def advised(game: Game, rules: Any) -> bool:  # noqa: ANN401
    """Whether a seat whose cards lie face up is shown the hand that the list puts highest."""
    round_, shoe = prepared(game, rules), _shoe(game, rules)
    while not isinstance(step := next_step(round_), ChooseCards):
        round_ = _on(round_, shoe)
    return bool(step.advice)


def seats_of_one(game: Game, rules: Any) -> int:  # noqa: ANN401
    """How many seats one player may have."""
    round_, number = Round(game, rules, 7), 0
    for number in range(1, 8):
        after = apply(round_, PlayerSeated(number, "ada"))
        if isinstance(after, Refusal):
            return number - 1
        round_ = after
    return number


def pressed_toke(game: Game, rules: Any) -> int:  # noqa: ANN401
    return game.pressed(Round(game, rules, 3), 1, "toke")


IN_TURN: Final = ["seat 1", "the dealer", "seat 1", "the dealer"]
TOGETHER: Final = ["seat 1", "seat 1", "the dealer", "the dealer"]
Seen = Callable[[Game, Any], object]
PLAYED: Final[Mapping[tuple[str, str], tuple[Seen, tuple[tuple[object, object], ...]]]] = {
    ("uth", "deal.order"): (first_places, (("one_at_a_time", IN_TURN), ("packets", TOGETHER))),
    ("casino_holdem", "deal.order"): (first_places, (("one_at_a_time", IN_TURN), ("packets", TOGETHER))),
    ("texas_shootout", "deal.order"): (first_places, (("one_at_a_time", IN_TURN), ("packets", ["seat 1"] * 4))),
    ("uth", "burn"): (burned, (("none", 0), ("before_each_street", 2))),
    ("casino_holdem", "shuffle.every_round"): (
        tasks,
        ((True, ["cut", "wagers"] * 2), (False, ["wagers", "shuffle", "cut", "load", "wagers"])),
    ),
    ("casino_holdem", "shuffle.cut"): (tasks, ((True, ["cut", "wagers"] * 2), (False, ["wagers"] * 2))),
    ("texas_shootout", "deal.when_empty"): (empty_shoe, (("void", "unsettled"), ("reshuffle", "prepare"))),
    ("showdown_poker", "advice"): (advised, ((True, True), (False, False))),
    ("texas_shootout", "limits.spots"): (seats_of_one, ((None, 7), (2, 2))),
    ("texas_shootout", "tokes.unit"): (pressed_toke, ((1, 1), (2, 2))),
}
"""Switches that change how a round goes: what is seen, and what it is at each value."""


@pytest.mark.parametrize(("game", "switch"), PLAYED)
def test_a_round_at_each_value_of_the_switch(game: str, switch: str) -> None:
    seen, sides = PLAYED[game, switch]
    assert [(value, seen(GAMES[game], turned(GAMES[game].sheet, switch, value))) for value, _ in sides] == list(sides)
    assert len({str(expected) for _, expected in sides}) > 1, "the round does not turn on the switch"


@pytest.mark.parametrize("game", GAMES)
def test_no_switch_is_left_out(game: str) -> None:
    """Every value of a switch that has only some, and at least two of a number or a table; and nothing is a switch that is none."""
    shown: dict[str, list[object]] = {}
    for row in ROWS:
        if row["game"] == game:
            shown.setdefault(row["switch"], []).extend(value for value, *_ in row["sides"])
    for (of, switch), (_, sides) in PLAYED.items():
        if of == game:
            shown.setdefault(switch, []).extend(value for value, _ in sides)
    every = dict(switches(GAMES[game].rules_type))
    assert shown.keys() == every.keys()
    for switch, hint in every.items():
        needed = set(get_args(hint)) if get_origin(hint) is Literal else {False, True} if hint is bool else set()
        assert needed <= {value for value in shown[switch] if isinstance(value, str | bool)}, switch
        assert len({json.dumps(value) for value in shown[switch]}) > 1, switch
