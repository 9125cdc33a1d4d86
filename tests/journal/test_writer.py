"""The writer: order, group commit, and what a failed commit leaves behind."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tablectl.journal import RESUMED, ClearSealer, Draft, Kind, Reader, Writer, canonical, secret_of, verify
from tablectl.journal.errors import DraftRefused, JournalBusy, JournalError, JournalFull, JournalHalted, StorageFault
from tablectl.journal.writer import CHECKPOINT_COMMITS

if TYPE_CHECKING:
    from tests.journal.conftest import Disk

DEADLINE_S = 20.0
HOLE = canonical({"face": "Ah"})

Open = Callable[..., Writer]
Make = Callable[..., Draft]


def test_a_record_is_stored_as_it_was_handed_in(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    (event,) = writer.append([draft(1, secret=HOLE, round=4, correlation="k-1")]).result(DEADLINE_S)
    given = draft(2, kind=Kind.OUTCOME, type="settled", cause=event.seq)
    (outcome,) = writer.append([given]).result(DEADLINE_S)

    assert (event.seq, outcome.seq) == (1, 2)
    assert (outcome.kind, outcome.type, outcome.cause, outcome.body, outcome.stamp) == (Kind.OUTCOME, "settled", 1, given.body, given.stamp)
    assert (event.round, event.correlation, event.sealer, secret_of(event, ClearSealer())) == (4, "k-1", "clear", HOLE)
    assert (outcome.sealed, outcome.sealer) == (None, None)
    with Reader(writer.path) as reader:
        assert list(reader.records()) == [event, outcome]
    assert writer.head.hash == outcome.hash


def test_what_waits_together_is_committed_together_and_in_order(open_journal: Open, draft: Make, disk: Disk) -> None:
    writer = open_journal(connect=disk.connect)
    disk.gate.clear()
    first = writer.append([draft(0)])
    assert disk.at_gate.wait(DEADLINE_S)
    rest = [writer.append([draft(number), draft(number)]) for number in range(1, 11)]
    assert writer.waiting == 10
    disk.gate.set()

    seqs = [[record.seq for record in future.result(DEADLINE_S)] for future in (first, *rest)]

    assert seqs == [[1], *([number, number + 1] for number in range(2, 22, 2))]
    assert disk.commits == 2


def test_no_future_is_done_before_its_commit(open_journal: Open, draft: Make, disk: Disk) -> None:
    writer = open_journal(connect=disk.connect)
    disk.gate.clear()
    future = writer.append([draft()])
    assert disk.at_gate.wait(DEADLINE_S)
    assert not future.done()
    assert not future.cancel()
    assert writer.head.seq == 0
    disk.gate.set()
    assert future.result(DEADLINE_S)[0].seq == 1


def test_many_threads_append_and_each_keeps_its_order(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    drafts = {name: [draft(number, correlation=name) for number in range(50)] for name in ("a", "b", "c", "d")}
    threads = [threading.Thread(target=lambda parts: [writer.append([part]) for part in parts], args=(parts,)) for parts in drafts.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE_S)
    writer.close()

    with Reader(writer.path) as reader:
        records = list(reader.records())
    assert [record.seq for record in records] == list(range(1, 201))
    for name, parts in drafts.items():
        assert [record.body for record in records if record.correlation == name] == [part.body for part in parts]
    assert verify(writer.path).sound


@pytest.mark.parametrize("cause", [0, 2, 3])
def test_a_cause_that_is_not_there_refuses_its_own_batch_only(open_journal: Open, draft: Make, disk: Disk, cause: int) -> None:
    writer = open_journal(connect=disk.connect)
    disk.gate.clear()
    before = writer.append([draft(1)])
    assert disk.at_gate.wait(DEADLINE_S)
    refused = writer.append([draft(2, kind=Kind.OUTCOME, cause=cause)])
    after = writer.append([draft(3, kind=Kind.OUTCOME, cause=1)])
    disk.gate.set()

    with pytest.raises(DraftRefused, match=f"its cause is record {cause}"):
        refused.result(DEADLINE_S)
    assert before.result(DEADLINE_S)[0].seq == 1
    assert after.result(DEADLINE_S)[0].seq == 2
    assert writer.fault is None


def test_an_empty_batch_waits_its_turn_and_stores_nothing(open_journal: Open, draft: Make, disk: Disk) -> None:
    writer = open_journal(connect=disk.connect)
    first = writer.append([draft()])
    assert writer.append([]).result(DEADLINE_S) == ()
    assert first.done()
    assert (writer.head.seq, disk.commits) == (1, 1)


def test_after_a_failed_commit_nothing_is_taken_until_retry(
    open_journal: Open, draft: Make, disk: Disk, disk_full: Callable[[], sqlite3.Error]
) -> None:
    writer = open_journal(connect=disk.connect)
    (good,) = writer.append([draft(1)]).result(DEADLINE_S)
    disk.gate.clear()
    disk.at_gate.clear()
    disk.errors.append(disk_full())
    failing = writer.append([draft(2)])
    assert disk.at_gate.wait(DEADLINE_S)
    queued = writer.append([draft(3)])
    disk.gate.set()

    with pytest.raises(JournalFull, match="no space left"):
        failing.result(DEADLINE_S)
    with pytest.raises(JournalHalted, match="no space left"):
        queued.result(DEADLINE_S)
    with pytest.raises(JournalHalted):
        writer.append([draft(4)]).result(DEADLINE_S)
    assert type(writer.fault).__name__ == "JournalFull"
    assert writer.head.seq == good.seq

    assert writer.retry().result(DEADLINE_S) == ()
    assert writer.fault is None
    (after,) = writer.append([draft(5)]).result(DEADLINE_S)

    assert after.seq == 3
    with Reader(writer.path) as reader:
        records = list(reader.records())
    assert [(record.seq, record.type) for record in records] == [(1, "card_read"), (2, RESUMED), (3, "card_read")]
    assert records[1].kind is Kind.MARKER
    assert records[1].body == '{"fault":"JournalFull","landed":0}'
    assert verify(writer.path).sound


def test_a_retry_that_fails_leaves_the_journal_halted(open_journal: Open, draft: Make, disk: Disk, disk_full: Callable[[], sqlite3.Error]) -> None:
    writer = open_journal(connect=disk.connect)
    disk.errors += [disk_full(), disk_full()]
    with pytest.raises(JournalFull):
        writer.append([draft()]).result(DEADLINE_S)
    with pytest.raises(JournalFull):
        writer.retry().result(DEADLINE_S)
    with pytest.raises(JournalHalted):
        writer.append([draft()]).result(DEADLINE_S)
    writer.retry().result(DEADLINE_S)
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == 2
    assert verify(writer.path).sound


def test_records_that_reached_the_file_although_the_commit_failed_are_told(
    open_journal: Open, draft: Make, disk: Disk, disk_full: Callable[[], sqlite3.Error]
) -> None:
    writer = open_journal(connect=disk.connect)
    writer.append([draft(1)]).result(DEADLINE_S)
    disk.errors.append(disk_full())
    disk.too_late = True
    given = draft(2)
    with pytest.raises(JournalFull):
        writer.append([given]).result(DEADLINE_S)

    (landed,) = writer.retry().result(DEADLINE_S)

    assert (landed.seq, landed.body) == (2, given.body)
    assert writer.append([draft(3)]).result(DEADLINE_S)[0].seq == 4
    assert verify(writer.path).sound


def test_retry_without_a_fault_does_nothing(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    writer.append([draft()]).result(DEADLINE_S)
    assert writer.retry().result(DEADLINE_S) == ()
    assert writer.head.seq == 1


FAILURES = [(sqlite3.SQLITE_IOERR_FSYNC, StorageFault), (sqlite3.SQLITE_BUSY, JournalBusy), (sqlite3.SQLITE_FULL, JournalFull)]


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure[1].__name__)
def test_a_failed_commit_says_what_failed(
    open_journal: Open, draft: Make, disk: Disk, sqlite_error: Callable[[int, str], sqlite3.Error], failure: tuple[int, type[JournalError]]
) -> None:
    writer = open_journal(connect=disk.connect)
    code, error = failure
    disk.errors.append(sqlite_error(code, "as SQLite says it"))
    with pytest.raises(error, match=str(writer.path)):
        writer.append([draft()]).result(DEADLINE_S)


def test_close_writes_what_waits_and_then_takes_nothing(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    futures = [writer.append([draft(number)]) for number in range(20)]
    writer.close()
    assert [future.result(0)[0].seq for future in futures] == list(range(1, 21))
    with pytest.raises(JournalHalted, match="closed"):
        writer.append([draft()]).result(0)
    with pytest.raises(JournalHalted, match="closed"):
        writer.retry().result(0)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_writer_that_dies_leaves_no_caller_waiting(open_journal: Open, draft: Make, disk: Disk) -> None:
    writer = open_journal(connect=disk.connect)
    disk.errors.append(RuntimeError("a fault of our own"))  # type: ignore[arg-type]  # on purpose no error that the writer expects
    with pytest.raises(JournalHalted, match="has ended"):
        writer.append([draft()]).result(DEADLINE_S)
    with pytest.raises(JournalHalted, match="closed"):
        writer.append([draft()]).result(DEADLINE_S)


def test_the_writer_beats_while_idle_and_not_while_a_commit_hangs(open_journal: Open, draft: Make, disk: Disk) -> None:
    writer = open_journal(connect=disk.connect)
    assert beats_after(writer, writer.beat)
    assert beats_after(writer, writer.beat)
    disk.gate.clear()
    future = writer.append([draft()])
    assert disk.at_gate.wait(DEADLINE_S)
    hung = writer.beat
    threading.Event().wait(0.5)
    assert writer.beat == hung
    disk.gate.set()
    future.result(DEADLINE_S)
    assert beats_after(writer, hung)


def test_an_idle_writer_moves_the_write_ahead_file_into_the_journal(open_journal: Open, draft: Make, disk: Disk) -> None:
    writer = open_journal(connect=disk.connect)
    before = writer.path.stat().st_size
    for number in range(CHECKPOINT_COMMITS):
        writer.append([draft(number)]).result(DEADLINE_S)
    assert comes_true(lambda: writer.path.stat().st_size > before)
    assert disk.checkpoints == 1


def test_a_checkpoint_that_fails_stops_nothing(open_journal: Open, draft: Make, disk: Disk, disk_full: Callable[[], sqlite3.Error]) -> None:
    disk.checkpoint_error = disk_full()
    writer = open_journal(connect=disk.connect)
    for number in range(CHECKPOINT_COMMITS):
        writer.append([draft(number)]).result(DEADLINE_S)
    assert comes_true(lambda: disk.checkpoints > 0)
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == CHECKPOINT_COMMITS + 1
    assert writer.fault is None


def beats_after(writer: Writer, beat: float) -> bool:
    return comes_true(lambda: writer.beat > beat)


def comes_true(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + DEADLINE_S
    pause = threading.Event()
    while not (true := condition()) and time.monotonic() < deadline:
        pause.wait(0.01)
    return true
