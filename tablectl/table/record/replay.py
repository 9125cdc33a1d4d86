"""Replay: compute a journal again from its events and compare with the outcomes, and the states, that were recorded."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tablectl.engine.game import Game
from tablectl.journal.checkpoints import is_checkpoint, read
from tablectl.journal.records import Kind, Record
from tablectl.journal.sealing import Sealer, secret_of
from tablectl.table.record.checkpoints import NotReadable, OfAnotherFormat, cursor_of, text_of
from tablectl.table.record.recovery import Stepped, refold
from tablectl.table.record.snapshot import state_text
from tablectl.table.state import TableState

RECENT: Final = 1000
"""Events, of which one has to be the one that a checkpoint names."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """`seq` is the record that differs from what its event (`cause`) brings about, or the event itself where an outcome is missing."""

    seq: int
    cause: int
    text: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """`checkpoints` are those whose states were compared; one of another format cannot be."""

    events: int
    outcomes: int
    rounds: int
    checkpoints: int
    state: TableState | None
    first: Discrepancy | None


def replay(games: Mapping[str, Game], records: Iterable[Record], sealer: Sealer, progress: Callable[[int], None] = lambda _: None) -> Replayed:
    """Compute everything again; `first` is the first difference. `progress` is told the seq of each event.

    The last outcomes may be missing, as after a cut they are written at the next start.
    """
    recorded: dict[int, list[Record]] = {}
    states = _States(sealer)

    def watched() -> Iterator[Record]:
        for record in records:
            if is_checkpoint(record):
                states.compare(record)
            if record.kind is Kind.OUTCOME and record.cause is not None:
                recorded.setdefault(record.cause, []).append(record)
            yield record

    events = outcomes = 0
    pending: list[Stepped] = []
    state: TableState | None = None
    for stepped in refold(games, watched(), sealer):
        events += 1
        outcomes += len(stepped.outcomes)
        state = stepped.applied.state
        states.recent.append((stepped.record.seq, state))
        pending.append(stepped)
        progress(stepped.record.seq)
        # Outcomes may stand behind later events, but never behind the outcomes of those: what is complete can be compared.
        while len(pending) > 1 and len(recorded.get(pending[0].record.seq, ())) >= len(pending[0].outcomes):
            done = pending.pop(0)
            if found := states.differs or _compare(done, recorded.pop(done.record.seq, []), sealer):
                return Replayed(events, outcomes, state.live.number, states.compared, state, found)
    found = states.differs or _compare_tail(pending, recorded, sealer)
    return Replayed(events, outcomes, state.live.number if state else 0, states.compared, state, found)


@dataclass(slots=True)
class _States:
    """The last states that were computed, for the checkpoints behind them: a table goes on while its state is written down."""

    sealer: Sealer
    recent: deque[tuple[int, TableState]] = field(default_factory=lambda: deque(maxlen=RECENT))
    compared: int = 0
    differs: Discrepancy | None = None

    def compare(self, record: Record) -> None:
        checkpoint = read(record)
        try:
            cursor, text = cursor_of(checkpoint), text_of(checkpoint, self.sealer)
        except OfAnotherFormat:
            return
        except NotReadable as error:
            self.differs = self.differs or Discrepancy(record.seq, record.seq, f"the checkpoint at record {record.seq} is of no use: {error}")
            return
        state = next((state for seq, state in reversed(self.recent) if seq == cursor), None)
        self.compared += 1
        if state is None:
            found = f"the checkpoint at record {record.seq} names event {cursor}, which is not among the last before it"
            self.differs = self.differs or Discrepancy(record.seq, cursor, found)
        elif (again := state_text(state)) != text:
            kept, computed = json.loads(text), json.loads(again)
            names = ", ".join(sorted(name for name in kept.keys() | computed.keys() if kept.get(name) != computed.get(name)))
            found = f"the checkpoint at record {record.seq} keeps another state than the one computed again: {names}"
            self.differs = self.differs or Discrepancy(record.seq, cursor, found)


def _compare_tail(pending: list[Stepped], recorded: dict[int, list[Record]], sealer: Sealer) -> Discrepancy | None:
    """Compare the events whose outcomes were not complete when the journal ended. Events that were committed together lack theirs together."""
    for stepped in pending:
        own = recorded.pop(stepped.record.seq, [])
        later = any(recorded.get(other.record.seq) for other in pending)
        if found := _compare(stepped, own, sealer, may_lack=not later):
            return found
    for cause, stray in sorted(recorded.items()):
        return _does_not_follow(stray[0], cause)
    return None


def _compare(stepped: Stepped, recorded: list[Record], sealer: Sealer, *, may_lack: bool = False) -> Discrepancy | None:
    cause = stepped.record.seq
    for (kind, (body, secret)), record in zip(stepped.outcomes, recorded, strict=False):
        if record.type != kind or record.body != body:
            return Discrepancy(record.seq, cause, f"record {record.seq} says {record.type} {record.body}; computed again it is {kind} {body}")
        if secret_of(record, sealer) != secret:
            return Discrepancy(record.seq, cause, f"record {record.seq} ({record.type}) has another secret part than the one computed again")
    if len(recorded) > len(stepped.outcomes):
        return _does_not_follow(recorded[len(stepped.outcomes)], cause)
    if len(recorded) < len(stepped.outcomes) and not may_lack:
        kind = stepped.outcomes[len(recorded)][0]
        return Discrepancy(cause, cause, f"event {cause} ({stepped.record.type}) should be followed by {kind}, which is not on record")
    return None


def _does_not_follow(extra: Record, cause: int) -> Discrepancy:
    return Discrepancy(extra.seq, cause, f"record {extra.seq} ({extra.type}) does not follow from event {cause}")
