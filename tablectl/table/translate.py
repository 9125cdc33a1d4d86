"""From what devices tell to what happens at a table. Events that mean nothing to a table (noise, answers to commands) give None."""

from __future__ import annotations

from typing import assert_never

from tablectl.engine.cards import Card, NotACard
from tablectl.table.events import (
    CardRead,
    CardsUnseen,
    DeviceDown,
    DeviceRefused,
    DeviceRestarted,
    DeviceStatus,
    DeviceUnwatched,
    DeviceUp,
    KeyMasked,
    KeyPressed,
    KeyRestored,
    Mark,
    PanelFailed,
    PanelReturned,
    TableEvent,
)
from tablectl_drivers import events as seen


def translate(event: seen.DeviceEvent) -> TableEvent | None:
    """Say a device's event in the table's words; a face that is no card of any game is an unreadable card."""
    match event:
        case seen.LinkUp(device=name, identity=identity, resumed_at=at, plain=plain):
            return DeviceUp(name, identity, at.power_up, at.number, plain)
        case seen.LinkLost(device=name, reason=reason):
            return DeviceDown(name, reason)
        case seen.WrongDevice(device=name, found=found, expected=expected):
            return DeviceRefused(name, found, expected)
        case seen.PowerCycled(device=name, power_up=power_up):
            return DeviceRestarted(name, power_up)
        case seen.Unwatched(device=name, power_up=power_up):
            return DeviceUnwatched(name, power_up)
        case seen.StatusChanged(device=name, status=status):
            return DeviceStatus(name, status)
        case seen.CardSeen(device=name, report=report, face=face, pack=pack, quality=quality, code=code):
            card = _card(face)
            return CardRead(name, report.power_up, report.number, Mark.FACE if card else Mark.UNREADABLE, card, pack, quality, code)
        case seen.CardUnreadable(device=name, report=report, pack=pack, quality=quality, code=code):
            return CardRead(name, report.power_up, report.number, Mark.UNREADABLE, None, pack, quality, code)
        case seen.CutCardSeen(device=name, report=report):
            return CardRead(name, report.power_up, report.number, Mark.CUT_CARD, None, 0, 100)
        case seen.CardsMissed(device=name, first=first, last=last):
            return CardsUnseen(name, first.power_up, first.number, last.number)
        case seen.InputPressed(input=name):
            return KeyPressed(name, held=False)
        case seen.InputHeld(input=name):
            return KeyPressed(name, held=True)
        case seen.InputMasked(input=name, fault=fault):
            return KeyMasked(name, fault)
        case seen.InputRestored(input=name):
            return KeyRestored(name)
        case seen.PanelLost(reason=reason):
            return PanelFailed(reason)
        case seen.PanelUp():
            return PanelReturned()
        case seen.CommandAnswered() | seen.LinkNoisy():
            return None
        case _:
            assert_never(event)


def _card(face: str) -> Card | None:
    try:
        return Card.parse(face)
    except NotACard:
        return None


def report_of(event: seen.DeviceEvent) -> tuple[str, seen.ReportId] | None:
    """The device and the report that this event is to be confirmed by; None where there is nothing to confirm."""
    match event:
        case seen.CardSeen(device=device, report=report) | seen.CardUnreadable(device=device, report=report):
            return device, report
        case seen.CutCardSeen(device=device, report=report):
            return device, report
        case seen.CardsMissed(device=device, last=last):
            return device, last
        case seen.LinkUp(device=device, resumed_at=at) if at.number:
            return device, at
        case _:
            return None
