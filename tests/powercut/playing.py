"""Started by the tests as a process of its own: a table is played on a journal in an empty folder, and every word to the disk is noted.

    python -m tests.powercut.playing WHAT FOLDER OPS

`journal` plays rounds through the table's loop, stops it and opens it again; `careless` does so with commits that are not flushed each;
`users` adds people and logs them in, `keys` makes a seal key and a signing key. The operations are left in the file OPS, pickled.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import random
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import structlog
from argon2 import PasswordHasher

from tablectl.console.users import Users
from tablectl.engine.games import GAMES
from tablectl.journal import STOPPED, ClearSealer, Draft, Kind, Reader, Record, SystemClock, Writer, open_for_writing
from tablectl.journal.connections import Connect, connect
from tablectl.journal.keys import make_keys
from tablectl.journal.signing import Signer, make_signer
from tablectl.table.actions import PersonRole
from tablectl.table.controller import Controller
from tablectl.table.events import TableEvent, TableOpened
from tablectl.table.record.checkpoints import Checkpoints, Origin
from tablectl.table.record.recovery import event_draft, step
from tablectl.table.record.starting import read
from tablectl_drivers.events import ReportId
from tablectl_drivers.ports import Pattern
from tests.detection.croupier import Croupier
from tests.detection.planting import Fault

from .ops import Promised
from .recording import Recording

JOURNAL: Final = "table.journal"
USERS: Final = "users.db"
KEY: Final = "seal.key"
SIGNING_KEY: Final = "sign.key"
SIGNER: Final = Signer([bytes(32)])
ORIGIN: Final = Origin("0.1", "ab" * 32)
PASSWORD: Final = "correct horse battery"  # noqa: S105 - of nobody
LIVES: Final = (9, 1, 2)
"""Rounds of each life: the first one is long enough for the write-ahead file to go into the journal, and to begin anew, while the table is played."""
PEOPLE: Final = 8
MOST_AT_ONCE: Final = 6
CHEAP: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Nobody:
    """Looks at no lamp."""

    def show(self, lamps: Mapping[str, Pattern], wink: frozenset[str]) -> None: ...

    def try_lamps(self) -> None: ...

    def confirm(self, device: str, report: ReportId) -> None: ...

    def changed(self) -> None: ...


class Promising:
    """The journal's writer; what it says is durable counts as promised at that moment."""

    def __init__(self, writer: Writer, recording: Recording) -> None:
        self._writer = writer
        self._recording = recording

    def append(self, drafts: Sequence[Draft]) -> Future[tuple[Record, ...]]:
        future = self._writer.append(drafts)
        future.add_done_callback(self._promise)
        return future

    def retry(self) -> Future[tuple[Record, ...]]:
        return self._writer.retry()

    def _promise(self, future: Future[tuple[Record, ...]]) -> None:
        self._recording.ops.append(Promised(tuple(f"{record.seq} {record.hash.hex()}" for record in future.result())))


class Careless(sqlite3.Connection):
    """A connection that lets commits wait for the next checkpoint: the control by which a test is seen to find what is lost."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401 - sqlite3 takes anything
        return super().execute(sql.replace("synchronous = FULL", "synchronous = NORMAL"), *values)


def carelessly(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Careless)


def lives() -> Iterator[list[TableEvent]]:
    """What happens at a table that is opened, played for some rounds and stopped, again and again."""
    croupier = Croupier("uth", random.Random(7))
    start = 0
    for life, rounds in enumerate(LIVES):
        if life and croupier.table is not None:
            opened = croupier.table.history[0][0]
            assert isinstance(opened, TableOpened)
            croupier.table.happen(replace(opened, clean=True))
            croupier.table.devices_up()
        for _ in range(rounds):
            croupier.shoe(Fault.NONE)
        assert croupier.table is not None, "play is held, and there is no fault"
        yield [event for event, _ in croupier.table.history[start:]]
        start = len(croupier.table.history)


async def play(path: Path, recording: Recording, connect: Connect) -> None:
    clock = SystemClock()
    chance = random.Random(11)
    for first, *events in lives():
        writer = open_for_writing(path, stamper=clock, sealer=ClearSealer(), signer=SIGNER, connect=connect)
        journal = Promising(writer, recording)
        with Reader(path) as reader:
            found = read(GAMES, reader, ClearSealer(), clock.stamp(), SIGNER.public)
        state = found.recovery.state
        (record,) = await asyncio.wrap_future(journal.append([event_draft(first, clock.stamp(), 1, first.kind)]))
        checkpoints = Checkpoints(found.base.head.seq if found.base else None, ORIGIN, clock)
        controller = Controller(step(GAMES, state, first, record.stamp.wall_ns).state, record.seq, journal, clock, Nobody(), checkpoints=checkpoints)
        loop = asyncio.create_task(controller.run())
        left = events
        while left:
            size = chance.randint(1, MOST_AT_ONCE)
            for event in left[:size]:
                controller.put(event)
            left = left[size:]
            controller.tick()
            await controller.drained()
        loop.cancel()
        with suppress(asyncio.CancelledError):
            await loop
        await controller.settle()
        await asyncio.wrap_future(journal.append([*controller.closing(), Draft(Kind.MARKER, STOPPED, clock.stamp(), "{}")]))
        writer.close()


def add_people(folder: Path, recording: Recording) -> None:
    for life in range(len(LIVES)):
        with Users(folder / USERS, hasher=CHEAP) as users:
            for number in range(PEOPLE):
                name = f"person{life}.{number}"
                users.add(name, PersonRole.ADMIN, PASSWORD)
                recording.ops.append(Promised((name,)))


def make_key_files(folder: Path, recording: Recording) -> None:
    recording.ops.append(Promised((KEY, make_keys(folder / KEY).id)))
    recording.ops.append(Promised((SIGNING_KEY, make_signer(folder / SIGNING_KEY)[0].id)))


PLAYED: Final[Mapping[str, Callable[[Path, Recording], None]]] = {
    "journal": lambda folder, recording: asyncio.run(play(folder / JOURNAL, recording, connect)),
    "careless": lambda folder, recording: asyncio.run(play(folder / JOURNAL, recording, carelessly)),
    "users": add_people,
    "keys": make_key_files,
}


def main(what: str, folder: Path, ops: Path) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    recording = Recording(folder)
    PLAYED[what](folder, recording)
    ops.write_bytes(pickle.dumps(recording.ops))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
