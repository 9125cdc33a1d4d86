"""A shoe or a shuffler that speaks CDL/1 over a serial port."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.cdl.session import Session
from tablectl_drivers.events import ReportId
from tablectl_drivers.links.serial_link import LineSetting, SerialLink
from tablectl_drivers.ports import Command, Health, Sink
from tablectl_drivers.pump import Pump

LINE: Final = LineSetting(115200)  # PROTOCOL.md 1


class CdlDevice:
    def __init__(self, config: DriverConfig) -> None:
        self._config = config
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
        session = Session(config.name, Expected(config.role, config.maker, config.model, config.serial), resume)
        self._pump = Pump(config.name, config.port, lambda: SerialLink(config.port, LINE), session, sink)
        self._pump.start()

    def stop(self) -> None:
        pump, self._pump = self._pump, None
        if pump is not None:
            pump.stop()
            self._last_health = replace(pump.health(), connected=False)

    def confirm(self, report: ReportId) -> None:
        if (pump := self._pump) is not None:
            pump.confirm(report)

    def command(self, command: Command) -> None:
        if (pump := self._pump) is not None:
            pump.command(command)

    def health(self) -> Health:
        pump = self._pump
        return pump.health() if pump is not None else self._last_health
