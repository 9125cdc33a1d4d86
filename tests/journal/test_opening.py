"""Opening: what is found, what is refused and in which words, what is set aside."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tablectl.journal import STARTED, STOPPED, Continues, Draft, Head, Kind, LastRun, Reader, Writer, set_aside, verify
from tablectl.journal.errors import (
    FolderMissing,
    JournalBusy,
    JournalDamaged,
    JournalDenied,
    JournalError,
    JournalExists,
    JournalOrphaned,
    JournalTooNew,
    JournalUnreachable,
    NotAJournal,
)

DEADLINE_S = 20.0

Open = Callable[..., Writer]
Make = Callable[..., Draft]


def test_a_new_journal_is_made_for_its_user_and_group(open_journal: Open, path: Path) -> None:
    old = os.umask(0o077)
    try:
        writer = open_journal()
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert writer.opening.created
    assert writer.opening.last_run is LastRun.NONE
    assert writer.opening.meta.schema == 1
    assert len(writer.opening.meta.journal_id) == 32


def test_an_empty_file_made_beforehand_becomes_a_journal(open_journal: Open, path: Path) -> None:
    path.touch()
    assert open_journal().opening.created


def test_a_journal_goes_on_where_it_was(open_journal: Open, draft: Make) -> None:
    first = open_journal()
    (record,) = first.append([draft()]).result(DEADLINE_S)
    first.close()
    second = open_journal()
    assert not second.opening.created
    assert second.opening.meta == first.opening.meta
    assert second.opening.head == Head(1, record.hash)
    assert second.append([draft()]).result(DEADLINE_S)[0].prev_hash == record.hash


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        ([], LastRun.NONE),
        ([STARTED], LastRun.UNCLEAN),
        ([STARTED, STOPPED], LastRun.CLEAN),
        ([STARTED, STOPPED, STARTED], LastRun.UNCLEAN),
    ],
)
def test_opening_tells_how_the_last_run_ended(open_journal: Open, draft: Make, types: list[str], expected: LastRun) -> None:
    writer = open_journal()
    writer.append([draft(kind=Kind.MARKER, type=name) for name in types]).result(DEADLINE_S)
    writer.close()
    assert open_journal().opening.last_run is expected


def test_an_event_that_is_called_stopped_is_no_clean_stop(open_journal: Open, draft: Make) -> None:
    writer = open_journal()
    writer.append([draft(kind=Kind.EVENT, type=STOPPED)]).result(DEADLINE_S)
    writer.close()
    assert open_journal().opening.last_run is LastRun.UNCLEAN


def test_a_second_daemon_is_refused_and_told_who_has_it(open_journal: Open, path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tablectl.journal import *;"
        "w = open_for_writing(Path(sys.argv[1]), stamper=SystemClock(), sealer=ClearSealer()); print('open', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen([sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdin is not None
    assert holder.stdout is not None
    with holder, holder.stdin, holder.stdout:
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(JournalBusy, match=f"process {holder.pid} has this journal") as caught:
            open_journal()
        assert caught.value.pid == holder.pid
        with pytest.raises(JournalBusy):
            set_aside(path)
        holder.kill()
    holder.wait(DEADLINE_S)
    assert open_journal().head.seq == 0


def test_closing_lets_the_next_one_in(open_journal: Open) -> None:
    open_journal().close()
    open_journal().close()


def test_a_refused_opening_lets_the_next_one_in(open_journal: Open, path: Path) -> None:
    path.write_text("notes, not a journal\n" * 100)
    with pytest.raises(NotAJournal):
        open_journal()
    path.unlink()
    assert open_journal().opening.created


def test_a_missing_folder_is_named_and_not_made(open_journal: Open, tmp_path: Path) -> None:
    with pytest.raises(FolderMissing, match=f"there is no folder {tmp_path}/nowhere"):
        open_journal(tmp_path / "nowhere" / "table.journal")
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_without_the_right_to_write_is_refused(
    open_journal: Open, public_folder: Path, without_rights: Callable[[Path], AbstractContextManager[None]]
) -> None:
    with without_rights(public_folder), pytest.raises(JournalDenied, match="may not write"):
        open_journal(public_folder / "table.journal")


def test_a_journal_of_somebody_else_is_refused(
    open_journal: Open, public_folder: Path, without_rights: Callable[[Path], AbstractContextManager[None]]
) -> None:
    path = public_folder / "table.journal"
    open_journal(path).close()
    path.chmod(0)
    with without_rights(public_folder), pytest.raises(JournalDenied):
        open_journal(path)
    with without_rights(public_folder), pytest.raises(JournalDenied):
        Reader(path)


def test_a_file_system_that_cannot_keep_a_write_ahead_file_is_refused(open_journal: Open) -> None:
    with pytest.raises(JournalUnreachable, match="keep the journal on a local disk"):
        open_journal(connect=lambda _: sqlite3.connect(":memory:", isolation_level=None))


def test_a_folder_in_the_journals_place_is_refused(open_journal: Open, path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError, match=f"{path}: this is a folder"):
        open_journal()


def test_a_file_that_is_no_journal_is_refused_and_left_alone(open_journal: Open, path: Path, other_database: Callable[[Path], None]) -> None:
    path.write_bytes(b"notes, not a journal\n" * 100)
    with pytest.raises(NotAJournal, match="not a database"):
        open_journal()
    assert path.read_bytes() == b"notes, not a journal\n" * 100
    path.unlink()
    other_database(path)
    before = path.read_bytes()
    with pytest.raises(NotAJournal, match="not a journal of this program"):
        open_journal()
    assert path.read_bytes() == before


def test_a_journal_from_a_later_version_is_refused_and_left_alone(open_journal: Open, path: Path, too_new: Callable[[Path], None]) -> None:
    open_journal().close()
    too_new(path)
    before = path.read_bytes()
    with pytest.raises(JournalTooNew, match="schema 99, this one knows 1"):
        open_journal()
    assert path.read_bytes() == before


def test_damage_among_the_last_records_is_found_at_opening(open_journal: Open, draft: Make, tamper: Callable[[Path, str], None]) -> None:
    writer = open_journal()
    writer.append([draft(number) for number in range(50)]).result(DEADLINE_S)
    writer.close()
    tamper(writer.path, "UPDATE record SET round = 9 WHERE seq = 48")
    with pytest.raises(JournalDamaged, match="record 48: hash") as caught:
        open_journal()
    assert caught.value.seq == 48


def test_a_damaged_page_is_found_at_opening(open_journal: Open, draft: Make, path: Path) -> None:
    writer = open_journal()
    writer.append([draft(body=f'"mark-{number:04d}"') for number in range(100)]).result(DEADLINE_S)
    writer.close()
    data = bytearray(path.read_bytes())
    page = data.index(b"mark-0099") // 4096
    data[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    path.write_bytes(data)
    with pytest.raises(JournalDamaged, match="a page is damaged"):
        open_journal()


def test_a_journal_without_its_identity_is_damaged_and_not_new(open_journal: Open, draft: Make, tamper: Callable[[Path, str], None]) -> None:
    writer = open_journal()
    writer.append([draft()]).result(DEADLINE_S)
    writer.close()
    tamper(writer.path, "DROP TRIGGER meta_is_never_removed; DELETE FROM meta")
    with pytest.raises(JournalDamaged, match="no identity"):
        open_journal()


def test_a_damaged_journal_is_set_aside_untouched_and_the_new_one_is_linked_to_its_last_good_record(
    open_journal: Open, draft: Make, path: Path, tamper: Callable[[Path, str], None]
) -> None:
    writer = open_journal()
    records = writer.append([draft(number) for number in range(50)]).result(DEADLINE_S)
    writer.close()
    tamper(path, "UPDATE record SET round = 9 WHERE seq = 48")
    before = path.read_bytes()

    found = verify(path)
    aside = set_aside(path)
    fresh = open_journal(continues=found.continues(aside))

    assert not found.sound
    assert aside.read_bytes() == before
    assert aside.name.startswith("table.journal.aside-")
    expected = Continues(aside.name, writer.opening.meta.journal_id, Head(47, records[46].hash))
    assert fresh.opening.meta.continues == expected
    assert fresh.append([draft()]).result(DEADLINE_S)[0].seq == 1
    with Reader(path) as reader:
        assert reader.meta.continues == expected
    assert verify(path).sound


def test_a_journal_that_is_not_new_cannot_be_made_a_continuation(open_journal: Open) -> None:
    open_journal().close()
    with pytest.raises(JournalExists, match="continuation of old"):
        open_journal(continues=Continues("old", None, None))


def test_the_write_ahead_file_is_set_aside_with_its_journal(
    open_journal: Open, draft: Make, tmp_path: Path, snapshot: Callable[[Path, Path], Path]
) -> None:
    writer = open_journal()
    writer.append([draft(number) for number in range(5)]).result(DEADLINE_S)
    crashed = snapshot(writer.path, tmp_path / "crashed")

    aside = set_aside(crashed)

    assert not crashed.exists()
    assert not Path(f"{crashed}-wal").exists()
    assert verify(aside).head == writer.head


def test_two_files_set_aside_in_the_same_second_keep_apart(open_journal: Open, path: Path) -> None:
    names = set()
    for _ in range(3):
        open_journal().close()
        names.add(set_aside(path))
    assert len(names) == 3
    assert all(name.exists() for name in names)


def test_last_records_without_their_journal_are_not_overwritten(
    open_journal: Open, draft: Make, tmp_path: Path, snapshot: Callable[[Path, Path], Path]
) -> None:
    writer = open_journal()
    writer.append([draft()]).result(DEADLINE_S)
    crashed = snapshot(writer.path, tmp_path / "crashed")
    crashed.unlink()
    with pytest.raises(JournalOrphaned, match=r"table\.journal-wal"):
        open_journal(crashed)
    with pytest.raises(JournalOrphaned):
        open_journal(crashed)
    aside = set_aside(crashed)
    assert Path(f"{aside}-wal").stat().st_size > 0
    assert open_journal(crashed).opening.created


def test_an_empty_write_ahead_file_is_in_nobodys_way(open_journal: Open, path: Path) -> None:
    Path(f"{path}-wal").touch()
    assert open_journal().opening.created
