"""What tests of drivers over USB have in common: the bus of this process, and a desk that keeps what a device told."""

from __future__ import annotations

from typing import Final, Generic, Protocol, TypeVar

from tablectl_drivers.catalog import DriverConfig, open_driver
from tablectl_drivers.events import CardSeen, CardUnreadable, DeviceEvent, LinkLost, LinkUp, ReportId, Role, Unwatched
from tablectl_drivers.hid_pos.driver import Options
from tablectl_drivers.ports import CardDevice
from tablectl_drivers.reading.deck_map import DeckMap
from tablectl_sim.usb_backend import Bus

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


class Shows(Protocol):
    def show(self, code: str, now: float) -> None: ...


S = TypeVar("S", bound=Shows)


class ScannerBench(Generic[S]):
    """A simulated scanner for a USB socket, and the drivers that read cards from it."""

    def __init__(self, bus: Bus, scanner: S, cards: DeckMap) -> None:
        self.bus, self.scanner, self.drivers = bus, scanner, list[CardDevice]()
        self._cards = cards

    def start(self, options: Options, resume: ReportId | None = None, serial: str | None = None) -> tuple[CardDevice, Desk]:
        desk = Desk()
        driver = open_driver("hid_pos", DriverConfig("shoe", Role.SHOE, "usb:1-1.4", serial=serial, options=options, deck_map=self._cards))
        self.drivers.append(driver)
        driver.start(desk.events.append, resume)
        return driver, desk

    def show(self, *codes: str) -> None:
        with self.bus.lock:
            for code in codes:
                self.scanner.show(code, 0.0)
            self.bus.lock.notify_all()

    def close(self) -> None:
        for driver in self.drivers:
            driver.stop()
        self.bus.clear()
