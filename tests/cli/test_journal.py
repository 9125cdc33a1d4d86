"""`tablectl journal tail`, `verify` and `replay` over a journal that was written as the daemon writes it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.journal import ClearSealer, Draft, Kind, SystemClock, canonical, open_for_writing
from tests.cli.conftest import PROGRAM, Run


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Three records: two events of round 1, one with a secret, and an outcome."""
    path = tmp_path / "journal.db"
    clock = SystemClock()
    with closing(open_for_writing(path, stamper=clock, sealer=ClearSealer())) as writer:
        writer.append([Draft(Kind.EVENT, "card_read", clock.stamp(), canonical({"seat": 1}), secret=canonical({"face": "Ah"}), round=1)]).result(20)
        writer.append([Draft(Kind.EVENT, "pressed", clock.stamp(), canonical({"button": "key.next"}), round=1, correlation="c-1")]).result(20)
        writer.append([Draft(Kind.OUTCOME, "settled", clock.stamp(), canonical({"net": 5}), round=2, cause=2)]).result(20)
    return path


def test_the_newest_records_come_oldest_first_without_what_is_sealed(tablectl: Run, journal: Path) -> None:
    done = tablectl("journal", "tail", journal)
    assert (done.code, done.err) == (0, "")
    types = [line.split()[3] for line in done.out.splitlines()]
    assert [kind for kind in types if kind in ("card_read", "pressed", "settled")] == ["card_read", "pressed", "settled"]
    assert "+sealed" in done.out
    assert "Ah" not in done.out


@pytest.mark.parametrize(
    ("filters", "types"),
    [
        (["--type", "card_read", "--type", "pressed"], ["card_read", "pressed"]),
        (["--kind", "outcome"], ["settled"]),
        (["--round", "1", "-n", "1"], ["pressed"]),
        (["-n", "0"], []),
    ],
)
def test_records_are_picked(tablectl: Run, journal: Path, filters: list[str], types: list[str]) -> None:
    rows = [json.loads(line) for line in tablectl("journal", "tail", journal, "--json", *filters).out.splitlines()]
    assert [row["type"] for row in rows] == types


def test_a_record_for_machines_holds_everything_but_the_secret(tablectl: Run, journal: Path) -> None:
    (row,) = [json.loads(line) for line in tablectl("journal", "tail", journal, "--json", "--type", "card_read").out.splitlines()]
    assert row["body"] == {"seat": 1}
    assert row["sealed"] is True
    assert row["at"].endswith("Z")
    assert "Ah" not in json.dumps(row)


def test_follow_goes_on_with_what_comes(journal: Path) -> None:
    follower = subprocess.Popen([PROGRAM, "journal", "tail", "-f", "-n", "1", "--json", journal], stdout=subprocess.PIPE, text=True)
    lines = (json.loads(line)["type"] for line in follower.stdout or ())
    try:
        assert next(lines) == "settled"
        clock = SystemClock()
        with closing(open_for_writing(journal, stamper=clock, sealer=ClearSealer())) as writer:
            writer.append([Draft(Kind.EVENT, "pressed", clock.stamp(), canonical({}), round=3)]).result(20)
        assert "pressed" in (next(lines) for _ in range(4))
    finally:
        follower.terminate()
        follower.communicate()


def test_the_configured_journal_is_the_default(tablectl: Run, journal: Path, table: Path) -> None:
    assert journal.name == "journal.db"
    assert "pressed" in tablectl("journal", "tail", "--config", table).out


def test_verify_tells_how_far_the_chain_holds(tablectl: Run, journal: Path) -> None:
    done = tablectl("verify", journal)
    assert (done.code, done.err) == (0, "")
    found = json.loads(tablectl("verify", "--json", journal).out)
    assert found["sound"] is True
    assert found["finding"] is None
    assert found["hash"] in done.out


def test_verify_names_the_first_record_that_was_changed(tablectl: Run, journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as connection, connection:
        (seq,) = connection.execute("SELECT seq FROM record WHERE type = 'pressed'").fetchone()
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute('UPDATE record SET body = \'{"button":"key.fold"}\' WHERE seq = ?', (seq,))
    done = tablectl("verify", journal)
    assert done.code == 3
    assert f"record {seq}" in done.err
    found = json.loads(tablectl("verify", "--json", journal).out)
    assert (found["sound"], found["finding"]["seq"], found["records"]) == (False, seq, seq - 1)


@pytest.mark.parametrize("command", [["verify"], ["journal", "tail"], ["replay"]])
def test_what_is_no_journal_is_a_failure(tablectl: Run, tmp_path: Path, command: list[str]) -> None:
    assert tablectl(*command, "nowhere.db").code == 1
    (tmp_path / "notes.db").write_text("not a database, not a journal, only words of some length\n" * 40)
    assert tablectl(*command, "notes.db").code in (1, 3)


def test_an_empty_table_is_replayed(tablectl: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    open_for_writing(path, stamper=SystemClock(), sealer=ClearSealer()).close()
    assert json.loads(tablectl("replay", "--json", path).out) == {"same": True, "events": 0, "outcomes": 0, "rounds": 0, "first": None}
