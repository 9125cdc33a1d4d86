"""The hash chain: each record's hash covers all its fields and the hash before it. Pure.

Encoding, version 1: a fixed prefix, then every field in the order below, each as one type letter, its length as four bytes
(big endian) and its bytes: `n` nothing, `i` a decimal number, `t` UTF-8 text, `b` bytes. No two records encode alike.
A chain proves that nothing inside was changed. That its end was not cut off, or the whole of it not written anew, only a
copy of a head kept elsewhere can prove (see `Anchor` in verification.py), or a signature (checkpoints.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from tablectl.journal.errors import JournalDamaged
from tablectl.journal.records import Continues, Draft, Head, Meta, Record

VERSION: Final = 1
RECORD_PREFIX: Final = b"tablectl journal record 1\n"
GENESIS_PREFIX: Final = b"tablectl journal genesis 1\n"
HASH_BYTES: Final = 32

Value = str | int | bytes | None


class Difference(StrEnum):
    """What is wrong with a record in its place."""

    GAP = "gap"
    PREV = "prev"
    HASH = "hash"
    UNPARSABLE = "unparsable"
    UNREADABLE = "unreadable"
    TRUNCATED = "truncated"
    REWRITTEN = "rewritten"
    FOREIGN = "foreign"
    FORGED = "forged"
    UNSIGNED = "unsigned"


@dataclass(frozen=True, slots=True)
class Finding:
    """The first record that cannot be trusted, what differs there, and that in words."""

    seq: int
    difference: Difference
    text: str

    def error(self) -> JournalDamaged:
        return JournalDamaged(self.seq, self.difference.value, self.text)


def genesis(meta: Meta) -> Head:
    """Return the head of the chain before its first record; it covers the journal's identity and what it continues."""
    before = meta.continues or Continues("", None, None)
    head = before.head or Head(0, b"")
    fields = (meta.journal_id, meta.schema, meta.created_ns, before.file, before.journal_id, head.seq, head.hash)
    return Head(0, sha256(GENESIS_PREFIX + b"".join(map(_encode, fields))).digest())


def link(head: Head, draft: Draft, sealed: bytes | None, sealer: str | None) -> Record:
    """Put a draft at the end of a chain."""
    seq = head.seq + 1
    digest = _digest(
        seq, VERSION, draft.kind, draft.type, draft.cause, draft.round, draft.stamp.wall_ns, draft.stamp.mono_ns,
        draft.stamp.boot_id, draft.stamp.synced, draft.correlation, draft.body, sealed, sealer, head.hash,
    )  # fmt: skip
    return Record(
        seq, VERSION, draft.kind, draft.type, draft.cause, draft.round, draft.stamp,
        draft.correlation, draft.body, sealed, sealer, head.hash, digest,
    )  # fmt: skip


def check(head: Head, record: Record) -> Finding | None:
    """Say what is wrong with a record as the one after `head`; None is nothing."""
    due = head.seq + 1
    if record.seq != due:
        return Finding(due, Difference.GAP, f"record {due} is missing, the next one is {record.seq}")
    if record.version != VERSION:
        return Finding(due, Difference.UNPARSABLE, f"hash version {record.version} is not known, expected {VERSION}")
    if record.prev_hash != head.hash:
        return Finding(due, Difference.PREV, f"does not follow record {head.seq}: names {record.prev_hash.hex()}, expected {head.hash.hex()}")
    digest = hash_of(record)
    if record.hash != digest:
        return Finding(due, Difference.HASH, f"its fields hash to {digest.hex()}, the record says {record.hash.hex()}")
    return None


def hash_of(record: Record) -> bytes:
    """Compute the hash that a record with these fields must carry."""
    stamp = record.stamp
    return _digest(
        record.seq, record.version, record.kind, record.type, record.cause, record.round, stamp.wall_ns, stamp.mono_ns,
        stamp.boot_id, stamp.synced, record.correlation, record.body, record.sealed, record.sealer, record.prev_hash,
    )  # fmt: skip


def _digest(*fields: Value) -> bytes:
    return sha256(RECORD_PREFIX + b"".join(map(_encode, fields))).digest()


def _encode(value: Value) -> bytes:
    match value:
        case None:
            return b"n\0\0\0\0"
        case str():
            data, letter = value.encode(), b"t"
        case int():
            data, letter = b"%d" % value, b"i"
        case bytes():
            data, letter = value, b"b"
    return letter + len(data).to_bytes(4) + data
