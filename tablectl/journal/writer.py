"""The one writer of a journal: a thread that owns the connection and commits together whatever waits together.

A record counts once its future is done; then it survives a power cut. After a failed commit nothing is taken until `retry`.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, assert_never

import structlog

from tablectl.journal import chain, checkpoints
from tablectl.journal.clock import Stamper
from tablectl.journal.connections import explain, explained
from tablectl.journal.errors import DraftRefused, JournalError, JournalFull, JournalHalted
from tablectl.journal.lock import JournalLock
from tablectl.journal.records import RESUMED, STOPPED, Draft, Head, Kind, Meta, Record, canonical
from tablectl.journal.room import Reserve
from tablectl.journal.rows import INSERT, read, to_row
from tablectl.journal.sealing import Place, Sealer

GROUP_RECORDS: Final = 1000  # at most so many, and the batch that reaches it, in one commit
BEAT_S: Final = 0.2  # a waiting writer beats this often, for watchdog limits down to 0.5 s
CHECKPOINT_IDLE_BEATS: Final = 5
CHECKPOINT_COMMITS: Final = 64

log = structlog.get_logger(__name__)


class LastRun(StrEnum):
    """How the journal's last run ended: never run, with a `stopped` marker as its last record, or without."""

    NONE = "none"
    CLEAN = "clean"
    UNCLEAN = "unclean"


def last_run(last: Record | None) -> LastRun:
    """How the last run ended, by the last record."""
    match last:
        case None:
            return LastRun.NONE
        case Record(kind=Kind.MARKER, type=marker) if marker == STOPPED:
            return LastRun.CLEAN
        case _:
            return LastRun.UNCLEAN


@dataclass(frozen=True, slots=True)
class Opening:
    """What was found when the journal was opened."""

    meta: Meta
    head: Head
    created: bool
    last_run: LastRun
    copy: Path | None  # where the file was copied to before its schema was changed


@dataclass(slots=True, eq=False)
class _Batch:
    drafts: tuple[Draft, ...]
    future: Future[tuple[Record, ...]]


@dataclass(slots=True, eq=False)
class _Retry:
    future: Future[tuple[Record, ...]]


