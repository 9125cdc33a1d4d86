"""Laws that every round of Showdown Poker keeps, on rounds played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings

from tablectl.engine.exposure import exposed
from tablectl.engine.facts import BOARD, DEALER, HandTurned, seat
from tablectl.engine.games.showdown_poker.house import ShowdownRules
from tablectl.engine.layout import lay_out

from .habits import SHOWDOWN as HABITS
from .laws import chances, play, settled

house_rules = HABITS.house_rules


@settings(max_examples=50)
@given(chances, house_rules)
def test_a_split_doubles_what_stands_and_nothing_else_does(chance: random.Random, rules: ShowdownRules) -> None:
    """SP 4.2, SP 4.3"""
    round_ = play(HABITS, chance, rules)
    layout = lay_out(round_.facts)
    stakes = {(line.seat, line.bet): line.stake for line in settled(round_).lines}
    expected: dict[tuple[int, str], int] = {}
    for number, wagers in layout.wagers.items():
        split = len(layout.chosen[number]) > 1
        for bet, amount in wagers.items():
            expected |= {(number, bet): amount} | ({(number, f"split_{bet}"): amount} if split else {})
    assert stakes == {key: amount for key, amount in expected.items() if amount}
    assert list(stakes) == sorted(stakes, key=lambda line: -line[0])


@settings(max_examples=30)
@given(chances, house_rules)
def test_no_card_of_the_dealer_lies_open_before_the_last_seat_selected(chance: random.Random, rules: ShowdownRules) -> None:
    """SP 3.2, SP 5.1"""
    round_ = play(HABITS, chance, rules)
    turned = round_.facts.index(HandTurned(DEALER))
    before = replace(round_, facts=round_.facts[:turned])
    assert all(place != DEALER for place, _ in exposed(before))
    layout = lay_out(before.facts)
    assert set(layout.chosen) == set(layout.wagers)
    up = Counter(place for place, _ in exposed(round_))
    assert up == {DEALER: 4, BOARD: 5} | {seat(number): 4 for number in layout.wagers}
