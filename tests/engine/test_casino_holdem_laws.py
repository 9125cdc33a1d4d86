"""Laws that every round of Casino Texas Hold'em keeps, on rounds played at random, with cards gathered and dealt again."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

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
    Corrected,
    Decided,
    Fact,
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
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem.house import (
    DOCUMENT,
    BonusRules,
    CasinoHoldemRules,
    DarkRules,
    DealRules,
    NotQualifiedRules,
    ShuffleRules,
)
from tablectl.engine.layout import lay_out
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Result, Settlement
from tablectl.engine.steps import Deal, Decide, Ending, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers

FACES = tuple(SINGLE_52.composition)
MOST_FACTS = 250  # six fields: 18 wagers, 19 cards, 6 decisions, 8 reveals, 12 passes and the tasks; and two more deals
suits = [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]

house_rules = st.builds(
    lambda shuffle, order, bonus, dark, ante, rounding: replace(
        DOCUMENT,
        shuffle=shuffle,
        deal=DealRules(order=order),
        bonus=bonus,
        dark=DarkRules(bonus=dark),
        not_qualified=NotQualifiedRules(ante=ante),
        money=MoneyRules(rounding=rounding, smallest_chip=1),
    ),
    st.builds(ShuffleRules, every_round=st.booleans(), cut=st.booleans()),
    st.sampled_from(["one_at_a_time", "packets"]),
    st.builds(BonusRules, after_fold=st.sampled_from(["in_action", "forfeit"]), quads_one_own=st.sampled_from(["as_trips", "as_quads", "none"])),
    st.booleans(),
    st.sampled_from(["by_table", "by_table_if_better"]),
    st.sampled_from(["exact", "up", "down", "nearest"]),
)
chances = st.integers(0, 2**32).map(random.Random)


@dataclass
class Pack:
    """The cards in the shoe, new when it is loaded."""

    chance: random.Random
    cards: list[Card]

    def load(self) -> None:
        self.cards = self.chance.sample(FACES, len(FACES))


@dataclass(frozen=True)
class Played:
    """A whole round, and what was refused on the way: the round as it stood, and the fact."""

    round: Round
    refused: tuple[tuple[Round, Fact], ...]


def any_fact(chance: random.Random) -> PlainFact:
    """Something that a table could say, mostly out of place."""
    number = chance.randint(-1, 7)
    place = chance.choice([seat(number), DEALER, BOARD, BURN])
    card = chance.choice(FACES)
    facts: list[PlainFact] = [
        PlayerSeated(number, chance.choice("ab")),
        WagerPlaced(number, chance.choice(["ante", "bonus", "bet", "x"]), chance.randint(-1, 20)),
        BettingClosed(),
        ShuffleCalled("new cards"),
        Prepared(chance.choice(list(Task)), max(number, 0), refused=chance.random() < 0.3),
        CardDealt(place, card),
        CardIdentified(place, chance.randint(-1, 6), card),
        CardExposed(place),
        Decided(number, chance.choice(["call", "fold", "x"])),
        CardsChosen(number, ((card,),)),
        HandTurned(place),
        SeatSettled(number, chance.choice([(), ("bonus",), ("ante",)])),
        MisdealDeclared("a wrong number"),
    ]
    return chance.choice(facts)


def due(round: Round, pack: Pack) -> PlainFact | None:
    """Something that the step asks for; None at the end."""
    chance = pack.chance
    match next_step(round):
        case Prepare(task, number, may_refuse):
            if task in {Task.LOAD, Task.GATHER}:
                pack.load()
            return Prepared(task, number, refused=may_refuse and chance.random() < 0.5)
        case TakeWagers():
            return BettingClosed()
        case Deal(place):
            return CardDealt(place, pack.cards.pop())
        case Decide(number, options):
            return Decided(number, chance.choice(options).name)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number, _, bets):
            return SeatSettled(number, bets)
        case RoundOver():
            return None
        case _:
            return RoundVoided("stuck")


def wagered(chance: random.Random, rules: CasinoHoldemRules) -> Round:
    round_ = Round(CASINO_HOLDEM, rules, 6)
    pack = Pack(chance, [])
    while isinstance(next_step(round_), Prepare):
        fact = due(round_, pack)
        assert fact is not None
        round_ = told(round_, fact)
    for number in chance.sample(range(1, 7), chance.randint(1, 6)):
        ante, dark = 2 * chance.randint(1, 50), chance.random() < 0.4
        bonus = 0 if dark and not rules.dark.bonus else chance.choice([0, chance.randint(1, 20)])
        for bet, amount in (("ante", ante), ("bonus", bonus), ("bet", 2 * ante if dark else 0)):
            round_ = told(round_, WagerPlaced(number, bet, amount))
    return round_


def told(round: Round, fact: Fact) -> Round:
    after = apply(round, fact)
    assert not isinstance(after, Refusal), f"{fact} is due and was refused: {after}"
    return after


def play(chance: random.Random, rules: CasinoHoldemRules, *, disturbed: bool = False, redeals: int = 0) -> Played:
    pack = Pack(chance, [])
    pack.load()
    round_ = wagered(chance, rules)
    refused: list[tuple[Round, Fact]] = []
    while fact := due(round_, pack):
        if disturbed and chance.random() < 0.3:
            odd = any_fact(chance)
            if isinstance(apply(round_, odd), Refusal):
                refused.append((round_, odd))
        if redeals and chance.random() < 0.05:
            mishaps: list[PlainFact] = [CardExposed(DEALER), CardExposed(seat(1)), CardExposed(BOARD), MisdealDeclared("a wrong number")]
            after = apply(round_, chance.choice(mishaps))
            if not isinstance(after, Refusal):
                redeals -= isinstance(next_step(after), Prepare)
                round_ = after
                continue
        round_ = told(round_, fact)
        assert len(round_.facts) < MOST_FACTS
    return Played(round_, tuple(refused))


def settled(round: Round) -> Settlement:
    result = settle(round)
    assert isinstance(result, Settlement), result
    return result


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_a_round_told_what_is_due_ends_and_its_money_sums_to_zero(chance: random.Random, rules: CasinoHoldemRules) -> None:
    round_ = play(chance, rules, redeals=2).round
    assert next_step(round_) == RoundOver(Ending.SETTLED, "CH 9.9")
    result = settled(round_)
    assert sum(line.net for line in result.lines) + result.house == 0
    for line in result.lines:
        assert line.net >= -line.stake
        assert (line.result is Result.WIN) == (line.net > 0) == (line.odds is not None)
        assert (line.result is Result.LOSE) == (line.net == -line.stake)
        if line.odds is not None:
            assert line.net + line.remainder == line.stake * line.odds
    assert max(Counter((line.seat, line.bet) for line in result.lines).values()) == 1
    wagers = {(number, bet): amount for number, bets in lay_out(round_.facts).wagers.items() for bet, amount in bets.items() if amount}
    assert wagers.items() <= {(line.seat, line.bet): line.stake for line in result.lines}.items(), "no wager is forgotten"


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_each_wager_is_settled_once_from_right_to_left_and_bonuses_first(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 5.3, CH 5.4"""
    round_ = play(chance, rules, redeals=1).round
    passes = [(fact.seat, fact.bets) for fact in round_.facts if isinstance(fact, SeatSettled)]
    bonuses = [number for number, bets in passes if bets]
    rest = [number for number, bets in passes if not bets]
    assert passes == [*((number, ("bonus",)) for number in bonuses), *((number, ()) for number in rest)]
    assert bonuses == sorted(set(bonuses), reverse=True)
    assert rest == sorted({line.seat for line in settled(round_).lines}, reverse=True)


