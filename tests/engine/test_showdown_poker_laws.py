"""Laws that every round of Showdown Poker keeps, on rounds played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card
from tablectl.engine.decks import SIX_52
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    DISCARD,
    BettingClosed,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    PlainFact,
    PlayerSeated,
    RoundVoided,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.showdown_poker.house import DOCUMENT, BonusRules, HouseWaySwitches, ShowdownRules
from tablectl.engine.layout import lay_out
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Result, Settlement
from tablectl.engine.steps import ChooseCards, Deal, Ending, Reveal, RoundOver, SettleSeat, TakeWagers

SHOE = tuple(SIX_52.composition.elements())
FACES = tuple(SIX_52.composition)
MOST_FACTS = 90  # seven seats: 14 wagers, 37 cards, 8 turns, 8 selections, 7 settlements and the close are fewer
TABLE = {"five_of_a_kind_suited": "1000:1", "royal_flush": "200:1", "straight_flush": "75:1", "five_of_a_kind": "40:1", "four_of_a_kind": "7:1"}
TABLES = (TABLE | {"full_house": "3:1", "flush": "2:1"}, TABLE | {"full_house": "3:1", "flush": "3:2", "straight": "1:1", "three_of_a_kind": "push"})

house_rules = st.builds(
    lambda advice, table, two_highest, pair_tie, rounding: replace(
        DOCUMENT,
        advice=advice,
        bonus=BonusRules(table=table),
        house_way=HouseWaySwitches(two_highest=two_highest, pair_tie=pair_tie),
        money=MoneyRules(rounding=rounding, smallest_chip=1),
    ),
    st.booleans(),
    st.sampled_from(TABLES),
    st.sampled_from(["class", "top_two"]),
    st.sampled_from(["suited_first", "alphabet"]),
    st.sampled_from(["exact", "up", "down", "nearest"]),
)
chances = st.integers(0, 2**32).map(random.Random)


@dataclass(frozen=True)
class Played:
    """A whole round, and what was refused on the way: the round as it stood, and the fact."""

    round: Round
    refused: tuple[tuple[Round, Fact], ...]


def any_fact(chance: random.Random) -> PlainFact:
    """Something that a table could say, mostly out of place."""
    number = chance.randint(-1, 8)
    place = chance.choice([seat(number), DEALER, BOARD, BURN, DISCARD])
    card, other = chance.choice(FACES), chance.choice(FACES)
    facts: list[PlainFact] = [
        PlayerSeated(number, chance.choice("ab")),
        WagerPlaced(number, chance.choice(["ante", "bonus", "split_ante", "x"]), chance.randint(-1, 20)),
        BettingClosed(),
        CardDealt(place, card),
        CardIdentified(place, chance.randint(-1, 4), card),
        CardExposed(place),
        Decided(number, "split"),
        CardsChosen(number, chance.choice([(), ((card, other),), ((card, other), (other, card))])),
        HandTurned(place),
        SeatSettled(number),
        MisdealDeclared("a"),
    ]
    return chance.choice(facts)


def selection(round: Round, step: ChooseCards, chance: random.Random) -> CardsChosen:
    """Keep any two or split in any way; the dealer by the house way, or any two known cards where it has no say."""
    if step.suggested:
        return CardsChosen(0, (step.suggested,))
    lying = lay_out(round.facts).at(seat(step.seat) if step.seat else DEALER)
    known = [card for card in lying if card]
    chance.shuffle(known)
    if step.may_split and len(known) == 4 and chance.random() < 0.4:
        return CardsChosen(step.seat, (tuple(known[:2]), tuple(known[2:])))
    return CardsChosen(step.seat, (tuple(known[:2]),))


def due(round: Round, chance: random.Random, shoe: list[Card]) -> PlainFact | None:
    """Something that the step asks for; None at the end."""
    match next_step(round):
        case TakeWagers():
            return BettingClosed()
        case Deal(place):
            return CardDealt(place, shoe.pop())
        case ChooseCards() as step:
            return selection(round, step, chance)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number):
            return SeatSettled(number)
        case RoundOver():
            return None
        case _:
            return RoundVoided("stuck")


def wagered(chance: random.Random, rules: ShowdownRules) -> Round:
    round_ = Round(SHOWDOWN_POKER, rules, 7)
    for number in chance.sample(range(1, 8), chance.randint(1, 7)):
        for bet, amount in (("ante", chance.randint(1, 50)), ("bonus", 2 * chance.randint(0, 10))):
            after = apply(round_, WagerPlaced(number, bet, amount))
            assert not isinstance(after, Refusal)
            round_ = after
    return round_


def play(chance: random.Random, rules: ShowdownRules, *, disturbed: bool = False) -> Played:
    shoe = chance.sample(SHOE, 60)
    round_ = wagered(chance, rules)
    refused: list[tuple[Round, Fact]] = []
    while fact := due(round_, chance, shoe):
        if disturbed and chance.random() < 0.3:
            odd = any_fact(chance)
            if isinstance(apply(round_, odd), Refusal):
                refused.append((round_, odd))
        after = apply(round_, fact)
        assert not isinstance(after, Refusal), f"{fact} is due and was refused: {after}"
        round_ = after
        assert len(round_.facts) < MOST_FACTS
    return Played(round_, tuple(refused))


def settled(round: Round) -> Settlement:
    result = settle(round)
    assert isinstance(result, Settlement), result
    return result


@settings(max_examples=50)
@given(chances, house_rules)
def test_a_round_told_what_is_due_ends_and_its_money_sums_to_zero(chance: random.Random, rules: ShowdownRules) -> None:
    round_ = play(chance, rules).round
    assert next_step(round_) == RoundOver(Ending.SETTLED, "SP 8.9")
    result = settled(round_)
    assert sum(line.net for line in result.lines) + result.house == 0
    for line in result.lines:
        assert (line.result is Result.WIN) == (line.net > 0) == (line.odds is not None)
        assert (line.result is Result.LOSE) == (line.net == -line.stake)
        if line.odds is not None:
            assert line.net + line.remainder == line.stake * line.odds
    seats = [line.seat for line in result.lines]
    assert seats == sorted(seats, reverse=True)


@settings(max_examples=50)
@given(chances, house_rules)
def test_a_split_doubles_what_stands_and_nothing_else_does(chance: random.Random, rules: ShowdownRules) -> None:
    """SP 4.2, SP 4.3"""
    round_ = play(chance, rules).round
    layout = lay_out(round_.facts)
    stakes = {(line.seat, line.bet): line.stake for line in settled(round_).lines}
    expected: dict[tuple[int, str], int] = {}
    for number, wagers in layout.wagers.items():
        split = len(layout.chosen[number]) > 1
        for bet, amount in wagers.items():
            expected |= {(number, bet): amount} | ({(number, f"split_{bet}"): amount} if split else {})
    assert stakes == {key: amount for key, amount in expected.items() if amount}


@settings(max_examples=30)
@given(chances, house_rules)
def test_a_refused_fact_changes_nothing_and_says_why(chance: random.Random, rules: ShowdownRules) -> None:
    for round_, fact in play(chance, rules, disturbed=True).refused:
        refusal = apply(round_, fact)
        assert isinstance(refusal, Refusal)
        assert refusal.rule.startswith("SP ")
        assert refusal == apply(Round(SHOWDOWN_POKER, rules, 7, round_.facts), fact)


@settings(max_examples=50, deadline=None)
@given(chances, house_rules)
def test_whatever_is_said_is_refused_or_leaves_a_round_with_an_answer(chance: random.Random, rules: ShowdownRules) -> None:
    """Facts at random, also allowed ones and cards named anew: there is always a next step, and a settlement or a reason for none."""
    round_ = wagered(chance, rules)
    shoe = chance.sample(SHOE, 100)
    for _ in range(90):
        fact = any_fact(chance)
        if isinstance(fact, MisdealDeclared) or (chance.random() < 0.8 and not isinstance(next_step(round_), TakeWagers)):
            fact = due(round_, chance, shoe) or fact
        after = apply(round_, fact)
        if isinstance(after, Refusal):
            continue
        round_ = after
        next_step(round_)
        result = settle(round_)
        assert isinstance(result, Refusal) or sum(line.net for line in result.lines) + result.house == 0
    exposed(round_)


@settings(max_examples=30)
@given(chances, house_rules)
def test_a_replay_from_the_facts_is_equal_at_every_point(chance: random.Random, rules: ShowdownRules) -> None:
    facts = play(chance, rules).round.facts
    again = Round(SHOWDOWN_POKER, rules, 7)
    for number, fact in enumerate(facts):
        assert again == Round(SHOWDOWN_POKER, rules, 7, facts[:number])
        after = apply(again, fact)
        assert not isinstance(after, Refusal)
        again = after
    assert settle(again) == settle(Round(SHOWDOWN_POKER, rules, 7, facts))


@settings(max_examples=40)
@given(chances, house_rules, st.integers(0, 200))
def test_a_correction_is_as_if_it_had_been_right_at_once(chance: random.Random, rules: ShowdownRules, which: int) -> None:
    """A selection or a community card put right while the round is open leads to the same facts, steps and settlement."""
    whole = play(chance, rules).round
    open_ = replace(whole, facts=tuple(fact for fact in whole.facts if not isinstance(fact, SeatSettled)))
    choices = [index for index, fact in enumerate(open_.facts) if (isinstance(fact, CardsChosen) and fact.seat) or _community(fact)]
    index = choices[which % len(choices)]
    fact = open_.facts[index]
    if isinstance(fact, CardsChosen):
        cards = [card for card in lay_out(open_.facts).at(seat(fact.seat)) if card]
        right: PlainFact = CardsChosen(fact.seat, (tuple(chance.sample(cards, 2)),))
    else:
        right = CardDealt(BOARD, chance.choice(FACES))
    corrected = apply(open_, Corrected(index, (right,), "seen on the felt"))
    assert not isinstance(corrected, Refusal)
    assert corrected.corrections[-1].index == index
    straight = Round(SHOWDOWN_POKER, rules, 7)
    for each in (*open_.facts[:index], right, *open_.facts[index + 1 :]):
        after = apply(straight, each)
        assert not isinstance(after, Refusal)
        straight = after
    assert (corrected.facts, next_step(corrected), settle(corrected)) == (straight.facts, next_step(straight), settle(straight))


def _community(fact: PlainFact) -> bool:
    return isinstance(fact, CardDealt) and fact.place == BOARD


@settings(max_examples=30)
@given(chances, house_rules, st.integers(0, 200), st.booleans())
def test_a_void_or_misdeal_at_any_point_gives_everything_back(chance: random.Random, rules: ShowdownRules, when: int, void: bool) -> None:
    """SP 8.8"""
    round_ = play(chance, rules).round
    cut = Round(SHOWDOWN_POKER, rules, 7, round_.facts[: when % len(round_.facts)])
    after = apply(cut, RoundVoided("test") if void else MisdealDeclared("test"))
    if isinstance(after, Refusal):
        assert not void
        assert any(isinstance(fact, SeatSettled) for fact in cut.facts)
        return
    assert all(line.result is Result.RETURNED and line.net == 0 for line in settled(after).lines)


@settings(max_examples=30)
@given(chances, house_rules)
def test_no_card_of_the_dealer_lies_open_before_the_last_seat_selected(chance: random.Random, rules: ShowdownRules) -> None:
    """SP 3.2, SP 5.1"""
    round_ = play(chance, rules).round
    turned = round_.facts.index(HandTurned(DEALER))
    before = replace(round_, facts=round_.facts[:turned])
    assert all(place != DEALER for place, _ in exposed(before))
    layout = lay_out(before.facts)
    assert set(layout.chosen) == set(layout.wagers)
    up = Counter(place for place, _ in exposed(round_))
    assert up == {DEALER: 4, BOARD: 5} | {seat(number): 4 for number in layout.wagers}
