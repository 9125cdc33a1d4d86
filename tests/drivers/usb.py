"""What tests of drivers over USB have in common: the bus of this process, and a desk that keeps what a device told."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.events import CardSeen, CardUnreadable, DeviceEvent, LinkLost, LinkUp, Unwatched

BACKEND: Final = "tablectl_sim"


class Desk:
    """Keeps what the device told."""

    def __init__(self) -> None:
        self.events: list[DeviceEvent] = []

    def saw(self, kind: type[DeviceEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def cards(self) -> list[str]:
        """Faces in order, `?` for a card that could not be named."""
        return [event.face if isinstance(event, CardSeen) else "?" for event in self.events if isinstance(event, CardSeen | CardUnreadable)]

    def numbers(self) -> list[int]:
        return [event.report.number for event in self.events if isinstance(event, CardSeen)]

    def ups_and_downs(self) -> list[str]:
        return [type(event).__name__ for event in self.events if isinstance(event, LinkUp | LinkLost | Unwatched)]

    def reasons(self) -> str:
        return "\n".join(event.reason for event in self.events if isinstance(event, LinkLost))
