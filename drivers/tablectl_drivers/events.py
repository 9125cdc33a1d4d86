"""What a device can tell: the closed set of events that every driver speaks in.

Cards, lids, lights and keys only; what a card means at a table is none of a driver's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    SHOE = "shoe"
    SHUFFLER = "shuffler"


@dataclass(frozen=True, slots=True)
class Identity:
    """What a device says of itself; every text at most 32 printable characters."""

    role: Role
    maker: str
    model: str
    serial: str
    firmware: str


class Light(StrEnum):
    """A signal light as it was seen; `UNKNOWN` is a pattern that no table names, and never means good."""

    OFF = "off"
    STEADY = "steady"
    FLASHING = "flashing"
    UNKNOWN = "unknown"


class Activity(StrEnum):
    """What a shoe or a shuffler is doing."""

    IDLE = "idle"
    LOADING = "loading"
    SHUFFLING = "shuffling"
    VERIFYING = "verifying"
    READY = "ready"
    DISPENSING = "dispensing"
    EMPTY = "empty"
    JAM = "jam"
    COUNT_SHORT = "count_short"
    COUNT_OVER = "count_over"
    FOREIGN_CARD = "foreign_card"
    INCOMPLETE = "incomplete"
    LOADED = "loaded"
    BLOCKED = "blocked"
    FAULT = "fault"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Status:
    """What the heartbeat carries. `pack` 0 is none; `loads` counts packs put in since power-up; `cards_in` and
    `cards_out` count cards of the pack that is in the device, None where it does not count."""

    activity: Activity
    green: Light
    amber: Light
    red: Light
    lid_open: bool
    pack: int
    loads: int
    cards_in: int | None
    cards_out: int | None


@dataclass(frozen=True, slots=True)
class ReportId:
    """Names one card report for ever: the device's power-up counter and the report's number within it, from 1."""

    power_up: int
    number: int


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The device answered, is who it should be, and goes on after report `resumed_at`. A `plain` one tells of cards and of nothing else: no
    status ever comes from it."""

    device: str
    identity: Identity
    resumed_at: ReportId
    plain: bool = False


@dataclass(frozen=True, slots=True)
class LinkLost:
    device: str
    reason: str


@dataclass(frozen=True, slots=True)
class WrongDevice:
    """Somebody else answers on this port; nothing is commanded and no card is taken."""

    device: str
    found: str
    expected: str


@dataclass(frozen=True, slots=True)
class PowerCycled:
    """The device started anew since its last confirmed report; what it saw in between is not known."""

    device: str
    power_up: int


@dataclass(frozen=True, slots=True)
class Unwatched:
    """A reader that keeps no cards is heard again: what was drawn while nobody listened is not known. Its reports begin anew."""

    device: str
    power_up: int


@dataclass(frozen=True, slots=True)
class StatusChanged:
    device: str
    status: Status


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card was drawn and read. `face` is rank and suit (`Ah`); `quality` is 0 to 100. `code` is what tells this very card from every
    other of its face, where the reader can: it is as secret as the face."""

    device: str
    report: ReportId
    face: str
    pack: int
    quality: int
    code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class CardUnreadable:
    """A card was drawn and could not be named. `code` is what was read where it names no card; it may tell the face, so it is secret too."""

    device: str
    report: ReportId
    pack: int
    quality: int
    code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class CutCardSeen:
    device: str
    report: ReportId


@dataclass(frozen=True, slots=True)
class CardsMissed:
    """Reports `first` to `last` are gone for good: that many cards were drawn unseen."""

    device: str
    first: ReportId
    last: ReportId


@dataclass(frozen=True, slots=True)
class CommandAnswered:
    """The device took or refused a command."""

    device: str
    command: str
    accepted: bool
    detail: str


@dataclass(frozen=True, slots=True)
class LinkNoisy:
    """Bytes that are no frame, or frames whose check failed; counts since the last such event, at most one a second."""

    device: str
    discarded_bytes: int
    bad_frames: int


@dataclass(frozen=True, slots=True)
class InputPressed:
    """A button went down and stayed down for the stable time."""

    panel: str
    input: str


@dataclass(frozen=True, slots=True)
class InputHeld:
    """A button that was reported pressed is still down after the long-press time."""

    panel: str
    input: str


class InputFault(StrEnum):
    STUCK = "stuck"
    CHATTER = "chatter"
    DOWN_AT_START = "down_at_start"


@dataclass(frozen=True, slots=True)
class InputMasked:
    """A button that cannot be trusted is no longer listened to."""

    panel: str
    input: str
    fault: InputFault


@dataclass(frozen=True, slots=True)
class InputRestored:
    panel: str
    input: str


@dataclass(frozen=True, slots=True)
class PanelLost:
    """The panel's lines cannot be read or driven any more."""

    panel: str
    reason: str


@dataclass(frozen=True, slots=True)
class PanelUp:
    panel: str


CardReport = CardSeen | CardUnreadable | CutCardSeen | CardsMissed

DeviceEvent = (
    LinkUp
    | LinkLost
    | WrongDevice
    | PowerCycled
    | Unwatched
    | StatusChanged
    | CardSeen
    | CardUnreadable
    | CutCardSeen
    | CardsMissed
    | CommandAnswered
    | LinkNoisy
    | InputPressed
    | InputHeld
    | InputMasked
    | InputRestored
    | PanelLost
    | PanelUp
)
