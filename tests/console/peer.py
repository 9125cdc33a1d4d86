"""A table for the console's tests: it fills the port from memory and writes down what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from tablectl.console.devices.views import DevicesView
from tablectl.console.errors import NotRecorded
from tablectl.console.ports import Answer
from tablectl.journal.filters import Filter
from tablectl.table.actions import Action, CorrectRound, PersonRole
from tablectl.table.codec import outcome_text
from tablectl.table.outcomes import RoundPutRight
from tablectl.table.record.incidents import Finding, Incident, Ruling, Wanted
from tablectl.table.shown.comparing import what_if
from tablectl.table.shown.correcting import round_view
from tablectl.table.shown.recovered import HandedView, HeardView, RecoveryView
from tablectl.table.shown.screens import Showing
from tablectl.table.views import (
    CardView,
    ChoiceView,
    DeviceView,
    FactView,
    HoldView,
    KeyView,
    LastCardView,
    LineView,
    LyingView,
    NoticeView,
    OptionView,
    RoundView,
    SeatView,
    ShoeView,
    SpotView,
    StandView,
    StepView,
    SuitView,
    TableView,
    WhatIfView,
)
from tablectl.table.views_of_counts import CountsView, FaceCountView, PackCountView, ReadingsView
from tablectl.table.views_of_packs import OutView, PackView
from tests.table.dealing import Dealing

from . import fitted

SHOWING = Showing("EUR", 2, {})
AS_OF_NS = 1_790_000_000_000_000_000
BETS = (("ante", "Ante"), ("blind", "Blind"), ("trips", "Trips"), ("play", "Play"))


def spots(amounts: Mapping[str, int], lamps: Mapping[str, str], due: frozenset[str] = frozenset()) -> tuple[SpotView, ...]:
    return tuple(SpotView(bet, label, amounts.get(bet, 0), lamps.get(bet, "off"), bet in due, bet != "play", (), ()) for bet, label in BETS)


def up(*faces: str) -> tuple[CardView, ...]:
    return tuple(CardView(face, "up") for face in faces)


DOWN = CardView(None, "down")
UNREAD = CardView(None, "unread")
SUITS = tuple(SuitView(suit, "23456789TJQKA") for suit in "cdhs")
STAKED = {"ante": 1000, "blind": 1000, "trips": 500}


EMPTY = SeatView(0, "empty", "", acting=False, spots=spots({}, {}), cards=(), hands=(), hand=None, lines=())


def seat(number: int, player: str = "", amounts: Mapping[str, int] = STAKED, lamps: Mapping[str, str] | None = None) -> SeatView:
    """A seat whose player is in, with two cards face down."""
    return replace(EMPTY, seat=number, state="in", player=player or str(number), spots=spots(amounts, lamps or {}), cards=(DOWN, DOWN))


SHOE = DeviceView("shoe", "shoe", "up", "", "Example Works, Reader 4, serial 7", "idle", "steady", "off", "off", False, 2, 52, 19)
SHUFFLER = DeviceView("shuffler", "shuffler", "up", "", "Example Works, Mixer 2, serial 9", "shuffling", "flashing", "off", "off", False, 1, 52, 0)
ADVICE = "Look at the card, then name it on the pit page."
HOLD = HoldView(4, "card_unreadable", "The shoe could not read card 19 of the pack", ADVICE, "shoe", False, AS_OF_NS, 12)


READINGS = ReadingsView(8, 11, (FaceCountView("7d", 2, 1),), (FaceCountView("Td", 0, 1),))
COUNTS = CountsView(0, "", (PackCountView(1, "blue", 8, 11, READINGS), PackCountView(2, "red", 0, 0, None)))


def deciding() -> TableView:
    """Seat 3 of an Ultimate Texas Hold'em table has to decide after the flop."""
    seats = (
        seat(1, amounts=STAKED | {"play": 4000}),
        replace(seat(2), state="folded"),
        replace(seat(3, "Ana"), acting=True, spots=spots(STAKED, {"play": "fast"}, frozenset({"play"})), cards=(DOWN, UNREAD)),
        seat(4, lamps={"ante": "on"}),
        replace(EMPTY, seat=5),
        seat(6, amounts={"ante": 2500, "blind": 2500}, lamps={"trips": "slow"}),
    )
    options = (OptionView(3, "bet_2x", "Play 2x", 2000, "seat3.play"), OptionView(3, "check", "Check", 0, "key.next"))
    return TableView(
        cursor=841,
        as_of_ns=AS_OF_NS,
        table="UTH-07",
        bench=False,
        game="ultimate_texas_holdem",
        title="Ultimate Texas Hold'em",
        profile="standard52",
        rules_id="house-uth",
        rules_version=3,
        currency="EUR",
        exponent=2,
        unit=500,
        round=12,
        held=False,
        step=StepView("decide", "Seat 3: bet twice the ante or check", "seat 3", 3, "UTH 4.2", options),
        seats=seats,
        dealer=(DOWN, DOWN),
        dealer_hands=(),
        dealer_hand=None,
        qualifies=None,
        board=up("Qh", "Tc", "7d"),
        burned=1,
        keys=(
            KeyView("next", "Next", "slow", due=True),
            KeyView("fold", "Fold", "off", due=False),
            KeyView("supervisor", "Supervisor", "off", due=False),
        ),
        indicators=(
            KeyView("deal", "Deal", "on", due=False),
            KeyView("pack", "Pack", "off", due=False),
            KeyView("hold", "Hold", "off", due=False),
        ),
        holds=(),
        pending=(),
        devices=(SHOE, SHUFFLER),
        masked=("seat5.trips: stuck",),
        shoe=ShoeView(2, "red", verified=True, seen=19, expected=52, cut_card=False, suits=SUITS),
        packs=(PackView(1, "blue", (OutView(3, "7h", "a corner is torn", 11, AS_OF_NS),)), PackView(2, "red", ())),
        counts=COUNTS,
        notices=(NoticeView("It is seat 3's turn", "UTH 4.2"),),
        warnings=("The trips table returns more than it takes when two seats share their cards",),
    )


