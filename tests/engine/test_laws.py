"""The laws that every game keeps, each on rounds of all five games played at random. What only one game promises stands in its own file."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.exposure import exposed
from tablectl.engine.facts import (
    DEALER,
    SPLIT,
    BettingClosed,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    Decided,
    Fact,
    MisdealDeclared,
    PlainFact,
    Prepared,
    RoundVoided,
    SeatSettled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal, Remarking
from tablectl.engine.games import GAMES
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Result, Settlement
from tablectl.engine.steps import ChooseCards, Decide, Ending, Prepare, RoundOver, SettleSeat, TakeWagers, Unsettled

from .habits import ALL
from .laws import Habits, any_fact, chances, due, fits, play, rounds, settled, told, wagered

CAPPED = {"TS 8.4", "TS 8.5"}
HALVED = {"TX 4.7", "TX 4.9", "TX 7.12"}

each_game = pytest.mark.parametrize("habits", ALL, ids=str)


def test_every_game_of_ours_keeps_the_laws() -> None:
    assert {str(habits) for habits in ALL} == set(GAMES)


def in_balance(result: Settlement) -> bool:
    return sum(line.net for line in result.lines) + result.house == 0


@each_game
@settings(max_examples=12)
@given(st.data(), chances)
def test_a_round_told_what_is_due_ends_and_its_money_sums_to_zero(habits: Habits[Any], data: st.DataObject, chance: random.Random) -> None:
    round_ = play(habits, chance, data.draw(habits.house_rules), redeals=2)
    assert next_step(round_) == habits.end
    result = settled(round_)
    assert in_balance(result)
    stakes: Counter[tuple[int, str]] = Counter()
    for line in result.lines:
        assert line.net >= -line.stake
        assert (line.result is Result.WIN) == (line.net > 0)
        assert (line.result is Result.LOSE) == (line.net < 0)
        assert line.net >= 0 or line.net == -line.stake or line.rule in HALVED
        if line.odds is not None:
            assert line.result is Result.WIN
            assert line.net + line.remainder == line.stake * line.odds or line.rule in CAPPED
        assert line.rule.startswith(f"{habits.cites} ")
        stakes[line.seat, line.bet] += line.stake
    wagers = {(number, bet): amount for number, bets in round_.layout.wagers.items() for bet, amount in bets.items() if amount}
    assert {key: stakes[key] for key in wagers} == wagers, "no wager is forgotten, and none is settled twice"


@each_game
@settings(max_examples=12)
@given(st.data(), chances)
def test_whatever_was_said_there_is_a_way_to_the_end(habits: Habits[Any], data: st.DataObject, chance: random.Random) -> None:
    """Facts at random, also allowed ones, and cards that nobody can read: there is always a next step, a settlement or a reason for none, and
    doing what is due ends the round. Only a supervisor's void ends one that cannot go on."""
    rules = data.draw(habits.house_rules)
    shoe = habits.shoe(chance, rules)
    shoe.unread = chance.choice([0, 30])
    round_ = wagered(habits, rules, shoe) if chance.random() < 0.8 else habits.new(rules)
    for _ in range(chance.randint(10, 80)):
        fact: PlainFact | None = any_fact(habits, chance)
        if (isinstance(fact, MisdealDeclared) and chance.random() < 0.8) or (chance.random() < 0.7 and not isinstance(next_step(round_), TakeWagers)):
            fact = due(round_, shoe)
        if fact is None or isinstance(after := apply(round_, fact), Refusal):
            continue
        round_ = after
        answers(round_)
    for _ in range(habits.most_facts):
        fact = due(round_, shoe)
        if fact is None:
            break
        after = apply(round_, fact)
        if isinstance(after, Refusal):
            assert isinstance(fact, BettingClosed), f"{fact} is due and was refused: {after}"
            after = told(round_, RoundVoided("the wagers do not stand"))
        round_ = after
        answers(round_)
    step = next_step(round_)
    assert isinstance(step, RoundOver)
    voided = any(isinstance(fact, RoundVoided) for fact in round_.facts)
    assert (step.ending is Ending.VOID) == voided
    assert in_balance(settled(round_))


