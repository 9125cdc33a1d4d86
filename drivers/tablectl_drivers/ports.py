"""What the daemon may ask of a driver: the ports that every driver fills."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from tablectl_drivers.events import DeviceEvent, Identity, ReportId
from tablectl_drivers.glimpses import Glimpse

Sink = Callable[[DeviceEvent], None]
"""Takes an event from a driver's own thread; must only put it on a queue."""

ROUND_TRIP_BUDGET_MS: Final = 100
"""A card waits half of a round trip on its way, and a person sees a lamp that comes later than this."""


class Pattern(StrEnum):
    """How a lamp is lit."""

    OFF = "off"
    ON = "on"
    SLOW = "slow"
    FAST = "fast"
    DOUBLE = "double"


class Command(StrEnum):
    """What a shuffler can be told."""

    SHUFFLE = "shuffle"
    RELEASE = "release"
    STOP = "stop"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class Health:
    """What a technician wants to see of a link. `beat` is the monotonic second at which its worker last ran. `faults` names what a panel does
    not trust, as its wiring does (`inputs.seat1.ante`, `lamps.key.next`), and why; `noisy` counts pulses that were no press by their button.
    `glimpses` are the last frames, as far as the driver shows them. `trouble` is why the link could not be opened again, as it was found last: what
    a loss began with (a plug that came out) need not be what it lasts by (another program that has the port)."""

    port: str
    connected: bool
    beat: float
    identity: Identity | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    noisy: Mapping[str, int] = field(default_factory=dict)
    glimpses: tuple[Glimpse, ...] = ()
    trouble: str = ""


class CardDevice(Protocol):
    """A shoe or a shuffler on some wire."""

    @property
    def name(self) -> str: ...

    def start(self, sink: Sink, resume: ReportId | None) -> None:
        """Open the link in a thread of its own and keep it open until `stop`. `resume` is the last report that is
        safely on record, so that the device sends what came after it and nothing twice."""
        ...

    def stop(self) -> None: ...

    def confirm(self, report: ReportId) -> None:
        """Tell the device that everything up to this report is durable; until then it keeps it. Any thread."""
        ...

    def command(self, command: Command) -> None: ...

    def health(self) -> Health: ...


ALARM: Final = "lamp.alarm"
"""A lamp that has no pattern: it burns for a while whenever it winks, for a buzzer or a beacon."""


class Panel(Protocol):
    """Buttons and lamps."""

    @property
    def name(self) -> str: ...

    def start(self, sink: Sink) -> None: ...

    def show(self, lamps: Mapping[str, Pattern], wink: Collection[str] = ()) -> None:
        """Make every lamp show its pattern; a lamp that is not named is off. Lamps in `wink` go dark for a moment first, so
        that a dealer sees that a press was taken although the same lamp is due again. `ALARM` among them begins its time anew, and nothing that
        is shown later shortens it. Any thread, never blocks."""
        ...

    def try_lamps(self) -> None:
        """Light every lamp for a moment, one after the other, for somebody who watches; then they show their patterns again. The next `show`
        ends it: what the table has to say goes first. Any thread, never blocks."""
        ...

    def stop(self) -> None:
        """Leave every lamp off and give the lines back."""
        ...

    def health(self) -> Health: ...
