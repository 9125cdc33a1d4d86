"""Laws that every round of Texas Shootout keeps, on rounds played at random."""

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
    CutCardOut,
    DealerCame,
    Decided,
    HandTurned,
    MisdealDeclared,
    PlainFact,
    PlayerSeated,
    Prepared,
    RoundVoided,
    SeatSettled,
    ShuffleCalled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import Refusal
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Result, Settlement
from tablectl.engine.steps import ChooseCards, Deal, Decide, Ending, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers

from .shooting import rules

SHOE = tuple(SIX_52.composition.elements())
FACES = tuple(SIX_52.composition)
MOST_FACTS = 170  # seven seats: 28 wagers, 32 + 5 + 4 cards, 4 tasks with 7 refusals, 7 hands, 7 answers, 7 settlements and the rest are fewer
BETS = ["ante", "bonus", "toke", "bonus_toke", "split_ante", "split_bonus", "split_toke", "envy", "x"]

house_rules = st.builds(
    rules,
    split__allowed=st.sampled_from(["any", "two_pair_or_quads"]),
    split__bonus=st.sampled_from(["optional", "required", "none"]),
    house_way__ten_row=st.sampled_from(["both_ten_or_higher", "ten_with_jack_or_better"]),
    house_way__two_highest=st.sampled_from(["class", "top_two"]),
    house_way__pair_tie=st.sampled_from(["suited_first", "alphabet"]),
    bonus__cap=st.sampled_from([None, 40]),
    bonus__aggregate=st.sampled_from([None, 25]),
    envy__per=st.sampled_from(["wager", "seat"]),
    envy__on_tie=st.sampled_from(["once", "each"]),
    envy__split_sibling=st.booleans(),
    # a table that makes Envy Bonuses frequent enough to be met at random
    envy__table=st.sampled_from([{"straight_flush": 50}, {"full_house": 7, "flush": 5, "straight": 3, "three_of_a_kind": 2, "two_pair": 1}]),
    deal__order=st.sampled_from(["one_at_a_time", "packets"]),
    deal__when_empty=st.sampled_from(["void", "reshuffle"]),
    money__rounding=st.sampled_from(["exact", "up", "down", "nearest"]),
)


@dataclass(frozen=True)
class Played:
    """A whole round, and what was refused on the way: the round as it stood, and the fact."""

    round: Round
    refused: tuple[tuple[Round, PlainFact], ...]


def any_fact(chance: random.Random) -> PlainFact:
    """Something that a table could say, mostly out of place."""
    number = chance.randint(-1, 8)
    place = chance.choice([seat(number), DEALER, BOARD, BURN, DISCARD])
    card = chance.choice(FACES)
    facts: list[PlainFact] = [
        ShuffleCalled("a doubt"),
        Prepared(chance.choice(list(Task)), number, refused=chance.random() < 0.5),
        DealerCame("eve"),
        CutCardOut(),
        PlayerSeated(number, chance.choice("ab")),
        WagerPlaced(number, chance.choice(BETS), chance.randint(-1, 20)),
        BettingClosed(),
        CardDealt(place, card),
        CardIdentified(place, chance.randint(-1, 6), card),
        CardExposed(place),
        Decided(number, chance.choice(["with_bonus", "without_bonus", "split"])),
        CardsChosen(number, ((card, card),)),
        HandTurned(place),
        SeatSettled(number),
        MisdealDeclared("a"),
    ]
    return chance.choice(facts)


def due(round: Round, chance: random.Random, shoe: list[Card]) -> PlainFact | None:
    """Something that the step asks for; None at the end."""
    match next_step(round):
        case Prepare(task, number, may_refuse):
            return Prepared(task, number, refused=may_refuse and chance.random() < 0.5)
        case TakeWagers():
            return BettingClosed()
        case Deal(place):
            return CardDealt(place, shoe.pop())
        case Decide(number, options):
            return Decided(number, chance.choice(options).name)
        case ChooseCards(0, suggested=suggested):
            return CardsChosen(0, (suggested,))
        case ChooseCards(number):
            return chosen(round, chance, number)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number):
            return SeatSettled(number)
        case RoundOver():
            return None
        case _:
            return RoundVoided("stuck")


