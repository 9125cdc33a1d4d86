"""Whether a journal is the one that another says it continues."""

from __future__ import annotations

from pathlib import Path

from tablectl.journal.chain import Difference, Finding
from tablectl.journal.records import Meta
from tablectl.journal.verification import Anchor, verify


def before(meta: Meta, path: Path) -> Finding | None:
    """What is wrong with `path` as the journal before; None where it is that one, and holds up to the record that was its last good one.

    What lies behind that record was damaged then, and is not asked for. Raises what `verify` does.
    """
    named = meta.continues
    if named is None:
        return Finding(0, Difference.FOREIGN, f"journal {meta.journal_id} continues none")
    if named.journal_id is None or named.head is None:
        return Finding(0, Difference.FOREIGN, f"nothing of {named.file} could be read when it was set aside, so nothing can be compared")
    finding = verify(path, (Anchor(named.journal_id, named.head),)).finding
    return None if finding is None or finding.seq > named.head.seq else finding
