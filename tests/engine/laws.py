"""Rounds of any game played at random: people who do what is due, say what is not, and make mistakes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar, assert_never

from hypothesis import strategies as st

from tablectl.engine.cards import Card
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
    CutCardOut,
    DealerCame,
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
from tablectl.engine.game import Game, HouseRules, Refusal
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import ChooseCards, Deal, Decide, Prepare, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled

R = TypeVar("R", bound=HouseRules)

_MISHAPS: Final[tuple[PlainFact, ...]] = (CardExposed(DEALER), CardExposed(seat(1)), CardExposed(BOARD), MisdealDeclared("a wrong number"))
chances: Final = st.integers(0, 2**32).map(random.Random)


@dataclass(frozen=True)
class Habits(Generic[R]):
    """What is played at a game's tables. `wagers` are some that stand, `options` what people say, `end` how a round ends that nothing
    went wrong in, `most_facts` more than such a round can have. `faces` are those that the shoe is filled with. `beside` says what the game
    takes beside what its step waits for."""

    game: Game
    cites: str
    house_rules: st.SearchStrategy[R]
    wagers: Callable[[random.Random, R], Iterable[WagerPlaced]]
    options: tuple[str, ...]
    end: RoundOver
    most_facts: int
    faces: Callable[[random.Random], Iterable[Card]] | None = None
    beside: Callable[[Step, PlainFact], bool] = lambda _step, _fact: False

    def __str__(self) -> str:
        return self.game.id

    def new(self, rules: R) -> Round:
        return Round(self.game, rules, self.game.max_seats)

    def shoe(self, chance: random.Random, rules: R) -> Shoe:
        composition = self.game.pack(rules).composition
        faces = composition if self.faces is None else self.faces(chance)
        return Shoe(chance, tuple(card for card in faces for _ in range(composition[card])))


@dataclass
class Shoe:
    """The cards to come. One in `unread` cannot be read."""

    chance: random.Random
    pack: tuple[Card, ...]
    unread: int = 0
    cards: list[Card] = field(default_factory=list)

    def load(self) -> None:
        self.cards = self.chance.sample(self.pack, len(self.pack))

    def draw(self) -> Card | None:
        if not self.cards:
            self.load()
        card = self.cards.pop()
        return None if self.unread and self.chance.randrange(self.unread) == 0 else card


def due(round: Round, shoe: Shoe) -> PlainFact | None:
    """Something that the step asks for. None at the end; where no one at the table can go on, a supervisor voids the round."""
    chance, step = shoe.chance, next_step(round)
    match step:
        case Prepare(task, number, may_refuse):
            if task in {Task.LOAD, Task.GATHER}:
                shoe.load()
            return Prepared(task, number, refused=may_refuse and chance.random() < 0.5)
        case TakeWagers():
            return BettingClosed()
        case Deal(place):
            return CardDealt(place, shoe.draw())
        case Decide(number, options, hand=hand):
            return Decided(number, chance.choice(options).name, hand)
        case ChooseCards():
            return _selection(round, step, chance)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number, _, bets):
            return SeatSettled(number, bets)
        case Unsettled():
            return RoundVoided("it cannot go on")
        case RoundOver():
            return None
        case _:
            assert_never(step)


def _selection(round: Round, step: ChooseCards, chance: random.Random) -> PlainFact:
    """Keep any two or split in any way that is allowed; the dealer by the house way, or any two known cards where it has no say."""
    if step.suggested:
        return CardsChosen(step.seat, (step.suggested,))
    known = [card for card in round.layout.at(seat(step.seat) if step.seat else DEALER) if card]
    chance.shuffle(known)
    split = CardsChosen(step.seat, (tuple(known[:2]), tuple(known[2:])))
    if step.may_split and chance.random() < 0.4 and not isinstance(apply(round, split), Refusal):
        return split
    return CardsChosen(step.seat, (tuple(known[:2]),)) if len(known) > 1 else RoundVoided("nobody knows what the seat holds")


def any_fact(habits: Habits[R], chance: random.Random) -> PlainFact:
    """Something that a table could say, mostly out of place."""
    seats = habits.game.max_seats
    number = chance.randint(-1, seats + 1)
    place = chance.choice([seat(number), seat(number, 1), DEALER, BOARD, BURN, DISCARD])
    card, other = (chance.choice(tuple(habits.game.pack(habits.game.sheet).composition)) for _ in range(2))
    bets = [bet.name for bet in habits.game.bets]
    marks = tuple(chance.choice(group) for bet in habits.game.bets for group in bet.marks)
    facts: list[PlainFact] = [
        PlayerSeated(number, chance.choice("ab")),
        WagerPlaced(number, chance.choice([*bets, "x"]), chance.randint(-1, 20), chance.choice([(), marks])),
        BettingClosed(),
        ShuffleCalled("a doubt"),
        Prepared(chance.choice(list(Task)), max(number, 0), refused=chance.random() < 0.3),
        DealerCame("eve"),
        CutCardOut(),
        CardDealt(place, chance.choice([card, card, None])),
        CardIdentified(place, chance.randint(-1, 6), card),
        CardExposed(place),
        Decided(number, chance.choice([*habits.options, "x"]), chance.choice([0, 0, 1])),
        CardsChosen(number, chance.choice([(), ((card, other),), ((card, other), (other, card))])),
        HandTurned(place),
        SeatSettled(number, chance.choice([(), (chance.choice(bets),)])),
        MisdealDeclared("a wrong number"),
    ]
    return chance.choice(facts)


def fits(step: Step, fact: PlainFact) -> bool:
    """Say whether the fact is one that this step waits for. What can be said at any time fits every step."""
    match fact:
        case WagerPlaced() | BettingClosed():
            return isinstance(step, TakeWagers)
        case Prepared(task, number, refused):
            return isinstance(step, Prepare) and (step.task, step.seat) == (task, number) and (step.may_refuse or not refused)
        case CardDealt(place):
            return isinstance(step, TakeWagers) or (isinstance(step, Deal) and step.place == place)
        case Decided(number, option, hand):
            return isinstance(step, Decide) and (step.seat, step.hand) == (number, hand) and option in {each.name for each in step.options}
        case CardsChosen(number):
            return isinstance(step, ChooseCards) and step.seat == number
        case HandTurned(place):
            return isinstance(step, Reveal) and step.place == place
        case SeatSettled(number, bets):
            return isinstance(step, SettleSeat) and (step.seat, step.bets) == (number, bets)
        case _:
            return not isinstance(step, RoundOver)


def told(round: Round, fact: Fact) -> Round:
    after = apply(round, fact)
    assert not isinstance(after, Refusal), f"{fact} is due and was refused: {after}"
    return after


def settled(round: Round) -> Settlement:
    result = settle(round)
    assert isinstance(result, Settlement), result
    return result


def wagered(habits: Habits[R], rules: R, shoe: Shoe) -> Round:
    """The cards are ready, now and then after a shuffle that somebody called, and wagers stand."""
    round_ = habits.new(rules)
    if shoe.chance.random() < 0.3:
        called = apply(round_, ShuffleCalled("new cards"))
        round_ = round_ if isinstance(called, Refusal) else called
    while not isinstance(next_step(round_), TakeWagers):
        fact = due(round_, shoe)
        assert fact is not None
        round_ = told(round_, fact)
    for wager in habits.wagers(shoe.chance, rules):
        round_ = told(round_, wager)
    return round_


def rounds(habits: Habits[R], chance: random.Random, rules: R, *, redeals: int = 0) -> Iterator[Round]:
    """Play a whole round and show it as it stands after every fact. So many times something happens that has the cards dealt again where a game
    deals again."""
    shoe = habits.shoe(chance, rules)
    round_ = wagered(habits, rules, shoe)
    yield round_
    while fact := due(round_, shoe):
        if redeals and chance.random() < 0.05:
            after = apply(round_, chance.choice(_MISHAPS))
            if not isinstance(after, Refusal) and not isinstance(next_step(after), RoundOver):
                redeals -= isinstance(next_step(after), Prepare)
                round_ = after
                yield round_
                continue
        round_ = told(round_, fact)
        yield round_
        assert len(round_.facts) < habits.most_facts


def play(habits: Habits[R], chance: random.Random, rules: R, *, redeals: int = 0) -> Round:
    """A whole round."""
    *_, last = rounds(habits, chance, rules, redeals=redeals)
    return last
