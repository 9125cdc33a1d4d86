"""`tablectl journal tail`, `verify` and `replay` over a journal that was written as the daemon writes it."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
from contextlib import closing
from getpass import getuser
from pathlib import Path

import pytest

from tablectl.journal import CHECKPOINT, STOPPED, ClearSealer, Draft, Kind, SystemClock, canonical, open_for_writing, verify
from tablectl.journal.signing import read_signer
from tablectl.journal.store import set_aside
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
    assert done.code == 0
    found = json.loads(tablectl("verify", "--json", journal).out)
    assert found["sound"] is True
    assert found["finding"] is None
    assert found["hash"] in done.out


def test_verify_with_a_public_key_says_how_far_signatures_reach(tablectl: Run, journal: Path, tmp_path: Path) -> None:
    made = tablectl("journal", "new-signing-key", "table.key")
    assert (made.code, "table.key.pub: for the auditor\ntablectl-public-1:" in made.out) == (0, True)
    bare = tablectl("verify", "--public-key", "table.key.pub", journal)
    assert (bare.code, "none of its checkpoints is signed" in bare.err) == (3, True)
    clock = SystemClock()
    with closing(open_for_writing(journal, stamper=clock, sealer=ClearSealer(), signer=read_signer(tmp_path / "table.key"))) as writer:
        writer.append([Draft(Kind.MARKER, CHECKPOINT, clock.stamp(), "{}")]).result(20)
        assert "signatures cover records 1 to 4; and that is the last" in tablectl("verify", "--public-key", "table.key.pub", journal).out
        writer.append([Draft(Kind.EVENT, "pressed", clock.stamp(), "{}")]).result(20)
    done = tablectl("verify", "--public-key", "table.key.pub", journal)
    assert (done.code, "signatures cover records 1 to 4; no signature covers the 1 after it yet" in done.out) == (0, True)
    assert json.loads(tablectl("verify", "--json", "--public-key", "table.key.pub", journal).out)["signed_up_to"] == 4
    assert json.loads(tablectl("verify", "--json", journal).out)["signed_up_to"] is None
    tablectl("journal", "new-signing-key", "other.key")
    assert tablectl("verify", "--public-key", "other.key.pub", journal).code == 3
    assert "no public key" in tablectl("verify", "--public-key", "table.key", journal).err


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


def test_verify_tells_how_the_record_ends(tablectl: Run, journal: Path) -> None:
    done = tablectl("verify", journal)
    assert re.fullmatch(r"ends at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, in round 2; its last run was not stopped", done.out.splitlines()[1])
    assert (done.code, done.err.startswith("warning: the last run was not stopped")) == (0, True)
    clock = SystemClock()
    with closing(open_for_writing(journal, stamper=clock, sealer=ClearSealer())) as writer:
        running = tablectl("verify", journal)
        assert running.out.endswith(f"in round 2; its last run is still open (process {os.getpid()})\n")
        assert running.err == ""
        writer.append([Draft(Kind.MARKER, STOPPED, clock.stamp(), "{}")]).result(20)
    stopped = tablectl("verify", journal)
    assert stopped.out.endswith("in round 2; its last run was stopped\n")
    assert (stopped.code, stopped.err) == (0, "")
    assert json.loads(tablectl("verify", "--json", journal).out)["ends"]["run"] == "stopped"


def test_a_lost_tail_shows_against_a_head_that_was_noted_elsewhere(tablectl: Run, journal: Path) -> None:
    whole = json.loads(tablectl("verify", "--json", journal).out)
    noted = f"{whole['records']}:{whole['hash']}"
    with closing(sqlite3.connect(journal)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM record WHERE seq = ?", (whole["records"],))
    assert tablectl("verify", journal).code == 0
    done = tablectl("verify", journal, "--anchor", noted)
    assert done.code == 3
    assert f"had {whole['records']} when anchored" in done.err
    assert tablectl("verify", journal, "--anchor", "last").code == 2


def test_a_damaged_file_is_one_line_of_words_and_more_where_it_is_asked_for(tablectl: Run, journal: Path) -> None:
    data = bytearray(journal.read_bytes())
    data[36:40] = b"\0\0\0\7"  # the count of free pages in the header of the file
    journal.write_bytes(data)
    done = tablectl("verify", journal)
    assert (done.code, done.out) == (3, "")
    assert re.fullmatch(r"tablectl: \S+: the file is damaged, although its 3 records could be read and hold; tablectl -v verify tells .*\n", done.err)
    assert "reelist" in tablectl("-v", "verify", journal).err


@pytest.mark.parametrize(("kept", "words"), [(0, "an empty file"), (5000, "the file is cut short, it has 5000 of ")])
def test_a_cut_file_is_called_what_it_is(tablectl: Run, journal: Path, kept: int, words: str) -> None:
    journal.write_bytes(journal.read_bytes()[:kept])
    done = tablectl("verify", journal)
    assert done.code in (1, 3)
    assert words in done.err
    assert "record 0" not in done.err
    assert "a database" not in done.err
    copied = tablectl("journal", "backup", journal, "copy.db")
    assert (copied.code, copied.err.splitlines()[-1]) == (done.code, done.err.splitlines()[-1])


@pytest.mark.parametrize("command", [["verify"], ["journal", "tail"], ["replay"]])
def test_what_is_no_journal_is_a_failure(tablectl: Run, tmp_path: Path, command: list[str]) -> None:
    assert tablectl(*command, "nowhere.db").code == 1
    (tmp_path / "notes.db").write_text("not a database, not a journal, only words of some length\n" * 40)
    assert tablectl(*command, "notes.db").code in (1, 3)


def test_an_empty_table_is_replayed(tablectl: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    open_for_writing(path, stamper=SystemClock(), sealer=ClearSealer()).close()
    assert json.loads(tablectl("replay", "--json", path).out) == {
        "same": True,
        "events": 0,
        "outcomes": 0,
        "rounds": 0,
        "checkpoints": 0,
        "first": None,
    }


def test_a_journal_is_held_to_the_one_that_it_continues(tablectl: Run, journal: Path, tmp_path: Path) -> None:
    whole = shutil.copy(journal, tmp_path / "whole.db")

    def written_anew(path: Path, sql: str) -> None:
        with closing(sqlite3.connect(path)) as file:
            for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                file.execute(f"DROP TRIGGER {name}")
            file.execute(sql)
            file.commit()

    written_anew(journal, "UPDATE record SET body = '{}' WHERE seq = 3")
    found = verify(journal)
    aside = set_aside(journal)
    clock = SystemClock()
    with closing(open_for_writing(journal, stamper=clock, sealer=ClearSealer(), continues=found.continues(aside))) as writer:
        writer.append([Draft(Kind.MARKER, STOPPED, clock.stamp(), "{}")]).result(20)
    for before in (aside, whole):
        done = tablectl("verify", journal, "--before", before)
        assert (done.code, done.out.splitlines()[-1]) == (0, f"{before} is that journal, and holds up to that record")
        assert f"set aside as {aside.name}, of which record 2 with hash" in done.out
    assert json.loads(tablectl("verify", journal, "--json", "--before", aside).out)["continues"]["records"] == 2
    none = tablectl("verify", whole, "--before", aside)
    assert (none.code, "continues none" in none.err) == (3, True)
    other = tablectl("verify", journal, "--before", journal)
    assert (other.code, "the anchor is of journal" in other.err) == (3, True)
    for number, sql in enumerate(("UPDATE record SET body = '{}' WHERE seq = 2", "DELETE FROM record WHERE seq > 1")):
        changed = Path(shutil.copy(aside, tmp_path / f"changed-{number}.db"))
        written_anew(changed, sql)
        refused = tablectl("verify", journal, "--before", changed)
        assert (refused.code, "this is not the journal before" in refused.err, "record 2" in refused.err) == (3, True, True), sql


def test_a_round_is_exported_and_proven_elsewhere(tablectl: Run, journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = tablectl("journal", "export", journal, "--out", "case")
    assert (refused.code, "record 1 (card_read) has its faces in clear" in refused.err) == (1, True)
    monkeypatch.setattr("tablectl.commands.hand.LOG", tmp_path / "log")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.bind(str(tmp_path / "log"))
        done = tablectl("journal", "export", journal, "--round", "1", "--format", "csv", "--out", "case", "--clear")
        log.settimeout(5.0)
        told = log.recv(4096).decode()
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(rf"<85>tablectl: {getuser()} of this machine.* took records 1 to 2 of journal \w+ into {tmp_path}/case", told)
    assert sorted(path.name for path in (tmp_path / "case").iterdir()) == ["proof.json", "records.csv", "records.jsonl"]
    noted = done.out.split()[-1]
    assert tablectl("verify", journal, "--anchor", noted).code == 0
    journal.unlink()
    proven = tablectl("journal", "prove", "case")
    assert (proven.code, proven.out.split()[-1]) == (0, noted)
    assert "records 1 to 2 of journal" in proven.out
    lines = tmp_path / "case" / "records.jsonl"
    lines.write_text(lines.read_text().replace("key.next", "key.fold"))
    changed = tablectl("journal", "prove", "case")
    assert (changed.code, changed.out) == (3, "")
    assert "case/records.jsonl: line 2: record 2: its fields hash to" in changed.err


def test_times_that_no_record_can_have_are_before_or_after_all(tablectl: Run, journal: Path, tmp_path: Path) -> None:
    ends = ("--from", "0001-01-01T00:00:00+14:00", "--to", "9999-12-31T23:59:59-14:00")
    done = tablectl("journal", "export", journal, *ends, "--clear", "--out", tmp_path / "all")
    assert (done.code, done.err) == (0, "")
    assert len((tmp_path / "all" / "records.jsonl").read_text(encoding="utf-8").splitlines()) == 3
    none = tablectl("journal", "export", journal, "--from", "9999-12-31", "--out", tmp_path / "none")
    assert (none.code, "none of its 3 records" in none.err) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("journal", "tail", "-n"),
        ("journal", "tail", "--round"),
        ("journal", "export", "--out", "nowhere", "--round"),
        ("incidents", "--round"),
        ("shuffles", "--last"),
    ],
)
def test_more_than_a_journal_can_hold_is_refused_in_words(tablectl: Run, journal: Path, arguments: tuple[str, ...]) -> None:
    done = tablectl(*arguments, str(10**20), journal)
    assert (done.code, "to 9007199254740991, found 100000000000000000000" in done.err) == (2, True)
