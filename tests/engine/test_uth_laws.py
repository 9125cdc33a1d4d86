"""Laws that every round of Ultimate Texas Hold'em keeps, on rounds played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card, Suit
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import BOARD, CardDealt, HandTurned, SeatSettled
from tablectl.engine.games.uth.house import UthRules
from tablectl.engine.hands import rate
from tablectl.engine.round import settle
from tablectl.engine.settlement import Result

from .habits import UTH as HABITS
from .laws import chances, play, settled

house_rules = HABITS.house_rules
FACES = tuple(SINGLE_52.composition)


@settings(max_examples=40)
@given(chances, house_rules, st.permutations([Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]))
def test_suits_change_no_result(chance: random.Random, rules: UthRules, suits: list[Suit]) -> None:
    turned = dict(zip([Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES], suits, strict=True))
    round_ = play(HABITS, chance, rules)
    facts = tuple(
        replace(fact, card=Card(fact.card.rank, turned[fact.card.suit])) if isinstance(fact, CardDealt) and fact.card else fact
        for fact in round_.facts
    )
    assert settle(replace(round_, facts=facts)) == settle(round_)


@settings(max_examples=60)
@given(chances, house_rules)
def test_a_dealer_who_does_not_qualify_never_takes_an_ante_that_was_played(chance: random.Random, rules: UthRules) -> None:
    """UTH 5.2"""
    round_ = play(HABITS, chance, rules)
    result = settled(round_)
    played = {line.seat for line in result.lines if line.bet == "play"}
    antes = [line for line in result.lines if line.bet == "ante" and line.seat in played]
    if result.qualifies is False:
        assert all(line.net == 0 and line.result is Result.RETURNED for line in antes)
    else:
        assert all(line.result is not Result.RETURNED for line in antes)


@settings(max_examples=30)
@given(chances, house_rules)
def test_a_card_lies_face_up_only_on_the_board_or_where_it_was_turned(chance: random.Random, rules: UthRules) -> None:
    round_ = play(HABITS, chance, rules)
    turned = {fact.place for fact in round_.facts if isinstance(fact, HandTurned)}
    assert {place for place, _ in exposed(round_)} == turned | {BOARD}
    before = replace(round_, facts=tuple(fact for fact in round_.facts if not isinstance(fact, HandTurned | SeatSettled)))
    assert {place for place, _ in exposed(before)} == {BOARD}


def test_player_and_dealer_tie_as_often_as_they_should() -> None:
    """The exact probability is 113,130,263,816 in 2,781,381,002,400; a sample stays within three standard errors, and neither side is ahead."""
    exact, number = 113_130_263_816 / 2_781_381_002_400, 40_000
    chance = random.Random(52)
    results: Counter[int] = Counter()
    for _ in range(number):
        nine = chance.sample(FACES, 9)
        own, dealer = rate(nine[:7]), rate(nine[2:])
        results[(own > dealer) - (own < dealer)] += 1
    assert abs(results[0] / number - exact) < 3 * sqrt(exact * (1 - exact) / number)
    assert abs(results[1] - results[-1]) < 3 * sqrt(number * (1 - exact))
