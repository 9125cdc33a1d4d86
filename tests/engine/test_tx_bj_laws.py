"""Laws that every round of Texas Blackjack keeps, on rounds played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card, Suit
from tablectl.engine.decks import EIGHT_39
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import (
    DEALER,
    SPLIT,
    CardDealt,
    CardIdentified,
    Corrected,
    Decided,
    MisdealDeclared,
    PlainFact,
    RoundVoided,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj.house import DOCUMENT, TxBjRules
from tablectl.engine.games.tx_bj.standing import D_AREAS, P_AREAS, SIDE_BETS, A, stand
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Line, Result

from .habits import TEXAS as HABITS
from .laws import chances, play, settled, told

house_rules = HABITS.house_rules
FACES = tuple(EIGHT_39.composition)


@settings(max_examples=40)
@given(chances, house_rules)
def test_every_wager_of_a_seat_has_its_line_and_half_is_half(chance: random.Random, rules: TxBjRules) -> None:
    """TX 4.7, TX 4.8, TX 7.1, TX 7.12"""
    round_ = play(HABITS, chance, rules)
    result, at = settled(round_), stand(round_)
    staked = Counter((line.seat, line.bet) for line in result.lines for _ in range(line.stake))
    assert staked == {(number, bet.name): at.stake(number, bet.name) for number in at.seats for bet in TX_BJ.bets if at.stake(number, bet.name)}
    for line in result.lines:
        if line.rule in {"TX 4.7", "TX 7.12"}:
            assert 2 * (line.net + line.remainder) == -line.stake


@settings(max_examples=40)
@given(chances, house_rules)
def test_each_pass_settles_what_it_names_once_and_the_end_repeats_it(chance: random.Random, rules: TxBjRules) -> None:
    """What a seat was paid in its pass stands so in the settlement of the whole round."""
    round_ = play(HABITS, chance, rules)
    paid: list[Line] = []
    for number, fact in enumerate(round_.facts):
        if isinstance(fact, SeatSettled):
            before = settled(replace(round_, facts=round_.facts[:number]))
            named = [line for line in before.seat(fact.seat) if line.bet in fact.bets] if fact.bets else list(before.seat(fact.seat))
            earlier = {(line.seat, line.bet) for line in paid}
            paid += [line for line in named if (line.seat, line.bet) not in earlier]
    assert tuple(paid) == settled(round_).lines


@settings(max_examples=25)
@given(chances, house_rules, st.integers(0, 10_000), st.sampled_from(FACES))
def test_a_corrected_or_named_card_is_refused_or_equals_having_dealt_it(chance: random.Random, rules: TxBjRules, which: int, card: Card) -> None:
    """TX 3.9"""
    whole = play(HABITS, chance, rules)
    dealt = [number for number, fact in enumerate(whole.facts) if isinstance(fact, CardDealt)]
    index = dealt[which % len(dealt)]
    wrong = replace(whole, facts=whole.facts[: chance.randint(index + 1, len(whole.facts) - 1)])
    fact = wrong.facts[index]
    assert isinstance(fact, CardDealt)
    facts = (*wrong.facts[:index], replace(fact, card=card), *wrong.facts[index + 1 :])
    corrected = apply(wrong, Corrected(index, (replace(fact, card=card),), "read wrong"))
    lying = [number for number in dealt if number < index and isinstance(other := wrong.facts[number], CardDealt) and other.place == fact.place]
    unsplit = not any(isinstance(other, Decided) and other.option == SPLIT for other in wrong.facts)
    named = apply(wrong, CardIdentified(fact.place, len(lying), card)) if unsplit else corrected
    if isinstance(corrected, Refusal):
        assert isinstance(named, Refusal)
        return
    assert not isinstance(named, Refusal)
    right = Round(TX_BJ, rules, 5)
    for each in facts:
        right = told(right, each)
    assert corrected.facts == right.facts
    assert (next_step(corrected), settle(corrected)) == (next_step(right), settle(right)) == (next_step(named), settle(named))


@settings(max_examples=40)
@given(chances, house_rules, st.permutations([Suit.RED, Suit.WHITE, Suit.BLUE]))
def test_colours_that_change_places_on_cards_and_layout_change_no_result(chance: random.Random, rules: TxBjRules, colours: list[Suit]) -> None:
    turned = dict(zip([Suit.RED, Suit.WHITE, Suit.BLUE], colours, strict=True)) | {Suit.GREEN: Suit.GREEN}
    areas = {area: next(other for other in row if row[other] is turned[row[area]]) for row in (P_AREAS, D_AREAS) for area in row}

    def repaint(fact: PlainFact) -> PlainFact:
        match fact:
            case CardDealt(card=Card(rank, suit)):
                return replace(fact, card=Card(rank, turned[suit]))
            case WagerPlaced(bet=bet, marks=marks):
                return replace(fact, bet=areas.get(bet, bet), marks=tuple(areas.get(mark, mark) for mark in marks))
            case SeatSettled(bets=bets):
                named = {areas.get(bet, bet) for bet in bets}
                return replace(fact, bets=tuple(bet for bet in SIDE_BETS if bet in named))
            case _:
                return fact

    round_ = play(HABITS, chance, rules)
    repainted = Round(TX_BJ, rules, 5)
    for fact in map(repaint, round_.facts):
        repainted = told(repainted, fact)
    lines = Counter((line.seat, areas.get(line.bet, line.bet), line.net, line.rule) for line in settled(round_).lines)
    assert lines == Counter((line.seat, line.bet, line.net, line.rule) for line in settled(repainted).lines)


@settings(max_examples=60)
@given(chances, house_rules)
def test_with_an_ace_among_the_two_first_cards_half_comes_back(chance: random.Random, rules: TxBjRules) -> None:
    """TX 4.7"""
    round_ = play(HABITS, chance, replace(rules, money=DOCUMENT.money))
    at = stand(round_)
    for line in settled(round_).lines:
        if line.bet not in SIDE_BETS or line.bet == A:
            continue
        firsts = {place: at.first(place) for place in (seat(line.seat), DEALER)}
        ace = any(card is not None and card.suit is Suit.GREEN for card in firsts.values())
        assert (2 * line.net == -line.stake) == ace


@settings(max_examples=30)
@given(chances, house_rules, st.integers(0, 10_000), st.booleans())
def test_a_void_or_an_invalid_round_at_any_point_gives_everything_back(chance: random.Random, rules: TxBjRules, when: int, void: bool) -> None:
    """TX 9.2, TX 9.4"""
    round_ = play(HABITS, chance, rules)
    cut = Round(TX_BJ, rules, 5, round_.facts[: when % len(round_.facts)])
    after = told(cut, RoundVoided("test") if void else MisdealDeclared("test"))
    result = settled(after)
    assert {(line.result, line.net) for line in result.lines} <= {(Result.RETURNED, 0)}
    at = stand(after)
    assert sum(line.stake for line in result.lines) == sum(at.stake(number, bet.name) for number in at.seats for bet in TX_BJ.bets)


@settings(max_examples=20)
@given(chances, house_rules)
def test_every_card_of_a_seat_lies_open_before_it_is_asked_and_the_hidden_one_never(chance: random.Random, rules: TxBjRules) -> None:
    round_ = play(HABITS, chance, rules)
    for number, fact in enumerate(round_.facts):
        if isinstance(fact, Decided) and fact.seat:
            before = replace(round_, facts=round_.facts[:number])
            up, lying = exposed(before), stand(before).layout.cards
            mine = {(place, index) for place in lying if place.seat == fact.seat for index in range(len(lying[place]))}
            assert mine <= up
            assert {index for place, index in up if place == DEALER} == {0}
    assert exposed(round_) == {(place, index) for place, there in stand(round_).layout.cards.items() for index in range(len(there))}