def held() -> TableView:
    base = deciding()
    step = replace(base.step, kind="held", text=HOLD.text, who="supervisor", options=())
    active = replace(HOLD, id=5, code="lid_open", text="The lid of the shoe is open", advice="Close the lid.", active=True)
    return replace(base, held=True, step=step, holds=(HOLD, active), warnings=())


def settling() -> TableView:
    """Seat 4 is to be taken and paid."""
    base = deciding()
    lines = (
        LineView(4, "ante", "Ante", 1000, "win", "1:1", 1000, "UTH 6.2", "the dealer qualifies"),
        LineView(4, "blind", "Blind", 1000, "push", None, 0, "UTH 6.4", "won with less than a straight"),
        LineView(4, "play", "Play", 2000, "win", "1:1", 2000, "UTH 6.3", "the better hand"),
        LineView(4, "trips", "Trips", 500, "lose", None, -500, "UTH 6.5", "less than three of a kind"),
    )
    seats = tuple(
        replace(one, cards=up("Kh", "Kd"), hand="pair of kings", lines=lines) if one.seat == 4 else replace(one, acting=False) for one in base.seats
    )
    step = StepView("settle_seat", "Take and pay seat 4", "dealer", 4, "UTH 6.1", (OptionView(0, "settled", "Seat 4 is settled", 0, "key.next"),))
    return replace(
        base, step=step, seats=seats, dealer=up("Qs", "9c"), dealer_hand="pair of queens", qualifies=True, board=up("Qh", "Tc", "7d", "2s", "3h")
    )


