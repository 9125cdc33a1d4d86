"""A part of a journal that leaves the table, and the check of it without the journal."""

from __future__ import annotations

import csv
import errno
import json
import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tablectl.journal import CHECKPOINT, Draft, Filter, Head, Kind, Reader, Record, SystemClock, Writer, canonical, chain
from tablectl.journal.errors import ExportRefused, JournalDamaged
from tablectl.journal.exporting import Wanted, export
from tablectl.journal.portable import from_line, to_line
from tablectl.journal.proofs import ONWARD, PROOF, RECORDS, TABLE, from_text, to_text
from tablectl.journal.proving import prove
from tablectl.journal.signing import Signer

DEADLINE_S = 20.0
RECORDS_IN_ALL = 30


@pytest.fixture
def writer(open_journal: Callable[..., Writer], draft: Callable[..., Draft]) -> Writer:
    """Thirty records, ten of each of three rounds, with all that a record may have."""
    writer = open_journal()
    for number in range(RECORDS_IN_ALL):
        more = {"secret": canonical({"face": "Ah"})} if number == 25 else {"correlation": '=HYPERLINK("x")'} if number % 2 else {}
        cause = number if number % 3 == 2 else None
        body = canonical({"number": number, "text": "Zoë, ten \u2028 \r\n lines"})
        writer.append([draft(number, body=body, round=number // 10 + 1, cause=cause, **more)]).result(DEADLINE_S)
    return writer


@pytest.fixture
def take(writer: Writer, tmp_path: Path) -> Callable[..., Path]:
    def run(name: str = "export", *, table: bool = True, clear: bool = True, **filter: Any) -> Path:  # noqa: ANN401 -- fields of Filter
        with Reader(writer.path) as reader:
            export(reader, tmp_path / name, Wanted(Filter(**filter), table=table, clear=clear), SystemClock().stamp(), "1.0")
        return tmp_path / name

    return run


def seqs(folder: Path) -> list[int]:
    return [json.loads(line)["seq"] for line in (folder / RECORDS).read_text().split("\n")[:-1]]


def test_an_export_is_proven_without_its_journal(take: Callable[..., Path], writer: Writer) -> None:
    folder = take()
    writer.close()
    writer.path.unlink()
    found = prove(folder)
    assert found.faults == ()
    assert found.proof is not None
    assert (found.proof.after, found.proof.vouching, found.covered) == (writer.head, None, None)


def test_a_record_comes_back_from_its_line_with_every_field(writer: Writer) -> None:
    with Reader(writer.path) as reader:
        for record in reader.records():
            assert from_line(to_line(record), record.seq) == record


def test_a_part_has_no_gaps_and_is_linked_to_what_lies_before(take: Callable[..., Path], writer: Writer) -> None:
    folder = take(round=2)
    with Reader(writer.path) as reader:
        before, times = reader.get(10), {record.stamp.wall_ns: record.seq for record in reader.records()}
    assert before is not None
    found = prove(folder)
    assert (found.faults, seqs(folder)) == ((), list(range(11, 21)))
    assert found.proof is not None
    assert found.proof.before.hash == before.hash
    window = sorted(times)[4:9]
    assert seqs(take("window", since_ns=window[0], until_ns=window[-1] + 1)) == [5, 6, 7, 8, 9]


def test_what_is_written_meanwhile_does_not_come_in(take: Callable[..., Path], writer: Writer, draft: Callable[..., Draft]) -> None:
    folder = take()
    writer.append([draft()]).result(DEADLINE_S)
    assert prove(folder).faults == ()
    assert seqs(folder)[-1] == RECORDS_IN_ALL


def test_every_changed_byte_is_found_and_its_file_named(take: Callable[..., Path], writer: Writer) -> None:
    with Reader(writer.path) as reader:
        bounds = [record.stamp.wall_ns for record in reader.records(25, 28)]
    folder = take(since_ns=bounds[0], until_ns=bounds[-1])
    for name in (RECORDS, TABLE, PROOF):
        whole = (folder / name).read_bytes()
        for place in range(0, len(whole), 5):
            changed = bytearray(whole)
            changed[place] ^= 1
            (folder / name).write_bytes(changed)
            faults = prove(folder).faults
            assert faults, f"byte {place} of {name}"
            assert any(fault.startswith(f"{name}: ") for fault in faults), (name, place, faults)
        (folder / name).write_bytes(whole)
    assert prove(folder).faults == ()


def test_the_first_record_that_was_changed_is_named_also_where_the_proof_was_made_anew(take: Callable[..., Path]) -> None:
    folder = take(table=False)
    lines = (folder / RECORDS).read_text().split("\n")
    lines[6] = lines[6].replace('"number":6', '"number":9')
    (folder / RECORDS).write_text("\n".join(lines))
    assert [fault.partition(": its")[0] for fault in prove(folder).faults] == [f"{RECORDS}: was changed", f"{RECORDS}: line 7: record 7"]


@pytest.mark.parametrize(("cut", "words"), [(slice(0, -2), "ends with record 29"), (slice(1, None), "line 1: record 1: record 1 is missing")])
def test_records_cut_off_at_an_end_are_missed(take: Callable[..., Path], cut: slice, words: str) -> None:
    folder = take(table=False)
    lines = (folder / RECORDS).read_text().split("\n")
    (folder / RECORDS).write_text("\n".join([*lines[cut], *([""] if cut.stop else [])]))
    assert words in prove(folder).faults[-1]


def test_a_file_that_is_missing_or_does_not_belong_is_named(take: Callable[..., Path]) -> None:
    folder = take()
    (folder / "notes.txt").write_text("mine")
    assert prove(folder).faults == ("notes.txt: is no part of this export",)
    (folder / TABLE).unlink()
    assert prove(folder).faults == (f"{TABLE}: is missing",)
    (folder / PROOF).unlink()
    assert prove(folder).faults == (f"{PROOF}: is missing",)


def test_no_cell_of_the_table_is_a_formula(take: Callable[..., Path]) -> None:
    with (take() / TABLE).open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == RECORDS_IN_ALL
    assert rows[1]["correlation"] == '\'=HYPERLINK("x")'
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_faces_in_clear_are_taken_along_only_where_that_is_asked_for(take: Callable[..., Path], tmp_path: Path) -> None:
    with pytest.raises(ExportRefused, match=r"record 26 \(card_read\) has its faces in clear"):
        take(clear=False)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
    assert prove(take(clear=False, round=2)).faults == ()


def test_nothing_is_exported_over_another_export_or_of_no_records(take: Callable[..., Path]) -> None:
    take()
    with pytest.raises(ExportRefused, match="is there already"):
        take()
    with pytest.raises(ExportRefused, match="none of its 30 records"):
        take("empty", round=9)


def test_a_damaged_journal_is_not_exported_over_its_damage(take: Callable[..., Path], writer: Writer, tamper: Callable[[Path, str], None]) -> None:
    writer.close()
    tamper(writer.path, "UPDATE record SET type = 'other' WHERE seq = 15")
    with pytest.raises(JournalDamaged, match="record 15"):
        take()
    assert prove(take(round=1)).faults == ()


def test_an_export_onto_a_full_disk_leaves_nothing(writer: Writer, volume: Path, fill: Callable[[Path], Path]) -> None:
    os.truncate(fill(volume), 1020 * 1024)
    with Reader(writer.path) as reader, pytest.raises(OSError, match="No space left") as error:
        export(reader, volume / "export", Wanted(Filter(), clear=True), SystemClock().stamp(), "1.0")
    assert error.value.errno == errno.ENOSPC
    assert [path.name for path in volume.iterdir()] == ["filler"]


def test_a_proof_made_anew_does_not_make_it_the_part_of_another_journal(take: Callable[..., Path]) -> None:
    folder = take(round=1)
    proof = from_text((folder / PROOF).read_text())
    (folder / PROOF).write_text(to_text(replace(proof, meta=replace(proof.meta, journal_id="another"))))
    assert prove(folder).faults == (f"{PROOF}: the chain does not begin as that of journal another",)


SIGNER, OTHER = Signer([b"t" * 32]), Signer([b"o" * 32])


@pytest.fixture
def signed(open_journal: Callable[..., Writer], draft: Callable[..., Draft], path: Path) -> Path:
    """Twelve records, a round each; 4 and 8 are signed checkpoints."""
    writer = open_journal(signer=SIGNER)
    for number in range(1, 13):
        more = {"kind": Kind.MARKER, "type": CHECKPOINT} if number in {4, 8} else {}
        writer.append([draft(number, round=number, **more)]).result(DEADLINE_S)
    return path


def taken(journal: Path, folder: Path, **filter: int) -> Path:
    with Reader(journal) as reader:
        export(reader, folder, Wanted(Filter(**filter)), SystemClock().stamp(), "1.0")  # type: ignore[arg-type]
    return folder


@pytest.mark.parametrize(("round", "onward", "covered"), [(3, [4], 4), (4, [], 4), (5, [6, 7, 8], 8), (9, None, 0)])
def test_the_records_up_to_the_signature_that_vouches_go_along(
    signed: Path, tmp_path: Path, round: int, onward: list[int] | None, covered: int
) -> None:
    folder = taken(signed, tmp_path / "export", round=round)
    along = (folder / ONWARD).read_text().splitlines() if (folder / ONWARD).exists() else []
    assert [json.loads(line)["seq"] for line in along] == (onward or [])
    found = prove(folder, SIGNER.public)
    assert found.covered == covered
    assert found.faults == (() if covered else (f"{PROOF}: no signature by a key that was given vouches for these records",))
    assert prove(folder).faults == ()


def test_a_part_that_was_written_anew_does_not_pass_with_the_key_of_the_table(signed: Path, tmp_path: Path) -> None:
    folder = taken(signed, tmp_path / "export", round=6)
    record = from_line((folder / RECORDS).read_text()[:-1], 6)
    forged = open_anew([record, *(from_line(line, 0) for line in (folder / ONWARD).read_text().splitlines())], record.prev_hash)
    (folder / RECORDS).write_text(forged[0])
    (folder / ONWARD).write_text("".join(forged[1:]))
    proof = from_text((folder / PROOF).read_text())
    heads = [Head(record.seq, record.hash) for record in (from_line(line[:-1], 0) for line in forged)]
    files = {name: sha256((folder / name).read_bytes()).hexdigest() for name in (RECORDS, ONWARD)}
    (folder / PROOF).write_text(to_text(replace(proof, after=heads[0], vouching=heads[-1], files=files)))
    assert prove(folder).faults == (), "the chain alone does not show it"
    (fault,) = prove(folder, SIGNER.public).faults
    assert fault.startswith(f"{ONWARD}: line 2: record 8: this checkpoint was made to follow another record")
    (missed,) = prove(taken(signed, tmp_path / "true", round=6), OTHER.public).faults
    assert "no signature by a key that was given" in missed


def open_anew(records: list[Record], prev_hash: bytes) -> list[str]:
    """The lines of records of which the first says something else, with hashes that fit."""
    lines = []
    for number, record in enumerate(records):
        changed = replace(record, prev_hash=prev_hash, body=canonical({"number": 99}) if number == 0 else record.body)
        prev_hash = chain.hash_of(changed)
        lines.append(to_line(replace(changed, hash=prev_hash)) + "\n")
    return lines
