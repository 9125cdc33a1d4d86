"""A table that a test plays by events: presses, cards, lights and commands go through the real function, one after the other."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter

from tablectl.engine.cards import Card
from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.engine.steps import Deal, Reveal, RoundOver, SettleSeat, Step, TakeWagers
from tablectl.engine.steps import Decide as Asked
from tablectl.table.actions import Action, Decide, PersonRole, ReleaseHold, SecondAction
from tablectl.table.codec import rules_json
from tablectl.table.events import CardRead, CommandGiven, DeviceStatus, DeviceUp, KeyPressed, Mark, TableEvent, TableOpened
from tablectl.table.outcomes import Answered, Outcome
from tablectl.table.state import Cause, CommandAnswer, Hold, TableState
from tablectl.table.table import apply, opened
from tablectl_drivers.events import Activity, Identity, Light, Role, Status

UTH: Final = GAMES["uth"]
RULES: Final = tomllib.loads((Path(__file__).parents[2] / "config/rules/uth-document.toml").read_text())
SHOE, SHUFFLER = "shoe", "shuffler"
IDENTITY: Final = {
    SHOE: Identity(Role.SHOE, "Maker", "Shoe 1", "0001", "1.0"),
    SHUFFLER: Identity(Role.SHUFFLER, "Maker", "Shuffler 1", "0002", "1.0"),
}
DARK: Final = Status(Activity.IDLE, Light.OFF, Light.OFF, Light.OFF, lid_open=False, pack=0, loads=0, cards_in=0, cards_out=0)
READY: Final = replace(DARK, activity=Activity.READY, green=Light.STEADY, pack=1, loads=1, cards_in=52)
LOADED: Final = replace(DARK, activity=Activity.LOADED, green=Light.STEADY, pack=1, loads=1)

HOLES: Final = "Ah Kd 7c 7d 2s 9h"
"""Seat 1 gets the ace and a seven, seat 2 king and two, the dealer seven and nine."""
FLOP, LAST_TWO = "As 4d 5c", "Js Qd"

T = TypeVar("T")


def house_rules(**changes: object) -> HouseRules:
    kind = UTH.rules_type
    adapter: TypeAdapter[HouseRules] = TypeAdapter(kind)
    return adapter.validate_python({**RULES, **changes})


DECK: Final = tuple(UTH.pack(house_rules()).composition)


def opening(rules: HouseRules | None = None, **changes: Any) -> TableOpened:  # noqa: ANN401 - fields of TableOpened
    rules = rules or house_rules()
    devices = {SHOE: "shoe", SHUFFLER: "shuffler"}
    event = TableOpened("UTH-01", "uth", 3, (1, 2), rules.id, rules.version, "hash", rules_json(rules), devices, "0.1", clean=True)
    return replace(event, **changes)


@dataclass(repr=False)
class Dealing:
    """`history` is every event with the wall clock that it was applied at, `told` every outcome."""

    state: TableState
    history: list[tuple[TableEvent, int]] = field(default_factory=list)
    told: list[Outcome] = field(default_factory=list)
    power_up: int = 1
    _ids: Any = field(default_factory=lambda: count(1))

    def __repr__(self) -> str:
        return "\n".join(["", *(str(event) for event, _ in self.history)])

    @property
    def step(self) -> Step:
        return self.state.live.step

    @property
    def causes(self) -> list[Cause]:
        return [hold.cause for hold in self.state.holds]

    @property
    def report(self) -> int:
        return self.state.shoe.last.number if self.state.shoe.last else 0

    def happen(self, event: TableEvent) -> tuple[Outcome, ...]:
        now = len(self.history) + 1
        self.history.append((event, now))
        applied = apply(self.state, event, now)
        self.state = applied.state
        self.told += applied.outcomes
        return applied.outcomes

    def press(self, *inputs: str, held: bool = False) -> tuple[Outcome, ...]:
        return tuple(outcome for name in inputs for outcome in self.happen(KeyPressed(name, held)))

    def cards(self, text: str) -> tuple[Outcome, ...]:
        """Draw cards one by one; `??` cannot be read, `--` is the cut card."""
        return tuple(outcome for word in text.split() for outcome in self.happen(self.read(word)))

    def read(self, word: str, *, ahead: int = 1, pack: int | None = None) -> CardRead:
        """The report `ahead` of the last one on record, of a card from the pack that is in the shoe, or from another."""
        pack = self.state.shoe.pack if pack is None else pack
        at = (SHOE, self.power_up, self.report + ahead)
        match word:
            case "--":
                return CardRead(*at, Mark.CUT_CARD, None, 0, 100)
            case "??":
                return CardRead(*at, Mark.UNREADABLE, None, pack, 20)
            case _:
                return CardRead(*at, Mark.FACE, Card.parse(word), pack, 99)

    def status(self, device: str, status: Status, **changes: Any) -> tuple[Outcome, ...]:  # noqa: ANN401 - fields of Status
        return self.happen(DeviceStatus(device, replace(status, **changes)))

    def command(
        self, action: Action, role: PersonRole = PersonRole.SUPERVISOR, id: str | None = None, round: int | None = None, *, person: str = "Kim"
    ) -> CommandAnswer:
        """Give a command in the open round, or in another."""
        seen = self.state.live.number if round is None else round
        outcomes = self.happen(CommandGiven(id or f"command-{next(self._ids)}", person, role, action, seen))
        return only([outcome.answer for outcome in outcomes if isinstance(outcome, Answered)])

    def confirm(self, person: str = "Lee") -> CommandAnswer:
        """Somebody else looks at the one thing that waits for a second person, and confirms it."""
        return self.command(SecondAction(only(self.state.pending).id, len(self.state.live.round.facts)), person=person)

    def hold(self, cause: Cause) -> Hold:
        return only([hold for hold in self.state.holds if hold.cause is cause])

    def release(self, cause: Cause) -> CommandAnswer:
        return self.command(ReleaseHold(self.hold(cause).id, "looked at it"))

    def devices_up(self) -> None:
        for name, identity in IDENTITY.items():
            self.happen(DeviceUp(name, identity, self.power_up, 0))

    def bring_pack(self, pack: int = 1, loads: int = 1) -> None:
        """The shuffler finds the pack right, and it goes into the shoe."""
        self.prove_pack(pack, loads)
        self.status(SHUFFLER, DARK, loads=loads)
        self.status(SHOE, LOADED, pack=pack, loads=loads)

    def prove_pack(self, pack: int = 1, loads: int = 1) -> None:
        """The shuffler finds the pack right and keeps it."""
        self.status(SHUFFLER, READY, pack=pack, loads=loads)

    def wager(self, *seats: int) -> None:
        self.press(*(f"seat{seat}.{bet}" for seat in seats for bet in ("ante", "blind")))

    def follow(self, deck: list[Card], choose: Callable[[Asked], str]) -> None:
        """Do the one thing that is due: by a button, a card, or on the display where no button says it."""
        match self.step:
            case Deal():
                self.cards(str(deck.pop()))
            case Asked() as step:
                name = choose(step)
                option = next(option for option in step.options if option.name == name)
                if option.spot or option.key:
                    self.press(f"seat{step.seat}.{option.spot}" if option.spot else f"key.{option.key}")
                else:
                    self.command(Decide(step.seat, name), PersonRole.DEALER)
            case TakeWagers() | Reveal() | SettleSeat() | RoundOver():
                self.press("key.next")
            case _:
                raise AssertionError(f"nobody at the table can do {self.step.kind}")


def only(things: Sequence[T]) -> T:
    assert len(things) == 1, things
    return things[0]


def table(event: TableOpened | None = None, *, ready: bool = True) -> Dealing:
    """A table just opened; `ready` has both devices answer and a shuffled pack in the shoe."""
    event = event or opening()
    start = opened(GAMES, event, 1)
    dealing = Dealing(start.state, [(event, 1)], list(start.outcomes))
    if ready:
        dealing.devices_up()
        dealing.bring_pack()
    return dealing


def wagered() -> Dealing:
    dealing = table()
    dealing.wager(1, 2)
    return dealing


def dealt() -> Dealing:
    """The hole cards are out; seat 1 is asked."""
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(HOLES)
    return dealing


def river() -> Dealing:
    """Seat 1 played 4x, seat 2 checked twice; the board lies there and seat 2 is asked for the last time."""
    dealing = dealt()
    dealing.press("seat1.play", "key.next")
    dealing.cards(FLOP)
    dealing.press("key.next")
    dealing.cards(LAST_TWO)
    return dealing


def showdown() -> Dealing:
    dealing = river()
    dealing.press("key.fold")
    return dealing


def settling() -> Dealing:
    """The dealer and seat 1 are turned over, and seat 1 is due."""
    dealing = showdown()
    dealing.press("key.next", "key.next")
    return dealing


def over() -> Dealing:
    dealing = settling()
    dealing.press("key.next", "key.next")
    return dealing


def unsettled() -> Dealing:
    """A card of seat 1 was not read, play went on, and now it is needed."""
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards(HOLES.replace("Ah", "??"))
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.press("seat1.play", "key.next")
    dealing.cards(FLOP)
    dealing.press("key.next")
    dealing.cards(LAST_TWO)
    dealing.press("key.fold", "key.next", "key.next")
    return dealing


STEPS: Final[Mapping[str, Callable[[], Dealing]]] = {
    "take_wagers": table,
    "deal": lambda: _after_next(wagered()),
    "decide": dealt,
    "decide_last": river,
    "reveal": showdown,
    "settle_seat": settling,
    "unsettled": unsettled,
    "round_over": over,
}
"""A table at each step, by the step's name."""


def _after_next(dealing: Dealing) -> Dealing:
    dealing.press("key.next")
    return dealing
