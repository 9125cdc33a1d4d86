"""Verify a journal: every record against the chain, every page by SQLite. Read-only, also on a file in use.

What a chain cannot tell: records cut off at the end, or a whole chain computed anew by somebody who can write the file.
Both show only against an `Anchor`, a head that was copied to where that person cannot reach; and the latter also by the
signatures of checkpoints, against a public key that was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablectl.journal import chain, wal
from tablectl.journal.chain import Difference, Finding
from tablectl.journal.checkpoints import Coverage, Knows
from tablectl.journal.errors import JournalDamaged
from tablectl.journal.lock import holder
from tablectl.journal.reader import Reader
from tablectl.journal.records import Continues, Head, Meta, Record, Stamp
from tablectl.journal.writer import LastRun, last_run

PROGRESS_RECORDS: Final = 1000

Progress = Callable[[int, int], None]
"""Told how many records were checked, and how many there are; the second may grow while a journal is in use."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A journal's head as it was known elsewhere at some time."""

    journal_id: str
    head: Head


@dataclass(frozen=True, slots=True)
class Ending:
    """How a journal ends: its last record's stamp, the last round that a record names, and what became of the last run.

    `holder` is the process that writes it now, 0 where its id is not known.
    """

    stamp: Stamp
    round: int | None
    run: LastRun
    holder: int | None


@dataclass(frozen=True, slots=True)
class Verification:
    """`head` is the last record up to which everything holds; `meta` is None where not even the identity could be read.

    `ending` is None where there is no record, or one that cannot be trusted. `covered` is the last record that a signature vouches for, 0 for
    none, and None where no key was given.
    """

    path: Path
    meta: Meta | None
    head: Head | None
    finding: Finding | None
    file_faults: tuple[str, ...]
    ending: Ending | None = None
    covered: int | None = None

    @property
    def sound(self) -> bool:
        return self.finding is None and not self.file_faults

    def continues(self, file: Path) -> Continues:
        """Return what a new journal says of this one, once this one was set aside as `file`."""
        return Continues(file.name, self.meta.journal_id if self.meta else None, self.head)


def verified(reader: Reader, progress: Progress | None = None, *, after: Head | None = None) -> Iterator[Record]:
    """Yield all records, or those that follow `after`, each checked before it is handed on. Raises `JournalDamaged` at the first that cannot be
    trusted."""
    head = after or chain.genesis(reader.meta)
    total = reader.head().seq if progress else 0
    for record in reader.records(head.seq + 1):
        if finding := chain.check(head, record):
            raise finding.error()
        head = Head(record.seq, record.hash)
        if progress and record.seq % PROGRESS_RECORDS == 0:
            progress(record.seq, max(total, record.seq))
        yield record
    if progress:
        progress(head.seq, head.seq)


def verify(path: Path, anchors: Sequence[Anchor] = (), progress: Progress | None = None, *, keys: Knows | None = None) -> Verification:
    """Check the whole of a journal; damage is in the answer. With `keys` its checkpoints have to be signed by one of them.

    Raises `JournalUnreachable`, `JournalTooNew` where there is nothing to check."""
    left_out = wal.spoiled(Path(f"{path}-wal"))
    try:
        reader = Reader(path)
    except JournalDamaged as error:
        return Verification(path, None, None, _finding(error), ())
    with closing(reader):
        due = {anchor.head.seq: anchor for anchor in anchors}
        head = chain.genesis(reader.meta)
        open_by = holder(path)  # before the reading: a run that stops meanwhile has its marker
        coverage = None if keys is None else Coverage(keys, reader.meta)
        last_record: Record | None = None
        last_round: int | None = None
        finding = next((_foreign(anchor, reader.meta) for anchor in anchors if anchor.journal_id != reader.meta.journal_id), None)
        try:
            for record in verified(reader, progress):
                if finding is None and (anchor := due.get(record.seq)) and anchor.head.hash != record.hash:
                    finding = Finding(record.seq, Difference.REWRITTEN, "the chain holds in itself, but this record was another when anchored")
                if finding is None and coverage:
                    coverage.see(record)
                if finding is None:
                    head = Head(record.seq, record.hash)
                last_record, last_round = record, record.round or last_round
        except JournalDamaged as error:
            finding = finding or _finding(error)
        last = max(due, default=0)
        if finding is None and last > head.seq:
            finding = Finding(head.seq + 1, Difference.TRUNCATED, f"the journal ends at record {head.seq}, and had {last} when anchored")
        if finding is None and coverage:
            finding = coverage.end(head.seq)
        ending = Ending(last_record.stamp, last_round, last_run(last_record), open_by) if last_record and not finding else None
        faults = (*reader.file_faults(), *((wal.SPOILED,) if left_out else ()))
        return Verification(path, reader.meta, head, finding, faults, ending, coverage.covered if coverage else None)


def _finding(error: JournalDamaged) -> Finding:
    return Finding(error.seq, Difference(error.what), error.text)


def _foreign(anchor: Anchor, meta: Meta) -> Finding:
    return Finding(0, Difference.FOREIGN, f"the anchor is of journal {anchor.journal_id}, this is {meta.journal_id}")