def chosen(round: Round, chance: random.Random, number: int) -> CardsChosen:
    four = [card for card in round.layout.at(seat(number)) if card]
    chance.shuffle(four)
    split = CardsChosen(number, (tuple(four[:2]), tuple(four[2:])))
    return split if chance.random() < 0.4 and not isinstance(apply(round, split), Refusal) else CardsChosen(number, (tuple(four[:2]),))


def play(chance: random.Random, house: ShootoutRules, *, disturbed: bool) -> Played:
    shoe = chance.sample(SHOE, 80)
    round_ = Round(TEXAS_SHOOTOUT, house, 7)
    refused: list[tuple[Round, PlainFact]] = []
    if chance.random() < 0.5:
        round_ = told(round_, ShuffleCalled("new cards"))
    while isinstance(next_step(round_), Prepare | Deal):
        fact = due(round_, chance, shoe)
        assert fact is not None
        round_ = told(round_, fact)
    for number in chance.sample(range(1, 8), chance.randint(1, 7)):
        bonus = chance.choice([0, 4, 5, 10])
        for bet, amount in (("ante", chance.randint(1, 50)), ("bonus", bonus), ("toke", chance.randint(0, 3)), ("bonus_toke", min(bonus, 2))):
            round_ = told(round_, WagerPlaced(number, bet, amount))
    while fact := due(round_, chance, shoe):
        if disturbed and chance.random() < 0.3:
            odd = any_fact(chance)
            if isinstance(apply(round_, odd), Refusal):
                refused.append((round_, odd))
        round_ = told(round_, fact)
        assert len(round_.facts) < MOST_FACTS
    return Played(round_, tuple(refused))


def told(round: Round, fact: PlainFact) -> Round:
    after = apply(round, fact)
    assert not isinstance(after, Refusal), f"{fact} is due and was refused: {after}"
    return after


def settled(round: Round) -> Settlement:
    result = settle(round)
    assert isinstance(result, Settlement), result
    return result


chances = st.integers(0, 2**32).map(random.Random)


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_a_round_told_what_is_due_ends_and_its_money_sums_to_zero(chance: random.Random, house: ShootoutRules) -> None:
    round_ = play(chance, house, disturbed=False).round
    assert next_step(round_) == RoundOver(Ending.SETTLED, "TS 10.8")
    result = settled(round_)
    assert sum(line.net for line in result.lines) + result.house == 0
    seats = [line.seat for line in result.lines]
    assert seats == sorted(seats, reverse=True)
    for line in result.lines:
        assert line.net >= -line.stake
        assert (line.result is Result.LOSE) == (line.net == -line.stake and line.stake > 0)
        if line.bet.endswith("envy"):
            assert (line.stake, line.result) == (0, Result.WIN)
            assert line.net > 0
        elif line.rule in {"TS 7.7", "TS 8.1"}:
            assert line.odds is not None
            assert line.net + line.remainder == line.stake * line.odds
    bonus = [line.net for line in result.lines if "bonus" in line.bet and line.net > 0]
    assert house.bonus.cap is None or max(bonus, default=0) <= house.bonus.cap
    assert house.bonus.aggregate is None or sum(bonus) <= house.bonus.aggregate


@settings(max_examples=30, deadline=None)
@given(chances, house_rules)
def test_a_refused_fact_changes_nothing_and_says_why(chance: random.Random, house: ShootoutRules) -> None:
    for round_, fact in play(chance, house, disturbed=True).refused:
        refusal = apply(round_, fact)
        assert isinstance(refusal, Refusal)
        assert refusal.rule.startswith("TS ")
        assert refusal == apply(Round(TEXAS_SHOOTOUT, house, 7, round_.facts), fact)


