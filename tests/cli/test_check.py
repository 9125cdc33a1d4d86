"""`tablectl check` reads the journal and the file of users as a start does, and changes neither."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.config import load
from tablectl.console.users import Users
from tablectl.journal import STOPPED, ClearSealer, Draft, Kind, SystemClock, canonical, open_for_writing
from tablectl.opening import settings_hash, table_opened
from tablectl.table.record.recovery import event_draft
from tests.cli.conftest import Run

NO_JOURNAL = b"not a journal, only words of some length\n" * 40


def check(tablectl: Run, table: Path, what: str) -> tuple[int, str]:
    """The exit code, and what was found wrong there."""
    done = tablectl("check", "--json", "--config", table)
    rows = map(json.loads, done.out.splitlines())
    return done.code, "\n".join(row["text"] for row in rows if row["what"] == what and row["grade"] != "fine")


@pytest.fixture
def journal(table: Path) -> Path:
    """The journal that this table's first start leaves."""
    path, clock = table.parent / "journal.db", SystemClock()
    opening = table_opened(load(table, {}, ()), clean=True)
    with closing(open_for_writing(path, stamper=clock, sealer=ClearSealer())) as writer:
        writer.append([event_draft(opening, clock.stamp(), 1, "opening")]).result(20)
        writer.append([Draft(Kind.MARKER, STOPPED, clock.stamp(), "{}")]).result(20)
    return path


def test_a_journal_of_this_table_is_fine_and_stays_as_it_is(tablectl: Run, table: Path, journal: Path) -> None:
    before = journal.read_bytes()
    assert check(tablectl, table, "journal") == (3, "")  # 3: its devices are not there
    assert journal.read_bytes() == before
    assert list(table.parent.glob("*aside*")) == []


def test_what_changed_since_the_last_start_is_told(tablectl: Run, table: Path, journal: Path) -> None:
    done = tablectl("check", "--json", "--config", table)
    rows = {row["what"]: row["text"] for row in map(json.loads, done.out.splitlines())}
    opening = table_opened(load(table, {}, ()), clean=True)
    assert rows["program"].startswith(f"{opening.program}, files sha256 {opening.files[:12]}")
    assert rows["configuration"].endswith(f"sha256 {opening.config[:12]}")
    assert "changed" not in rows
    rules = table.parent / "rules.toml"
    rules.write_text(rules.read_text("utf-8").replace("version = 1", "version = 2"), "utf-8")
    now = load(table, {}, ("console.session_hours=11",))
    assert journal.exists()
    done = tablectl("check", "--json", "--config", table, "--set", "console.session_hours=11")
    told = [row["text"] for row in map(json.loads, done.out.splitlines()) if row["what"] == "changed"]
    assert told == [
        f"configuration: {settings_hash(now)[:12]}, and {opening.config[:12]} at the start before",
        f"house rules: {now.rules.id} version 2, {now.rules_hash[:12]}, and {now.rules.id} version 1, {opening.rules_hash[:12]} at the start before",
    ]


def test_what_is_no_journal_is_told_as_a_start_tells_it(tablectl: Run, process: Run, table: Path) -> None:
    (table.parent / "journal.db").write_bytes(NO_JOURNAL)
    code, text = check(tablectl, table, "journal")
    assert code == 78
    assert "not a database" in text
    done = process("run", "--config", table)
    assert done.code == 78
    assert "not a database" in done.err


def test_an_empty_file_is_what_a_start_fills(tablectl: Run, table: Path) -> None:
    (table.parent / "journal.db").touch()
    assert check(tablectl, table, "journal") == (3, "")


def test_the_journal_of_another_table_is_told(tablectl: Run, process: Run, table: Path, journal: Path) -> None:
    assert journal.exists()
    table.write_text(table.read_text("utf-8").replace('id = "', 'id = "X', 1), "utf-8")
    code, text = check(tablectl, table, "journal")
    assert code == 78
    assert "this journal belongs to table " in text
    done = process("run", "--config", table)
    assert done.code == 78
    assert "this journal belongs to table " in done.err


def test_a_damaged_journal_is_told_with_the_place(tablectl: Run, table: Path, journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE record SET correlation = 'x' WHERE seq = 2")
    code, text = check(tablectl, table, "journal")
    assert code == 3
    assert "damaged at record 2: hash" in text
    assert "a start sets it aside" in text


def test_last_records_without_their_journal_are_told(tablectl: Run, table: Path, journal: Path) -> None:
    journal.unlink()
    Path(f"{journal}-wal").write_bytes(b"records")
    code, text = check(tablectl, table, "journal")
    assert code == 78
    assert "the last records of a journal that is not there" in text


def test_a_journal_that_a_daemon_has_is_told(tablectl: Run, table: Path, journal: Path) -> None:
    clock = SystemClock()
    with closing(open_for_writing(journal, stamper=clock, sealer=ClearSealer())) as writer:
        writer.append([Draft(Kind.MARKER, "started", clock.stamp(), canonical({}))]).result(20)
        assert "has this journal, so this table runs" in check(tablectl, table, "journal")[1]


def test_a_file_of_users_that_cannot_be_used_stops_both_before_anything_is_opened(tablectl: Run, process: Run, table: Path) -> None:
    users = table.parent / "users.db"
    users.write_bytes(NO_JOURNAL)
    code, text = check(tablectl, table, "console")
    assert code == 78
    assert "the file of users cannot be used" in text
    done = process("run", "--config", table)
    assert done.code == 78
    assert "console.users: " in done.err
    assert "table ready" not in done.err
    assert not (table.parent / "journal.db").exists()
    assert users.read_bytes() == NO_JOURNAL


def test_a_journal_given_as_the_file_of_users_is_told(tablectl: Run, table: Path, journal: Path) -> None:
    shutil.copy(journal, table.parent / "users.db")
    code, text = check(tablectl, table, "console")
    assert code == 78
    assert "another program's database" in text


def test_users_are_looked_at_and_left_alone(tablectl: Run, table: Path) -> None:
    path = table.parent / "users.db"
    Users(path).close()
    before = path.read_bytes()
    assert check(tablectl, table, "console") == (3, "")
    assert path.read_bytes() == before
