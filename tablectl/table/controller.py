"""The table's one loop: take what waits, put it on record, let it happen, show it.

Nothing acts before it is durable: lamps, views, answers and confirmations to devices follow the commit. Reader threads only feed the queue.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, Protocol

import structlog

from tablectl.journal.clock import Stamper
from tablectl.journal.errors import JournalError
from tablectl.journal.records import Draft, Kind, Record, Stamp, canonical
from tablectl.logs import about
from tablectl.table.clocks import step_between
from tablectl.table.events import CommandGiven, JournalInterrupted, TableEvent
from tablectl.table.lamps import lamps, winks
from tablectl.table.outcomes import Answered, HoldRaised, HoldReleased, Outcome, Refused, RoundEnded
from tablectl.table.record.checkpoints import Checkpoints
from tablectl.table.record.recovery import event_draft, outcome_draft
from tablectl.table.state import CommandAnswer, TableState
from tablectl.table.table import apply
from tablectl.table.translate import report_of, translate
from tablectl_drivers.events import CommandAnswered, DeviceEvent, LinkNoisy, ReportId
from tablectl_drivers.ports import ALARM, Pattern

MOST_AT_ONCE: Final = 256
RETRY_JOURNAL_S: Final = 1.0

log = structlog.get_logger(__name__)


class Journal(Protocol):
    """The part of the journal's writer that the loop needs."""

    def append(self, drafts: Sequence[Draft]) -> Future[tuple[Record, ...]]: ...

    def retry(self) -> Future[tuple[Record, ...]]: ...


