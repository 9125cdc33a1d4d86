"""A copy of a journal that is made while it is written."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.journal import Draft, Writer, canonical, verify
from tablectl.journal.backup import back_up
from tablectl.journal.errors import JournalExists, JournalMissing

DEADLINE_S = 20.0


@pytest.fixture
def writer(open_journal: Callable[..., Writer], draft: Callable[..., Draft]) -> Writer:
    """A journal of some megabytes, so that a copy of it takes several steps."""
    writer = open_journal()
    writer.append([draft(number, body=canonical("x" * 5_000)) for number in range(800)]).result(DEADLINE_S)
    return writer


def test_a_copy_is_of_one_moment_and_holds_no_record_up(writer: Writer, draft: Callable[..., Draft], tmp_path: Path) -> None:
    """A record is written in every step of the copy: none waits for it, and the copy does not begin anew."""
    begun = writer.head
    steps: list[int] = []

    def progress(done: int, pages: int) -> None:
        writer.append([draft()]).result(DEADLINE_S)
        steps.append(done)
        assert done <= pages
        assert len(steps) < 100, "it begins anew at each commit"

    found = back_up(writer.path, tmp_path / "copy.db", progress)
    assert (found.sound, found.head, found.path) == (True, begun, tmp_path / "copy.db")
    assert len(steps) > 3
    assert steps == sorted(set(steps)), "it never began anew"
    assert writer.head.seq == begun.seq + len(steps)


def test_a_copy_is_one_private_file_and_goes_on_as_a_journal(
    writer: Writer, open_journal: Callable[..., Writer], draft: Callable[..., Draft], tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    back_up(writer.path, folder / "copy.db")
    assert [path.name for path in folder.iterdir()] == ["copy.db"]
    assert (folder / "copy.db").stat().st_mode & 0o777 == writer.path.stat().st_mode & 0o777
    restored = open_journal(folder / "copy.db")
    assert restored.head == writer.head
    restored.append([draft()]).result(DEADLINE_S)
    assert verify(folder / "copy.db").sound


def test_what_does_not_hold_is_not_kept(writer: Writer, tamper: Callable[[Path, str], None], tmp_path: Path) -> None:
    writer.close()
    tamper(writer.path, "UPDATE record SET type = 'other' WHERE seq = 7")
    found = back_up(writer.path, tmp_path / "copy.db")
    assert found.finding is not None
    assert found.finding.seq == 7
    assert not list(tmp_path.glob("copy*"))


def test_nothing_is_written_over_and_nothing_left_behind(writer: Writer, tmp_path: Path, volume: Path, fill: Callable[[Path], Path]) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(JournalExists):
        back_up(writer.path, tmp_path / "copy.db")
    with pytest.raises(JournalMissing):
        back_up(tmp_path / "nowhere.db", tmp_path / "other.db")
    filler = fill(volume)
    with pytest.raises(OSError, match="no space left"):
        back_up(writer.path, volume / "copy.db")
    assert [path.name for path in volume.iterdir()] == [filler.name]
    assert not list(tmp_path.glob("*.part*"))


def test_readers_of_the_copy_meet_no_half_of_it(writer: Writer, tmp_path: Path) -> None:
    """Its name appears when it is whole and verified."""
    seen = threading.Event()

    def progress(done: int, _pages: int) -> None:
        if done:
            seen.set()
            assert not (tmp_path / "copy.db").exists()

    back_up(writer.path, tmp_path / "copy.db", progress)
    assert seen.is_set()
