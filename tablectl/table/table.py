"""The table as a pure function: a state and an event give the next state and what followed.

Everything else in this folder is called from here or shows what comes out of it. No clock, no chance, no I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from tablectl.engine.game import Game
from tablectl.engine.steps import RoundOver
from tablectl.table import keys
from tablectl.table.clocks import on_step
from tablectl.table.codec import rules_from_json
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
    PanelFailed,
    PanelReturned,
    RecordRoom,
    TableEvent,
    TableOpened,
)
from tablectl.table.obeying import on_command
from tablectl.table.outcomes import Outcome
from tablectl.table.packs import loading, witnesses
from tablectl.table.packs.drawing import on_card, on_unseen
from tablectl.table.pressing import carry_out
from tablectl.table.shoe import Shoe
from tablectl.table.state import Cause, Cut, DeviceState, Heard, Link, Notice, TableState
from tablectl.table.turn import Turn, new_round
from tablectl_drivers.events import ReportId, Status


@dataclass(frozen=True, slots=True)
class Applied:
    state: TableState
    outcomes: tuple[Outcome, ...]


def opened(games: Mapping[str, Game], event: TableOpened, now_ns: int) -> Applied:
    """The state of a table that has no history."""
    game = games[event.game]
    rules = rules_from_json(game, event.rules)
    devices = {name: DeviceState(name, role) for name, role in event.devices.items()}
    live = new_round(game, rules, event.seats, 1)
    start = TableState(event.table, game, rules, event.rules_hash, event.seats, event.packs, live, Shoe(game.pack(rules)), devices)
    state = replace(start, short_pack=event.short_pack, second_person=frozenset(event.second_person), escalation=event.escalation)
    state = replace(state, bench=event.bench, seen_ns=now_ns, begun_ns=now_ns)
    state = replace(state, backs=event.backs, pack_rules=event.pack_rules)
    state = replace(state, count_every=event.count_every, count_citation=event.count_citation)
    turn = Turn(state)
    turn.open_round(1, rules)
    turn.finish()
    return Applied(turn.state, tuple(turn.outcomes))


def apply(state: TableState, event: TableEvent, now_ns: int) -> Applied:
    """Let an event happen. `now_ns` is the wall clock that the event was stamped with; it is only shown, never measured with."""
    turn = Turn(replace(state, seen_ns=now_ns, last_ns=state.seen_ns))
    if (name := getattr(event, "device", "")) in state.devices:
        turn.change(heard={**state.heard, name: Heard(event.kind, now_ns)})
    _happen(turn, event)
    witnesses.tell_readings(turn)
    turn.finish()
    return Applied(turn.state, tuple(turn.outcomes))


def _happen(turn: Turn, event: TableEvent) -> None:
    match event:
        case TableOpened():
            _reopen(turn, event)
        case DeviceUp():
            _device_up(turn, event)
        case DeviceDown(device=name, reason=reason):
            _device(turn, name, link=Link.DOWN, detail=reason)
            turn.change(shown_good=turn.state.shown_good - {name})
        case DeviceRefused(device=name, found=found, expected=expected):
            _device(turn, name, link=Link.REFUSED, detail=f"found {found}, expected {expected}")
        case DeviceRestarted():
            _device_restarted(turn, event)
        case DeviceUnwatched():
            _device_unwatched(turn, event)
        case DeviceStatus(device=name, status=status):
            _device_status(turn, name, status)
        case CardRead():
            on_card(turn, event)
        case CardsUnseen():
            on_unseen(turn, event)
        case KeyPressed(input=name, held=held):
            _press(turn, name, held=held)
        case KeyMasked(input=name, fault=fault):
            turn.change(masked={**turn.state.masked, name: fault})
        case KeyRestored(input=name):
            turn.change(masked={key: fault for key, fault in turn.state.masked.items() if key != name})
        case PanelFailed(reason=reason):
            turn.change(panel_lost=reason)
        case PanelReturned():
            turn.change(panel_lost=None)
        case JournalInterrupted() | JournalReplaced() | JournalFoundDamaged() | RecordRoom():
            _of_the_journal(turn, event)
        case ClockStepped():
            on_step(turn, event)
        case CommandGiven():
            on_command(turn, event)
        case _:
            assert_never(event)


def _reopen(turn: Turn, event: TableOpened) -> None:
    state = turn.state
    rules = rules_from_json(state.game, event.rules)
    known = state.devices
    devices = {
        name: replace(known[name], link=Link.WAITING, status=None) if name in known and known[name].role == role else DeviceState(name, role)
        for name, role in event.devices.items()
    }
    turn.change(rules=rules, rules_hash=event.rules_hash, packs=event.packs, short_pack=event.short_pack, devices=devices)
    turn.change(backs=event.backs, pack_rules=event.pack_rules)
    turn.change(count_every=event.count_every, count_citation=event.count_citation)
    turn.change(second_person=frozenset(event.second_person), escalation=event.escalation, masked={}, panel_lost=None, notices=())
    turn.change(begun_ns=state.seen_ns, shown_good=frozenset())
    if not state.live.round.facts and (rules, event.seats) != (state.live.round.rules, state.seats):
        turn.change(seats=event.seats)
        turn.open_round(state.live.number, rules)
    if not event.clean:
        _cut_off(turn, state, event.changed)


def _cut_off(turn: Turn, before: TableState, changed: tuple[str, ...]) -> None:
    """Keep how the table stood, for whoever compares it with the felt. Where a round was open, somebody has to."""
    live = before.live
    cut = Cut(live, before.holds, before.heard, before.last_ns, turn.state.seen_ns, changed=changed)
    text = f"The table was cut off in round {live.number} and goes on from its record: compare cards and wagers with the screen"
    if live.round.facts and not isinstance(live.step, RoundOver):
        if not any(hold.cause is Cause.TABLE_CUT_OFF for hold in turn.state.holds):
            turn.hold(Cause.TABLE_CUT_OFF, text)
        hold = next(hold for hold in turn.state.holds if hold.cause is Cause.TABLE_CUT_OFF)
        turn.change(cut=replace(cut, hold=hold.id))
    else:
        turn.change(cut=cut, notices=(Notice(text, ""),))


def _device(turn: Turn, name: str, **changes: object) -> None:
    device = turn.state.devices[name]
    turn.change(devices={**turn.state.devices, name: replace(device, **changes)})  # type: ignore[arg-type] # fields of DeviceState


def _device_up(turn: Turn, event: DeviceUp) -> None:
    _device(turn, event.device, link=Link.UP, detail="", identity=event.identity, plain=event.plain)
    shoe = turn.state.shoe
    if turn.state.devices[event.device].role == "shoe" and (shoe.last is None or shoe.last.power_up != event.power_up):
        turn.change(shoe=replace(shoe, last=ReportId(event.power_up, event.report)))


def _device_restarted(turn: Turn, event: DeviceRestarted) -> None:
    if turn.state.devices[event.device].role == "shoe":
        turn.change(shoe=replace(turn.state.shoe, last=ReportId(event.power_up, 0), loads=None))
    turn.hold(Cause.DEVICE_RESTARTED, f"The {event.device} was switched off and on again", event.device)


def _device_unwatched(turn: Turn, event: DeviceUnwatched) -> None:
    if turn.state.devices[event.device].role == "shoe":
        turn.change(shoe=replace(turn.state.shoe, last=ReportId(event.power_up, 0)))
    turn.hold(Cause.DEVICE_UNWATCHED, f"Nobody listened to the {event.device} for a while, and it keeps no cards", event.device)


def _device_status(turn: Turn, name: str, status: Status) -> None:
    _device(turn, name, status=status)
    if turn.state.devices[name].role == "shoe":
        loading.on_shoe(turn, name, status)
    else:
        loading.on_shuffler(turn, name, status)


def _of_the_journal(turn: Turn, event: JournalInterrupted | JournalReplaced | JournalFoundDamaged | RecordRoom) -> None:
    match event:
        case JournalInterrupted(reason=reason):
            turn.hold(Cause.JOURNAL_INTERRUPTED, f"Nothing could be recorded for a while: {reason}")
        case JournalReplaced(file=file, reason=reason):
            turn.hold(Cause.JOURNAL_REPLACED, f"The record of this table was damaged and begins anew: {reason}; the old file is {file}")
        case JournalFoundDamaged(reason=reason):
            turn.hold(Cause.JOURNAL_DAMAGED, f"The record of earlier play is not as it was written: {reason}")
        case RecordRoom(grade=grade, fewer=fewer):
            turn.change(room=grade, fewer_rounds=fewer)


def _press(turn: Turn, name: str, *, held: bool) -> None:
    carry_out(turn, keys.meaning(turn.state.live, name, held, loading.awaited(turn.state)))
