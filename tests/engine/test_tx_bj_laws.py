"""Laws that every round of Texas Blackjack keeps, on rounds played at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card, Suit
from tablectl.engine.decks import EIGHT_39
from tablectl.engine.exposure import exposed
from tablectl.engine.facts import (
    BOARD,
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
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj.house import DOCUMENT, BlackjackRules, TxBjRules
from tablectl.engine.games.tx_bj.standing import BOX, COMBO, D_AREAS, P_AREAS, SIDE_BETS, A, stand
from tablectl.engine.games.tx_bj.wagers import MARKS
from tablectl.engine.money import MoneyRules
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Line, Result, Settlement
from tablectl.engine.steps import Deal, Decide, Ending, Reveal, RoundOver, SettleSeat, TakeWagers

FACES = tuple(EIGHT_39.composition)
FEW = tuple(card for card in FACES if card.rank.letter in "8TA")  # a pack of these splits often
MOST_FACTS = 320  # five seats: 60 wagers, four hands of at most ten cards and answers each, reveals and passes are fewer

blackjack = st.builds(
    BlackjackRules,
    dealer_soft_17=st.sampled_from(["stand", "hit"]),
    pays=st.sampled_from(["3:2", "6:5"]),
    double=st.sampled_from(["any_two", "nine_to_eleven", "none"]),
    double_after_split=st.booleans(),
    hands=st.integers(1, 4),
    split_of=st.sampled_from(["same_value", "same_rank"]),
    split_aces=st.sampled_from(["one_card", "as_others"]),
    insurance=st.booleans(),
    even_money=st.booleans(),
    surrender=st.sampled_from(["none", "late"]),
    dealer_second_card=st.sampled_from(["after_players", "before_players"]),
    dealer_blackjack_takes=st.sampled_from(["original", "all"]),
)
house_rules = st.builds(
    lambda game, a_bet, rounding: replace(DOCUMENT, blackjack=game, a_bet_dealer_ace=a_bet, money=MoneyRules(rounding=rounding, smallest_chip=1)),
    blackjack,
    st.sampled_from(["full_loss", "half_loss"]),
    st.sampled_from(["exact", "up", "down", "nearest"]),
)


@dataclass(frozen=True)
class Played:
    """A whole round, and what was refused on the way: the round as it stood, and the fact."""

    round: Round
    refused: tuple[tuple[Round, Fact], ...]


def any_fact(chance: random.Random) -> Fact:
    """Something that a table could say, mostly out of place."""
    number = chance.randint(-1, 6)
    place = chance.choice([seat(number), seat(number, 1), DEALER, BOARD])
    card = chance.choice(FACES)
    words = ["hit", "stand", "double", SPLIT, "surrender", "insurance", "no_insurance", "even_money", "checked", "x"]
    bet = chance.choice([BOX, *SIDE_BETS, "insurance"])
    facts: list[Fact] = [
        PlayerSeated(number, chance.choice("ab")),
        WagerPlaced(number, bet, chance.randint(-1, 20), chance.choice([(), tuple(row[0] for row in MARKS)])),
        BettingClosed(),
        ShuffleCalled("new"),
        Prepared(chance.choice(list(Task)), max(number, 0)),
        CardDealt(place, card),
        CardIdentified(place, chance.randint(-1, 3), card),
        CardExposed(place),
        Decided(number, chance.choice(words), chance.choice([0, 0, 1])),
        CardsChosen(number, ((card,),)),
        HandTurned(place),
        SeatSettled(number, chance.choice([(), ("a",), ("d_red",)])),
    ]
    return chance.choice(facts)


def due(round: Round, chance: random.Random, pack: list[Card]) -> PlainFact | None:
    """Something that the step asks for; None at the end."""
    match next_step(round):
        case TakeWagers():
            return BettingClosed()
        case Deal(place):
            return CardDealt(place, pack.pop())
        case Decide(number, options, hand=hand):
            return Decided(number, chance.choice(options).name, hand)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number, _, bets):
            return SeatSettled(number, bets)
        case RoundOver():
            return None
        case _:
            return RoundVoided("stuck")


def shuffled(chance: random.Random) -> list[Card]:
    faces = FEW if chance.random() < 0.4 else FACES
    return chance.sample([card for card in faces for _ in range(EIGHT_39.composition[card])], sum(EIGHT_39.composition[card] for card in faces))


def wagers(chance: random.Random) -> list[WagerPlaced]:
    found = []
    for number in chance.sample(range(1, 6), chance.randint(1, 5)):
        found.append(WagerPlaced(number, BOX, 10 * chance.randint(2, 20)))
        for bet in SIDE_BETS:
            marks = tuple(chance.choice(row) for row in MARKS) if bet == COMBO else ()
            found += [WagerPlaced(number, bet, 2 * chance.randint(1, 10), marks)] if chance.random() < 0.4 else []
    return found


def play(chance: random.Random, rules: TxBjRules, *, disturbed: bool = False) -> Played:
    pack = shuffled(chance)
    round_ = Round(TX_BJ, rules, 5)
    refused: list[tuple[Round, Fact]] = []
    for wager in wagers(chance):
        round_ = allowed(round_, wager)
    while fact := due(round_, chance, pack):
        if disturbed and chance.random() < 0.2:
            odd = any_fact(chance)
            if isinstance(apply(round_, odd), Refusal):
                refused.append((round_, odd))
        round_ = allowed(round_, fact)
        assert len(round_.facts) < MOST_FACTS
    return Played(round_, tuple(refused))


def allowed(round_: Round, fact: Fact) -> Round:
    after = apply(round_, fact)
    assert not isinstance(after, Refusal), f"{fact} is due and was refused: {after}"
    return after


def settled(round: Round) -> Settlement:
    result = settle(round)
    assert isinstance(result, Settlement), result
    return result


chances = st.integers(0, 2**32).map(random.Random)


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_a_round_told_what_is_due_ends_and_its_money_sums_to_zero(chance: random.Random, rules: TxBjRules) -> None:
    round_ = play(chance, rules).round
    assert next_step(round_) == RoundOver(Ending.SETTLED, "TX 9.5")
    result = settled(round_)
    assert sum(line.net for line in result.lines) + result.house == 0
    at = stand(round_)
    staked = Counter((line.seat, line.bet) for line in result.lines for _ in range(line.stake))
    assert staked == {(number, bet.name): at.stake(number, bet.name) for number in at.seats for bet in TX_BJ.bets if at.stake(number, bet.name)}
    for line in result.lines:
        assert -line.stake <= line.net
        assert (line.result is Result.WIN) == (line.net > 0) == (line.odds is not None)
        assert (line.result is Result.LOSE) == (line.net < 0)
        exact = line.stake * line.odds if line.odds is not None else line.net if line.rule not in {"TX 4.7", "TX 7.12"} else -line.stake / 2
        assert line.net + line.remainder == exact or line.rule == "TX 4.9"


@settings(max_examples=40, deadline=None)
@given(chances, house_rules)
def test_each_pass_settles_what_it_names_once_and_the_end_repeats_it(chance: random.Random, rules: TxBjRules) -> None:
    """What a seat was paid in its pass stands so in the settlement of the whole round."""
    round_ = play(chance, rules).round
    paid: list[Line] = []
    for number, fact in enumerate(round_.facts):
        if isinstance(fact, SeatSettled):
            before = settled(replace(round_, facts=round_.facts[:number]))
            named = [line for line in before.seat(fact.seat) if line.bet in fact.bets] if fact.bets else list(before.seat(fact.seat))
            earlier = {(line.seat, line.bet) for line in paid}
            paid += [line for line in named if (line.seat, line.bet) not in earlier]
    assert tuple(paid) == settled(round_).lines


@settings(max_examples=40, deadline=None)
@given(chances, house_rules)
def test_a_refused_fact_changes_nothing_and_says_why(chance: random.Random, rules: TxBjRules) -> None:
    for round_, fact in play(chance, rules, disturbed=True).refused:
        refusal = apply(round_, fact)
        assert isinstance(refusal, Refusal)
        assert refusal.rule.startswith("TX ")
        assert refusal.text
        assert refusal == apply(Round(TX_BJ, rules, 5, round_.facts), fact)


@settings(max_examples=40, deadline=None)
@given(chances, house_rules)
def test_whatever_is_said_is_refused_or_leaves_a_round_with_an_answer(chance: random.Random, rules: TxBjRules) -> None:
    """Facts at random, also allowed ones: there is always a next step, and a settlement or a reason for none."""
    round_ = Round(TX_BJ, rules, 5)
    pack = shuffled(chance)
    for _ in range(80):
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


@settings(max_examples=25, deadline=None)
@given(chances, house_rules)
def test_a_replay_from_the_facts_is_equal_at_every_point(chance: random.Random, rules: TxBjRules) -> None:
    facts = play(chance, rules).round.facts
    again = Round(TX_BJ, rules, 5)
    for number, fact in enumerate(facts):
        assert again == Round(TX_BJ, rules, 5, facts[:number])
        again = allowed(again, fact)
    assert settle(again) == settle(Round(TX_BJ, rules, 5, facts))


@settings(max_examples=25, deadline=None)
@given(chances, house_rules, st.integers(0, 10_000), st.sampled_from(FACES))
def test_a_corrected_or_named_card_is_refused_or_equals_having_dealt_it(chance: random.Random, rules: TxBjRules, which: int, card: Card) -> None:
    """TX 3.9"""
    whole = play(chance, rules).round
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
        right = allowed(right, each)
    assert corrected.facts == right.facts
    assert (next_step(corrected), settle(corrected)) == (next_step(right), settle(right)) == (next_step(named), settle(named))


@settings(max_examples=40, deadline=None)
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

    round_ = play(chance, rules).round
    repainted = Round(TX_BJ, rules, 5)
    for fact in map(repaint, round_.facts):
        repainted = allowed(repainted, fact)
    lines = Counter((line.seat, areas.get(line.bet, line.bet), line.net, line.rule) for line in settled(round_).lines)
    assert lines == Counter((line.seat, line.bet, line.net, line.rule) for line in settled(repainted).lines)


@settings(max_examples=60, deadline=None)
@given(chances, house_rules)
def test_with_an_ace_among_the_two_first_cards_half_comes_back(chance: random.Random, rules: TxBjRules) -> None:
    """TX 4.7"""
    round_ = play(chance, replace(rules, money=DOCUMENT.money)).round
    at = stand(round_)
    for line in settled(round_).lines:
        if line.bet not in SIDE_BETS or line.bet == A:
            continue
        firsts = {place: at.first(place) for place in (seat(line.seat), DEALER)}
        ace = any(card is not None and card.suit is Suit.GREEN for card in firsts.values())
        assert (2 * line.net == -line.stake) == ace


@settings(max_examples=30, deadline=None)
@given(chances, house_rules, st.integers(0, 10_000), st.booleans())
def test_a_void_or_an_invalid_round_at_any_point_gives_everything_back(chance: random.Random, rules: TxBjRules, when: int, void: bool) -> None:
    """TX 9.2, TX 9.4"""
    round_ = play(chance, rules).round
    cut = Round(TX_BJ, rules, 5, round_.facts[: when % len(round_.facts)])
    after = allowed(cut, RoundVoided("test") if void else MisdealDeclared("test"))
    result = settled(after)
    assert {(line.result, line.net) for line in result.lines} <= {(Result.RETURNED, 0)}
    at = stand(after)
    assert sum(line.stake for line in result.lines) == sum(at.stake(number, bet.name) for number in at.seats for bet in TX_BJ.bets)


@settings(max_examples=20, deadline=None)
@given(chances, house_rules)
def test_every_card_of_a_seat_lies_open_before_it_is_asked_and_the_hidden_one_never(chance: random.Random, rules: TxBjRules) -> None:
    round_ = play(chance, rules).round
    for number, fact in enumerate(round_.facts):
        if isinstance(fact, Decided) and fact.seat:
            before = replace(round_, facts=round_.facts[:number])
            up, lying = exposed(before), stand(before).layout.cards
            mine = {(place, index) for place in lying if place.seat == fact.seat for index in range(len(lying[place]))}
            assert mine <= up
            assert {index for place, index in up if place == DEALER} == {0}
    assert exposed(round_) == {(place, index) for place, there in stand(round_).layout.cards.items() for index in range(len(there))}
