"""Migrations: in order, each whole or not at all, after a copy, and never downwards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.journal import Draft, Reader, Writer, verify
from tablectl.journal.connections import connect
from tablectl.journal.errors import JournalTooNew, MigrationFailed
from tablectl.journal.migrate import Migration, load_migrations, migrate

DEADLINE_S = 20.0

Open = Callable[..., Writer]
Make = Callable[..., Draft]

SECOND = Migration(2, "0002_remarks.sql", "CREATE TABLE remark (seq INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")
THIRD = Migration(3, "0003_first_remark.sql", "INSERT INTO remark VALUES (1, 'kept');")
BROKEN = Migration(3, "0003_broken.sql", "INSERT INTO remark VALUES (1, 'lost'); INSERT INTO no_such_table VALUES (1);")
CONFLICT = Migration(3, "0003_conflict.sql", "INSERT INTO remark VALUES (1, 'lost'); INSERT INTO remark VALUES (1, 'twice');")


def scalar(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()[0]


@pytest.fixture
def first_schema(open_journal: Open, draft: Make, path: Path) -> Path:
    writer = open_journal()
    writer.append([draft(number) for number in range(5)]).result(DEADLINE_S)
    writer.close()
    return path


def test_a_journal_is_brought_up_to_date_and_its_chain_still_holds(open_journal: Open, draft: Make, first_schema: Path) -> None:
    writer = open_journal(migrations=[*load_migrations(), SECOND, THIRD])
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == 6
    assert writer.opening.meta.schema == 1  # what it was born with, as its genesis says
    copy = writer.opening.copy
    writer.close()

    assert scalar(first_schema, "PRAGMA user_version") == 3
    assert scalar(first_schema, "SELECT text FROM remark") == "kept"
    assert copy is not None
    assert copy.name.startswith("table.journal.schema-1-")
    assert verify(copy).sound
    with Reader(copy) as reader:
        assert reader.head().seq == 5


def test_nothing_is_copied_when_nothing_is_due(open_journal: Open, first_schema: Path) -> None:
    assert open_journal().opening.copy is None
    assert list(first_schema.parent.glob("*.schema-*")) == []


def test_a_new_journal_gets_all_of_them(open_journal: Open, path: Path) -> None:
    writer = open_journal(migrations=[*load_migrations(), SECOND])
    assert (writer.opening.meta.schema, writer.opening.copy) == (2, None)
    writer.close()
    assert scalar(path, "PRAGMA user_version") == 2


@pytest.mark.parametrize("bad", [BROKEN, CONFLICT], ids=lambda migration: migration.name)
def test_a_script_that_fails_leaves_the_journal_as_the_one_before_left_it(
    open_journal: Open, draft: Make, first_schema: Path, bad: Migration
) -> None:
    with pytest.raises(MigrationFailed, match=bad.name):
        open_journal(migrations=[*load_migrations(), SECOND, bad])
    assert scalar(first_schema, "PRAGMA user_version") == 2
    assert scalar(first_schema, "SELECT count(*) FROM remark") == 0
    writer = open_journal(migrations=[*load_migrations(), SECOND])
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == 6


def test_a_script_that_fails_leaves_no_transaction_open(first_schema: Path) -> None:
    with closing(connect(first_schema)) as connection:
        with pytest.raises(MigrationFailed):
            migrate(connection, first_schema, [*load_migrations(), SECOND, BROKEN], "copy")
        assert not connection.in_transaction


def test_there_is_no_way_down(open_journal: Open) -> None:
    open_journal(migrations=[*load_migrations(), SECOND]).close()
    with pytest.raises(JournalTooNew, match="later tablectl"):
        open_journal()


def test_scripts_are_read_from_a_folder_in_order(tmp_path: Path) -> None:
    (tmp_path / "0002_second.sql").write_text("SELECT 2;")
    (tmp_path / "0001_first.sql").write_text("SELECT 1;")
    (tmp_path / "README.md").write_text("no migration")
    assert [migration.sql for migration in load_migrations(tmp_path)] == ["SELECT 1;", "SELECT 2;"]


@pytest.mark.parametrize("names", [[], ["0002_second.sql"], ["0001_a.sql", "0003_c.sql"], ["0001_a.sql", "0001_b.sql"]])
def test_a_gap_in_the_numbers_is_refused(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text("SELECT 1;")
    with pytest.raises(MigrationFailed, match="without gaps"):
        load_migrations(tmp_path)


def test_our_own_scripts_can_be_found_where_they_are_installed() -> None:
    assert load_migrations()[0].name == "0001_journal.sql"