def answers(round_: Round) -> None:
    step, result = next_step(round_), settle(round_)
    if isinstance(step, SettleSeat | RoundOver):
        assert isinstance(result, Settlement)
    if isinstance(step, Unsettled):
        assert isinstance(result, Refusal)
    assert isinstance(result, Refusal) or in_balance(result)
    exposed(round_)
    if isinstance(round_.game, Remarking):
        round_.game.remarks(round_)


@each_game
@settings(max_examples=12)
@given(st.data(), chances)
def test_what_a_step_does_not_wait_for_is_refused_and_changes_nothing(habits: Habits[Any], data: st.DataObject, chance: random.Random) -> None:
    rules = data.draw(habits.house_rules)
    for round_ in rounds(habits, chance, rules, redeals=1):
        for fact in (any_fact(habits, chance) for _ in range(3)):
            step, before = next_step(round_), settle(round_)
            after = apply(round_, fact)
            if not isinstance(after, Refusal):
                assert fits(step, fact) or habits.beside(step, fact), f"{step} does not wait for {fact}"
                assert after.facts == (*round_.facts, fact)
                continue
            assert after.rule.startswith(f"{habits.cites} ")
            assert after.text
            assert (next_step(round_), settle(round_)) == (step, before)
            assert after == apply(replace(habits.new(rules), facts=round_.facts), fact)


@each_game
@settings(max_examples=12)
@given(st.data(), chances)
def test_a_replay_from_the_facts_is_equal_at_every_point(habits: Habits[Any], data: st.DataObject, chance: random.Random) -> None:
    rules = data.draw(habits.house_rules)
    again = habits.new(rules)
    facts = play(habits, chance, rules, redeals=2).facts
    for number, fact in enumerate(facts):
        at_once = replace(habits.new(rules), facts=facts[:number])
        assert (again, next_step(again), settle(again)) == (at_once, next_step(at_once), settle(at_once))
        again = told(again, fact)
    assert settle(again) == settle(replace(habits.new(rules), facts=facts))


@each_game
@settings(max_examples=12)
@given(st.data(), chances)
def test_a_round_put_right_is_the_round_played_right(habits: Habits[Any], data: st.DataObject, chance: random.Random) -> None:
    """A card, an answer, a wager or a hand that was taken wrongly, put right as late as the round could go on with it."""
    rules = data.draw(habits.house_rules)
    right = play(habits, chance, rules)
    index = chance.choice([number for number, fact in enumerate(right.facts) if isinstance(fact, CardDealt | Decided | WagerPlaced | CardsChosen)])
    before = replace(right, facts=right.facts[:index])
    wrong = apply(before, mistaken(before, right.facts[index], chance))
    if isinstance(wrong, Refusal):
        return
    upto = index + 1
    while upto < len(right.facts) and not isinstance(after := apply(wrong, right.facts[upto]), Refusal):
        wrong, upto = after, upto + 1
    corrected = told(wrong, Corrected(index, (right.facts[index],), "seen on the felt"))
    assert corrected.facts == right.facts[:upto]
    assert corrected.corrections == (Corrected(index, (right.facts[index],), "seen on the felt"),)
    played = replace(right, facts=right.facts[:upto])
    assert (next_step(corrected), settle(corrected), exposed(corrected)) == (next_step(played), settle(played), exposed(played))
    for fact in right.facts[upto:]:
        corrected = told(corrected, fact)
    assert settle(corrected) == settle(right)


def mistaken(round_: Round, fact: PlainFact, chance: random.Random) -> Fact:
    """What was taken for the fact."""
    step = next_step(round_)
    match fact:
        case CardDealt(place):
            return CardDealt(place, chance.choice([None, *round_.game.pack(round_.rules).composition]))
        case Decided(number, hand=hand):
            return Decided(number, chance.choice(step.options).name if isinstance(step, Decide) else "x", hand)
        case WagerPlaced(amount=amount):
            return replace(fact, amount=amount + 2 * chance.randint(1, 5))
        case CardsChosen(number):
            assert isinstance(step, ChooseCards)
            held = [card for card in round_.layout.at(seat(number) if number else DEALER) if card]
            return CardsChosen(number, (tuple(chance.sample(held, 2)),))
        case _:
            raise AssertionError(f"nobody takes anything else for {fact}")