class Effects(Protocol):
    """What follows a durable change. None of these may block."""

    def show(self, lamps: Mapping[str, Pattern], wink: frozenset[str]) -> None: ...

    def try_lamps(self) -> None: ...

    def confirm(self, device: str, report: ReportId) -> None: ...

    def changed(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Waiting:
    """An input on its way into the journal."""

    event: TableEvent
    correlation: str
    confirms: tuple[str, ReportId] | None = None
    answer: asyncio.Future[CommandAnswer] | None = None


@dataclass(frozen=True, slots=True)
class Aside:
    """A record that changes no state, on its way into the journal like an input: somebody logged in."""

    type: str
    body: Mapping[str, Any]


class Controller:
    """Owns the state. `state` and `cursor` belong to the event loop; `feed` may be called in any thread."""

    def __init__(
        self,
        state: TableState,
        cursor: int,
        journal: Journal,
        stamper: Stamper,
        effects: Effects,
        *,
        checkpoints: Checkpoints,
        retry_s: float = RETRY_JOURNAL_S,
    ) -> None:
        self.state = state
        self.cursor = cursor
        self.interrupted: str | None = None
        self.beat = time.monotonic()
        self._journal = journal
        self._stamper = stamper
        self._effects = effects
        self._checkpoints = checkpoints
        self._retry_s = retry_s
        self._queue: asyncio.Queue[Waiting | Aside | Draft | asyncio.Event | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._numbers = count(1)
        self._outcomes: tuple[tuple[Draft, ...], Future[tuple[Record, ...]]] | None = None
        self._landed: tuple[Record, ...] = ()
        self._clocks = stamper.stamp()

    def feed(self, event: DeviceEvent) -> None:
        """Take what a driver tells. Any thread."""
        waiting = self._from_device(event)
        if waiting is not None:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, waiting)

    def tick(self) -> None:
        """Make the loop show a sign of life."""
        self._queue.put_nowait(None)

    def put(self, event: TableEvent) -> None:
        """Take an event of the daemon's own."""
        self._queue.put_nowait(self._own(event))

    def keep(self, type: str, body: Mapping[str, Any]) -> None:
        """Put this on record, in the order in which it came; while nothing can be recorded it waits as every input does."""
        self._queue.put_nowait(Aside(type, body))

    async def command(self, command: CommandGiven) -> CommandAnswer:
        """Take a person's command and wait until it is on record and answered."""
        answer: asyncio.Future[CommandAnswer] = self._loop.create_future()
        self._queue.put_nowait(Waiting(command, f"command:{command.id}"[:64], answer=answer))
        return await answer

    async def run(self) -> None:
        """Serve the queue until cancelled."""
        self._effects.show(lamps(self.state), frozenset())
        while True:
            first = await self._queue.get()
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            self.beat = time.monotonic()
            if inputs := [*self._clock_stepped(), *(waiting for waiting in batch if isinstance(waiting, Waiting | Aside))]:
                await self._take(inputs)
            else:
                await self.settle()  # a fault is noticed also when nothing happens
            while self.interrupted is not None:
                await self._take([self._own(JournalInterrupted(self.interrupted))])
            await self._keep_state(batch)
            for waiting in batch:
                if isinstance(waiting, asyncio.Event):
                    waiting.set()

    async def _keep_state(self, batch: Sequence[Waiting | Aside | Draft | asyncio.Event | None]) -> None:
        """Hand a checkpoint that was made to the journal, as one of the records that nothing waits for; at a tick, have one made if it is due."""
        for draft in (made for made in batch if isinstance(made, Draft)):
            await self.settle()
            self._outcomes = ((draft,), self._journal.append([draft]))
        if None in batch and self._checkpoints.due(self.state, self.cursor):
            self._checkpoints.make(self.state, self.cursor, self._queue.put_nowait)

    def closing(self) -> tuple[Draft, ...]:
        """The checkpoint with which a run ends, once the loop has ended; none where something of the run is not on record."""
        return () if self.interrupted is not None else self._checkpoints.last(self.state, self.cursor)

    def _clock_stepped(self) -> tuple[Waiting, ...]:
        """What was done to the wall clock since the last look, which was hardly a second ago."""
        before, self._clocks = self._clocks, self._stamper.stamp()
        stepped = step_between(before, self._clocks)
        if stepped is None:
            return ()
        log.warning("wall clock was set", by_s=(stepped.now_ns - stepped.expected_ns) / 10**9)
        return (self._own(stepped),)

    @property
    def shown(self) -> TableState:
        """The state that people see: held, too, while nothing can be recorded."""
        if self.interrupted is None:
            return self.state
        return apply(self.state, JournalInterrupted(self.interrupted), self.state.seen_ns).state

    async def drained(self) -> None:
        """Wait until everything that was fed so far has happened."""
        seen = asyncio.Event()
        self._loop.call_soon(self._queue.put_nowait, seen)  # behind what was fed before, which enters the queue this way too
        await seen.wait()

    async def settle(self) -> None:
        """Wait until the outcomes of the last events are on record too."""
        if self._outcomes is not None:
            owed, self._outcomes = self._outcomes, None
            await self._ensure(*owed)

    async def _take(self, came: Sequence[Waiting | Aside]) -> None:
        stamp = self._stamper.stamp()
        drafts = tuple(_draft(one, stamp, self.state.live.number) for one in came)
        future = self._journal.append(drafts)
        await self.settle()  # what was handed in before is done before
        records = await self._ensure(drafts, future)
        before = self.state
        inputs = [(waiting, record) for waiting, record in zip(came, records, strict=True) if isinstance(waiting, Waiting)]
        followed = [(record, waiting, *self._happen(waiting, record)) for waiting, record in inputs]
        self._effects.show(lamps(self.shown), winks(before, self.state))
        if self.state.lamp_trials != before.lamp_trials:  # behind what is shown, which would end it
            self._effects.try_lamps()
        for device, report in _last_reports([waiting for waiting, _ in inputs]).items():
            self._effects.confirm(device, report)
        owed = tuple(  # only now, as lamps would have to wait for it
            outcome_draft(outcome, record.seq, record.stamp, number, waiting.correlation)
            for record, waiting, number, outcomes in followed
            for outcome in outcomes
        )
        if owed:
            self._outcomes = (owed, self._journal.append(owed))
        self._effects.changed()

    def _happen(self, waiting: Waiting, record: Record) -> tuple[int, tuple[Outcome, ...]]:
        """Apply one event; return the number of its round and what followed."""
        number = self.state.live.number
        with about(table=self.state.table, round=number, correlation=waiting.correlation):
            applied = apply(self.state, waiting.event, record.stamp.wall_ns)
            self.state = applied.state
            self.cursor = record.seq
            if isinstance(waiting.event, JournalInterrupted):  # from here on the state itself is held
                self.interrupted, self._landed = None, ()
            for outcome in applied.outcomes:
                _tell(outcome)
                if isinstance(outcome, Answered) and waiting.answer is not None and not waiting.answer.done():
                    waiting.answer.set_result(outcome.answer)
        return number, applied.outcomes

    async def _ensure(self, drafts: tuple[Draft, ...], future: Future[tuple[Record, ...]]) -> tuple[Record, ...]:
        """Wait until these drafts are durable, however long the disk takes; meanwhile everybody sees that play is held."""
        try:
            return await asyncio.wrap_future(future)
        except JournalError as fault:
            self._interrupt(fault)
        while True:
            await asyncio.sleep(self._retry_s)
            self.beat = time.monotonic()
            try:
                self._landed += await asyncio.wrap_future(self._journal.retry())
                return _among(self._landed, drafts) or await asyncio.wrap_future(self._journal.append(drafts))
            except JournalError as fault:
                self._interrupt(fault)

    def _interrupt(self, fault: JournalError) -> None:
        again = self.interrupted is not None
        if not again:
            log.error("play held because nothing can be recorded", error=str(fault))
        self.interrupted = str(fault)
        self._effects.show(lamps(self.shown), frozenset() if again else frozenset({ALARM}))
        self._effects.changed()

    def _own(self, event: TableEvent) -> Waiting:
        return Waiting(event, f"{event.kind}:{next(self._numbers)}")

    def _from_device(self, event: DeviceEvent) -> Waiting | None:
        match event:
            case LinkNoisy(device=device, discarded_bytes=discarded, bad_frames=bad):
                log.warning("noise received", device=device, discarded_bytes=discarded, bad_frames=bad)
            case CommandAnswered(device=device, command=command, accepted=accepted, detail=detail):
                log.info("command answered", device=device, command=command, accepted=accepted, detail=detail)
            case _:
                pass
        meant = translate(event)
        if meant is None:
            return None
        report = report_of(event)
        if report is None:
            return self._own(meant)
        device, at = report
        return Waiting(meant, f"{device}:{at.power_up}:{at.number}", confirms=report)


def _draft(came: Waiting | Aside, stamp: Stamp, round: int) -> Draft:
    match came:
        case Waiting(event=event, correlation=correlation):
            return event_draft(event, stamp, round, correlation)
        case Aside(type=type, body=body):
            return Draft(Kind.MARKER, type, stamp, canonical({**body}))


def _last_reports(inputs: Sequence[Waiting]) -> dict[str, ReportId]:
    return dict(waiting.confirms for waiting in inputs if waiting.confirms is not None)


def _among(landed: Sequence[Record], drafts: Sequence[Draft]) -> tuple[Record, ...]:
    """The records of a commit that was reported as failed and had reached the file all the same; empty where it had not.

    A commit's records lie next to each other, and two drafts of one commit may say the same: a button was pressed twice.
    """
    due = [(draft.kind, draft.cause, draft.stamp, draft.body) for draft in drafts]
    there = [(record.kind, record.cause, record.stamp, record.body) for record in landed]
    starts = (start for start in range(len(there) - len(due) + 1) if there[start : start + len(due)] == due)
    return next((tuple(landed[start : start + len(due)]) for start in starts), ())


def _tell(outcome: Outcome) -> None:
    match outcome:
        case HoldRaised(hold=hold):
            log.warning("hold raised", hold=hold.id, cause=hold.cause.value, device=hold.device, text=hold.text, detail=hold.detail)
        case HoldReleased(hold=number, cause=cause, person=person):
            log.warning("hold released", hold=number, cause=cause, person=person)
        case Refused(rule=rule, text=text):
            log.info("input refused", rule=rule, text=text)
        case RoundEnded(round=number, ending=ending, house=house):
            log.info("round ended", round=number, ending=ending.value, house=house)
        case _:
            log.debug("outcome followed", kind=outcome.kind)
