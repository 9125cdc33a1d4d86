"""Play by chance: whole rounds as the rules have them, and sequences of anything that a table may be told."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from hypothesis import strategies as st

from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    BettingClosed,
    CardDealt,
    Decided,
    HandTurned,
    PlainFact,
    SeatSettled,
    WagerPlaced,
    seat,
)
from tablectl.engine.steps import Decide as Asked
from tablectl.engine.steps import RoundOver
from tablectl.table.actions import (
    Action,
    ApproveShuffle,
    BringPack,
    ChooseHands,
    ConfirmScan,
    CorrectRound,
    CountPack,
    Decide,
    DeclareMisdeal,
    ExposeCard,
    IdentifyCard,
    NewDealer,
    OpenPack,
    OrderShuffle,
    PersonRole,
    PlaceCard,
    PressKey,
    QuarantinePack,
    Recorded,
    ReleaseHold,
    ReplaceCard,
    RetirePack,
    ScanPack,
    SeatPlayer,
    SecondAction,
    SetWager,
    StopScan,
    TakeOutCard,
    VoidRound,
    WithdrawAction,
)
from tablectl.table.events import (
    CardRead,
    CardsUnseen,
    ClockStepped,
    CommandGiven,
    DeviceDown,
    DeviceRefused,
    DeviceRestarted,
    DeviceStatus,
    DeviceUnwatched,
    DeviceUp,
    JournalFoundDamaged,
    JournalInterrupted,
    JournalReplaced,
    KeyMasked,
    KeyPressed,
    KeyRestored,
    Mark,
    PanelFailed,
    PanelReturned,
    RecordRoom,
    TableEvent,
)
from tablectl_drivers.events import Activity, InputFault, Light, Status

from .dealing import DARK, DECK, IDENTITY, LOADED, READY, SHOE, SHUFFLER, STEPS, Dealing, house_rules, opening, table

BETS: Final = ("ante", "blind", "triple_bonus", "play")
BUTTONS: Final = (*(f"seat{number}.{bet}" for number in (1, 2, 3, 4) for bet in BETS), "key.next", "key.fold", "key.supervisor")
PLACES: Final = (seat(1), seat(2), seat(3), DEALER, BOARD, BURN)
HOUSES: Final = (
    house_rules(),
    house_rules(river_multiple=1, burn="before_each_street", triple={"after_fold": "forfeit", "must_win": False}),
    house_rules(preflop_multiples=[4, 3], deal={"order": "packets"}, triple={"after_fold": "in_action", "must_win": True}),
)
RULES: Final = st.sampled_from(HOUSES)

decks: Final = st.permutations(random.Random(52).sample(DECK, 52))
"""The simplest is no sorted one, as that holds play by its order."""
choices: Final = st.lists(st.integers(0, 9), min_size=1, max_size=12)

Move = Callable[[Dealing], object]


def chooser(picks: list[int]) -> Callable[[Asked], str]:
    """Decide by the picks, over and over."""
    turn = iter(picks * 100)
    return lambda step: step.options[next(turn) % len(step.options)].name


@dataclass
class Start:
    """A round with its wagers placed, the deck that it is dealt from (from the end), and how seats decide."""

    dealing: Dealing
    deck: list[Card]
    choose: Callable[[Asked], str]


@st.composite
def rounds(draw: st.DrawFn) -> Start:
    """Wagers placed at some seats, with or without the bonus."""
    dealing = table(opening(draw(RULES)))
    for number in draw(st.sets(st.integers(1, 3), min_size=1)):
        dealing.wager(number)
        if draw(st.booleans()):
            dealing.press(f"seat{number}.triple_bonus")
    return Start(dealing, list(draw(decks)), chooser(draw(choices)))


def play(start: Start) -> Iterator[None]:
    """Play the round to its end; pause after each event."""
    while not isinstance(start.dealing.step, RoundOver):
        start.dealing.follow(start.deck, start.choose)
        yield


faces: Final = st.sampled_from([*DECK[:16], Card.parse("7r")])
lights: Final = st.sampled_from([Light.OFF, Light.OFF, Light.STEADY, Light.FLASHING, Light.UNKNOWN])
statuses: Final[st.SearchStrategy[Status]] = st.sampled_from([DARK, READY, LOADED]) | st.builds(
    Status,
    st.sampled_from(Activity),
    lights,
    lights,
    lights,
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 2),
    st.sampled_from([0, 51, 52]),
    st.integers(0, 52),
)
devices: Final = st.sampled_from([SHOE, SHUFFLER])
reasons: Final = st.sampled_from(["looked at it", "", "  "])
amounts: Final = st.sampled_from([0, 500, 1000, 500, 7, -500, 10**12])

plain_facts: Final[st.SearchStrategy[PlainFact]] = st.one_of(
    st.builds(CardDealt, st.sampled_from(PLACES), faces | st.none()),
    st.builds(WagerPlaced, st.integers(1, 3), st.sampled_from(BETS), amounts),
    st.builds(Decided, st.integers(1, 3), st.sampled_from(["check", "play_4x", "play_2x", "fold"])),
    st.builds(HandTurned, st.sampled_from(PLACES)),
    st.builds(SeatSettled, st.integers(1, 3)),
    st.just(BettingClosed()),
)

entries: Final[st.SearchStrategy[PlainFact | Recorded]] = plain_facts | st.builds(
    Recorded, st.integers(-1, 20), st.none() | st.sampled_from(PLACES), st.none() | st.integers(0, 2)
)

actions: Final[st.SearchStrategy[Action]] = st.one_of(
    st.builds(VoidRound, reasons),
    st.builds(DeclareMisdeal, reasons),
    st.builds(IdentifyCard, st.sampled_from(PLACES), st.integers(-1, 3), faces, reasons),
    st.builds(ExposeCard, st.sampled_from(PLACES)),
    st.builds(SetWager, st.integers(0, 4), st.sampled_from([*BETS, "tip"]), amounts),
    st.builds(SeatPlayer, st.integers(0, 4), st.sampled_from(["Ann", "Bob"])),
    st.builds(Decide, st.integers(1, 3), st.sampled_from(["check", "play_4x", "play_2x", "fold", "stand"])),
    st.builds(PressKey, st.sampled_from(["next", "fold", "supervisor"])),
    st.builds(ChooseHands, st.integers(0, 3), st.lists(st.lists(faces, max_size=3).map(tuple), max_size=2).map(tuple)),
    st.builds(PlaceCard, st.sampled_from(PLACES), reasons),
    st.builds(CorrectRound, st.integers(-1, 20), st.lists(entries, max_size=3).map(tuple), reasons, st.just(0), st.integers(-1, 4)),
    st.just(ApproveShuffle()),
    st.builds(OrderShuffle, reasons),
    st.builds(BringPack, st.integers(0, 3)),
    st.builds(NewDealer, st.just("Lee")),
    st.builds(TakeOutCard, st.integers(0, 3), faces, reasons, st.booleans()),
    st.builds(OpenPack, st.integers(0, 3), st.sampled_from(["A-1", "A-2"])),
    st.builds(CountPack, st.integers(0, 3), st.integers(51, 52)),
    st.builds(ScanPack, st.integers(1, 9)),  # seldom one of the table, as nothing else goes on then
    st.builds(ConfirmScan, st.integers(1, 3)),
    st.builds(StopScan, st.integers(1, 3), reasons),
    st.builds(QuarantinePack, st.integers(1, 9), reasons),
    st.builds(RetirePack, st.integers(1, 9), reasons),
    st.builds(SecondAction, st.integers(0, 3)),
    st.builds(WithdrawAction, st.integers(0, 3), reasons),
    st.builds(ReplaceCard, st.integers(1, 3), st.integers(1, 2), faces, reasons),
)

moments: Final[st.SearchStrategy[TableEvent]] = st.one_of(
    st.builds(KeyPressed, st.sampled_from(BUTTONS), st.booleans()),
    st.builds(DeviceStatus, devices, statuses),
    st.builds(DeviceDown, devices, st.just("unplugged")),
    devices.flatmap(lambda name: st.builds(DeviceUp, st.just(name), st.just(IDENTITY[name]), st.integers(1, 2), st.integers(0, 3))),
    st.builds(DeviceRefused, devices, st.just("another"), st.just("this one")),
    st.builds(DeviceRestarted, devices, st.integers(1, 3)),
    st.builds(DeviceUnwatched, devices, st.integers(1, 3)),
    st.builds(CardsUnseen, st.just(SHOE), st.integers(1, 2), st.integers(1, 9), st.integers(1, 9)),
    st.builds(CardRead, st.just(SHOE), st.integers(1, 2), st.integers(1, 60), st.just(Mark.FACE), faces, st.integers(0, 2), st.just(99)),
    st.builds(CardRead, st.just(SHOE), st.integers(1, 2), st.integers(1, 60), st.just(Mark.UNREADABLE), st.none(), st.integers(0, 2), st.just(9)),
    st.builds(KeyMasked, st.just("seat1.ante"), st.sampled_from(InputFault)),
    st.builds(KeyRestored, st.just("seat1.ante")),
    st.builds(PanelFailed, st.just("no chip")),
    st.just(PanelReturned()),
    st.builds(JournalInterrupted, st.just("disk full")),
    st.builds(JournalFoundDamaged, st.just("record 7")),
    st.builds(ClockStepped, st.just(10**18), st.sampled_from([10**18 - 600 * 10**9, 10**18 + 133_200 * 10**9])),
    st.builds(RecordRoom, st.sampled_from(["fine", "low", "out"]), st.integers(0, 90)),
    st.builds(JournalReplaced, st.just("table.aside"), st.just("record 7")),
    st.builds(
        CommandGiven,
        st.sampled_from(["one", "two", "three"]),
        st.sampled_from(["Kim", "Lee"]),
        st.sampled_from(PersonRole),
        actions,
        st.sampled_from([None, 1, 2]),
    ),
    st.builds(
        lambda seats, rules, second: opening(rules, seats=seats, second_person=second),
        st.integers(1, 3),
        RULES,
        st.sampled_from([(), ("void_round", "identify_card", "correct_round", "release_hold")]),
    ),
)
"""Any event, whether it fits the moment or not."""


def _next_card(face: Card | None, ahead: int) -> Move:
    return lambda dealing: dealing.happen(dealing.read(str(face) if face else "??", ahead=ahead))


def _calm(dealing: Dealing) -> None:
    """Put right what can be put right: devices, lights, lids, the panel; then have a supervisor release what is held."""
    last = dealing.state.shoe.last
    dealing.power_up = last.power_up if last else 1
    dealing.devices_up()
    dealing.happen(PanelReturned())
    dealing.status(SHUFFLER, DARK)
    dealing.status(SHOE, LOADED, pack=dealing.state.shoe.pack, loads=dealing.state.shoe.loads or 0)
    for hold in dealing.state.holds:
        dealing.command(ReleaseHold(hold.id, "looked at it"))


def _go_on(steps: int, pick: int) -> Move:
    """Do what is due so many times, as long as somebody at the table can do it."""

    def move(dealing: Dealing) -> None:
        _calm(dealing)
        for _ in range(steps):
            left = [card for card in DECK if card not in dealing.state.shoe.seen]
            if dealing.step.kind == "unsettled" or not left:
                return
            if dealing.step.kind == "take_wagers" and not any(dealing.state.live.placed.values()):
                dealing.wager(1, 2)
            dealing.follow([left[pick % len(left)]], chooser([pick]))

    return move


def _corrected(number: int, put: PlainFact | None) -> Move:
    """Strike out one of the facts, or put another in the place of one, or the same again."""

    def move(dealing: Dealing) -> None:
        facts = dealing.state.live.round.facts
        if facts:
            index = len(facts) - 1 - number % len(facts)
            dealing.command(CorrectRound(index, (put,) if put else (), "it was otherwise", len(dealing.state.live.round.corrections)))

    return move


def _repeated(_: object) -> Move:
    def move(dealing: Dealing) -> None:
        event, _ = dealing.history[-1]
        dealing.happen(event)

    return move


def _new_pack(pack: int) -> Move:
    return lambda dealing: dealing.bring_pack(pack, (dealing.state.shoe.loads or 0) + 1)


def _taken_out(card: Card, pack: int | None, from_shoe: bool) -> Move:
    """Out of the pack in the shoe, or of another."""
    return lambda dealing: dealing.command(TakeOutCard(dealing.state.shoe.pack if pack is None else pack, card, "torn", from_shoe))


def _replaced(number: int) -> Move:
    """Put a card in for one of those that are out."""

    def move(dealing: Dealing) -> None:
        if out := dealing.state.out:
            one = out[number % len(out)]
            dealing.command(ReplaceCard(one.id, one.pack, one.card, "a new one"))

    return move


moves: Final[st.SearchStrategy[Move]] = st.one_of(
    moments.map(lambda event: lambda dealing: dealing.happen(event)),
    st.builds(_next_card, faces | st.none(), st.sampled_from([1, 1, 1, 0, 2, 3])),
    st.builds(_go_on, st.integers(1, 9), st.integers(0, 51)),
    st.builds(_go_on, st.integers(1, 9), st.integers(0, 51)),
    st.builds(_new_pack, st.integers(1, 2)),
    st.builds(_corrected, st.integers(0, 9), plain_facts | st.none()),
    st.none().map(_repeated),
    st.builds(_taken_out, faces, st.sampled_from([None, None, 1, 2]), st.booleans()),
    st.builds(_replaced, st.integers(0, 3)),
)


@st.composite
def tales(draw: st.DrawFn) -> Dealing:
    """A table after a sequence of moves, most of which fit, from any step on."""
    starts: list[Callable[[], Dealing]] = [*STEPS.values(), *(partial(table, opening(rules)) for rules in HOUSES)]
    dealing = draw(st.sampled_from(starts))()
    for move in draw(st.lists(moves, min_size=4, max_size=24)):
        move(dealing)
    return dealing