@each_game
@settings(max_examples=12)
@given(st.data(), chances)
def test_a_card_named_later_is_as_if_it_had_been_read(habits: Habits[Any], data: st.DataObject, chance: random.Random) -> None:
    rules = data.draw(habits.house_rules)
    right = play(habits, chance, rules)
    index = chance.choice([number for number, fact in enumerate(right.facts) if isinstance(fact, CardDealt)])
    fact = right.facts[index]
    assert isinstance(fact, CardDealt)
    assert fact.card is not None
    unread = told(replace(right, facts=right.facts[:index]), CardDealt(fact.place, None))
    upto = index + 1
    while upto < len(right.facts) and not isinstance(after := apply(unread, right.facts[upto]), Refusal):
        unread, upto = after, upto + 1
    if any(isinstance(other, Decided) and other.option == SPLIT for other in unread.facts):
        return  # the card may lie at another hand by now
    lying = unread.layout.at(fact.place)
    assert lying.count(None) == 1
    named = apply(unread, CardIdentified(fact.place, lying.index(None), fact.card))
    if isinstance(next_step(unread), RoundOver):
        assert isinstance(named, Refusal)
        return
    assert not isinstance(named, Refusal), named
    played = replace(right, facts=right.facts[:upto])
    assert (next_step(named), settle(named)) == (next_step(played), settle(played))


@each_game
@settings(max_examples=12)
@given(st.data(), chances, st.integers(0, 10_000))
def test_a_void_at_any_point_gives_everything_back(habits: Habits[Any], data: st.DataObject, chance: random.Random, when: int) -> None:
    rules = data.draw(habits.house_rules)
    whole = play(habits, chance, rules, redeals=1)
    cut = replace(whole, facts=whole.facts[: when % len(whole.facts)])
    after = told(cut, RoundVoided("test"))
    ended = next_step(after)
    assert isinstance(ended, RoundOver)
    assert ended.ending is Ending.VOID
    result = settled(after)
    assert {(line.result, line.net) for line in result.lines} <= {(Result.RETURNED, 0)}
    stakes = {(line.seat, line.bet): line.stake for line in result.lines}
    wagers = {(number, bet): amount for number, bets in cut.layout.wagers.items() for bet, amount in bets.items() if amount}
    assert wagers.items() <= stakes.items()


@each_game
@settings(max_examples=12)
@given(st.data(), chances, st.integers(0, 10_000))
def test_a_misdeal_gives_everything_back_or_has_the_cards_dealt_again(
    habits: Habits[Any], data: st.DataObject, chance: random.Random, when: int
) -> None:
    whole = play(habits, chance, data.draw(habits.house_rules))
    cut = replace(whole, facts=whole.facts[: when % len(whole.facts)])
    after = apply(cut, MisdealDeclared("a wrong number"))
    if isinstance(after, Refusal):
        settling = any(isinstance(fact, SeatSettled) for fact in cut.facts)
        assert settling or not any(isinstance(fact, CardDealt) for fact in cut.facts)
        return
    step = next_step(after)
    if isinstance(step, Prepare):
        assert step.task is Task.GATHER
        assert after.layout.wagers == cut.layout.wagers
        return
    assert isinstance(step, RoundOver)
    assert step.ending is Ending.MISDEAL
    assert {(line.result, line.net) for line in settled(after).lines} <= {(Result.RETURNED, 0)}


@each_game
@settings(max_examples=12)
@given(st.data(), chances)
def test_a_round_that_is_over_takes_nothing_more(habits: Habits[Any], data: st.DataObject, chance: random.Random) -> None:
    """Not even a void; what was wrong in it is put right by a correction."""
    over = play(habits, chance, data.draw(habits.house_rules))
    odd = (any_fact(habits, chance) for _ in range(20))
    for fact in (RoundVoided("late"), MisdealDeclared("late"), CardExposed(DEALER), Prepared(Task.SHUFFLE), *odd):
        assert isinstance(apply(over, fact), Refusal)
