"""How a start reads a journal: from the newest checkpoint that it can rely on, and what follows that; or all of it, where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tablectl.engine.game import Game
from tablectl.journal import checkpoints
from tablectl.journal.checkpoints import CHECKPOINT, Checkpoint, Knows
from tablectl.journal.filters import Filter
from tablectl.journal.reader import Reader
from tablectl.journal.records import Head, Kind, Meta, Record, Stamp
from tablectl.journal.sealing import Sealer
from tablectl.journal.verification import verified
from tablectl.table.record.checkpoints import NotReadable, cursor_of, state_at
from tablectl.table.record.recovery import Base, Recovery, recover

TRIED: Final = 20
"""Checkpoints, from the newest back, of which one has to be of use."""

_WANTED: Final = Filter(kinds=frozenset({Kind.MARKER}), types=frozenset({CHECKPOINT}))


@dataclass(frozen=True, slots=True)
class Found:
    """What a start found. `base` is None where all was read; `remarks` say, of newer checkpoints, why they were of no use."""

    recovery: Recovery
    base: Base | None
    remarks: tuple[str, ...]


def read(games: Mapping[str, Game], reader: Reader, sealer: Sealer, stamp: Stamp, keys: Knows | None) -> Found:
    """Recover a table. With `keys`, only a checkpoint that one of them signed is relied on.

    Every record that the state rests on beyond the checkpoint is checked against the chain, up to the checkpoint and from there to the end. Raises
    `JournalDamaged`, `SecretUnreadable`, `NotUnderstood`.
    """
    base, remarks = _base(games, reader, sealer, keys)
    recovery = recover(games, verified(reader, after=base.head if base else None), sealer, stamp, base)
    return Found(recovery, base, tuple(remarks))


def _base(games: Mapping[str, Game], reader: Reader, sealer: Sealer, keys: Knows | None) -> tuple[Base | None, list[str]]:
    remarks: list[str] = []
    for record in _newest_first(reader):
        try:
            checkpoint = checkpoints.read(record)
            _relied_on(checkpoint, reader.meta, keys)
            cursor = cursor_of(checkpoint)
            return Base(_head(reader, cursor), state_at(checkpoint, games, sealer), record.seq), remarks
        except NotReadable as error:
            remarks.append(f"the checkpoint at record {record.seq} is of no use: {error}")
        if len(remarks) == TRIED:
            break
    return None, remarks


def _relied_on(checkpoint: Checkpoint, meta: Meta, keys: Knows | None) -> None:
    if keys is not None and not checkpoints.vouched(checkpoint, meta, keys):
        raise NotReadable(f"it is signed by {checkpoint.key or 'nobody'}, and the signing keys given are {', '.join(keys.ids)}")


def _head(reader: Reader, cursor: int) -> Head:
    """The place of an event, as the record behind it names it."""
    after = reader.get(cursor + 1)
    if after is None:
        raise NotReadable(f"record {cursor + 1}, which follows the event that it names, is not there")
    return Head(cursor, after.prev_hash)


def _newest_first(reader: Reader) -> Iterator[Record]:
    before: int | None = None
    while True:
        page = reader.page(before, 1, _WANTED)
        yield from page.records
        if page.before is None:
            return
        before = page.before
