"""The proof of an export: what it is a part of, where that part begins and ends, and the SHA-256 of every file beside it. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from tablectl.journal.errors import ProofUnreadable
from tablectl.journal.records import Continues, Head, Meta

FORMAT: Final = "tablectl export 1"
PROOF: Final = "proof.json"
RECORDS: Final = "records.jsonl"
TABLE: Final = "records.csv"
ONWARD: Final = "onward.jsonl"


@dataclass(frozen=True, slots=True)
class Span:
    """What was asked for, as a filter has it; None is no bound."""

    since_ns: int | None
    until_ns: int | None
    round: int | None


@dataclass(frozen=True, slots=True)
class Proof:
    """`before` and `after` are the heads of the chain around the records; `vouching` is that of the signed checkpoint that vouches for them, None
    where there is none yet. `files` has the SHA-256 of each file by its name."""

    program: str
    taken_ns: int
    taken_synced: bool
    meta: Meta
    span: Span
    before: Head
    after: Head
    vouching: Head | None
    files: Mapping[str, str]


def to_text(proof: Proof) -> str:
    """The text of the file. It ends with a hash of its own, so that a slip in it is seen; who changes it on purpose computes that anew."""
    meta, span = proof.meta, proof.span
    said = {
        "format": FORMAT,
        "program": proof.program,
        "taken": {"wall_ns": proof.taken_ns, "synced": proof.taken_synced},
        "journal": {"id": meta.journal_id, "schema": meta.schema, "created_ns": meta.created_ns, "continues": _continues(meta.continues)},
        "asked": {"since_ns": span.since_ns, "until_ns": span.until_ns, "round": span.round},
        "before": _head(proof.before),
        "after": _head(proof.after),
        "vouching": None if proof.vouching is None else _head(proof.vouching),
        "files": dict(sorted(proof.files.items())),
    }
    return _text({**said, "sha256": sha256(_text(said).encode()).hexdigest()})


def from_text(text: str) -> Proof:
    """Raises `ProofUnreadable` where this is not, to the byte, the text of a proof."""
    try:
        said = json.loads(text)
        if said["format"] != FORMAT:
            raise ProofUnreadable(f"its format is {said['format']}, expected {FORMAT}")
        of, asked = said["journal"], said["asked"]
        proof = Proof(
            said["program"],
            said["taken"]["wall_ns"],
            said["taken"]["synced"],
            Meta(of["id"], of["schema"], of["created_ns"], _continued(of["continues"])),
            Span(asked["since_ns"], asked["until_ns"], asked["round"]),
            _to_head(said["before"]),
            _to_head(said["after"]),
            None if said["vouching"] is None else _to_head(said["vouching"]),
            dict(said["files"]),
        )
        same = to_text(proof) == text
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, ProofUnreadable):
            raise
        raise ProofUnreadable("it is not the text of a proof") from None
    if not same:
        raise ProofUnreadable("it was changed: it does not have the hash that it ends with")
    return proof


def _text(said: Mapping[str, Any]) -> str:
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def _head(head: Head) -> dict[str, int | str]:
    return {"seq": head.seq, "hash": head.hash.hex()}


def _to_head(said: Mapping[str, Any]) -> Head:
    return Head(said["seq"], bytes.fromhex(said["hash"]))


def _continues(before: Continues | None) -> dict[str, Any] | None:
    return None if before is None else {"file": before.file, "id": before.journal_id, "head": before.head and _head(before.head)}


def _continued(said: Mapping[str, Any] | None) -> Continues | None:
    return None if said is None else Continues(said["file"], said["id"], None if said["head"] is None else _to_head(said["head"]))