ROUND = RoundView(
    12,
    1,
    (
        FactView(0, "wager_placed", "Seat 1: Ante 10.00 EUR", seat=1, bet="ante", amount=1000),
        FactView(1, "betting_closed", "No more bets"),
        FactView(2, "card_dealt", "A card went to seat 1: face down", area="seat", seat=1),
        FactView(3, "card_dealt", "A card went to the board: Qh", area="board", face="Qh"),
        FactView(4, "decided", "Seat 1: Check", seat=1, option="check", choices=(ChoiceView("play_4x", "Play 4x"), ChoiceView("check", "Check"))),
    ),
)
_LINE = LineView(1, "ante", "Ante", 1000, "win", "1:1", 1000, "UTH 6.2", "the dealer qualifies")
_BEFORE = StandView("Take and pay seat 4", "UTH 6.1", (_LINE,), (LyingView("seat 1", (CardView("Kh", "up"), DOWN)),))
ALERT = "Seat 1 was settled, and its result has changed since: 10.00 EUR paid before, 10.00 EUR taken now. Difference: collect 20.00 EUR from it"
_AFTER = StandView("Turn over the dealer's hand", "UTH 4.1", (replace(_LINE, result="lose", net=-1000),), (LyingView("seat 1", up("Ah", "7d")),))
PUT_RIGHT = RoundPutRight(12, "correct_round", "sue", "seen on the camera", _BEFORE, _AFTER, "max")
CHANGED = WhatIfView("", "", _BEFORE, _AFTER, (ALERT,), 25)
NEVER = WhatIfView("the round cannot have been so: no decision is due", "UTH 9.1", _BEFORE, None, (), at=3)


LAST_CARD = LastCardView(
    12, 19, "Card 19 of the round: it lies as card 3 of the board", (ChoiceView("burn.0", "Burned"), ChoiceView("seat.2", "Dealt to seat 2"))
)


RELEASED = Incident(
    id=3,
    severity="stop",
    cause="card_unreadable",
    text="The shoe could not read card 19 of the pack",
    detail="",
    advice=ADVICE,
    device="shoe",
    pack=2,
    blocks="No decision, no payment and no next round",
    released_by=("admin", "supervisor"),
    first_round=11,
    last_round=12,
    raised_ns=AS_OF_NS,
    synced=True,
    event=700,
    raised=701,
    follows=0,
    ended=760,
    ended_ns=AS_OF_NS + 60_000_000_000,
    person="sue",
    reason="it was the nine",
    rulings=(Ruling(720, AS_OF_NS + 30_000_000_000, "sue", "max", "Name card 2 of seat 3, because: looked at it"),),
    findings=(Finding(790, AS_OF_NS + 90_000_000_000, "Pack 2, dealt in rounds 9 to 12: 9h read 7 times of 6, over"),),
)
MASKED = replace(
    RELEASED,
    id=4,
    severity="warn",
    cause="button_masked",
    text="The button seat5.trips is not listened to any more: it is stuck",
    device="",
    first_round=12,
    raised=800,
    ended=0,
    ended_ns=0,
    person="",
    reason="",
    rulings=(),
    findings=(),
)
INCIDENTS = (MASKED, RELEASED)


def cut_off() -> RecoveryView:
    """Round 12 was cut off when seat 4 had been settled."""
    stood = settling()
    return RecoveryView(
        round=12,
        last_ns=AS_OF_NS,
        opened_ns=AS_OF_NS + 5_000_000_000,
        is_open=True,
        step=stood.step,
        holds=(),
        drawn=15,
        seats=stood.seats[:4],
        dealer=stood.dealer,
        board=stood.board,
        burned=1,
        handed=(HandedView(3, settled=False, gain=0), HandedView(4, settled=True, gain=2500)),
        keys=stood.keys,
        indicators=stood.indicators,
        devices=(HeardView("shoe", "shoe", "card_read", AS_OF_NS), HeardView("shuffler", "shuffler", "", 0)),
        currency="EUR",
        exponent=2,
        hold=6,
        person="",
        reason="",
        acknowledged_ns=0,
        changed=("house rules: uth-document version 3, 1234567890ab, and uth-document version 2, ba0987654321 at the start before",),
    )


@dataclass(frozen=True, slots=True)
class Asked:
    id: str
    person: str
    role: PersonRole
    action: Action
    round: int | None


