"""The key that seals faces, as a person makes it, names it, and is told that it is needed."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.engine.cards import Card
from tablectl.journal import SystemClock, open_for_writing
from tablectl.journal.keys import CREDENTIAL, make_keys, read_keys
from tablectl.journal.signing import make_signer
from tablectl.table.events import CardRead, Mark
from tablectl.table.record.recovery import event_draft
from tests.cli.conftest import Run
from tests.table.dealing import opening

HOLE = CardRead("shoe", 1, 1, Mark.FACE, Card.parse("Ah"), 1, 99)


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """A journal with a sealed face, and its key beside it in seal.key."""
    path, clock = tmp_path / "journal.db", SystemClock()
    with closing(open_for_writing(path, stamper=clock, sealer=make_keys(tmp_path / "seal.key"))) as writer:
        writer.append([event_draft(opening(), clock.stamp(), 1, "table_opened")]).result(20)
        writer.append([event_draft(HOLE, clock.stamp(), 1, "card_read")]).result(20)
    return path


def test_a_key_is_made_once(tablectl: Run, tmp_path: Path) -> None:
    first = tablectl("journal", "new-key", "seal.key")
    assert (first.code, first.out) == (0, f"seal.key: {read_keys(tmp_path / 'seal.key').id}\n")
    again = tablectl("journal", "new-key", "seal.key")
    assert again.code == 1
    assert "is there already" in again.err


def test_a_key_keeps_the_old_ones(tablectl: Run, tmp_path: Path) -> None:
    tablectl("journal", "new-key", "old.key")
    assert tablectl("journal", "new-key", "new.key", "--keep", "old.key").code == 0
    assert (tmp_path / "new.key").read_text("ascii").endswith((tmp_path / "old.key").read_text("ascii"))


def test_a_sealed_journal_is_verified_and_read_without_the_key(tablectl: Run, sealed: Path) -> None:
    assert tablectl("verify", sealed).code == 0
    assert "card_read round 1 +sealed" in tablectl("journal", "tail", sealed).out


def test_a_replay_says_which_key_it_needs(tablectl: Run, sealed: Path, tmp_path: Path) -> None:
    done = tablectl("replay", sealed)
    assert done.code == 1
    assert f"record 2 (card_read) is sealed by {read_keys(tmp_path / 'seal.key').id}" in done.err
    assert "--seal-key FILE" in done.err
    make_keys(tmp_path / "other.key")
    assert "the keys given are" in tablectl("replay", "--seal-key", "other.key", sealed).err
    assert "cannot be read" in tablectl("replay", "--seal-key", "gone.key", sealed).err


def test_a_register_of_packs_says_which_key_it_needs_and_takes_it(tablectl: Run, sealed: Path, tmp_path: Path) -> None:
    refused = tablectl("packs", "list", sealed)
    assert refused.code == 1
    assert "--seal-key FILE names the file with the key that sealed it" in refused.err
    listed = tablectl("packs", "list", sealed, "--seal-key", tmp_path / "seal.key")
    assert (listed.code, [line[:3] for line in listed.out.splitlines()]) == (0, ["  1", "  2"])


def test_a_check_tells_of_the_key(tablectl: Run, table: Path, tmp_path: Path) -> None:
    def of_the_key(*arguments: str, environment: dict[str, str] | None = None) -> tuple[str, str]:
        lines = tablectl("check", "--config", table, "--json", *arguments, environment=environment).out.splitlines()
        (found,) = [row for row in map(json.loads, lines) if row["what"] == "seal key"]
        return found["grade"], found["text"]

    grade, text = of_the_key()
    assert grade == "warning"
    assert "in clear" in text
    assert of_the_key("--set", "journal.seal_key=seal.key")[0] == "problem"
    made = make_keys(tmp_path / "seal.key")
    assert of_the_key("--set", "journal.seal_key=seal.key") == ("fine", f"faces are sealed in the journal by {made.id}")
    (tmp_path / "seal.key").rename(tmp_path / CREDENTIAL)
    assert of_the_key(environment={"CREDENTIALS_DIRECTORY": str(tmp_path)})[0] == "fine"


def test_a_check_tells_of_the_signing_key(tablectl: Run, table: Path, tmp_path: Path) -> None:
    def of_the_key(*arguments: str) -> tuple[str, str]:
        lines = tablectl("check", "--config", table, "--json", *arguments).out.splitlines()
        (found,) = [row for row in map(json.loads, lines) if row["what"] == "signing key"]
        return found["grade"], found["text"]

    assert of_the_key()[0] == "warning"
    assert of_the_key("--set", "journal.signing_key=signing.key")[0] == "problem"
    made, _ = make_signer(tmp_path / "signing.key")
    assert of_the_key("--set", "journal.signing_key=signing.key") == ("fine", f"checkpoints of the journal are signed by {made.id}")


def test_a_check_reads_a_sealed_record_with_its_key_and_tells_a_wrong_one_from_one_that_is_not_here(
    tablectl: Run, table: Path, sealed: Path, tmp_path: Path
) -> None:
    def of_the_journal(*arguments: str) -> tuple[int, list[tuple[str, str]]]:
        done = tablectl("check", "--config", table, "--json", *arguments)
        rows = [json.loads(line) for line in done.out.splitlines()]
        return done.code, [(row["grade"], row["text"]) for row in rows if row["what"] == "journal" and "is sealed by" in row["text"]]

    assert sealed.name == "journal.db"
    code, found = of_the_journal()
    assert (code, [grade for grade, _ in found]) == (3, ["warning"])  # 3 is for the devices that are not plugged in
    make_keys(tmp_path / "other.key")
    code, found = of_the_journal("--set", "journal.seal_key=other.key")
    assert (code, [grade for grade, _ in found]) == (78, ["problem"])
    assert of_the_journal("--set", "journal.seal_key=seal.key")[1] == []