@settings(max_examples=40, deadline=None)
@given(chances, house_rules)
def test_whatever_is_said_is_refused_or_leaves_a_round_with_an_answer(chance: random.Random, house: ShootoutRules) -> None:
    """Facts at random, also allowed ones: there is always a next step, and a settlement or a reason for none."""
    round_ = Round(TEXAS_SHOOTOUT, house, 7)
    shoe = chance.sample(SHOE, 200)
    for _ in range(80):
        fact = any_fact(chance)
        if chance.random() < 0.7 and not isinstance(next_step(round_), TakeWagers):
            fact = due(round_, chance, shoe) or fact
        after = apply(round_, fact)
        if isinstance(after, Refusal):
            continue
        round_ = after
        step = next_step(round_)
        result = settle(round_)
        assert isinstance(result, Settlement) == isinstance(step, SettleSeat | RoundOver)
        if isinstance(result, Settlement):
            assert sum(line.net for line in result.lines) + result.house == 0
        exposed(round_)
        TEXAS_SHOOTOUT.remarks(round_)


@settings(max_examples=20, deadline=None)
@given(chances, house_rules)
def test_a_replay_from_the_facts_is_equal_at_every_point(chance: random.Random, house: ShootoutRules) -> None:
    facts = play(chance, house, disturbed=False).round.facts
    again = Round(TEXAS_SHOOTOUT, house, 7)
    for number, fact in enumerate(facts):
        assert again == Round(TEXAS_SHOOTOUT, house, 7, facts[:number])
        again = told(again, fact)
    assert settle(again) == settle(Round(TEXAS_SHOOTOUT, house, 7, facts))


@settings(max_examples=20, deadline=None)
@given(chances, house_rules, st.integers(0, 10_000))
def test_a_correction_equals_having_played_it_right(chance: random.Random, house: ShootoutRules, which: int) -> None:
    """A common card, misread and put right: as if it had been read rightly."""
    round_ = play(chance, house, disturbed=False).round
    boards = [index for index, fact in enumerate(round_.facts) if isinstance(fact, CardDealt) and fact.place == BOARD]
    index = boards[which % len(boards)]
    wrong = replace(round_, facts=(*round_.facts[:index], CardDealt(BOARD, chance.choice(FACES)), *round_.facts[index + 1 :]))
    corrected = apply(wrong, Corrected(index, (round_.facts[index],), "misread"))
    assert not isinstance(corrected, Refusal)
    assert (corrected.facts, settle(corrected)) == (round_.facts, settle(round_))


@settings(max_examples=20, deadline=None)
@given(chances, house_rules, st.integers(0, 200), st.booleans())
def test_a_void_or_misdeal_at_any_point_gives_everything_back(chance: random.Random, house: ShootoutRules, when: int, void: bool) -> None:
    """TS 10.7"""
    round_ = play(chance, house, disturbed=False).round
    cut = Round(TEXAS_SHOOTOUT, house, 7, round_.facts[: when % len(round_.facts)])
    after = apply(cut, RoundVoided("test") if void else MisdealDeclared("test"))
    if isinstance(after, Refusal):
        assert not void
        assert any(isinstance(fact, SeatSettled) for fact in cut.facts)
        return
    assert all(line.result is Result.RETURNED and line.net == 0 for line in settled(after).lines)


@settings(max_examples=20, deadline=None)
@given(chances, house_rules)
def test_what_lies_open_is_the_board_the_dealer_and_what_seats_keep(chance: random.Random, house: ShootoutRules) -> None:
    """TS 5.2, TS 6.1"""
    round_ = play(chance, house, disturbed=False).round
    up = Counter(place for place, _ in exposed(round_))
    kept = {seat(fact.seat): 2 * len(fact.hands) for fact in round_.facts if isinstance(fact, CardsChosen) and fact.seat}
    assert up == Counter({BOARD: 5, DEALER: 4, **kept})
