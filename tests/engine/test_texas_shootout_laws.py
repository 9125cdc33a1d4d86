"""Laws that every round of Texas Shootout keeps, on rounds played at random."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings

from tablectl.engine.exposure import exposed
from tablectl.engine.facts import BOARD, DEALER, CardsChosen, seat
from tablectl.engine.games.texas_shootout.house import ShootoutRules

from .habits import SHOOTOUT as HABITS
from .laws import chances, play, settled

house_rules = HABITS.house_rules


@settings(max_examples=20)
@given(chances, house_rules)
def test_what_lies_open_is_the_board_the_dealer_and_what_seats_keep(chance: random.Random, house: ShootoutRules) -> None:
    """TS 5.2, TS 6.1"""
    round_ = play(HABITS, chance, house)
    up = Counter(place for place, _ in exposed(round_))
    kept = {seat(fact.seat): 2 * len(fact.hands) for fact in round_.facts if isinstance(fact, CardsChosen) and fact.seat}
    assert up == Counter({BOARD: 5, DEALER: 4, **kept})


@settings(max_examples=30)
@given(chances, house_rules)
def test_the_bonus_keeps_to_its_limits_and_envy_is_paid_on_no_stake(chance: random.Random, house: ShootoutRules) -> None:
    """TS 7.4, TS 8.4, TS 8.5, TS 9.1"""
    result = settled(play(HABITS, chance, house))
    seats = [line.seat for line in result.lines]
    assert seats == sorted(seats, reverse=True)
    for line in result.lines:
        assert (line.stake == 0) == line.bet.endswith("envy")
    bonus = [line.net for line in result.lines if "bonus" in line.bet and line.net > 0]
    assert house.bonus.cap is None or max(bonus, default=0) <= house.bonus.cap
    assert house.bonus.aggregate is None or sum(bonus) <= house.bonus.aggregate
