"""Devices that a technician listens to, and what they tell."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from tablectl.commands.choosing import Chosen, start
from tablectl_drivers.events import CardSeen, CardsMissed, CardUnreadable, CutCardSeen, DeviceEvent, LinkLost, ReportId
from tablectl_drivers.ports import CardDevice
from tablectl_drivers.transcript import SECRET, event_of


@dataclass(frozen=True, slots=True)
class Told:
    """An event of a device, and the second of the wall clock at which it came. Without `faces`, neither text nor row tells a card."""

    at: float
    device: str
    event: DeviceEvent

    def text(self, *, faces: bool) -> str:
        stamp = datetime.fromtimestamp(self.at, UTC).astimezone().strftime("%H:%M:%S.%f")[:-3]
        return f"{stamp} {self.device} {event_of(self.event, faces=faces)}"

    def row(self, *, faces: bool) -> dict[str, object]:
        words = {key: value for key, value in asdict(self.event).items() if faces or key not in SECRET}
        return {"at": datetime.fromtimestamp(self.at, UTC).isoformat(timespec="milliseconds"), "event": type(self.event).__name__} | words

    @property
    def report(self) -> ReportId | None:
        """The card report that may be acknowledged."""
        match self.event:
            case CardSeen(report=report) | CardUnreadable(report=report) | CutCardSeen(report=report) | CardsMissed(last=report):
                return report
            case _:
                return None


class Listening:
    """Devices that run. `also` is called in a driver's thread with every event, before anybody else hears of it."""

    def __init__(self, chosen: tuple[Chosen, ...], also: Callable[[DeviceEvent], None] | None = None) -> None:
        self._chosen = chosen
        self._also = also
        self._seen: queue.SimpleQueue[Told] = queue.SimpleQueue()
        self._running: dict[str, CardDevice] = {}
        self._lost: dict[str, str] = {}

    def __enter__(self) -> Self:
        try:
            for one in self._chosen:
                self._running[one.config.name] = start(one, self._sink(one.config.name))
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop()

    def told(self, seconds: float | None, every: float | None = None) -> Iterator[Told | None]:
        """Yield events as they come, for so many seconds or without end; None each time that `every` seconds are over."""
        now = time.monotonic()
        end = now + seconds if seconds else None
        due = now + every if every else None
        while end is None or now < end:
            waits = [at - now for at in (end, due) if at is not None]
            if (told := self._next(max(min(waits), 0.0) if waits else None)) is not None:
                yield told
            now = time.monotonic()
            if due is not None and every is not None and now >= due:
                due += every
                yield None

    def confirm(self, told: Told) -> None:
        """Tell the device that this report may be forgotten."""
        if (report := told.report) is not None:
            self._running[told.device].confirm(report)

    def counters(self) -> Mapping[str, Mapping[str, int]]:
        return {name: device.health().counters for name, device in self._running.items()}

    def away(self) -> str:
        """Which ports could never be opened, and why."""
        counters = self.counters()
        return "; ".join(f"{name}: {reason}" for name, reason in self._lost.items() if not counters[name].get("opened"))

    def _sink(self, name: str) -> Callable[[DeviceEvent], None]:
        def take(event: DeviceEvent) -> None:
            if self._also is not None:
                self._also(event)
            if isinstance(event, LinkLost):
                self._lost[name] = event.reason
            self._seen.put(Told(time.time(), name, event))

        return take

    def _next(self, wait: float | None) -> Told | None:
        with suppress(queue.Empty):
            return self._seen.get(timeout=wait)
        return None

    def _stop(self) -> None:
        for device in self._running.values():
            device.stop()