@dataclass
class PeerTable:
    """Fills `LiveTable`. `show` changes the view, and every watcher gets the newest one; where a round is `playing`, that one is put right."""

    shown: TableView = field(default_factory=deciding)
    asked: list[Asked] = field(default_factory=list)
    devices_shown: DevicesView = field(default_factory=fitted.at_work)
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    wondered: list[Action] = field(default_factory=list)
    seconded: list[int] = field(default_factory=list)
    put_right: dict[str, Any] = field(default_factory=dict)
    answer: Answer = field(default_factory=lambda: Answer(done=True, text="done"))
    cut: RecoveryView | None = None
    playing: Dealing | None = None
    sought: list[Wanted] = field(default_factory=list)
    unrecordable: str = ""
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def view(self, role: PersonRole) -> TableView:  # noqa: ARG002 # all roles see the same here
        return self.shown

    async def watch(self, role: PersonRole) -> AsyncIterator[TableView]:
        last: TableView | None = None
        while True:
            async with self.changed:
                while self.shown is last:
                    await self.changed.wait()
                last = self.view(role)
            yield last

    async def command(self, id: str, person: str, role: PersonRole, action: Action, round: int | None) -> Answer:
        if self.unrecordable:
            raise NotRecorded(self.unrecordable)
        if not any(one.id == id for one in self.asked):
            self.asked.append(Asked(id, person, role, action, round))
        if self.playing is not None:
            done = self.playing.command(action, role)
            return Answer(done.done, done.text, done.rule, done.at)
        return self.answer

    def devices(self, role: PersonRole) -> DevicesView:  # noqa: ARG002 # all who may ask see the same here
        return self.devices_shown

    def facts(self) -> RoundView:
        return ROUND if self.playing is None else round_view(self.playing.state, SHOWING)

    async def last_card(self) -> LastCardView:
        return LAST_CARD

    async def what_if(self, action: Action, round: int) -> WhatIfView:
        self.wondered.append(action)
        if self.playing is not None:
            return what_if(self.playing.state, action, round, SHOWING)
        assert round == ROUND.round
        return NEVER if isinstance(action, CorrectRound) and not action.facts else CHANGED

    async def what_if_confirmed(self, number: int) -> WhatIfView:
        self.seconded.append(number)
        return replace(CHANGED, facts=40 + len(self.seconded))

    def recovery(self) -> RecoveryView | None:
        return self.cut

    async def incidents(self, wanted: Wanted) -> tuple[Incident, ...]:
        self.sought.append(wanted)
        return tuple(filter(wanted.lets_through, INCIDENTS))

    async def records(self, before: int | None, limit: int, filter: Filter) -> tuple[Mapping[str, Any], ...]:
        last = self.shown.cursor if before is None else before - 1
        wanted = (one for one in map(self.recorded, range(last, 0, -1)) if _passes(one, filter))
        return tuple(islice(wanted, limit))

    def recorded(self, seq: int) -> dict[str, Any]:
        return self.put_right if seq == self.put_right.get("seq") else record(seq)

    async def note(self, type: str, body: Mapping[str, Any]) -> None:
        if self.unrecordable:
            raise NotRecorded(self.unrecordable)
        await self.keep(type, body)

    async def add(self, type: str, body: Mapping[str, Any]) -> None:
        await self.note(type, body)

    async def keep(self, type: str, body: Mapping[str, Any]) -> None:
        self.notes.append((type, dict(body)))

    async def show(self, view: TableView) -> None:
        async with self.changed:
            self.shown = replace(view, cursor=self.shown.cursor + 1)
            self.changed.notify_all()


def record(seq: int) -> dict[str, Any]:
    """Every tenth record raises a hold, all others are presses; a round has a hundred records."""
    wall = AS_OF_NS + seq * 1_000_000_000
    if seq % 10 == 0:
        body: dict[str, Any] = {"hold": {"cause": "lid_open"}}
        return {
            "seq": seq,
            "kind": "outcome",
            "type": "hold_raised",
            "round": seq // 100,
            "wall_ns": wall,
            "body": body,
            "text": "Hold 4: The lid of the shoe is open",
        }
    pressed = {"input": "key.next", "held": False}
    text = "NEXT of the dealer was pressed"
    return {"seq": seq, "kind": "event", "type": "key_pressed", "round": seq // 100, "wall_ns": wall, "body": pressed, "text": text}


def put_right(seq: int) -> dict[str, Any]:
    """The record of a correction that two persons made."""
    body = json.loads(outcome_text(PUT_RIGHT)[0])
    return record(seq) | {"kind": "outcome", "type": PUT_RIGHT.kind, "body": body, "text": "sue with max put the round right"}


def _passes(one: Mapping[str, Any], filter: Filter) -> bool:
    return (
        (not filter.kinds or one["kind"] in filter.kinds)
        and (not filter.types or one["type"] in filter.types)
        and filter.round in {None, one["round"]}
    )
