"""The law of signatures: a journal that the table signed is its own up to there, and one that somebody else wrote is found out."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.journal import CHECKPOINT, ClearSealer, Draft, Head, Kind, Meta, Reader, Stamp, canonical, open_for_writing, verify
from tablectl.journal.chain import Difference, genesis, link
from tablectl.journal.checkpoints import UNCOVERED_RECORDS, Coverage, Signs, completed, is_checkpoint
from tablectl.journal.errors import KeyUnusable
from tablectl.journal.rows import INSERT, to_row
from tablectl.journal.signing import CREDENTIAL, PUBLIC_KEY, Signer, make_signer, read_public, read_signer
from tablectl.journal.signing import given as signer_given
from tests.journal.conftest import DEADLINE_S, CountingClock

TABLE, OTHER = Signer([b"t" * 32]), Signer([b"o" * 32])
Sign = Callable[[Draft, Head, Meta], Draft]

STAMP = Stamp(1, 1, "boot-1", synced=True)
STATE = Draft(Kind.MARKER, CHECKPOINT, STAMP, canonical({"state": "a hash"}), canonical({"card": "Ah"}))


def event(number: int) -> Draft:
    return Draft(Kind.EVENT, "key_pressed", STAMP, canonical({"number": number}))


def written(path: Path, drafts: list[Draft], signer: Signer | None) -> Path:
    with closing(open_for_writing(path, stamper=CountingClock(), sealer=ClearSealer(), signer=signer)) as writer:
        writer.append(drafts).result(DEADLINE_S)
    return path


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """Records 1 to 9, of which 4 and 8 are checkpoints."""
    return written(tmp_path / "signed.db", [event(1), event(2), event(3), STATE, event(5), event(6), event(7), STATE, event(9)], TABLE)


def rewritten(path: Path, sign: Sign, change: int = 2) -> None:
    """Write a whole journal anew with another record `change`, as somebody can who may write the file but has no key: the chain holds."""
    with Reader(path) as reader:
        records, meta = list(reader.records()), reader.meta
    head, rows = genesis(meta), []
    for record in records:
        body = canonical({"number": 99}) if record.seq == change else record.body
        draft = Draft(record.kind, record.type, record.stamp, body)
        done = link(head, sign(draft, head, meta) if is_checkpoint(record) else draft, record.sealed, record.sealer)
        head = Head(done.seq, done.hash)
        rows.append(to_row(done))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER record_is_never_removed")
        connection.execute("DELETE FROM record")
        connection.executemany(INSERT, rows)
    assert verify(path).sound, "the chain alone does not show it"


def test_a_checkpoint_names_the_record_before_it_and_is_signed_for_its_journal(signed: Path) -> None:
    with Reader(signed) as reader:
        third, fourth = reader.get(3), reader.get(4)
        assert third
        assert fourth
        body = canonical({
            "hash": third.hash.hex(), "journal": reader.meta.journal_id, "key": TABLE.id, "seq": 3, "state": "a hash",
        })  # fmt: skip
    signature = TABLE.sign(f"tablectl checkpoint 1\n{body}")
    assert fourth.body == body[:-1].replace(',"state"', f',"signature":"{signature}","state"') + "}"


def test_a_journal_of_the_table_is_covered_up_to_its_last_checkpoint(signed: Path) -> None:
    found = verify(signed, keys=TABLE.public)
    assert (found.finding, found.covered) == (None, 8)
    assert verify(signed).covered is None


def test_a_journal_that_was_never_signed_is_found(tmp_path: Path) -> None:
    for name, signer in (("unsigned", None), ("other", OTHER)):
        path = written(tmp_path / name, [event(1), STATE], signer)
        found = verify(path, keys=TABLE.public)
        assert found.finding
        assert (found.finding.difference, found.sound, found.covered) == (Difference.UNSIGNED, False, 0)


def as_it_was(draft: Draft, _: Head, __: Meta) -> Draft:
    return draft


def by(signer: Signs | None) -> Sign:
    return lambda draft, head, meta: completed(replace(draft, body=canonical({"state": "a hash"})), head, meta, signer)


@pytest.mark.parametrize(
    ("sign", "change", "seq", "difference"),
    [
        (as_it_was, 2, 4, Difference.FORGED),
        (as_it_was, 6, 8, Difference.FORGED),
        (by(None), 2, 0, Difference.UNSIGNED),
        (by(OTHER), 2, 0, Difference.UNSIGNED),
    ],
)
def test_a_journal_written_wholly_anew_without_the_key_is_found(signed: Path, sign: Sign, change: int, seq: int, difference: Difference) -> None:
    rewritten(signed, sign, change)
    finding = verify(signed, keys=TABLE.public).finding
    assert finding
    assert (finding.seq, finding.difference) == (seq, difference)


def test_a_signature_under_another_text_is_found(signed: Path) -> None:
    rewritten(signed, by(Liar()), change=0)
    finding = verify(signed, keys=TABLE.public).finding
    assert finding
    assert (finding.seq, finding.difference) == (4, Difference.FORGED)
    assert TABLE.id in finding.text


class Liar:
    """Says that it is the table's key, and has another."""

    id = TABLE.id

    def sign(self, text: str) -> str:
        return OTHER.sign(text)


