"""Readers: what they find, and that they never hold up the writer (nor the writer them)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.journal import Draft, Filter, Kind, Reader, Record, Writer, verify
from tablectl.journal.errors import FolderMissing, JournalMissing, JournalTooNew, NotAJournal

DEADLINE_S = 20.0

Open = Callable[..., Writer]
Make = Callable[..., Draft]


@pytest.fixture
def filled(open_journal: Open, draft: Make) -> tuple[Path, list[Record]]:
    """1200 records: a marker, then rounds of ten, each with nine card reads and an outcome."""
    writer = open_journal()
    drafts = [draft(kind=Kind.MARKER, type="started")]
    for number in range(1, 1200):
        kind, name = (Kind.OUTCOME, "settled") if number % 10 == 0 else (Kind.EVENT, "card_read")
        drafts.append(draft(number, kind=kind, type=name, round=number // 10, correlation=f"hand-{number % 7}"))
    records = writer.append(drafts).result(DEADLINE_S)
    writer.close()
    return writer.path, list(records)


def test_records_come_in_order_from_any_place(filled: tuple[Path, list[Record]]) -> None:
    path, records = filled
    with Reader(path) as reader:
        assert list(reader.records()) == records
        assert list(reader.records(start=700)) == records[699:]
        assert list(reader.records(start=700, stop=703)) == records[699:702]
        assert list(reader.records(start=1201)) == []
        assert reader.get(1200) == records[-1]
        assert reader.get(1201) is None
        assert (reader.head().seq, reader.head().hash) == (1200, records[-1].hash)


@pytest.mark.parametrize(
    ("filter", "wanted"),
    [
        (Filter(), lambda _: True),
        (Filter(kinds=frozenset({Kind.MARKER})), lambda record: record.kind is Kind.MARKER),
        (Filter(kinds=frozenset({Kind.MARKER, Kind.OUTCOME})), lambda record: record.kind is not Kind.EVENT),
        (Filter(types=frozenset({"settled"})), lambda record: record.type == "settled"),
        (Filter(types=frozenset({"settled", "started"})), lambda record: record.type != "card_read"),
        (Filter(types=frozenset({"no_such"})), lambda _: False),
        (Filter(round=17), lambda record: record.round == 17),
        (Filter(correlation="hand-3"), lambda record: record.correlation == "hand-3"),
        (
            Filter(since_ns=1_700_000_100_000_000_000, until_ns=1_700_000_200_000_000_000),
            lambda record: 100 * 10**9 <= record.stamp.mono_ns < 200 * 10**9,
        ),
        (
            Filter(kinds=frozenset({Kind.EVENT}), round=90, correlation="hand-0"),
            lambda record: record.kind is Kind.EVENT and record.round == 90 and record.correlation == "hand-0",
        ),
    ],
)
def test_a_filter_finds_the_same_records_forwards_and_page_by_page_backwards(
    filled: tuple[Path, list[Record]], filter: Filter, wanted: Callable[[Record], bool]
) -> None:
    path, records = filled
    expected = [record for record in records if wanted(record)]
    with Reader(path) as reader:
        assert list(reader.records(filter=filter)) == expected
        backwards: list[Record] = []
        page = reader.page(limit=37, filter=filter)
        backwards += page.records
        while page.before is not None:
            page = reader.page(page.before, 37, filter)
            backwards += page.records
    assert backwards == expected[::-1]


def test_the_last_page_says_that_it_is_the_last(filled: tuple[Path, list[Record]]) -> None:
    with Reader(filled[0]) as reader:
        assert reader.page(before=101, limit=100).before is None
        assert reader.page(before=102, limit=100).before == 2
        assert reader.page(before=1).records == ()


def test_following_yields_what_is_there_and_what_comes(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    writer.append([draft(number) for number in range(3)]).result(DEADLINE_S)
    with Reader(writer.path) as reader:
        stream = reader.follow(after=1, wait_s=DEADLINE_S)
        seqs = [next(stream).seq, next(stream).seq]
        writer.append([draft(3)])
        seqs.append(next(stream).seq)
        assert seqs == [2, 3, 4]


def test_following_ends_when_nothing_comes_also_behind_a_filter(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    writer.append([draft(), draft(kind=Kind.MARKER, type="started")]).result(DEADLINE_S)
    with Reader(writer.path) as reader:
        found = list(reader.follow(after=0, wait_s=0.05, filter=Filter(types=frozenset({"started"}))))
    assert [record.seq for record in found] == [2]


def test_readers_that_scan_all_the_time_see_no_lock_and_cost_the_writer_no_record(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    done = threading.Event()
    faults: list[BaseException] = []
    scans: list[int] = []

    def scan() -> None:
        try:
            with Reader(writer.path) as reader:
                last = 0
                while not done.is_set():
                    seqs = [record.seq for record in reader.records()]
                    assert seqs == list(range(1, len(seqs) + 1))
                    assert len(seqs) >= last
                    last = len(seqs)
                    scans.append(last)
        except BaseException as error:  # noqa: BLE001 -- carried over to the test's own thread
            faults.append(error)

    threads = [threading.Thread(target=scan) for _ in range(5)]
    for thread in threads:
        thread.start()
    for number in range(120):
        writer.append([draft(number)]).result(DEADLINE_S)
    done.set()
    for thread in threads:
        thread.join(DEADLINE_S)

    assert faults == []
    assert writer.head.seq == 120
    assert len(scans) > len(threads)
    assert verify(writer.path).sound


def test_a_reader_in_the_middle_of_a_scan_keeps_no_commit_waiting(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    writer.append([draft(number) for number in range(600)]).result(DEADLINE_S)
    with Reader(writer.path) as reader:
        scan = reader.records()
        assert next(scan).seq == 1
        assert writer.append([draft(600)]).result(DEADLINE_S)[0].seq == 601
        assert [record.seq for record in scan] == list(range(2, 602))


def test_a_reader_cannot_write(filled: tuple[Path, list[Record]]) -> None:
    before = filled[0].read_bytes()
    with Reader(filled[0]) as reader:
        list(reader.records())
    assert filled[0].read_bytes() == before


def test_a_reader_without_a_journal_says_so(path: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalMissing, match="there is no journal"):
        Reader(path)
    assert not path.exists()
    with pytest.raises(FolderMissing, match="no folder"):
        Reader(tmp_path / "nowhere" / "table.journal")


def test_a_reader_refuses_what_is_no_journal(path: Path, other_database: Callable[[Path], None]) -> None:
    path.write_text("these are notes, and no journal\n" * 100)
    with pytest.raises(NotAJournal, match="not a database"):
        Reader(path)
    path.unlink()
    other_database(path)
    with pytest.raises(NotAJournal, match="not a journal"):
        Reader(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(NotAJournal, match="this is a folder"):
        Reader(path)


def test_a_reader_refuses_a_journal_from_a_later_version(filled: tuple[Path, list[Record]], too_new: Callable[[Path], None]) -> None:
    too_new(filled[0])
    with pytest.raises(JournalTooNew, match="schema 99, this one knows 1"):
        Reader(filled[0])
