"""What the page of devices is sent. Nothing here holds a face or a code; of a frame it holds what its driver shows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablectl.console.devices.condition import Condition


@dataclass(frozen=True, slots=True)
class PortView:
    """Where a device is plugged in, and whether that name stays when it is plugged again (None: nobody can tell)."""

    name: str
    stable: bool | None
    text: str


@dataclass(frozen=True, slots=True)
class FaultView:
    """A button that is not listened to, or a lamp that does not do what it is told."""

    kind: str
    name: str
    fault: str


@dataclass(frozen=True, slots=True)
class CounterView:
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class CameView:
    """What came within one look: how many of which kind, and no more, for a size or a byte may tell a card."""

    at_ns: int
    what: str


@dataclass(frozen=True, slots=True)
class FrameView:
    """A frame that passed. `data` are its bytes in hexadecimal as far as they may be seen, `hidden` how many more there are, None where their
    number may tell a card too."""

    at_ns: int
    way: Literal["from", "to"]
    kind: str
    data: str
    hidden: int | None


@dataclass(frozen=True, slots=True)
class SpanView:
    """What went wrong in one span of the last minutes, and the longest round trip that was seen in it."""

    errors: int
    round_trip_ms: int | None


@dataclass(frozen=True, slots=True)
class HealthView:
    """One device, or the panel. Ages are seconds at `DevicesView.now_ns`; None is never, or not counted by this kind of device."""

    name: str
    role: str
    driver: str
    ports: tuple[PortView, ...]
    maker: str
    model: str
    serial: str
    firmware: str
    condition: Condition
    text: str
    since_ns: int
    numbers_s: float
    heard_s: float | None
    good: int | None
    bad: int | None
    discarded_bytes: int | None
    reconnects: int
    round_trip_ms: int | None
    cards: int | None
    unreadable: int | None
    unknown_codes: int | None
    per_thousand: float | None
    faults: tuple[FaultView, ...]
    noisy: tuple[CounterView, ...]
    spans: tuple[SpanView, ...]
    came: tuple[CameView, ...]
    frames: tuple[FrameView, ...]
    counters: tuple[CounterView, ...]


@dataclass(frozen=True, slots=True)
class DevicesView:
    """`lamps_refused` says why the lamps cannot be tried now; empty where they can."""

    now_ns: int
    span_s: float
    budget_ms: int
    devices: tuple[HealthView, ...]
    lamps: int
    lamps_refused: str
