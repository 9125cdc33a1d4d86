"""The file itself refuses to be changed by a slip: a correction is a new record."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.journal import Draft, Writer, verify

DEADLINE_S = 20.0

CHANGES = [
    "UPDATE record SET body = '0' WHERE seq = 1",
    "DELETE FROM record WHERE seq = 2",
    "UPDATE meta SET journal_id = 'x'",
    "DELETE FROM meta",
    "INSERT INTO record SELECT 3, 1, 'remark', type, cause, round, 0, 0, '', 0, '', body, sealed, sealer, prev_hash, hash FROM record WHERE seq = 2",
]


@pytest.mark.parametrize("sql", CHANGES)
def test_a_slip_of_sql_changes_nothing(open_journal: Callable[..., Writer], draft: Callable[..., Draft], path: Path, sql: str) -> None:
    writer = open_journal()
    writer.append([draft(1), draft(2)]).result(DEADLINE_S)
    writer.close()
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(sql)
    assert verify(path).sound
