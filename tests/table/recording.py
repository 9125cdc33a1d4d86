"""Journals of a table: made in memory from what was played, or written to a disk that fails and waits when told to."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import threading
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tablectl.engine.games import GAMES
from tablectl.journal import ClearSealer, Draft, Head, Meta, Place, Reader, Record, Stamp, Writer, open_for_writing, secret_of
from tablectl.journal.chain import link
from tablectl.journal.checkpoints import completed, is_checkpoint
from tablectl.table.controller import Controller
from tablectl.table.events import TableEvent
from tablectl.table.outcomes import Outcome
from tablectl.table.record.checkpoints import Checkpoints, Origin, draft
from tablectl.table.record.recovery import event_draft, outcome_draft, refold
from tablectl.table.state import TableState
from tablectl.table.table import apply, opened
from tablectl_drivers.events import ReportId
from tablectl_drivers.ports import Pattern

from .dealing import Dealing, opening

DEADLINE_S: Final = 20.0
GENESIS: Final = Head(0, bytes(32))
META: Final = Meta("journal-1", 1, 0)
SEALER: Final = ClearSealer()
ORIGIN: Final = Origin("0.1", "c" * 64)


class CountingClock:
    """Every stamp is one nanosecond after the one before. `set_by` is how far the wall clock was set."""

    def __init__(self) -> None:
        self.now = 0
        self.set_by = 0

    def stamp(self) -> Stamp:
        self.now += 1
        return Stamp(self.now + self.set_by, self.now, "boot-1", synced=True)


def chained(drafts: Iterable[Draft], head: Head = GENESIS) -> Iterator[Record]:
    """Records as a writer would leave them, without a file."""
    for handed in drafts:
        draft = completed(handed, head, META, None) if is_checkpoint(handed) else handed
        sealed = None if draft.secret is None else SEALER.seal(draft.secret, Place(head.seq + 1, draft.type, head.hash))
        record = link(head, draft, sealed, None if sealed is None else SEALER.id)
        head = Head(record.seq, record.hash)
        yield record


def journal_of(dealing: Dealing, batches: Iterable[int] = (), kept: Collection[tuple[int, int]] = ()) -> list[Record]:
    """What was played as a journal: events in batches of these sizes (then one by one), each batch followed by its outcomes.

    `kept` are checkpoints: after which batch, from 0, the state was taken, and how many batches later it came on record.
    """
    drafts: list[Draft] = []
    at_hand: list[tuple[int, Draft]] = []
    state: TableState | None = None
    rest, sizes = iter(dealing.history), iter(batches)
    for count in itertools.count():
        if not (batch := list(islice(rest, next(sizes, 1)))):
            break
        at = len(drafts)
        stamps = [Stamp(now, now, "boot-1", synced=True) for _, now in batch]
        drafts += [event_draft(event, stamp, state.live.number if state else 1, event.kind) for (event, _), stamp in zip(batch, stamps, strict=True)]
        for number, ((event, now), stamp) in enumerate(zip(batch, stamps, strict=True), start=at + 1):
            applied = opened(GAMES, opening_of(event), now) if state is None else apply(state, event, now)
            drafts += [outcome_draft(outcome, number, stamp, drafts[number - 1].round, event.kind) for outcome in applied.outcomes]
            state = applied.state
        assert state is not None
        at_hand += [(count + later, draft(state, at + len(batch), stamps[-1], ORIGIN)) for taken, later in kept if taken == count]
        drafts += [made for due, made in at_hand if due == count]
    return list(chained(drafts))


def head_of(records: Sequence[Record]) -> Head:
    return Head(records[-1].seq, records[-1].hash)


def write(path: Path, records: Iterable[Record]) -> None:
    """Make a journal of its own with the same fields in the same order; its chain holds."""
    writer = open_for_writing(path, stamper=CountingClock(), sealer=SEALER)
    for record in records:
        writer.append([replace(_draft_of(record), secret=secret_of(record, SEALER))]).result(DEADLINE_S)
    writer.close()


def _draft_of(record: Record) -> Draft:
    return Draft(record.kind, record.type, record.stamp, record.body, cause=record.cause, round=record.round, correlation=record.correlation)


def opening_of(event: TableEvent) -> Any:  # noqa: ANN401 - the first event is a TableOpened
    assert event.kind == "table_opened"
    return event


def state_of(records: Iterable[Record]) -> TableState:
    """The state that the events on record lead to."""
    *_, last = refold(GAMES, records, SEALER)
    return last.applied.state


@dataclass
class Disk:
    """What the next commits of a journal meet: `fine`, `fails`, or `lands` (it fails and took place all the same).
    While `gate` is clear a commit waits, and `at_gate` says that one does."""

    plan: list[str] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    at_gate: threading.Event = field(default_factory=threading.Event)
    commits: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    def connect(self, path: Path) -> sqlite3.Connection:
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401 - sqlite3 takes anything
                return disk.commit(super().execute) if sql == "COMMIT" else super().execute(sql, *values)

        return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Connection)

    def commit(self, execute: Any) -> sqlite3.Cursor:  # noqa: ANN401 - a bound method of a connection
        self.at_gate.set()
        assert self.gate.wait(DEADLINE_S)
        fate = self.plan.pop(0) if self.plan else "fine"
        if fate != "fails":
            done: sqlite3.Cursor = execute("COMMIT")
        if fate == "fine":
            self.commits += 1
            return done
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error


@dataclass
class Recorder:
    """Effects that note what they were told, and that whatever they can see of the table was on record by then."""

    path: Path
    controller: Controller | None = None
    told: list[tuple[Any, ...]] = field(default_factory=list)
    undue: list[str] = field(default_factory=list)

    def show(self, lamps: Mapping[str, Pattern], wink: frozenset[str]) -> None:
        self._tell("show", dict(lamps), wink)

    def try_lamps(self) -> None:
        self._tell("try_lamps")

    def confirm(self, device: str, report: ReportId) -> None:
        self._tell("confirm", device, report)

    def changed(self) -> None:
        self._tell("changed")

    def of(self, kind: str) -> list[tuple[Any, ...]]:
        return [call[1:] for call in self.told if call[0] == kind]

    def _tell(self, *call: Any) -> None:  # noqa: ANN401 - whatever came
        self.told.append(call)
        assert self.controller is not None
        with Reader(self.path) as reader:
            on_record = state_of(reader.records(1, self.controller.cursor + 1))
        if on_record != self.controller.state:
            self.undue.append(f"{call[0]} after record {self.controller.cursor}")


@dataclass
class Running:
    controller: Controller
    effects: Recorder
    writer: Writer
    task: asyncio.Task[None]

    @property
    def path(self) -> Path:
        return self.writer.path

    async def drained(self) -> None:
        """Everything fed so far has happened and is on record, with its outcomes; or the loop failed, and its error is raised."""
        drained = asyncio.ensure_future(self._drained())
        async with asyncio.timeout(DEADLINE_S):
            await asyncio.wait([drained, self.task], return_when=asyncio.FIRST_COMPLETED)
        if self.task.done():
            self.task.result()

    async def _drained(self) -> None:
        await self.controller.drained()
        await self.controller.drained()  # with nothing else to do the loop waits for the outcomes of the last events
        await self.controller.settle()  # and for those of what it found out then

    def records(self) -> list[Record]:
        with Reader(self.writer.path) as reader:
            return list(reader.records())


@asynccontextmanager
async def running(
    path: Path, disk: Disk, before: Iterable[TableEvent] = (), *, checkpointed: bool = True, clock: CountingClock | None = None
) -> AsyncIterator[Running]:
    """A table just opened on a journal at `path`, on which `before` has happened already. Unless `checkpointed`, it is due for that at a tick."""
    clock = clock or CountingClock()
    writer = open_for_writing(path, stamper=clock, sealer=SEALER, connect=disk.connect)
    state, cursor = None, 0
    for event in (opening(), *before):
        (record,) = await asyncio.wrap_future(writer.append([event_draft(event, clock.stamp(), 1, event.kind)]))
        applied = opened(GAMES, opening_of(event), record.stamp.wall_ns) if state is None else apply(state, event, record.stamp.wall_ns)
        await _record(writer, applied.outcomes, record)
        state, cursor = applied.state, record.seq
    assert state is not None
    effects = Recorder(path)
    checkpoints = Checkpoints(cursor if checkpointed else None, ORIGIN, clock)
    controller = effects.controller = Controller(state, cursor, writer, clock, effects, checkpoints=checkpoints, retry_s=0.0)
    disk.commits = 0
    disk.at_gate.clear()
    task = asyncio.create_task(controller.run())
    try:
        yield Running(controller, effects, writer, task)
    finally:
        disk.gate.set()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        writer.close()


async def _record(writer: Writer, outcomes: Iterable[Outcome], cause: Record) -> None:
    drafts = [outcome_draft(outcome, cause.seq, cause.stamp, cause.round, cause.correlation) for outcome in outcomes]
    await asyncio.wrap_future(writer.append(drafts))


def rewritten(records: Iterable[Record], changes: Mapping[int, Mapping[str, Any]]) -> list[Record]:
    """A chain computed anew, as somebody could who can write the file: with other fields in the records of these numbers."""
    head, found = GENESIS, []
    for record in records:
        changed = replace(record, **changes.get(record.seq, {}))
        found.append(link(head, _draft_of(changed), changed.sealed, changed.sealer))
        head = Head(found[-1].seq, found[-1].hash)
    return found
