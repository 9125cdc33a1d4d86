"""What a session answers to anything that happens."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl_drivers.events import DeviceEvent


@dataclass(frozen=True, slots=True)
class Reaction:
    """What to tell the table, and bytes for the device."""

    events: tuple[DeviceEvent, ...] = ()
    send: bytes = b""
