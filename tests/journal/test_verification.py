"""Verification: the first bad record is named, and what is wrong with it; a file is never changed by looking at it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tablectl.journal import Anchor, Draft, Head, Reader, Record, Writer, canonical, verified, verify
from tablectl.journal.chain import Difference
from tablectl.journal.errors import JournalDamaged, JournalError

DEADLINE_S = 20.0

Open = Callable[..., Writer]
Make = Callable[..., Draft]
Tamper = Callable[[Path, str], None]


class Filled(NamedTuple):
    path: Path
    records: list[Record]

    def __repr__(self) -> str:
        return f"a journal of {len(self.records)} records"


@pytest.fixture
def filled(open_journal: Open, draft: Make) -> Filled:
    writer = open_journal()
    records = writer.append([draft(body=canonical({"number": number, "text": f"mark-{number:04d}-" * 20}), round=number) for number in range(120)])
    writer.close()
    return Filled(writer.path, list(records.result(DEADLINE_S)))


TAMPERING = [
    ("body", "UPDATE record SET body = replace(body, 'mark-0041', 'mark-0099') WHERE seq = 42", 42, Difference.HASH),
    ("round", "UPDATE record SET round = round + 1 WHERE seq = 42", 42, Difference.HASH),
    ("stamp", "UPDATE record SET wall_ns = wall_ns - 1 WHERE seq = 42", 42, Difference.HASH),
    ("hash", "UPDATE record SET hash = randomblob(32) WHERE seq = 42", 42, Difference.HASH),
    ("short hash", "UPDATE record SET hash = x'00' WHERE seq = 42", 42, Difference.UNPARSABLE),
    ("previous hash", "UPDATE record SET prev_hash = zeroblob(32) WHERE seq = 42", 42, Difference.PREV),
    ("kind", "UPDATE record SET kind = 'remark' WHERE seq = 42", 42, Difference.UNPARSABLE),
    ("text that is no text", "UPDATE record SET body = CAST(x'ff' AS TEXT) WHERE seq = 42", 42, Difference.UNPARSABLE),
    ("hash version", "UPDATE record SET version = 2 WHERE seq = 42", 42, Difference.UNPARSABLE),
    ("one removed", "DELETE FROM record WHERE seq = 42", 42, Difference.GAP),
    ("the first removed", "DELETE FROM record WHERE seq = 1", 1, Difference.GAP),
    ("moved", "UPDATE record SET seq = 1000 WHERE seq = 42", 42, Difference.GAP),
    ("identity", "UPDATE meta SET journal_id = 'another'", 1, Difference.PREV),
    ("identity removed", "DROP TRIGGER meta_is_never_removed; DELETE FROM meta", 0, Difference.UNPARSABLE),
]


@pytest.mark.parametrize(("sql", "seq", "difference"), [row[1:] for row in TAMPERING], ids=[row[0] for row in TAMPERING])
def test_tampering_is_found_and_named(filled: Filled, tamper: Tamper, sql: str, seq: int, difference: Difference) -> None:
    path, records = filled
    tamper(path, sql)

    found = verify(path)

    assert not found.sound
    assert found.finding is not None
    assert (found.finding.seq, found.finding.difference) == (seq, difference)
    if seq > 1:
        assert found.head == Head(seq - 1, records[seq - 2].hash)


def test_a_sound_journal_is_sound_and_progress_is_told(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    records = writer.append([draft(number) for number in range(2100)]).result(DEADLINE_S)
    told: list[tuple[int, int]] = []
    found = verify(writer.path, progress=lambda checked, total: told.append((checked, total)))
    assert found.sound
    assert found.head == Head(2100, records[-1].hash)
    assert told == [(1000, 2100), (2000, 2100), (2100, 2100)]


def test_verified_hands_on_only_what_holds(filled: Filled, tamper: Tamper) -> None:
    path, records = filled
    tamper(path, "UPDATE record SET correlation = 'x' WHERE seq = 42")
    seen: list[Record] = []
    with Reader(path) as reader, pytest.raises(JournalDamaged, match="record 42: hash"):
        seen.extend(verified(reader))
    assert seen == records[:41]


def test_a_cut_tail_shows_only_against_an_anchor(filled: Filled, tamper: Tamper) -> None:
    path, records = filled
    anchor = Anchor(verify(path).continues(path).journal_id or "", Head(110, records[109].hash))
    tamper(path, "DELETE FROM record WHERE seq > 100")

    assert verify(path).sound
    found = verify(path, [anchor])

    assert found.finding is not None
    assert (found.finding.seq, found.finding.difference) == (101, Difference.TRUNCATED)


def test_anchors_tell_a_rewritten_and_a_foreign_journal(filled: Filled) -> None:
    path, records = filled
    with Reader(path) as reader:
        journal_id = reader.meta.journal_id
    good = [Anchor(journal_id, Head(seq, records[seq - 1].hash)) for seq in (7, 120)]
    assert verify(path, good).sound
    rewritten = verify(path, [*good, Anchor(journal_id, Head(60, b"\1" * 32))])
    assert rewritten.finding is not None
    assert (rewritten.finding.seq, rewritten.finding.difference) == (60, Difference.REWRITTEN)
    assert rewritten.head == Head(59, records[58].hash)
    foreign = verify(path, [Anchor("another", Head(60, records[59].hash))])
    assert foreign.finding is not None
    assert foreign.finding.difference is Difference.FOREIGN


def test_a_journal_in_use_is_verified_up_to_where_it_is(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    stop = threading.Event()

    def keep_writing() -> None:
        while not stop.is_set():
            writer.append([draft()]).result(DEADLINE_S)

    thread = threading.Thread(target=keep_writing)
    thread.start()
    try:
        heads = [head.seq for head in (verify(writer.path).head for _ in range(5)) if head]
    finally:
        stop.set()
        thread.join(DEADLINE_S)
    assert len(heads) == 5
    assert heads == sorted(heads)
    assert verify(writer.path).sound


def test_a_journal_is_verified_by_somebody_who_may_only_read_it(
    open_journal: Open, draft: Make, public_folder: Path, without_rights: Callable[[Path], AbstractContextManager[None]]
) -> None:
    path = public_folder / "table.journal"
    writer = open_journal(path)
    writer.append([draft(number) for number in range(20)]).result(DEADLINE_S)
    writer.close()
    path.chmod(0o444)
    with without_rights(public_folder):
        found = verify(path)
    assert found.sound
    assert found.head == writer.head


def test_one_flipped_byte_of_a_body_in_the_file_names_its_record(filled: Filled) -> None:
    path, _ = filled
    data = bytearray(path.read_bytes())
    data[data.index(b"mark-0041")] ^= 1
    path.write_bytes(data)
    found = verify(path)
    assert found.finding is not None
    assert (found.finding.seq, found.finding.difference) == (42, Difference.HASH)


def test_an_overwritten_page_is_found_and_the_last_good_record_is_known(filled: Filled) -> None:
    path, records = filled
    data = bytearray(path.read_bytes())
    page = data.index(b"mark-0041") // 4096
    data[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    path.write_bytes(data)

    found = verify(path)

    assert found.finding is not None
    assert found.finding.difference is Difference.UNREADABLE
    assert 30 < found.finding.seq <= 42
    assert found.head == Head(found.finding.seq - 1, records[found.finding.seq - 2].hash)
    assert found.file_faults
    assert path.read_bytes() == data


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(place=0x10, bit=0)
@example(place=0x3C, bit=1)
@given(place=st.integers(0, 1 << 20), bit=st.integers(0, 7))
def test_whatever_bit_of_the_file_flips_is_found_or_changes_no_record(filled: Filled, tmp_path: Path, place: int, bit: int) -> None:
    path, records = filled
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= 1 << bit
    copy = tmp_path / "flipped.journal"
    copy.write_bytes(content)
    try:
        if verify(copy).sound:
            with Reader(copy) as reader:
                assert list(reader.records()) == records
    except JournalError:
        pass
    finally:
        for part in tmp_path.glob("flipped.journal*"):
            part.unlink()


def test_a_schema_that_is_no_text_any_more_is_damage(filled: Filled) -> None:
    data = bytearray(filled.path.read_bytes())
    place = data.index(b"CREATE TABLE record")
    data[place : place + 12] = b"\xc3\x28" * 6
    filled.path.write_bytes(data)
    found = verify(filled.path)
    assert found.finding is not None
    assert (found.finding.seq, found.finding.difference, found.head) == (0, Difference.UNREADABLE, None)


@pytest.mark.parametrize("cut", [4096 * 3, 4096 * 3 + 100])
def test_a_file_cut_short_is_found(filled: Filled, cut: int) -> None:
    path, _ = filled
    path.write_bytes(path.read_bytes()[:-cut])
    assert not verify(path).sound
