"""Laws that every round of Casino Texas Hold'em keeps, on rounds played at random, with cards gathered and dealt again."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card, Suit
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import BOARD, BettingClosed, CardDealt, Decided, HandTurned, Prepared, SeatSettled, Task, WagerPlaced
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem.house import DOCUMENT, CasinoHoldemRules, ShuffleRules
from tablectl.engine.round import Round, settle

from .habits import CASINO as HABITS
from .laws import Shoe, chances, due, play, settled, told

house_rules = HABITS.house_rules
FACES = tuple(SINGLE_52.composition)
suits = [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]


@settings(max_examples=60)
@given(chances, house_rules)
def test_each_wager_is_settled_once_from_right_to_left_and_bonuses_first(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 5.3, CH 5.4"""
    round_ = play(HABITS, chance, rules, redeals=1)
    passes = [(fact.seat, fact.bets) for fact in round_.facts if isinstance(fact, SeatSettled)]
    bonuses = [number for number, bets in passes if bets]
    rest = [number for number, bets in passes if not bets]
    assert passes == [*((number, ("bonus",)) for number in bonuses), *((number, ()) for number in rest)]
    assert bonuses == sorted(set(bonuses), reverse=True)
    assert rest == sorted({line.seat for line in settled(round_).lines}, reverse=True)


@settings(max_examples=40)
@given(chances, house_rules)
def test_what_came_before_a_gathering_leaves_no_trace_in_the_settlement(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 9.4: the round is settled as if only its last deal had been."""
    round_ = play(HABITS, chance, rules, redeals=2)
    gathered = [index for index, fact in enumerate(round_.facts) if isinstance(fact, Prepared) and fact.task is Task.GATHER]
    if not gathered:
        return
    first = next(index for index, fact in enumerate(round_.facts) if isinstance(fact, BettingClosed))
    dealt_anew = [fact for fact in round_.facts[gathered[-1] :] if not isinstance(fact, Prepared)]
    once = replace(round_, facts=(*round_.facts[: first + 1], *dealt_anew))
    again = replace(once, facts=())
    for fact in once.facts:
        again = told(again, fact)
    assert settle(again) == settle(round_)


@settings(max_examples=40)
@given(chances, house_rules, st.permutations(suits))
def test_suits_change_no_result(chance: random.Random, rules: CasinoHoldemRules, others: list[Suit]) -> None:
    turned = dict(zip(suits, others, strict=True))
    round_ = play(HABITS, chance, rules)
    facts = tuple(
        replace(fact, card=Card(fact.card.rank, turned[fact.card.suit])) if isinstance(fact, CardDealt) and fact.card else fact
        for fact in round_.facts
    )
    plain = [(line.seat, line.bet, line.net, line.rule) for line in settled(replace(round_, facts=facts)).lines]
    assert plain == [(line.seat, line.bet, line.net, line.rule) for line in settled(round_).lines]


@settings(max_examples=60)
@given(chances, house_rules)
def test_a_dealer_who_does_not_qualify_takes_no_ante_that_was_played(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 6.2, CH 7.1"""
    result = settled(play(HABITS, chance, rules))
    played = {line.seat for line in result.lines if line.bet == "bet"}
    if result.qualifies is False:
        assert all(line.net == 0 for line in result.lines if line.bet == "bet")
        assert all(line.net >= 0 for line in result.lines if line.bet == "ante" and line.seat in played)
        if rules.not_qualified.ante == "by_table":
            assert all(line.net > 0 for line in result.lines if line.bet == "ante" and line.seat in played)


@settings(max_examples=30)
@given(chances, house_rules)
def test_a_card_lies_face_up_only_where_the_rules_or_a_mistake_put_it_so(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 4.2, CH 4.3"""
    round_ = play(HABITS, chance, rules)
    turned = {fact.place for fact in round_.facts if isinstance(fact, HandTurned)}
    assert {place for place, _ in exposed(round_)} == turned
    before = replace(round_, facts=tuple(fact for fact in round_.facts if not isinstance(fact, HandTurned | SeatSettled)))
    assert exposed(before) == {(BOARD, 0), (BOARD, 1), (BOARD, 2)}


def test_no_wager_of_a_dark_field_depends_on_a_decision() -> None:
    """CH 4.5: a dark field is paid what a light one that calls on the same cards is paid."""
    chance = random.Random(4)
    for _ in range(200):
        faces = chance.sample(FACES, 9)
        nets = []
        for dark in (False, True):
            round_ = Round(CASINO_HOLDEM, replace(DOCUMENT, shuffle=ShuffleRules(every_round=True, cut=False)), 1)
            for bet, amount in (("ante", 10), ("bonus", 5), ("bet", 20 if dark else 0)):
                round_ = told(round_, WagerPlaced(1, bet, amount))
            shoe = Shoe(random.Random(0), tuple(faces), cards=list(faces))
            while fact := due(round_, shoe):
                round_ = told(round_, Decided(1, "call") if isinstance(fact, Decided) else fact)
            nets.append({line.bet: line.net for line in settled(round_).lines})
        assert nets[0] == nets[1]
