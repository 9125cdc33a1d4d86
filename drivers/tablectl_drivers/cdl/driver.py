"""A shoe or a shuffler that speaks CDL/1, over a serial port or two USB pipes: the text of the port says which."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.cdl.session import Session
from tablectl_drivers.events import ReportId
from tablectl_drivers.links.link import Link
from tablectl_drivers.links.serial_link import LineSetting, SerialLink
from tablectl_drivers.links.usb_bus import LIBUSB
from tablectl_drivers.links.usb_interface import VENDOR_CLASS, Transfer, Wanted
from tablectl_drivers.links.usb_link import UsbWire
from tablectl_drivers.links.usb_port import is_usb
from tablectl_drivers.ports import Command, Health, Sink
from tablectl_drivers.pump import Pump

LINE: Final = LineSetting(115200)  # PROTOCOL.md 1
PIPES: Final = Wanted("pair of bulk pipes", VENDOR_CLASS, Transfer.BULK, sends=True, said_again=True, prepare=lambda interface: interface.packet)


@dataclass(frozen=True, slots=True)
class Options:
    """`usb_backend` names the library that carries the bytes to a USB port; for a serial port it means nothing."""

    usb_backend: str = LIBUSB


class CdlDevice:
    Options = Options

    def __init__(self, config: DriverConfig) -> None:
        """Raise BadPort or UnknownDriver where a USB port or its library is named wrong."""
        self._config = config
        options = config.options if isinstance(config.options, Options) else Options()
        self._usb = UsbWire(config.port, options.usb_backend, PIPES) if is_usb(config.port) else None
        self._pump: Pump | None = None
        self._last_health = Health(config.port, connected=False, beat=time.monotonic())

    @property
    def name(self) -> str:
        return self._config.name

    def start(self, sink: Sink, resume: ReportId | None) -> None:
        """See CardDevice. Raise RuntimeError where it runs already."""
        if self._pump is not None:
            raise RuntimeError(f"{self.name} was started twice")
        config = self._config
        self._pump = Pump(config.name, config.port, lambda: config.tap(self._open_link), self.converse(resume), sink)
        self._pump.start()

    def converse(self, resume: ReportId | None) -> Session:
        """The conversation that goes on after this report, without a wire."""
        config = self._config
        return Session(config.name, Expected(config.role, config.maker, config.model, config.serial), resume)

    def stop(self) -> None:
        pump, self._pump = self._pump, None
        if pump is not None:
            pump.stop()
            self._last_health = replace(self._with_counts(pump.health()), connected=False)

    def confirm(self, report: ReportId) -> None:
        if (pump := self._pump) is not None:
            pump.confirm(report)

    def command(self, command: Command) -> None:
        if (pump := self._pump) is not None:
            pump.command(command)

    def health(self) -> Health:
        pump = self._pump
        return self._with_counts(pump.health()) if pump is not None else self._last_health

    def _open_link(self) -> Link:
        return self._usb.open() if self._usb is not None else SerialLink(self._config.port, LINE)

    def _with_counts(self, health: Health) -> Health:
        return health if self._usb is None else replace(health, counters={**health.counters, **self._usb.counters()})
