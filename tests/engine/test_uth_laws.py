"""Laws that every round of Ultimate Texas Hold'em keeps, on rounds played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from math import sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card, Suit
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    BettingClosed,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    PlayerSeated,
    RoundVoided,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.uth import UTH
from tablectl.engine.games.uth.house import DOCUMENT, DealRules, TripleRules, UthRules
from tablectl.engine.hands import rate
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Result, Settlement
from tablectl.engine.steps import Deal, Decide, Ending, Reveal, RoundOver, SettleSeat, TakeWagers

FACES = tuple(SINGLE_52.composition)
MOST_FACTS = 130  # seven seats: 21 wagers, 16 + 5 + 2 cards, 21 decisions, 8 reveals, 7 settlements and the close are fewer

house_rules = st.builds(
    lambda multiples, river, burn, after_fold, must_win, order, rounding: replace(
        DOCUMENT,
        preflop_multiples=multiples,
        river_multiple=river,
        burn=burn,
        triple=TripleRules(after_fold=after_fold, must_win=must_win),
        deal=DealRules(order=order),
        money=MoneyRules(rounding=rounding, smallest_chip=1),
    ),
    st.sampled_from([(4,), (4, 3)]),
    st.sampled_from([1, 2]),
    st.sampled_from(["none", "before_each_street"]),
    st.sampled_from(["in_action", "forfeit"]),
    st.booleans(),
    st.sampled_from(["one_at_a_time", "packets"]),
    st.sampled_from(["exact", "up", "down", "nearest"]),
)


@dataclass(frozen=True)
class Played:
    """A whole round, and what was refused on the way: the round as it stood, and the fact."""

    round: Round
    refused: tuple[tuple[Round, Fact], ...]


def any_fact(chance: random.Random) -> Fact:
    """Something that a table could say, mostly out of place."""
    number = chance.randint(-1, 8)
    place = chance.choice([seat(number), DEALER, BOARD, BURN])
    card = chance.choice(FACES)
    facts: list[Fact] = [
        PlayerSeated(number, chance.choice("ab")),
        WagerPlaced(number, chance.choice(["ante", "blind", "triple_bonus", "play", "x"]), chance.randint(-1, 20)),
        BettingClosed(),
        CardDealt(place, card),
        CardIdentified(place, chance.randint(-1, 6), card),
        CardExposed(place),
        Decided(number, chance.choice(["check", "fold", "play_1x", "play_2x", "play_3x", "play_4x", "x"])),
        CardsChosen(number, ((card,),)),
        HandTurned(place),
        SeatSettled(number),
        MisdealDeclared("a"),
    ]
    return chance.choice(facts)


def due(round: Round, chance: random.Random, pack: list[Card]) -> Fact | None:
    """Something that the step asks for; None at the end."""
    match next_step(round):
        case TakeWagers():
            return BettingClosed()
        case Deal(place):
            return CardDealt(place, pack.pop())
        case Decide(number, options):
            return Decided(number, chance.choice(options).name)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number):
            return SeatSettled(number)
        case RoundOver():
            return None
        case _:
            return RoundVoided("stuck")


def play(chance: random.Random, rules: UthRules, *, disturbed: bool) -> Played:
    pack = chance.sample(FACES, len(FACES))
    round_ = Round(UTH, rules, 7)
    refused: list[tuple[Round, Fact]] = []
    for number in chance.sample(range(1, 8), chance.randint(1, 7)):
        ante = 2 * chance.randint(1, 50)
        for bet, amount in (("ante", ante), ("blind", ante), ("triple_bonus", chance.choice([0, ante, chance.randint(1, ante)]))):
            after = apply(round_, WagerPlaced(number, bet, amount))
            assert not isinstance(after, Refusal)
            round_ = after
    while fact := due(round_, chance, pack):
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


chances = st.integers(0, 2**32).map(random.Random)


@settings(max_examples=60)
@given(chances, house_rules)
def test_a_round_told_what_is_due_ends_and_its_money_sums_to_zero(chance: random.Random, rules: UthRules) -> None:
    round_ = play(chance, rules, disturbed=False).round
    assert next_step(round_) == RoundOver(Ending.SETTLED, "UTH 9.9")
    result = settled(round_)
    assert sum(line.net for line in result.lines) + result.house == 0
    stakes = Counter({line.seat: 0 for line in result.lines})
    for line in result.lines:
        stakes[line.seat] += line.stake
        assert line.net >= -line.stake
        assert (line.result is Result.WIN) == (line.net > 0) == (line.odds is not None)
        assert (line.result is Result.LOSE) == (line.net == -line.stake)
        if line.odds is not None:
            assert line.net + line.remainder == line.stake * line.odds
    assert list(stakes) == sorted(stakes)


@settings(max_examples=40)
@given(chances, house_rules)
def test_a_refused_fact_changes_nothing_and_says_why(chance: random.Random, rules: UthRules) -> None:
    for round_, fact in play(chance, rules, disturbed=True).refused:
        refusal = apply(round_, fact)
        assert isinstance(refusal, Refusal)
        assert refusal.rule.startswith("UTH ")
        assert refusal == apply(Round(UTH, rules, 7, round_.facts), fact)


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_whatever_is_said_is_refused_or_leaves_a_round_with_an_answer(chance: random.Random, rules: UthRules) -> None:
    """Facts at random, also allowed ones: there is always a next step, and a settlement or a reason for none."""
    round_ = Round(UTH, rules, 7)
    pack = chance.sample(FACES, len(FACES))
    for _ in range(60):
        fact = any_fact(chance)
        if chance.random() < 0.6 and not isinstance(next_step(round_), TakeWagers):
            fact = due(round_, chance, pack) or fact
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
def test_a_replay_from_the_facts_is_equal_at_every_point(chance: random.Random, rules: UthRules) -> None:
    facts = play(chance, rules, disturbed=False).round.facts
    again = Round(UTH, rules, 7)
    for number, fact in enumerate(facts):
        assert again == Round(UTH, rules, 7, facts[:number])
        after = apply(again, fact)
        assert not isinstance(after, Refusal)
        again = after
    assert settle(again) == settle(Round(UTH, rules, 7, facts))


@settings(max_examples=40)
@given(chances, house_rules, st.permutations([Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]))
def test_suits_change_no_result(chance: random.Random, rules: UthRules, suits: list[Suit]) -> None:
    turned = dict(zip([Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES], suits, strict=True))
    round_ = play(chance, rules, disturbed=False).round
    facts = tuple(
        replace(fact, card=Card(fact.card.rank, turned[fact.card.suit])) if isinstance(fact, CardDealt) and fact.card else fact
        for fact in round_.facts
    )
    assert settle(replace(round_, facts=facts)) == settle(round_)


@settings(max_examples=60)
@given(chances, house_rules)
def test_a_dealer_who_does_not_qualify_never_takes_an_ante_that_was_played(chance: random.Random, rules: UthRules) -> None:
    """UTH 5.2"""
    round_ = play(chance, rules, disturbed=False).round
    result = settled(round_)
    played = {line.seat for line in result.lines if line.bet == "play"}
    antes = [line for line in result.lines if line.bet == "ante" and line.seat in played]
    if result.qualifies is False:
        assert all(line.net == 0 and line.result is Result.RETURNED for line in antes)
    else:
        assert all(line.result is not Result.RETURNED for line in antes)


@settings(max_examples=30)
@given(chances, house_rules, st.integers(0, 200), st.booleans())
def test_a_void_or_misdeal_at_any_point_gives_everything_back(chance: random.Random, rules: UthRules, when: int, void: bool) -> None:
    """UTH 9.8"""
    round_ = play(chance, rules, disturbed=False).round
    cut = Round(UTH, rules, 7, round_.facts[: when % len(round_.facts)])
    after = apply(cut, RoundVoided("test") if void else MisdealDeclared("test"))
    if isinstance(after, Refusal):
        assert not void
        assert any(isinstance(fact, SeatSettled) for fact in cut.facts)
        return
    assert all(line.result is Result.RETURNED and line.net == 0 for line in settled(after).lines)


@settings(max_examples=30)
@given(chances, house_rules)
def test_a_card_lies_face_up_only_on_the_board_or_where_it_was_turned(chance: random.Random, rules: UthRules) -> None:
    round_ = play(chance, rules, disturbed=False).round
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
