"""A card device as the daemon sees it: one conversation, one link, one pump."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.events import ReportId
from tablectl_drivers.glimpses import Watches, hidden
from tablectl_drivers.links.glimpsed import Glimpsed
from tablectl_drivers.links.link import Link
from tablectl_drivers.ports import Command, Health, Sink
from tablectl_drivers.pump import Conversation, Pump


def _nothing() -> Mapping[str, int]:
    return {}


class LinkedDevice:
    """Fills CardDevice. `watches` says what of a driver's frames may be seen; a driver that has none shows nothing. `converse` makes the
    conversation that goes on after the last report on record; `open_link` opens the wire, and `wire_counts` says what the wire itself has counted
    over all its links."""

    watches: Callable[[], Watches] = staticmethod(hidden)

    def __init__(
        self,
        config: DriverConfig,
        converse: Callable[[ReportId | None], Conversation],
        open_link: Callable[[], Link],
        wire_counts: Callable[[], Mapping[str, int]] = _nothing,
    ) -> None:
        self._config = config
        self.converse = converse
        self._open_link = open_link
        self._wire_counts = wire_counts
        self._glimpsed = Glimpsed(self.watches())
        self._pump: Pump | None = None
        self._last_health = Health(config.port, connected=False, beat=time.monotonic())

    @property
    def name(self) -> str:
        return self._config.name

    def start(self, sink: Sink, resume: ReportId | None) -> None:
        """See CardDevice. Raise RuntimeError where it runs already."""
        if self._pump is not None:
            raise RuntimeError(f"{self.name} was started twice")
        self._pump = Pump(self.name, self._config.port, self._open_watched, self.converse(resume), sink)
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
        health = pump.health() if pump is not None else self._last_health
        return replace(health, counters={**health.counters, **self._wire_counts()}, glimpses=self._glimpsed.last())

    def _open_watched(self) -> Link:
        return self._glimpsed.tap(lambda: self._config.tap(self._open_link))
