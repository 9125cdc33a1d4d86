"""Check an export without the journal that it came from: its files to the byte, and the chain of its records from head to head."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from tablectl.journal import chain
from tablectl.journal.errors import JournalDamaged, ProofUnreadable
from tablectl.journal.portable import HEADINGS, from_line, row, to_table
from tablectl.journal.proofs import PROOF, RECORDS, TABLE, Proof, from_text
from tablectl.journal.records import Head


@dataclass(frozen=True, slots=True)
class Proved:
    """`records` hold; each of `faults` begins with the name of a file. `proof` is None where it could not be read, and then nothing was looked at."""

    proof: Proof | None
    records: int
    faults: tuple[str, ...]


def prove(folder: Path) -> Proved:
    """Check the export in this folder. Raises OSError where it cannot be read."""
    try:
        proof = from_text((folder / PROOF).read_bytes().decode())
    except FileNotFoundError:
        return Proved(None, 0, (f"{PROOF}: is missing",))
    except UnicodeDecodeError:
        return Proved(None, 0, (f"{PROOF}: it is no text",))
    except ProofUnreadable as error:
        return Proved(None, 0, (f"{PROOF}: {error}",))
    if missing := [f"{name}: is missing" for name in proof.files if not (folder / name).is_file()]:
        return Proved(proof, 0, tuple(missing))
    count, fault = _records(folder, proof)
    return Proved(proof, count, (*_files(folder, proof), *fault))


def _files(folder: Path, proof: Proof) -> Iterator[str]:
    for name, due in proof.files.items():
        with (folder / name).open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        if digest != due:
            yield f"{name}: was changed: its SHA-256 is {digest}, the proof has {due}"
    for name in sorted({path.name for path in folder.iterdir()} - {PROOF, *proof.files}):
        yield f"{name}: is no part of this export"


def _records(folder: Path, proof: Proof) -> tuple[int, tuple[str, ...]]:
    """How many of the records hold, and what is wrong at the first that does not."""
    head, count = proof.before, 0
    if head.seq == 0 and head != chain.genesis(proof.meta):
        return 0, (f"{PROOF}: the chain does not begin as that of journal {proof.meta.journal_id}",)
    with ExitStack() as stack:
        lines = stack.enter_context((folder / RECORDS).open("rb"))
        table = stack.enter_context((folder / TABLE).open("rb")) if TABLE in proof.files else None
        if table and table.readline() != row(HEADINGS).encode():
            return 0, (f"{TABLE}: line 1: these are not the headings of an export",)
        for count, line in enumerate(lines, 1):
            try:
                record = from_line(line.decode("utf-8", "replace").removesuffix("\n"), head.seq + 1)
                if finding := chain.check(head, record):
                    raise finding.error()
            except JournalDamaged as error:
                return count - 1, (f"{RECORDS}: line {count}: record {error.seq}: {error.text}",)
            if table and table.readline() != to_table(record).encode():
                return count - 1, (f"{TABLE}: line {count + 1}: is not what {RECORDS} has for record {record.seq}",)
            head = Head(record.seq, record.hash)
        if table and table.read(1):
            return count, (f"{TABLE}: line {count + 2}: {RECORDS} has no such record",)
    if head != proof.after:
        return count, (f"{RECORDS}: ends with record {head.seq}, hash {head.hash.hex()}; expected {proof.after.seq}, {proof.after.hash.hex()}",)
    return count, ()
