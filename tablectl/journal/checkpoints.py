"""Checkpoints: markers that name the record before them and what a table had come to, signed where the table has a key.

The writer completes one when it links it, for only then the record before is known. The signature covers the whole body but itself: the
journal, the record before with its hash, and so everything up to there, and what the caller put in. `state` in the body commits to the
sealed part, see `table/record/checkpoints.py`, so what is sealed is covered too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from tablectl.journal.chain import Difference, Finding
from tablectl.journal.records import Draft, Head, Kind, Meta, Record, canonical

CHECKPOINT: Final = "checkpoint"
LEAST_RECORDS: Final = 500  # so many after the last one, the next is due between two deals
MOST_RECORDS: Final = 5_000  # and after so many at once
UNCOVERED_RECORDS: Final = 4 * MOST_RECORDS  # a table that signs leaves no longer end than this without a signature
_PREFIX: Final = "tablectl checkpoint 1\n"


class Signs(Protocol):
    """The private side of a key."""

    @property
    def id(self) -> str: ...

    def sign(self, text: str) -> str: ...


class Knows(Protocol):
    """Public keys whose signatures count."""

    @property
    def ids(self) -> tuple[str, ...]: ...

    def signed(self, key: str, signature: str, text: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a checkpoint says, without its signature; `key` and `signature` are None where nobody signed it."""

    record: Record
    said: Mapping[str, Any]
    key: str | None
    signature: str | None


def is_checkpoint(record: Record | Draft) -> bool:
    return record.kind is Kind.MARKER and record.type == CHECKPOINT


def completed(draft: Draft, head: Head, meta: Meta, signer: Signs | None) -> Draft:
    """A checkpoint in its place behind `head`, signed where there is a key."""
    said = {
        **json.loads(draft.body),
        "journal": meta.journal_id,
        "seq": head.seq,
        "hash": head.hash.hex(),
        "key": None if signer is None else signer.id,
    }
    return replace(draft, body=canonical({**said, "signature": None if signer is None else signer.sign(_text(said))}))


def read(record: Record) -> Checkpoint:
    """What a checkpoint says. Raises `JournalDamaged` where it is none, or was made to follow another record."""
    try:
        said = dict(json.loads(record.body))
        signature, key, place = said.pop("signature"), said["key"], (said["seq"], said["hash"])
    except (ValueError, TypeError, KeyError):
        raise Finding(record.seq, Difference.UNPARSABLE, "it is called a checkpoint and says nothing that one says").error() from None
    if place != (record.seq - 1, record.prev_hash.hex()):
        raise Finding(record.seq, Difference.FORGED, "this checkpoint was made to follow another record").error()
    return Checkpoint(record, said, key, signature)


def vouched(checkpoint: Checkpoint, meta: Meta, keys: Knows) -> bool:
    """Whether one of these keys signed it for this journal. Raises `JournalDamaged` where it says so and that is not true."""
    if checkpoint.key not in keys.ids:
        return False
    if not isinstance(checkpoint.signature, str) or not keys.signed(checkpoint.key, checkpoint.signature, _text(checkpoint.said)):
        text = f"its signature by {checkpoint.key} does not hold: this record, or one before it, was written anew"
        raise Finding(checkpoint.record.seq, Difference.FORGED, text).error()
    if checkpoint.said["journal"] != meta.journal_id:
        raise Finding(checkpoint.record.seq, Difference.FORGED, f"it was signed for journal {checkpoint.said['journal']}").error()
    return True


@dataclass(slots=True)
class Coverage:
    """Told of all records in order, says up to which one signatures by these keys vouch for them."""

    keys: Knows
    meta: Meta
    covered: int = 0

    def see(self, record: Record) -> None:
        """Raises `JournalDamaged` at the first checkpoint that should be signed and is not."""
        if not is_checkpoint(record):
            return
        checkpoint = read(record)
        if vouched(checkpoint, self.meta, self.keys):
            self.covered = record.seq
        elif self.covered:
            text = f"this checkpoint is signed by {checkpoint.key or 'nobody'}, and those up to record {self.covered} by a key that was given"
            raise Finding(record.seq, Difference.UNSIGNED, text).error()

    def end(self, last: int) -> Finding | None:
        """What is wrong with the end of a journal that has so many records."""
        if not self.covered:
            return Finding(0, Difference.UNSIGNED, "none of its checkpoints is signed by a key that was given")
        if last - self.covered > UNCOVERED_RECORDS:
            text = f"{last - self.covered} records follow the last signature; a table signs every {MOST_RECORDS}"
            return Finding(self.covered + 1, Difference.UNSIGNED, text)
        return None


def _text(said: Mapping[str, Any]) -> str:
    return _PREFIX + canonical({**said})