class Writer:
    """Made by `open_for_writing`. `opening` says what was found; `append`, `retry` and `close` may be called in any thread."""

    def __init__(
        self,
        path: Path,
        *,
        lock: JournalLock,
        connection: sqlite3.Connection,
        reopen: Callable[[], sqlite3.Connection],
        opening: Opening,
        stamper: Stamper,
        sealer: Sealer,
        signer: checkpoints.Signs | None = None,
        reserve: Reserve | None = None,
    ) -> None:
        self.path = path
        self.opening = opening
        self._lock = lock
        self._connection = connection
        self._reopen = reopen
        self._stamper = stamper
        self._sealer = sealer
        self._signer = signer
        self._reserve = reserve
        self._head = opening.head
        self._fault: JournalError | None = None
        self._beat = time.monotonic()
        self._idle_beats = 0
        self._commits = 0
        self._waiting: deque[_Batch | _Retry] = deque()
        self._in_hand: list[_Batch] = []
        self._changed = threading.Condition()
        self._closing = False
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def head(self) -> Head:
        """The last record that is durable."""
        return self._head

    @property
    def fault(self) -> JournalError | None:
        """What stopped the journal; None while it takes records."""
        return self._fault

    @property
    def beat(self) -> float:
        """The monotonic second at which the writer's thread last ran."""
        return self._beat

    @property
    def waiting(self) -> int:
        """How many batches wait to be committed."""
        return len(self._waiting)

    def append(self, drafts: Sequence[Draft]) -> Future[tuple[Record, ...]]:
        """Store these records next to each other and in the order of the calls; all or none.

        The future ends with the records when they are durable; with `DraftRefused`, and nothing else is touched; with what made
        the commit fail, such as `JournalFull`; and from then on, until `retry` succeeds, at once with `JournalHalted`.
        It cannot be cancelled: what was handed in is written.
        """
        batch = _Batch(tuple(drafts), Future())
        self._enter(batch)
        return batch.future

    def retry(self) -> Future[tuple[Record, ...]]:
        """Open the file anew after a failed commit and store a `resumed` marker; then records are taken again.

        The future ends with those records that had reached the file although their commit was reported as failed (nearly always
        none), or with the error that still stands. With no fault it does nothing.
        """
        order = _Retry(Future())
        self._enter(order)
        return order.future

    def close(self) -> None:
        """Write what waits, then let go of the file. It writes no `stopped` marker: only the caller knows that all is well."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _enter(self, item: _Batch | _Retry) -> None:
        item.future.set_running_or_notify_cancel()
        with self._changed:
            refused = self._ended or self._closing
            if not refused:
                self._waiting.append(item)
                self._changed.notify()
        if refused:
            item.future.set_exception(JournalHalted(f"{self.path}: the journal is closed"))

    def _run(self) -> None:
        try:
            while (item := self._next()) is not None:
                match item:
                    case _Retry():
                        self._try_again(item.future)
                    case []:
                        self._tidy()
                    case list():
                        self._in_hand = item
                        self._commit(item)
                        self._in_hand = []
                    case _:
                        assert_never(item)
        finally:
            self._end()

    def _next(self) -> _Retry | list[_Batch] | None:
        """Wait a beat for work: an empty group says that there was none, None that the writer is to end."""
        self._beat = time.monotonic()
        with self._changed:
            if not self._waiting:
                if self._closing:
                    return None
                self._changed.wait(BEAT_S)
                self._beat = time.monotonic()
            if not self._waiting:
                return []
            self._idle_beats = 0
            first = self._waiting.popleft()
            if isinstance(first, _Retry):
                return first
            group = [first]
            count = len(first.drafts)
            while self._waiting and count < GROUP_RECORDS and isinstance(batch := self._waiting[0], _Batch):
                self._waiting.popleft()
                group.append(batch)
                count += len(batch.drafts)
            return group

    def _commit(self, group: list[_Batch]) -> None:
        if self._fault is not None:
            self._refuse(group, self._fault)
            return
        head = self._head
        done: list[tuple[_Batch, tuple[Record, ...]]] = []
        for batch in group:
            try:
                records = self._link(head, batch.drafts)
            except JournalError as error:
                batch.future.set_exception(error)
                continue
            head = _head_of(records, head)
            done.append((batch, records))
        try:
            self._store([record for _, records in done for record in records])
        except sqlite3.Error as error:
            self._fail(explain(error, self.path), [batch for batch, _ in done])
            return
        self._head = head
        for batch, records in done:
            batch.future.set_result(records)

    def _link(self, head: Head, drafts: tuple[Draft, ...]) -> tuple[Record, ...]:
        records: list[Record] = []
        for draft in drafts:
            if draft.cause is not None and not 1 <= draft.cause <= head.seq:
                raise DraftRefused(f"{draft.type}: its cause is record {draft.cause}, and the last one before it is {head.seq}")
            if checkpoints.is_checkpoint(draft):
                draft = checkpoints.completed(draft, head, self.opening.meta, self._signer)  # noqa: PLW2901 - the same one, in its place
            sealed = None if draft.secret is None else self._sealer.seal(draft.secret, Place(head.seq + 1, draft.type, head.hash))
            record = chain.link(head, draft, sealed, None if sealed is None else self._sealer.id)
            records.append(record)
            head = Head(record.seq, record.hash)
        return tuple(records)

    def _store(self, records: Sequence[Record]) -> None:
        if not records:
            return
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(INSERT, map(to_row, records))
        self._connection.execute("COMMIT")
        self._commits += 1

    def _fail(self, fault: JournalError, group: list[_Batch]) -> None:
        self._fault = fault
        with suppress(sqlite3.Error):
            self._connection.rollback()
        log.error("journal commit failed", path=str(self.path), error=str(fault), batches=len(group), after_seq=self._head.seq)
        for batch in group:
            batch.future.set_exception(fault)

    def _refuse(self, group: list[_Batch], fault: JournalError) -> None:
        for batch in group:
            halted = JournalHalted(f"the journal takes no records since a commit failed: {fault}")
            halted.__cause__ = fault
            batch.future.set_exception(halted)

    def _try_again(self, future: Future[tuple[Record, ...]]) -> None:
        if self._fault is None:
            future.set_result(())
            return
        try:
            if isinstance(self._fault, JournalFull) and self._reserve and self._reserve.give_back():
                log.warning("the reserve was given back to the disk", path=str(self._reserve.path))
            landed = self._resume(self._fault)
        except JournalError as error:
            self._fault = error
            log.warning("journal still failing", path=str(self.path), error=str(error))
            future.set_exception(error)
        else:
            self._fault = None
            log.info("journal resumed", path=str(self.path), seq=self._head.seq, landed=len(landed))
            future.set_result(landed)

    def _resume(self, fault: JournalError) -> tuple[Record, ...]:
        with suppress(sqlite3.Error):
            self._connection.close()
        with explained(self.path):
            self._connection = self._reopen()
            landed = self._landed()
            body: dict[str, int | str] = {"fault": type(fault).__name__, "landed": len(landed)}
            head = _head_of(landed, self._head)
            marker = self._link(head, (Draft(Kind.MARKER, RESUMED, self._stamper.stamp(), canonical({**body})),))
            self._store(marker)
        self._head = _head_of(marker, head)
        return landed

    def _landed(self) -> tuple[Record, ...]:
        """Read what lies after the last record that was reported durable, and make sure that this one is still there."""
        known, head = self._head, self._head
        if known.seq and [record.hash for record in read(self._connection, "seq = ?", known.seq)] != [known.hash]:
            raise chain.Finding(known.seq, chain.Difference.REWRITTEN, "the last durable record is not as it was written").error()
        landed = tuple(read(self._connection, "seq > ? ORDER BY seq", known.seq))
        for record in landed:
            if finding := chain.check(head, record):
                raise finding.error()
            head = Head(record.seq, record.hash)
        return landed

    def _tidy(self) -> None:
        """Move the write-ahead file into the journal while nobody waits, so that it seldom has to happen within a commit."""
        self._idle_beats += 1
        if self._idle_beats < CHECKPOINT_IDLE_BEATS or self._commits < CHECKPOINT_COMMITS or self._fault is not None:
            return
        self._commits = 0
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as error:
            # Every record is durable in the write-ahead file; only the tidying failed.
            log.warning("journal checkpoint failed", path=str(self.path), error=str(error))

    def _end(self) -> None:
        with self._changed:
            self._ended = True
            left = [*self._in_hand, *self._waiting]
            self._waiting.clear()
        for item in left:
            if not item.future.done():
                item.future.set_exception(JournalHalted(f"{self.path}: the journal's writer has ended"))
        with suppress(sqlite3.Error):
            self._connection.close()
        self._lock.release()


def _head_of(records: Sequence[Record], before: Head) -> Head:
    return Head(records[-1].seq, records[-1].hash) if records else before