def test_a_checkpoint_of_another_journal_does_not_count(tmp_path: Path, signed: Path) -> None:
    with Reader(signed) as reader:
        record, meta = reader.get(4), reader.meta
    assert record
    Coverage(TABLE.public, meta).see(record)
    with Reader(written(tmp_path / "another.db", [event(1)], TABLE)) as reader:
        other = reader.meta
    with pytest.raises(ValueError, match="was signed for journal"):
        Coverage(TABLE.public, other).see(record)


def test_a_checkpoint_that_nobody_signed_behind_a_signed_one_is_found(tmp_path: Path) -> None:
    path = written(tmp_path / "begun.db", [event(1), STATE], None)
    written(path, [event(3), STATE], TABLE)
    assert verify(path, keys=TABLE.public).covered == 4, "what was not signed at first is covered by what is later"
    written(path, [event(5), STATE, event(7)], None)
    found = verify(path, keys=TABLE.public)
    assert found.finding
    assert (found.finding.seq, found.finding.difference) == (6, Difference.UNSIGNED)


def test_a_long_end_without_a_signature_is_found() -> None:
    coverage = Coverage(TABLE.public, Meta("journal-1", 1, 0), covered=10)
    assert coverage.end(10 + UNCOVERED_RECORDS) is None
    finding = coverage.end(11 + UNCOVERED_RECORDS)
    assert finding
    assert (finding.seq, finding.difference) == (11, Difference.UNSIGNED)


def test_a_changed_key_lets_what_the_old_one_signed_count_on(tmp_path: Path) -> None:
    old, _ = make_signer(tmp_path / "old.key")
    new, public = make_signer(tmp_path / "new.key", tmp_path / "old.key")
    path = written(tmp_path / "table.db", [event(1), STATE], old)
    written(path, [event(3), STATE], new)
    assert verify(path, keys=read_public(public)).covered == 4
    finding = verify(path, keys=read_public(tmp_path / "old.key.pub")).finding
    assert finding
    assert finding.seq == 4


def test_a_pair_of_keys_is_made_once_and_read_again(tmp_path: Path) -> None:
    signer, public = make_signer(tmp_path / "signing.key")
    assert ((tmp_path / "signing.key").stat().st_mode & 0o777, public) == (0o600, tmp_path / "signing.key.pub")
    assert read_signer(tmp_path / "signing.key").id == signer.id == read_public(public).ids[0]
    assert signer.public.signed(signer.id, signer.sign("a text"), "a text")
    assert not signer.public.signed(signer.id, signer.sign("a text"), "another")
    assert not signer.public.signed(signer.id, "no hexadecimal", "a text")
    with pytest.raises(KeyUnusable, match="is there already"):
        make_signer(tmp_path / "signing.key")
    public.unlink()
    with pytest.raises(KeyUnusable, match="is there already"):
        make_signer(tmp_path / "signing.key")
    assert not public.exists(), "no public key without its private one"


def test_keys_that_cannot_be_used_are_refused_in_words(tmp_path: Path) -> None:
    make_signer(tmp_path / "signing.key")
    (tmp_path / "signing.key").chmod(0o640)
    with pytest.raises(KeyUnusable, match="others than its owner may open the signing key"):
        read_signer(tmp_path / "signing.key")
    with pytest.raises(KeyUnusable, match="no public key: expected tablectl-public-1:"):
        read_public(tmp_path / "signing.key")
    with pytest.raises(KeyUnusable, match="the public key cannot be read"):
        read_public(tmp_path / "gone.pub")
    (tmp_path / "short.pub").write_text(f"{PUBLIC_KEY.mark}00\n", "ascii")
    with pytest.raises(KeyUnusable, match="64 hexadecimal digits"):
        read_public(tmp_path / "short.pub")


def test_the_service_manager_hands_a_key_over(tmp_path: Path) -> None:
    signer, _ = make_signer(tmp_path / CREDENTIAL)
    (tmp_path / CREDENTIAL).chmod(0o440)
    handed = signer_given(None, str(tmp_path))
    assert handed
    assert handed.id == signer.id
    assert signer_given(None, None) is None
