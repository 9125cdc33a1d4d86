"""`tablectl incidents` and `tablectl rounds` over a journal that a table wrote."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.journal import ClearSealer, Draft, Kind, Stamp, open_for_writing
from tablectl.journal.portable import cell
from tablectl.journal.records import Json, canonical
from tablectl.table.actions import ReleaseHold, VoidRound
from tablectl.table.state import Cause
from tests.cli.conftest import Run
from tests.table.dealing import table
from tests.table.recording import CountingClock, journal_of, write


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Round 1 has a released hold whose reason looks like a formula; round 2 is open."""
    dealing = table()
    dealing.wager(1)
    dealing.cards("Ah ??")
    dealing.command(ReleaseHold(dealing.hold(Cause.CARD_UNREADABLE).id, "=1+1"))
    dealing.command(VoidRound("nobody knows the card"))
    dealing.press("key.next", "key.supervisor")
    path = tmp_path_factory.mktemp("journal") / "journal.db"
    write(path, journal_of(dealing))
    return path


def test_incidents_are_listed_for_people_and_for_machines(tablectl: Run, journal: Path) -> None:
    done = tablectl("incidents", journal)
    assert (done.code, done.err) == (0, "")
    assert "stop card_unreadable, round 1: The shoe could not read card 2 of the pack" in done.out
    assert "Kim: =1+1" in done.out
    rows = [json.loads(line) for line in tablectl("incidents", journal, "--json", "--open").out.splitlines()]
    assert [(row["cause"], row["first_round"], row["ended_at"]) for row in rows] == [("supervisor_called", 2, None)]


def test_a_round_that_is_not_on_record_has_no_incidents_and_that_is_said(tablectl: Run, journal: Path) -> None:
    assert "supervisor_called, round 2" in tablectl("incidents", journal, "--round", "2").out
    for number in ("0", "3"):
        done = tablectl("incidents", journal, "--round", number)
        assert (done.code, done.out) == (1, "")
        assert f"there is no round {number} on record; the last one is round 2" in done.err


def test_no_cell_of_the_table_is_a_formula(tablectl: Run, journal: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(tablectl("incidents", journal, "--csv", "--cause", "card_unreadable").out)))
    assert [row["reason"] for row in rows] == ["'=1+1"]
    for text in ("=1", "+1", "-1", "@a", "\t=1", "\r=1", "\N{FULLWIDTH EQUALS SIGN}1", "\N{FULLWIDTH COMMERCIAL AT}a"):
        assert str(cell(text)).startswith("'")
    assert (cell("seen;=1"), cell("seen\n=1"), cell("seen; 1-1")) == ("seen;'=1", "seen\n'=1", "seen; 1-1"), "where a semicolon parts cells"
    assert (cell("a=1"), cell(-5)) == ("a=1", -5)


def test_tagged_rounds_are_picked(tablectl: Run, journal: Path) -> None:
    every = [json.loads(line) for line in tablectl("rounds", journal, "--json").out.splitlines()]
    assert [(row["round"], row["ending"]) for row in every] == [(1, "void"), (2, "")]
    tagged = tablectl("rounds", journal, "--tagged").out
    assert tagged.splitlines()[0].endswith("[card_unreadable, hold 1, Kim: =1+1]")
    assert len(tagged.splitlines()) == 1
    table = csv.DictReader(io.StringIO(tablectl("rounds", journal, "--csv").out))
    assert [row["tags"] for row in table] == ["card_unreadable, hold 1, Kim: =1+1", ""]


def test_people_are_listed_with_what_became_of_their_commands(tablectl: Run, tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    dealing = table()
    dealing.wager(1)
    dealing.command(VoidRound("=a reason"))
    dealing.command(ReleaseHold(99, "there is none"))
    write(path, journal_of(dealing))
    with closing(open_for_writing(path, stamper=CountingClock(), sealer=ClearSealer())) as writer:
        stamp = Stamp(5_000_000_000, 1, "boot-1", synced=False)
        refused: dict[str, Json] = {"person": None, "address": "10.0.0.7", "cause": "name or password is wrong"}
        added: dict[str, Json] = {"person": "Ana", "role": "dealer", "by": "root of this machine", "left": 1}
        bodies: dict[str, Json] = {"console_login_refused": refused, "console_user_added": added, "stopped": {}}
        writer.append([Draft(Kind.MARKER, kind, stamp, canonical(body)) for kind, body in bodies.items()]).result(10)
    every = [json.loads(line) for line in tablectl("journal", "people", path, "--json").out.splitlines()]
    assert [(row["type"], row["people"], row["done"]) for row in every] == [
        ("command_given", ["Kim"], True),
        ("command_given", ["Kim"], False),
        ("console_login_refused", [], False),
        ("console_user_added", ["Ana", "root of this machine"], True),
    ]
    assert "-- refused: " in tablectl("journal", "people", path, "--person", "kim").out.splitlines()[1]
    late = tablectl("journal", "people", path, "--from", "1970-01-01T00:00:05").out.splitlines()
    assert [line.partition("Z ")[2] for line in late] == [
        "A log-in of nobody known from 10.0.0.7 was refused: name or password is wrong",
        "root of this machine added Ana as dealer",
    ]
    rows = list(csv.DictReader(io.StringIO(tablectl("journal", "people", path, "--person", "ana", "--csv").out)))
    assert [(row["people"], row["clock_synced"]) for row in rows] == [("Ana and root of this machine", "no")]


def test_a_time_is_read_with_its_zone_or_refused(tablectl: Run, journal: Path) -> None:
    assert tablectl("rounds", journal, "--to", "1970-01-01").out == ""
    assert tablectl("incidents", journal, "--to", "1970-01-01T01:00:00+02:00").out == ""
    refused = tablectl("incidents", journal, "--from", "yesterday")
    assert (refused.code, "found yesterday" in refused.err) == (2, True)
    assert tablectl("incidents", journal, "--json", "--csv").code == 2
