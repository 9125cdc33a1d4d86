"""From the journal back to the state: fold the events, and find the outcomes that a cut kept from the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from tablectl.engine.game import Game
from tablectl.errors import ConfigError
from tablectl.journal.records import Draft, Head, Kind, Record, Stamp
from tablectl.journal.sealing import Sealer, secret_of
from tablectl.table import codec
from tablectl.table.events import TableEvent, TableOpened
from tablectl.table.outcomes import Outcome
from tablectl.table.state import TableState
from tablectl.table.table import Applied, apply, opened

Text = tuple[str, str | None]
"""A body and its secret part."""


class NotUnderstood(ConfigError):
    """The journal was written by another version, or for another configuration."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """One event of the journal applied again: the record, what it made, and the outcomes as they should be recorded."""

    record: Record
    event: TableEvent
    applied: Applied
    outcomes: tuple[tuple[str, Text], ...]


def step(games: Mapping[str, Game], state: TableState | None, event: TableEvent, now_ns: int) -> Applied:
    """Apply an event to a state, or to none: only TableOpened begins one."""
    if state is not None:
        return apply(state, event, now_ns)
    if isinstance(event, TableOpened):
        return opened(games, event, now_ns)
    raise ValueError(f"the first event of a table is table_opened, not {event.kind}")


@dataclass(frozen=True, slots=True)
class Base:
    """A state to go on from: `head` is the event that led to it, `checkpoint` the record that keeps it. All outcomes up to `head` are on record
    before `checkpoint`."""

    head: Head
    state: TableState
    checkpoint: int


def refold(games: Mapping[str, Game], records: Iterable[Record], sealer: Sealer, state: TableState | None = None) -> Iterator[Stepped]:
    """Apply the events of a journal one by one, to a state or to none. Raise NotUnderstood where a record is sound but this program cannot follow
    it."""
    for record in records:
        if record.kind is not Kind.EVENT:
            continue
        try:
            event = codec.event_from(record.body, secret_of(record, sealer))
            applied = step(games, state, event, record.stamp.wall_ns)
        except (ValidationError, ValueError, KeyError) as error:
            raise NotUnderstood(f"record {record.seq} ({record.type}) of the journal cannot be followed by this version: {_reason(error)}") from None
        state = applied.state
        yield Stepped(record, event, applied, tuple((outcome.kind, codec.outcome_text(outcome)) for outcome in applied.outcomes))


def _reason(error: Exception) -> str:
    """Say what is wrong with an event without what stands in it: that may be a face, so the error itself goes no further either."""
    if not isinstance(error, ValidationError):
        return str(error)
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in found)


@dataclass(slots=True)
class Recovery:
    """What a journal leads to. `state` is None for an empty journal; `missing` are outcomes of the last events that were never recorded."""

    state: TableState | None = None
    cursor: int = 0
    missing: tuple[Draft, ...] = ()


def recover(games: Mapping[str, Game], records: Iterable[Record], sealer: Sealer, stamp: Stamp, base: Base | None = None) -> Recovery:
    """Fold all of a journal, or the records that follow a base."""
    recorded: dict[int, int] = {}

    def watched() -> Iterator[Record]:
        for record in records:
            if record.kind is Kind.OUTCOME and record.cause is not None:
                recorded[record.cause] = recorded.get(record.cause, 0) + 1
            yield record

    found = Recovery(base.state, base.head.seq) if base else Recovery()
    owed: list[Stepped] = []
    for stepped in refold(games, watched(), sealer, found.state):
        found.state = stepped.applied.state
        found.cursor = stepped.record.seq
        owed = [*(earlier for earlier in owed if recorded.get(earlier.record.seq, 0) < len(earlier.outcomes)), stepped]
        recorded = {seq: count for seq, count in recorded.items() if seq >= owed[0].record.seq}
    found.missing = tuple(
        outcome_draft(outcome, stepped.record.seq, stamp, stepped.record.round, stepped.record.correlation)
        for stepped in owed
        for outcome in stepped.applied.outcomes[recorded.get(stepped.record.seq, 0) :]
    )
    return found


def event_draft(event: TableEvent, stamp: Stamp, round: int | None, correlation: str) -> Draft:
    body, secret = codec.event_text(event)
    return Draft(Kind.EVENT, event.kind, stamp, body, secret, round=round, correlation=correlation)


def outcome_draft(outcome: Outcome, cause: int, stamp: Stamp, round: int | None, correlation: str) -> Draft:
    body, secret = codec.outcome_text(outcome)
    return Draft(Kind.OUTCOME, outcome.kind, stamp, body, secret, cause=cause, round=round, correlation=correlation)
