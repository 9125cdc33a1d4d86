"""What a session answers to anything that happens. No I/O, no clock."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablectl_drivers.events import DeviceEvent


@dataclass(frozen=True, slots=True)
class Reaction:
    """What to tell the table, and bytes for the device."""

    events: tuple[DeviceEvent, ...] = ()
    send: bytes = b""


@dataclass(slots=True)
class Outbox:
    """What a session has to say until it answers."""

    events: list[DeviceEvent] = field(default_factory=list)
    send: bytearray = field(default_factory=bytearray)

    def empty(self) -> Reaction:
        """Answer with all of it."""
        reaction = Reaction(tuple(self.events), bytes(self.send))
        self.events.clear()
        self.send.clear()
        return reaction
