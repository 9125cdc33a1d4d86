"""A start from a checkpoint leads to the same table as reading everything, wherever the record was cut; and what a checkpoint is worth."""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card
from tablectl.engine.games import GAMES
from tablectl.journal import Draft, Head, Kind, Reader, Record, Stamp, open_for_writing, secret_of
from tablectl.journal.checkpoints import LEAST_RECORDS, MOST_RECORDS, Checkpoint, is_checkpoint, read
from tablectl.journal.earlier import EarlierCheck, check_until
from tablectl.journal.errors import DraftRefused, JournalDamaged, SecretUnreadable
from tablectl.journal.keys import KeySealer
from tablectl.journal.signing import Signer
from tablectl.table.events import JournalFoundDamaged
from tablectl.table.record import starting
from tablectl.table.record.checkpoints import Checkpoints, NotReadable, cursor_of, draft, state_at
from tablectl.table.record.recovery import Base, recover
from tablectl.table.record.replay import replay
from tablectl.table.record.snapshot import FORMAT
from tablectl.table.state import Cause, TableState
from tablectl_drivers.events import InputPressed

from .chance import tales
from .dealing import Dealing, dealt, over, table, wagered
from .recording import DEADLINE_S, ORIGIN, SEALER, CountingClock, Disk, journal_of, rewritten, running

NOW = Stamp(99, 99, "boot-2", synced=True)
KEPT = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3)), min_size=1, max_size=3)
BY_THE_WRITER = frozenset({"journal", "seq", "hash", "key", "signature"})
OURS, OTHERS = Signer([b"t" * 32]), Signer([b"o" * 32])


def bases(records: Iterable[Record]) -> list[Base]:
    """A base from each checkpoint."""
    known = {record.seq: record for record in records}
    found = []
    for record in known.values():
        if is_checkpoint(record):
            checkpoint = read(record)
            cursor = cursor_of(checkpoint)
            found.append(Base(Head(cursor, known[cursor].hash), state_at(checkpoint, GAMES, SEALER), record.seq))
    return found


@settings(max_examples=60, deadline=None)
@given(
    tales(), st.lists(st.integers(1, 6), max_size=20), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3)), min_size=1, max_size=3), st.data()
)
def test_from_every_checkpoint_and_wherever_the_record_was_cut_the_table_is_the_same(
    dealing: Dealing, batches: list[int], kept: list[tuple[int, int]], data: st.DataObject
) -> None:
    records = journal_of(dealing, batches, kept)
    first = min((record.seq for record in records if is_checkpoint(record)), default=len(records))
    cut = records[: data.draw(st.integers(first, len(records)))]
    whole = recover(GAMES, cut, SEALER, NOW)
    for base in bases(cut):
        found = recover(GAMES, cut[base.head.seq :], SEALER, NOW, base)
        assert found == whole
    assert replay(GAMES, records, SEALER).first is None
    assert replay(GAMES, records, SEALER).checkpoints == len(bases(records))


def test_what_is_public_of_a_checkpoint_tells_no_face_and_cannot_be_tried() -> None:
    state = dealt().state
    one, two = draft(state, 7, NOW, ORIGIN), draft(state, 7, NOW, ORIGIN)
    assert one.body != two.body, "the same state twice has another commitment each time"
    said = json.loads(one.body)
    assert {name: said[name] for name in said if name != "state"} == {
        "format": FORMAT, "cursor": 7, "round": 1, "program": "0.1", "config": "c" * 64, "rules": "hash",
    }  # fmt: skip
    lengths = {len(draft(_with(state, face), 7, NOW, ORIGIN).secret or "") for face in ("2c", "Th", "As")}
    assert len(lengths) == 1, "nor does its length tell"


def _with(state: TableState, face: str) -> TableState:
    return replace(state, early=(Card.parse(face),))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": FORMAT + 1}, "this version reads format"),
        ({"cursor": "7"}, "names no event before it"),
        ({"cursor": 10**6}, "names no event before it"),
        ({"state": "0" * 64}, "is not the one that it names"),
    ],
)
def test_a_checkpoint_that_is_of_no_use_says_why(change: dict[str, Any], words: str) -> None:
    (record,) = [record for record in journal_of(over(), kept=[(12, 0)]) if is_checkpoint(record)]
    changed = replace(record, body=json.dumps({**json.loads(record.body), **change}))
    with pytest.raises(NotReadable, match=words):
        _used(read(changed))


def _used(checkpoint: Checkpoint) -> None:
    cursor_of(checkpoint)
    state_at(checkpoint, GAMES, SEALER)


