"""The daemon at work: devices, panel, table and console run side by side until somebody says stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

import structlog

from tablectl.journal.clock import Stamper
from tablectl.journal.earlier import EarlierCheck
from tablectl.journal.errors import JournalError
from tablectl.journal.records import STOPPED, Draft, Kind
from tablectl.journal.writer import Writer
from tablectl.live import Live
from tablectl.notify import notify, watchdog_interval
from tablectl.room import RoomKeeper
from tablectl.table.controller import Controller
from tablectl.table.lamps import Lamps
from tablectl_drivers.events import ReportId
from tablectl_drivers.ports import CardDevice, Panel

STALE_S: Final = 5.0
"""A worker that has not run for so long hangs; every one of them runs at least once a second."""

PULSE_S: Final = 1.0
CONSOLE_STOP_S: Final = 4.0
DRAIN_S: Final = 3.0

if TYPE_CHECKING:
    from tablectl.console.start import Started

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Effects:
    """Lamps, confirmations and views, behind what the controller calls."""

    devices: Mapping[str, CardDevice]
    panel: Panel
    on_change: Callable[[], None] = lambda: None
    _lamps: Lamps | None = None

    def show(self, lamps: Lamps, wink: frozenset[str]) -> None:
        if wink or lamps != self._lamps:
            self._lamps = lamps
            self.panel.show(lamps, wink)

    def try_lamps(self) -> None:
        self.panel.try_lamps()

    def confirm(self, device: str, report: ReportId) -> None:
        self.devices[device].confirm(report)

    def changed(self) -> None:
        self.on_change()


@dataclass(slots=True)
class Parts:
    """What bootstrap built. `console` starts it once its modules are loaded, `greet` says where it is; `earlier`
    checks the records that the start did not read, `room` looks at the disk."""

    controller: Controller
    effects: Effects
    live: Live
    writer: Writer
    stamper: Stamper
    resume: Mapping[str, ReportId]
    console: Callable[[Callable[[], bool]], Started]
    console_socket: socket.socket
    greet: Callable[[int, str | None], None]
    earlier: EarlierCheck | None
    room: RoomKeeper


class Daemon:
    def __init__(self, parts: Parts, *, ends_with_terminal: bool = False) -> None:
        self._parts = parts
        self._ends_with_terminal = ends_with_terminal
        self._stop = asyncio.Event()
        self._ready = False

    async def run(self) -> None:
        """Run until SIGTERM or SIGINT (or a hang-up), or until a part of the daemon fails; then its exception is raised."""
        loop = asyncio.get_running_loop()
        for signum in (signal.SIGTERM, signal.SIGINT, *((signal.SIGHUP,) if self._ends_with_terminal else ())):
            loop.add_signal_handler(signum, self._stop.set)
        if not self._ends_with_terminal:
            loop.add_signal_handler(signal.SIGHUP, log.warning, "hang-up ignored, settings change with a restart between rounds")
        parts = self._parts
        parts.effects.on_change = parts.live.changed
        work = {"table": parts.controller.run(), "pulse": self._pulse(), "room": parts.room.run()}
        workers = [asyncio.create_task(each, name=name) for name, each in work.items()]
        try:
            parts.effects.panel.start(parts.controller.feed)
            for name, device in parts.effects.devices.items():
                device.start(parts.controller.feed, parts.resume.get(name))
            _keep_what_is_loaded()
            self._ready = True
            notify("READY=1\nSTATUS=At the table")
            log.info("table ready", devices=len(parts.effects.devices))
            workers.append(asyncio.create_task(self._console(), name="console"))
            if parts.earlier is not None:
                parts.earlier.start()
            stop = asyncio.create_task(self._stop.wait())
            done, _ = await asyncio.wait([stop, *workers], return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stop}:
                task.result()
        finally:
            self._ready = False
            notify("STOPPING=1")
            await self._end(workers)

    async def _end(self, workers: list[asyncio.Task[None]]) -> None:
        parts = self._parts
        self._stop.set()
        parts.effects.panel.stop()
        for device in parts.effects.devices.values():
            device.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_S):
                await parts.controller.drained()
        for task in workers:
            if task.get_name() != "console":
                task.cancel()
        await asyncio.wait(workers, timeout=CONSOLE_STOP_S)
        for task in workers:
            task.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        with suppress(JournalError, TimeoutError):
            async with asyncio.timeout(DRAIN_S):
                await parts.controller.settle()
                await asyncio.wrap_future(
                    parts.writer.append([*parts.controller.closing(), Draft(Kind.MARKER, STOPPED, parts.stamper.stamp(), "{}")])
                )
        parts.writer.close()
        if parts.earlier is not None:
            parts.earlier.stop()
        log.info("table stopped")

    async def _pulse(self) -> None:
        """Tell the service manager that all is well, only when it is: every worker ran lately."""
        interval = min(watchdog_interval() or PULSE_S, PULSE_S)
        stale: set[str] = set()
        while True:
            self._parts.controller.tick()
            self._parts.live.look()
            now = time.monotonic()
            found = {name for name, beat in self._beats().items() if now - beat > STALE_S}
            for name in found - stale:
                log.error("worker hangs", worker=name, limit_s=STALE_S)
            stale = found
            if not stale:
                notify("WATCHDOG=1")
            await asyncio.sleep(interval)

    def _beats(self) -> dict[str, float]:
        parts = self._parts
        beats = {"table": parts.controller.beat, "journal": parts.writer.beat, "panel": parts.effects.panel.health().beat}
        return beats | {name: device.health().beat for name, device in parts.effects.devices.items()}

    async def _console(self) -> None:
        """Serve the pages. Their modules are heavy, so the table does not wait for them."""
        await asyncio.to_thread(import_module, "tablectl.console.start")
        started = self._parts.console(lambda: self._ready)
        _keep_what_is_loaded()
        with started.users:
            serving = asyncio.create_task(started.server.serve(sockets=[self._parts.console_socket]))
            recording = asyncio.create_task(started.console.record())
            self._parts.greet(self._parts.console_socket.getsockname()[1], started.first_code)
            stop = asyncio.create_task(self._stop.wait())
            await asyncio.wait([serving, recording, stop], return_when=asyncio.FIRST_COMPLETED)
            started.server.should_exit = True
            await serving
            if recording.done():
                recording.result()
            recording.cancel()
            await started.console.record_now(ending=True)


def _keep_what_is_loaded() -> None:
    """Take modules and settings out of the garbage collector's view: walking over all of them stops every thread for tens of milliseconds."""
    gc.collect()
    gc.freeze()
