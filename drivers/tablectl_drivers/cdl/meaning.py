"""What the numbers in CDL/1 frames mean, in the words that every driver speaks (PROTOCOL.md 2, 4, 5 and 6)."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.cdl import frames
from tablectl_drivers.events import Activity, CardSeen, CardUnreadable, CutCardSeen, Identity, Light, ReportId, Role, Status
from tablectl_drivers.ports import Command

_ROLES: Final = {1: Role.SHOE, 2: Role.SHUFFLER}
_ACTIVITIES: Final = (
    Activity.IDLE,
    Activity.LOADING,
    Activity.SHUFFLING,
    Activity.VERIFYING,
    Activity.READY,
    Activity.DISPENSING,
    Activity.EMPTY,
    Activity.JAM,
    Activity.COUNT_SHORT,
    Activity.COUNT_OVER,
    Activity.FOREIGN_CARD,
    Activity.INCOMPLETE,
    Activity.LOADED,
    Activity.BLOCKED,
    Activity.FAULT,
)
_LIGHTS: Final = {0: Light.OFF, 1: Light.STEADY, 2: Light.FLASHING}
_RANKS: Final = dict(enumerate("A23456789TJQK", start=1))
_SUITS: Final = dict(enumerate("cdhsrwbg"))
_LID_OPEN: Final = 0x01
_BEST_QUALITY: Final = 100
_RESULTS: Final = {0: "accepted", 1: "busy", 2: "not in this state", 3: "unknown command"}
COMMAND_CODES: Final = {Command.SHUFFLE: 1, Command.RELEASE: 2, Command.STOP: 3, Command.CLEAR: 4}


def identity(frame: frames.Identity) -> Identity | None:
    """Say who the device is, or None where its role has no name."""
    role = _ROLES.get(frame.role)
    return Identity(role, frame.maker, frame.model, frame.serial, frame.firmware) if role else None


def status(frame: frames.Status) -> Status:
    return Status(
        activity=_ACTIVITIES[frame.state] if frame.state < len(_ACTIVITIES) else Activity.UNKNOWN,
        green=_light(frame.lights, 0),
        amber=_light(frame.lights, 1),
        red=_light(frame.lights, 2),
        lid_open=bool(frame.flags & _LID_OPEN),
        pack=frame.pack,
        loads=frame.loads,
        cards_in=frame.cards_in,
        cards_out=frame.cards_out,
    )


def _light(lights: int, place: int) -> Light:
    return _LIGHTS.get(lights >> 4 * place & 0xF, Light.UNKNOWN)


def report(device: str, frame: frames.Report) -> CardSeen | CardUnreadable | CutCardSeen:
    """Name what was drawn. A face that is none is a card that could not be read; a quality that is none is no quality at all."""
    number = ReportId(frame.power_up, frame.report)
    if frame.kind == frames.CUT_CARD:
        return CutCardSeen(device, number)
    quality = frame.quality if frame.quality <= _BEST_QUALITY else 0
    rank, suit = _RANKS.get(frame.face >> 4), _SUITS.get(frame.face & 0xF)
    if frame.kind != frames.CARD or rank is None or suit is None:
        return CardUnreadable(device, number, frame.pack, quality)
    return CardSeen(device, number, rank + suit, frame.pack, quality)


def result(code: int) -> tuple[bool, str]:
    """Say whether a command was taken, and in words how it was answered."""
    return code == 0, _RESULTS.get(code, f"result {code}, which has no name")
