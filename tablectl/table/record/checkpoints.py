"""A table's checkpoints: its state, put on record so that a start need not fold everything before it.

The state stands in the secret part, for it holds faces. The public part commits to it with a salt that is secret too: a bare hash would
let somebody who can read the record try which cards lie face down.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Final

import structlog

from tablectl.engine.facts import CardDealt
from tablectl.engine.game import Game
from tablectl.engine.steps import RoundOver
from tablectl.journal.checkpoints import CHECKPOINT, LEAST_RECORDS, MOST_RECORDS, Checkpoint
from tablectl.journal.clock import Stamper
from tablectl.journal.errors import DraftRefused
from tablectl.journal.records import Draft, Json, Kind, Stamp, canonical
from tablectl.journal.sealing import Sealer, secret_of
from tablectl.table.record.snapshot import FORMAT, state_from, state_text
from tablectl.table.state import TableState

SALT_BYTES: Final = 32
PAD_BYTES: Final = 4096  # how long a state is tells only how many of these it fills

log = structlog.get_logger(__name__)


class NotReadable(ValueError):
    """A checkpoint that this version cannot start from; the text holds nothing of the state."""


class OfAnotherFormat(NotReadable):
    """Another version wrote it, and there is nothing wrong with that."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Which program made a checkpoint, and the hash of the configuration that it ran with."""

    program: str
    config: str


def draft(state: TableState, cursor: int, stamp: Stamp, origin: Origin) -> Draft:
    """A checkpoint of the state after the event `cursor`. Raise DraftRefused where the state is too long for a record."""
    text, salt = state_text(state), os.urandom(SALT_BYTES).hex()
    body: dict[str, Json] = {
        "format": FORMAT,
        "cursor": cursor,
        "round": state.live.number,
        "state": _commitment(salt, text),
        "program": origin.program,
        "config": origin.config,
        "rules": state.rules_hash,
    }
    secret = f'{{"pad":"{" " * (-len(text.encode()) % PAD_BYTES)}","salt":"{salt}","state":{text}}}'  # canonical, as the text is
    return Draft(Kind.MARKER, CHECKPOINT, stamp, canonical(body), secret)


def cursor_of(checkpoint: Checkpoint) -> int:
    """The event after which its state stood. Raise NotReadable where it is of another format."""
    said = checkpoint.said
    if said.get("format") != FORMAT:
        raise OfAnotherFormat(f"its state is of format {said.get('format')}, by version {said.get('program')}; this version reads format {FORMAT}")
    cursor = said.get("cursor")
    if not isinstance(cursor, int) or not 0 < cursor < checkpoint.record.seq:
        raise NotReadable("it names no event before it")
    return cursor


def text_of(checkpoint: Checkpoint, sealer: Sealer) -> str:
    """The text of its state. Raise NotReadable where it is not the one that was committed to, SecretUnreadable where it cannot be opened."""
    try:
        secret = json.loads(secret_of(checkpoint.record, sealer) or "")
        salt, text = str(secret["salt"]), canonical(secret["state"])
    except (ValueError, TypeError, KeyError):
        raise NotReadable("no state is sealed in it") from None
    if _commitment(salt, text) != checkpoint.said.get("state"):
        raise NotReadable("the state that is sealed in it is not the one that it names")
    return text


def state_at(checkpoint: Checkpoint, games: Mapping[str, Game], sealer: Sealer) -> TableState:
    """The state that a checkpoint keeps. Raise NotReadable, SecretUnreadable."""
    text = text_of(checkpoint, sealer)
    try:
        return state_from(games, text)
    except (ValueError, KeyError, TypeError):
        raise NotReadable("this version makes no sense of the state that is sealed in it") from None  # the error itself may quote a face


class Checkpoints:
    """Has a checkpoint made when one is due, beside the loop that it is called from: a state never changes, so another thread may write it
    down while the table goes on."""

    def __init__(self, last: int | None, origin: Origin, stamper: Stamper) -> None:
        """`last` is the event of the newest checkpoint on record; None says that there is none to go by."""
        self._last = last
        self._origin = origin
        self._stamper = stamper
        self._making = False

    def due(self, state: TableState, cursor: int) -> bool:
        """Between two deals after some records, anywhere after many."""
        if self._making or self._last == cursor:
            return False
        since = MOST_RECORDS if self._last is None else cursor - self._last
        return since >= MOST_RECORDS or (since >= LEAST_RECORDS and not _cards_lie(state))

    def make(self, state: TableState, cursor: int, put: Callable[[Draft], None]) -> None:
        """Write down this state in another thread; `put` gets the draft in the loop."""
        self._making = True
        made = asyncio.get_running_loop().run_in_executor(None, partial(draft, state, cursor, self._stamper.stamp(), self._origin))
        made.add_done_callback(partial(self._made, cursor, put))

    def last(self, state: TableState, cursor: int) -> tuple[Draft, ...]:
        """The checkpoint with which a run ends: none where nothing happened since the one before."""
        try:
            return () if self._last == cursor else (draft(state, cursor, self._stamper.stamp(), self._origin),)
        except DraftRefused as error:
            self._refused(error)
            return ()

    def _made(self, cursor: int, put: Callable[[Draft], None], made: asyncio.Future[Draft]) -> None:
        self._making, self._last = False, cursor  # also where it was refused: the next one is tried after as many records again
        if made.cancelled():
            return
        try:
            put(made.result())
        except DraftRefused as error:
            self._refused(error)

    def _refused(self, error: DraftRefused) -> None:
        log.error("no checkpoint could be made, so a start has to read more of the record", error=str(error))


def _cards_lie(state: TableState) -> bool:
    live = state.live
    return not isinstance(live.step, RoundOver) and any(isinstance(fact, CardDealt) for fact in live.round.facts)


def _commitment(salt: str, text: str) -> str:
    return sha256(f"tablectl state 1\n{salt}\n{text}".encode()).hexdigest()
