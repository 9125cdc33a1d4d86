"""What a press means: the one place that reads a button in the light of the step that is due."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.engine.facts import BettingClosed, CardsChosen, Decided, Fact, HandTurned, Prepared, SeatSettled, Task, WagerPlaced
from tablectl.engine.steps import ChooseCards, Deal, Decide, Key, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers, Unsettled
from tablectl.table.state import LiveRound


@dataclass(frozen=True, slots=True)
class Say:
    """The press says this fact."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class NextRound:
    """The press opens the next round."""


@dataclass(frozen=True, slots=True)
class CallSupervisor:
    """The press asks for a supervisor."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The press says nothing now; `text` tells why, and is empty where nobody needs to be told."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class PackIsIn:
    """The press says that this pack is in the shoe now."""

    pack: int


Meaning = Say | NextRound | CallSupervisor | PackIsIn | Nothing


def meaning(live: LiveRound, input: str, held: bool, awaited: int | None = None) -> Meaning:
    """Read a press (or the long press that follows one) of a button by its name. `awaited` is the pack that has to come into a shoe which cannot
    tell packs.

    A long press only ever clears a wager; in every other step the press before it has said all.
    """
    where, _, name = input.partition(".")
    if where == "key":
        return Nothing() if held else key_meaning(live, Key(name), awaited)
    seat = int(where.removeprefix("seat"))
    if isinstance(live.step, TakeWagers):
        return _wager(live, seat, name, held)
    return Nothing() if held else _spot(live, seat, name)


def key_meaning(live: LiveRound, key: Key, awaited: int | None = None) -> Meaning:
    """Read one of the dealer's keys."""
    if key is Key.SUPERVISOR:
        return CallSupervisor()
    if key is Key.NEXT and awaited is not None:
        return PackIsIn(awaited)
    match live.step:
        case Decide(seat=seat, options=options):
            option = next((option for option in options if option.key is key), None)
            answers = " or ".join(option.label for option in options)
            who = f"Seat {seat}" if seat else "The dealer"
            return Say(Decided(seat, option.name, live.step.hand)) if option else Nothing(f"{who} has to say {answers}")
        case Prepare(task=task, seat=seat, may_refuse=may_refuse):
            return _prepare(task, seat, may_refuse, key)
        case _ if key is Key.FOLD:
            return Nothing("Nobody has to decide now")
        case TakeWagers():
            return Say(BettingClosed())
        case Reveal(place=place):
            return Say(HandTurned(place))
        case SettleSeat(seat=seat, bets=bets):
            return Say(SeatSettled(seat, bets))
        case RoundOver():
            return NextRound()
        case Deal(place=place):
            return Nothing(f"A card is due to {place}")
        case ChooseCards(seat=0, suggested=suggested) if suggested:
            return Say(CardsChosen(0, (suggested,)))
        case ChooseCards(seat=seat):
            return Nothing(f"Seat {seat} has to choose its cards" if seat else "The dealer has to set the hand")
        case Unsettled(reason=reason):
            return Nothing(reason)


def _prepare(task: Task, seat: int, may_refuse: bool, key: Key) -> Meaning:
    match task:
        case Task.LOAD:
            return Nothing("The shoe tells by itself when the pack is in it")
        case Task.APPROVE:
            return Nothing("A supervisor has to approve this on the console")
        case _ if key is Key.FOLD:
            return Say(Prepared(task, seat, refused=True)) if may_refuse else Nothing("This cannot be refused")
        case _:
            return Say(Prepared(task, seat))


def _wager(live: LiveRound, seat: int, bet: str, held: bool) -> Meaning:
    if not any(known.name == bet and known.before_deal for known in live.round.game.bets):
        return Nothing("This wager is placed later in the round")
    if any(known.name == bet and known.marks for known in live.round.game.bets) and not held:
        return Nothing("This wager needs its marks: enter it on the dealer display")
    standing = live.placed.get((seat, bet), 0)
    if held and not standing:
        return Nothing()
    return Say(WagerPlaced(seat, bet, 0 if held else live.round.game.pressed(live.round, seat, bet)))


def _spot(live: LiveRound, seat: int, bet: str) -> Meaning:
    match live.step:
        case Decide(seat=acting, options=options):
            if acting != seat:
                return Nothing(f"It is seat {acting}'s turn")
            option = next((option for option in options if option.spot == bet), None)
            return Say(Decided(seat, option.name, live.step.hand)) if option else Nothing(f"No wager can be made on this spot of seat {seat} now")
        case _:
            return Nothing("No more bets")
