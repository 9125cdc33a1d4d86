"""The only place that builds real parts: the journal, the drivers, the panel, the console, and the table between them."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from tablectl.config import LoadedConfig
from tablectl.console.errors import StoreUnusable
from tablectl.daemon import Daemon, Effects, Parts
from tablectl.engine.games import GAMES
from tablectl.errors import ConfigError, TryLater
from tablectl.journal.clock import SystemClock
from tablectl.journal.earlier import EarlierCheck
from tablectl.journal.errors import JournalDamaged, JournalError
from tablectl.journal.reader import Reader
from tablectl.journal.room import Reserve, Watch
from tablectl.journal.sealing import ClearSealer, Sealer
from tablectl.journal.signing import Signer
from tablectl.journal.store import open_for_writing, set_aside
from tablectl.journal.verification import verify
from tablectl.journal.writer import LastRun, Writer
from tablectl.live import Live
from tablectl.opening import ON_A_BENCH, compared, journal_refused, same_table, seal_keys, signing_keys, table_opened, users_refused, users_usable
from tablectl.room import RoomKeeper, with_room
from tablectl.table.controller import Controller
from tablectl.table.events import JournalFoundDamaged, JournalReplaced, TableEvent, TableOpened
from tablectl.table.record.checkpoints import Checkpoints, Origin
from tablectl.table.record.recovery import Recovery, event_draft, outcome_draft, step
from tablectl.table.record.starting import Found, read
from tablectl.table.shown.screens import Showing
from tablectl.table.state import TableState
from tablectl.wired import board, driver_config, lines_apart, panel_config
from tablectl_drivers.catalog import open_driver
from tablectl_drivers.errors import DriverError, LinkError
from tablectl_drivers.panel_gpio.panel import GpioPanel

if TYPE_CHECKING:
    from tablectl.console.start import Started

log = structlog.get_logger(__name__)


def run(config: LoadedConfig, on_console: Callable[[str], None] = lambda _: None, *, ends_with_terminal: bool = False) -> int:
    """Run the table until it is told to stop; return the exit code. Raise TablectlError where it cannot run.

    `on_console` is told the address of the console once it answers there; it must not wait for anything. A hang-up ends a run that
    `ends_with_terminal`; a table in a casino goes on.
    """
    try:
        asyncio.run(_run(config, on_console, ends_with_terminal=ends_with_terminal))
    except DriverError as error:
        raise (TryLater if isinstance(error, LinkError) else ConfigError)(str(error)) from error
    except JournalError as error:
        raise journal_refused(error) from error
    return 0


async def _run(config: LoadedConfig, on_console: Callable[[str], None], *, ends_with_terminal: bool) -> None:
    clock = SystemClock()
    sealer = _sealer(config)
    lines_apart(config)
    users_usable(config)
    devices = {device.name: open_driver(device.driver, driver_config(config, device)) for device in config.settings.devices}
    panel = GpioPanel(panel_config(config))
    listening = _listen(config.settings.console.host, config.settings.console.port)
    signer = _signer(config)
    reserve = Reserve(config.at(config.settings.journal.path), config.settings.journal.reserve_mb * 1_000_000)
    writer, found, opening, state, cursor = await with_room(partial(_opened, config, clock, sealer, signer, reserve), reserve, listening)
    effects = Effects(devices, panel)
    try:
        checkpoints = Checkpoints(found.base.head.seq if found.base else None, Origin(opening.program, opening.config), clock)
        controller = Controller(state, cursor, writer, clock, effects, checkpoints=checkpoints)
    except BaseException:
        writer.close()
        raise
    settings = config.settings
    showing = Showing(settings.table.currency, settings.table.exponent, {pack.id: pack.back for pack in settings.table.packs})
    live = Live(controller, writer, clock, writer.path, showing, board=board(config, devices, panel, time.monotonic()))
    resume = {state.shoe_device().name: state.shoe.last} if state.shoe.last else {}
    for warning in config.warnings:
        log.warning("house rules need attention", text=warning)
    if settings.table.bench:
        log.warning(ON_A_BENCH)
    await Daemon(
        Parts(
            controller,
            effects,
            live,
            writer,
            clock,
            resume,
            _console(config, live),
            listening,
            partial(_greet, config, opening.changed, on_console),
            _earlier(writer.path, found, controller),
            RoomKeeper(controller, Watch(writer.path, reserve), reserve),
        ),
        ends_with_terminal=ends_with_terminal,
    ).run()


def _sealer(config: LoadedConfig) -> Sealer:
    sealer = seal_keys(config)
    if sealer is None:
        log.warning("no seal key: faces lie in the journal in clear, for whoever can read the file", path=str(config.settings.journal.path))
        return ClearSealer()
    log.info("faces are sealed in the journal", key=sealer.id)
    return sealer


def _signer(config: LoadedConfig) -> Signer | None:
    signer = signing_keys(config)
    if signer is None:
        log.warning("no signing key: checkpoints are not signed, so the record can be written anew unseen", path=str(config.settings.journal.path))
    else:
        log.info("checkpoints are signed", key=signer.id)
    return signer


def _earlier(path: Path, found: Found, controller: Controller) -> EarlierCheck | None:
    """What checks the records that the start relied on a checkpoint for."""
    if found.base is None:
        return None
    loop = asyncio.get_running_loop()

    def damaged(error: JournalDamaged) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(controller.put, JournalFoundDamaged(str(error)))

    return EarlierCheck(path, found.base.head, damaged)


async def _opened(
    config: LoadedConfig, clock: SystemClock, sealer: Sealer, signer: Signer | None, reserve: Reserve
) -> tuple[Writer, Found, TableOpened, TableState, int]:
    """Open the record and the table on it."""
    writer, found, opening, *more = _open_journal(config, clock, sealer, signer, reserve)
    for each in opening.changed:
        log.warning("changed since the last start", what=each)
    try:
        return writer, found, opening, *await _begin(writer, clock, found.recovery, opening, *more)
    except BaseException:
        writer.close()
        raise


def _open_journal(
    config: LoadedConfig, clock: SystemClock, sealer: Sealer, signer: Signer | None, reserve: Reserve
) -> tuple[Writer, Found, TableOpened, *tuple[TableEvent, ...]]:
    """Open the journal and read what a start needs. A damaged one is set aside as it is, and a new one says so and holds play."""
    path = config.at(config.settings.journal.path)
    try:
        writer = open_for_writing(path, stamper=clock, sealer=sealer, signer=signer, reserve=reserve)
        try:
            return writer, *_recover(writer, clock, sealer, signer, table_opened(config, clean=writer.opening.last_run is not LastRun.UNCLEAN))
        except BaseException:
            writer.close()
            raise
    except JournalDamaged as damage:
        found = verify(path)
        aside = set_aside(path)
        log.error("damaged journal set aside", path=str(aside), error=str(damage))  # noqa: TRY400 - the words say it all
        writer = open_for_writing(path, stamper=clock, sealer=sealer, signer=signer, reserve=reserve, continues=found.continues(aside))
        return writer, Found(Recovery(), None, ()), table_opened(config, clean=False), JournalReplaced(aside.name, str(damage))


def _recover(writer: Writer, clock: SystemClock, sealer: Sealer, signer: Signer | None, opening: TableOpened) -> tuple[Found, TableOpened]:
    with Reader(writer.path) as reader:
        found = read(GAMES, reader, sealer, clock.stamp(), signer.public if signer else None)
        opening = compared(opening, reader)
    for remark in found.remarks:
        log.warning("more of the journal had to be read", because=remark)
    return found, opening


async def _begin(writer: Writer, clock: SystemClock, recovery: Recovery, opening: TableOpened, *more: TableEvent) -> tuple[TableState, int]:
    """Put on record what the last run could not, then that the table is open again."""
    state, cursor = recovery.state, recovery.cursor
    if state is not None:
        same_table(state, opening)
    if recovery.missing:
        await asyncio.wrap_future(writer.append(recovery.missing))
    for event in (opening, *more):
        number = state.live.number if state else 1
        (record,) = await asyncio.wrap_future(writer.append([event_draft(event, clock.stamp(), number, event.kind)]))
        applied = step(GAMES, state, event, record.stamp.wall_ns)
        state, cursor = applied.state, record.seq
        if applied.outcomes:
            drafts = [outcome_draft(outcome, cursor, record.stamp, number, event.kind) for outcome in applied.outcomes]
            await asyncio.wrap_future(writer.append(drafts))
    if state is None:
        raise TypeError("a table begins with an event")
    return state, cursor


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise TryLater(f"console.port: {host}:{port} is taken by another program; choose another port, or 0 for a free one") from error
        raise ConfigError(f"console: cannot listen on {host}:{port}: {error.strerror}") from error


def _console(config: LoadedConfig, live: Live) -> Callable[[Callable[[], bool]], Started]:
    settings = config.settings.console

    def start(ready: Callable[[], bool]) -> Started:
        from tablectl.console import start as console  # noqa: PLC0415 - heavy, and the table does not wait for it

        try:
            return console.start(live, config.at(settings.users), settings.session_hours, ready)
        except StoreUnusable as error:
            raise users_refused(error) from error

    return start


def _greet(config: LoadedConfig, changed: tuple[str, ...], on_console: Callable[[str], None], port: int, first_code: str | None) -> None:
    """Say where the console is, and what changed since the last start; with no admin yet, also the code that makes the first."""
    host = config.settings.console.host
    shown = "127.0.0.1" if host in {"0.0.0.0", "::", ""} else host  # noqa: S104 - compared, not bound
    url = f"http://{shown}:{port}"
    lines = [f"Console of table {config.settings.table.id}:  {url}/"]
    lines += [f"Changed, {each}" for each in changed]
    if first_code:
        lines.append(f"There is no admin yet. One-time first code:  {first_code}")
    with suppress(OSError):  # whoever read this may be gone; the table stays
        sys.stderr.write("\n" + "".join(f"  {line}\n" for line in lines) + "\n")
        sys.stderr.flush()
    on_console(url)