class At:
    """A journal on the disk, written in runs."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, records: Iterable[Record], signer: Signer | None = None, change: Callable[[Draft], Draft] = lambda made: made) -> None:
        with closing(open_for_writing(self.path, stamper=CountingClock(), sealer=SEALER, signer=signer)) as writer:
            for record in records:
                secret = secret_of(record, SEALER)
                made = Draft(record.kind, record.type, record.stamp, record.body, secret, cause=record.cause, round=record.round)
                if is_checkpoint(record):
                    said = {name: value for name, value in json.loads(record.body).items() if name not in BY_THE_WRITER}
                    made = change(replace(made, body=json.dumps(said, sort_keys=True, separators=(",", ":"))))
                writer.append([made]).result(DEADLINE_S)

    def start(self, signer: Signer | None = None) -> starting.Found:
        with Reader(self.path) as reader:
            return starting.read(GAMES, reader, SEALER, NOW, signer.public if signer else None)

    def tamper(self, sql: str) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            connection.executescript(f"DROP TRIGGER record_is_never_changed; {sql}")


@pytest.fixture
def at(tmp_path: Path) -> At:
    return At(tmp_path / "table.journal")


RECORDS = journal_of(over(), kept=[(10, 0), (20, 0)])
EARLIER, LATER = (record.seq for record in RECORDS if is_checkpoint(record))


def test_a_start_goes_on_from_the_newest_checkpoint(at: At) -> None:
    at.write(RECORDS, OURS)
    for signer in (None, OURS):
        found = at.start(signer)
        assert found.base
        assert (found.base.checkpoint, found.remarks, found.recovery.state) == (LATER, (), over().state)


def test_a_start_with_a_key_relies_on_no_checkpoint_that_it_did_not_sign(at: At) -> None:
    at.write(RECORDS[:EARLIER], OURS)
    at.write(RECORDS[EARLIER:], OTHERS)
    found = at.start(OURS)
    assert found.base
    assert (found.base.checkpoint, found.recovery.state) == (EARLIER, over().state)
    assert found.remarks == (f"the checkpoint at record {LATER} is of no use: it is signed by {OTHERS.id}, and the signing keys given are {OURS.id}",)
    nothing = at.start(Signer([b"n" * 32]))
    assert (nothing.base, len(nothing.remarks), nothing.recovery.state) == (None, 2, over().state)


def test_a_checkpoint_of_another_version_leads_to_an_earlier_one_or_to_the_whole(at: At) -> None:
    def of_tomorrow(made: Draft) -> Draft:
        return replace(made, body=made.body.replace(f'"format":{FORMAT}', f'"format":{FORMAT + 1}'))

    at.write(RECORDS[:EARLIER])
    at.write(RECORDS[EARLIER:], change=of_tomorrow)
    found = at.start()
    assert found.base
    assert (found.base.checkpoint, found.recovery.state) == (EARLIER, over().state)
    assert f"its state is of format {FORMAT + 1}, by version 0.1" in found.remarks[0]


def test_nothing_before_the_checkpoint_is_read_at_the_start_and_all_of_it_afterwards(at: At) -> None:
    at.write(RECORDS, OURS)
    assert check_until(at.path, at.start(OURS).base.head) is None  # type: ignore[union-attr] # there is one
    at.tamper("UPDATE record SET body = '{}' WHERE seq = 3")
    found = at.start(OURS)
    assert found.base
    assert found.recovery.state == over().state
    said: queue.Queue[JournalDamaged] = queue.Queue()
    check = EarlierCheck(at.path, found.base.head, said.put)
    check.start()
    assert said.get(timeout=DEADLINE_S).seq == 3
    check.stop()


def test_an_earlier_part_that_was_written_anew_does_not_lead_to_the_checkpoint(at: At) -> None:
    at.write(RECORDS, OURS)
    found = at.start(OURS)
    assert found.base
    damage = check_until(at.path, Head(found.base.head.seq, bytes(32)))
    assert damage
    assert (damage.seq, damage.what) == (found.base.head.seq, "rewritten")
    beyond = check_until(at.path, Head(len(RECORDS) + 5, bytes(32)))
    assert beyond
    assert (beyond.seq, beyond.what) == (len(RECORDS) + 1, "truncated")


@pytest.mark.parametrize("seq", [LATER - 1, LATER, LATER + 1, len(RECORDS)])
def test_damage_at_a_checkpoint_or_behind_it_is_found_before_the_table_opens(at: At, seq: int) -> None:
    at.write(RECORDS, OURS)
    at.tamper(f"UPDATE record SET round = 77 WHERE seq = {seq}")  # noqa: S608 - a number of ours
    before = cursor_of(next(read(record) for record in RECORDS if record.seq == LATER))
    if seq <= before:
        assert at.start(OURS).recovery.state == over().state
        return
    with pytest.raises(JournalDamaged) as found:
        at.start(OURS)
    assert found.value.seq == seq


def test_a_forged_signature_is_damage(at: At) -> None:
    class Liar(Signer):
        def sign(self, text: str) -> str:
            return super().sign(f"{text} ")

    at.write(RECORDS, Liar([b"t" * 32]))
    with pytest.raises(JournalDamaged, match="does not hold: this record, or one before it, was written anew"):
        at.start(OURS)
    assert at.start().recovery.state == over().state


def test_a_sealed_state_without_its_key_stops_the_start(at: At) -> None:
    with closing(open_for_writing(at.path, stamper=CountingClock(), sealer=KeySealer([b"k" * 32]))) as writer:
        writer.append([Draft(Kind.EVENT, "key_pressed", NOW, "{}"), draft(over().state, 1, NOW, ORIGIN)]).result(DEADLINE_S)
    with pytest.raises(SecretUnreadable):
        at.start()


def test_a_replay_finds_a_state_that_does_not_follow() -> None:
    def with_another_state(record: Record) -> dict[str, Any]:
        made = draft(dealt().state, cursor_of(read(record)), NOW, ORIGIN)
        said = json.loads(record.body) | json.loads(made.body)
        return {"body": json.dumps(said, sort_keys=True, separators=(",", ":")), "sealed": (made.secret or "").encode()}

    later = RECORDS[LATER - 1]
    first = replay(
        GAMES,
        rewritten(
            RECORDS,
            {LATER: with_another_state(later)},
        ),
        SEALER,
    ).first
    assert first
    assert first.seq == LATER
    assert f"the checkpoint at record {LATER} keeps another state than the one computed again: " in first.text
    assert "live" in first.text


def test_when_a_checkpoint_is_due() -> None:
    lying, between = dealt().state, table().state

    def due(last: int | None, state: TableState, cursor: int) -> bool:
        return Checkpoints(last, ORIGIN, CountingClock()).due(state, cursor)

    assert due(None, between, 1), "a record without one gets one"
    assert not due(1, between, LEAST_RECORDS)
    assert due(1, between, LEAST_RECORDS + 1)
    assert not due(1, lying, LEAST_RECORDS + 1), "not while cards are dealt"
    assert due(1, lying, MOST_RECORDS + 1)
    assert due(1, over().state, LEAST_RECORDS + 1)
    assert not due(5, between, 5), "nothing happened since"


def test_a_running_table_puts_its_state_on_record_and_starts_from_it(tmp_path: Path) -> None:
    ready = [event for event, _ in wagered().history[1:]]

    async def scenario() -> None:
        async with running(tmp_path / "table.journal", Disk(), ready, checkpointed=False) as at:
            await at.drained()
            at.controller.tick()
            at.controller.feed(InputPressed("panel", "key.next"))
            await kept(at.path, 1)
            await at.drained()
            with Reader(at.path) as reader:
                found = starting.read(GAMES, reader, SEALER, NOW, None)
            assert found.base
            assert (found.recovery.state, found.recovery.missing) == (at.controller.state, ())
            (last,) = at.controller.closing()
            assert json.loads(last.body)["cursor"] == at.controller.cursor
            assert replay(GAMES, at.records(), SEALER).checkpoints == 1

    asyncio.run(scenario())


async def kept(path: Path, count: int) -> None:
    """Wait until so many checkpoints are on record."""
    async with asyncio.timeout(DEADLINE_S):
        while True:
            with Reader(path) as reader:
                if sum(map(is_checkpoint, reader.records())) == count:
                    return
            await asyncio.sleep(0)


@pytest.mark.parametrize("plan", [["fails"], ["lands"], ["fails", "fails", "lands"]])
def test_a_checkpoint_that_cannot_be_recorded_holds_play_and_is_recorded_later(tmp_path: Path, plan: list[str]) -> None:
    disk = Disk()

    async def scenario() -> None:
        async with running(tmp_path / "table.journal", disk, checkpointed=False) as at:
            await at.drained()
            disk.plan[:] = plan
            at.controller.tick()
            async with asyncio.timeout(DEADLINE_S):
                while Cause.JOURNAL_INTERRUPTED not in [hold.cause for hold in at.controller.state.holds]:
                    at.controller.tick()
                    await asyncio.sleep(0)
            await at.drained()
            with Reader(at.path) as reader:
                found = starting.read(GAMES, reader, SEALER, NOW, None)
            assert found.base
            assert (found.recovery.state, found.recovery.missing) == (at.controller.state, ())

    asyncio.run(scenario())


def test_a_state_too_long_for_a_record_is_no_checkpoint_and_stops_nothing() -> None:
    long = replace(table().state, panel_lost="x" * (1 << 20))
    with pytest.raises(DraftRefused):
        draft(long, 1, NOW, ORIGIN)
    assert Checkpoints(None, ORIGIN, CountingClock()).last(long, 1) == ()

    async def scenario() -> None:
        put: list[Draft] = []
        checkpoints = Checkpoints(None, ORIGIN, CountingClock())
        checkpoints.make(long, MOST_RECORDS, put.append)
        async with asyncio.timeout(DEADLINE_S):
            while not checkpoints.due(table().state, 2 * MOST_RECORDS):  # noqa: ASYNC110 - what is waited for has no event
                await asyncio.sleep(0)
        assert put == []

    asyncio.run(scenario())


def test_damage_that_is_found_later_holds_play_on_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path / "table.journal", Disk()) as at:
            at.controller.put(JournalFoundDamaged("record 3"))
            await at.drained()
            assert [hold.cause for hold in at.controller.state.holds][-1] is Cause.JOURNAL_DAMAGED
            assert "journal_found_damaged" in [record.type for record in at.records()]

    asyncio.run(scenario())