@settings(max_examples=40, deadline=None)
@given(chances, house_rules)
def test_a_refused_fact_changes_nothing_and_says_why(chance: random.Random, rules: CasinoHoldemRules) -> None:
    for round_, fact in play(chance, rules, disturbed=True, redeals=1).refused:
        refusal = apply(round_, fact)
        assert isinstance(refusal, Refusal)
        assert refusal.rule.startswith("CH ")
        assert refusal.text
        assert refusal == apply(Round(CASINO_HOLDEM, rules, 6, round_.facts), fact)


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_whatever_is_said_is_refused_or_leaves_a_round_with_an_answer(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """Facts at random, also allowed ones: there is always a next step, and a settlement or a reason for none."""
    round_ = Round(CASINO_HOLDEM, rules, 6)
    pack = Pack(chance, [])
    pack.load()
    for _ in range(70):
        fact: PlainFact | None = any_fact(chance)
        if chance.random() < 0.6 and not isinstance(next_step(round_), TakeWagers):
            fact = due(round_, pack) or fact
        assert fact is not None
        after = apply(round_, fact)
        if isinstance(after, Refusal):
            continue
        round_ = after
        next_step(round_)
        result = settle(round_)
        assert isinstance(result, Refusal) or sum(line.net for line in result.lines) + result.house == 0
        exposed(round_)


@settings(max_examples=30, deadline=None)
@given(chances, house_rules)
def test_a_replay_from_the_facts_is_equal_at_every_point(chance: random.Random, rules: CasinoHoldemRules) -> None:
    facts = play(chance, rules, redeals=2).round.facts
    again = Round(CASINO_HOLDEM, rules, 6)
    for number, fact in enumerate(facts):
        assert again == Round(CASINO_HOLDEM, rules, 6, facts[:number])
        again = told(again, fact)
    assert settle(again) == settle(Round(CASINO_HOLDEM, rules, 6, facts))


@settings(max_examples=40, deadline=None)
@given(chances, house_rules)
def test_a_round_put_right_is_the_round_played_right(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """A card that was read wrong, corrected at any later point, leaves what the right card would have left."""
    right = play(chance, rules).round
    number = chance.choice([index for index, fact in enumerate(right.facts) if isinstance(fact, CardDealt)])
    told_right = right.facts[number]
    assert isinstance(told_right, CardDealt)
    wrong = replace(told_right, card=None)
    upto = number + 1  # a round with an unread card goes on until that card matters
    while upto < len(right.facts) and not isinstance(apply(_with(right, number, wrong, upto), right.facts[upto]), Refusal):
        upto += 1
    corrected = told(_with(right, number, wrong, upto), Corrected(number, (told_right,), "read wrong"))
    assert corrected.facts == right.facts[:upto]
    for fact in right.facts[upto:]:
        corrected = told(corrected, fact)
    assert settle(corrected) == settle(right)


def _with(round: Round, number: int, fact: PlainFact, upto: int) -> Round:
    return replace(round, facts=(*round.facts[:number], fact, *round.facts[number + 1 : upto]))


@settings(max_examples=40, deadline=None)
@given(chances, house_rules)
def test_what_came_before_a_gathering_leaves_no_trace_in_the_settlement(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 9.4: the round is settled as if only its last deal had been."""
    round_ = play(chance, rules, redeals=2).round
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


@settings(max_examples=40, deadline=None)
@given(chances, house_rules, st.permutations(suits))
def test_suits_change_no_result(chance: random.Random, rules: CasinoHoldemRules, others: list[Suit]) -> None:
    turned = dict(zip(suits, others, strict=True))
    round_ = play(chance, rules).round
    facts = tuple(
        replace(fact, card=Card(fact.card.rank, turned[fact.card.suit])) if isinstance(fact, CardDealt) and fact.card else fact
        for fact in round_.facts
    )
    plain = [(line.seat, line.bet, line.net, line.rule) for line in settled(replace(round_, facts=facts)).lines]
    assert plain == [(line.seat, line.bet, line.net, line.rule) for line in settled(round_).lines]


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_a_dealer_who_does_not_qualify_takes_no_ante_that_was_played(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 6.2, CH 7.1"""
    result = settled(play(chance, rules).round)
    played = {line.seat for line in result.lines if line.bet == "bet"}
    if result.qualifies is False:
        assert all(line.net == 0 for line in result.lines if line.bet == "bet")
        assert all(line.net >= 0 for line in result.lines if line.bet == "ante" and line.seat in played)
        if rules.not_qualified.ante == "by_table":
            assert all(line.net > 0 for line in result.lines if line.bet == "ante" and line.seat in played)


@settings(max_examples=30, deadline=None)
@given(chances, house_rules, st.integers(0, 200))
def test_a_void_at_any_point_gives_everything_back(chance: random.Random, rules: CasinoHoldemRules, when: int) -> None:
    """CH 9.8"""
    round_ = play(chance, rules, redeals=1).round
    after = told(Round(CASINO_HOLDEM, rules, 6, round_.facts[: when % len(round_.facts)]), RoundVoided("test"))
    assert all(line.result is Result.RETURNED and line.net == 0 for line in settled(after).lines)


@settings(max_examples=30, deadline=None)
@given(chances, house_rules)
def test_a_card_lies_face_up_only_where_the_rules_or_a_mistake_put_it_so(chance: random.Random, rules: CasinoHoldemRules) -> None:
    """CH 4.2, CH 4.3"""
    round_ = play(chance, rules).round
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
            pack = Pack(random.Random(0), list(faces))
            while fact := due(round_, pack):
                round_ = told(round_, Decided(1, "call") if isinstance(fact, Decided) else fact)
            nets.append({line.bet: line.net for line in settled(round_).lines})
        assert nets[0] == nets[1]
