"""Check an export without the journal that it came from: its files to the byte, the chain of its records from head to head, and with the table's
public key the signatures that vouch for them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from tablectl.journal import chain
from tablectl.journal.checkpoints import Coverage, Knows
from tablectl.journal.errors import JournalDamaged, ProofUnreadable
from tablectl.journal.portable import HEADINGS, from_line, row, to_table
from tablectl.journal.proofs import ONWARD, PROOF, RECORDS, TABLE, Proof, from_text
from tablectl.journal.records import Head


@dataclass(frozen=True, slots=True)
class Proved:
    """`faults` begin with the name of a file each. `proof` is None where it could not be read, and then nothing was looked at. `covered` is the last
    record that a signature vouches for, 0 for none, and None where no key was given."""

    proof: Proof | None
    faults: tuple[str, ...]
    covered: int | None = None


def prove(folder: Path, keys: Knows | None = None) -> Proved:
    """Check the export in this folder; with `keys`, its records have to be vouched for by one of them. Raises OSError where it cannot be read."""
    try:
        proof = from_text((folder / PROOF).read_bytes().decode())
    except FileNotFoundError:
        return Proved(None, (f"{PROOF}: is missing",))
    except UnicodeDecodeError:
        return Proved(None, (f"{PROOF}: it is no text",))
    except ProofUnreadable as error:
        return Proved(None, (f"{PROOF}: {error}",))
    if missing := [f"{name}: is missing" for name in proof.files if not (folder / name).is_file()]:
        return Proved(proof, tuple(missing))
    coverage = None if keys is None else Coverage(keys, proof.meta)
    faults = [*_files(folder, proof), *_records(folder, proof, coverage)]
    if coverage and not coverage.covered and not faults:
        faults.append(f"{PROOF}: no signature by a key that was given vouches for these records")
    return Proved(proof, tuple(faults), coverage.covered if coverage else None)


def _files(folder: Path, proof: Proof) -> Iterator[str]:
    for name, due in proof.files.items():
        with (folder / name).open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        if digest != due:
            yield f"{name}: was changed: its SHA-256 is {digest}, the proof has {due}"
    for name in sorted({path.name for path in folder.iterdir()} - {PROOF, *proof.files}):
        yield f"{name}: is no part of this export"


def _records(folder: Path, proof: Proof, coverage: Coverage | None) -> Iterator[str]:
    """What is wrong at the first record that does not hold."""
    if proof.before.seq == 0 and proof.before != chain.genesis(proof.meta):
        yield f"{PROOF}: the chain does not begin as that of journal {proof.meta.journal_id}"
        return
    parts = [(RECORDS, proof.before, proof.after)]
    if ONWARD in proof.files and proof.vouching:
        parts.append((ONWARD, proof.after, proof.vouching))
    for name, before, after in parts:
        if fault := _chained(folder / name, before, after, coverage) or (_table(folder, proof) if name == RECORDS else None):
            yield fault
            return


def _chained(path: Path, head: Head, after: Head, coverage: Coverage | None) -> str | None:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                record = from_line(_text(line), head.seq + 1)
                if finding := chain.check(head, record):
                    raise finding.error()
                if coverage:
                    coverage.see(record)
            except JournalDamaged as error:
                return f"{path.name}: line {number}: record {error.seq}: {error.text}"
            head = Head(record.seq, record.hash)
    if head != after:
        return f"{path.name}: ends with record {head.seq}, hash {head.hash.hex()}; expected {after.seq}, {after.hash.hex()}"
    return None


def _table(folder: Path, proof: Proof) -> str | None:
    """Where the table says something else than the records, which hold."""
    if TABLE not in proof.files:
        return None
    with (folder / RECORDS).open("rb") as lines, (folder / TABLE).open("rb") as table:
        due = itertools.chain((row(HEADINGS),), (to_table(from_line(_text(line), 0)) for line in lines))
        for number, line in enumerate(due, 1):
            if table.readline() != line.encode():
                return f"{TABLE}: line {number}: is not what {RECORDS} has"
        return f"{TABLE}: has more lines than {RECORDS}" if table.read(1) else None


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").removesuffix("\n")
