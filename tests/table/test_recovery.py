"""From a journal back to the table, whatever was played and wherever it was cut."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.games import GAMES
from tablectl.journal import Draft, Kind, Reader, Stamp, secret_of, verified
from tablectl.journal.errors import JournalDamaged
from tablectl.table.record.recovery import NotUnderstood, event_draft, recover
from tablectl.table.record.replay import replay
from tablectl_drivers.events import InputPressed

from .chance import tales
from .dealing import Dealing, over, settling, table, wagered
from .recording import SEALER, Disk, chained, head_of, journal_of, running, state_of, write

NOW = Stamp(99, 99, "boot-2", synced=True)


def test_an_empty_journal_leads_to_nothing() -> None:
    found = recover(GAMES, [], SEALER, NOW)
    assert (found.state, found.cursor, found.missing) == (None, 0, ())


def test_after_every_cut_the_state_and_the_missing_outcomes_are_found() -> None:
    dealing = over()
    records = journal_of(dealing)
    for cut in range(1, len(records) + 1):
        kept = records[:cut]
        found = recover(GAMES, kept, SEALER, NOW)
        last = max(record.seq for record in kept if record.kind is Kind.EVENT)
        assert found.cursor == last
        assert found.state == state_of(kept)
        due = [record for record in records if record.kind is Kind.OUTCOME and record.cause is not None and record.cause <= last]
        owed = [record for record in due if record.seq > cut]
        assert [(draft.cause, draft.type, draft.body, draft.secret) for draft in found.missing] == [
            (record.cause, record.type, record.body, secret_of(record, SEALER)) for record in owed
        ]
        assert {draft.stamp for draft in found.missing} <= {NOW}
    assert recover(GAMES, records, SEALER, NOW).state == dealing.state


@settings(max_examples=60)
@given(tales(), st.lists(st.integers(1, 6), max_size=20), st.data())
def test_whatever_was_played_and_wherever_it_was_cut_the_journal_is_made_whole(dealing: Dealing, batches: list[int], data: st.DataObject) -> None:
    records = journal_of(dealing, batches)
    assert recover(GAMES, records, SEALER, NOW).state == dealing.state
    assert recover(GAMES, records, SEALER, NOW).missing == ()
    kept = records[: data.draw(st.integers(1, len(records)))]
    found = recover(GAMES, kept, SEALER, NOW)
    mended = [*kept, *chained(found.missing, head=head_of(kept))]
    assert recover(GAMES, mended, SEALER, NOW).missing == ()
    assert recover(GAMES, mended, SEALER, NOW).state == found.state
    for journal in (kept, mended):
        replayed = replay(GAMES, journal, SEALER)
        assert (replayed.first, replayed.state) == (None, found.state)


def test_a_running_table_is_recovered_from_its_file_as_it_stood(tmp_path: Path) -> None:
    async def scenario() -> None:
        ready = [event for event, _ in wagered().history[1:]]
        async with running(tmp_path / "table.journal", Disk(), ready) as at:
            for button in ("key.next", "key.fold", "key.supervisor"):
                at.controller.feed(InputPressed("panel", button))
            await at.drained()
            with Reader(at.writer.path) as reader:
                found = recover(GAMES, verified(reader), SEALER, NOW)
            assert (found.state, found.cursor, found.missing) == (at.controller.state, at.controller.cursor, ())
            assert replay(GAMES, at.records(), SEALER).first is None

    asyncio.run(scenario())


def test_a_journal_that_does_not_begin_with_an_opening_is_not_understood() -> None:
    event, _ = table().history[1]
    records = list(chained([event_draft(event, NOW, 1, event.kind)]))
    with pytest.raises(NotUnderstood, match=r"record 1 \(device_up\).*first event of a table is table_opened"):
        recover(GAMES, records, SEALER, NOW)


@pytest.mark.parametrize(
    ("type", "body"),
    [("dice_rolled", '{"kind":"dice_rolled"}'), ("device_down", '{"device":"camera","kind":"device_down","reason":"gone"}')],
)
def test_an_event_that_this_program_does_not_know_is_named(type: str, body: str) -> None:
    records = journal_of(table())
    strange = Draft(Kind.EVENT, type, NOW, body)
    with pytest.raises(NotUnderstood, match=rf"record {len(records) + 1} \({type}\)"):
        recover(GAMES, [*records, *chained([strange], head=head_of(records))], SEALER, NOW)


def test_what_is_said_of_an_event_that_cannot_be_read_holds_no_face() -> None:
    """Law 6 of the architecture: the reader of this message may be anybody."""
    (read,) = [record for record in journal_of(_one_card()) if record.type == "card_read"]
    records = journal_of(table())
    cut = Draft(Kind.EVENT, "card_read", NOW, read.body.replace('"quality":99,', ""), '{"card":"Ah"}')
    with pytest.raises(NotUnderstood, match=r"card_read.quality: Field required") as caught:
        recover(GAMES, [*records, *chained([cut], head=head_of(records))], SEALER, NOW)
    assert "Ah" not in str(caught.value)
    assert caught.value.__cause__ is None


def _one_card() -> Dealing:
    dealing = wagered()
    dealing.cards("Ah")
    return dealing


def test_a_file_whose_chain_is_broken_is_not_folded(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    write(path, journal_of(settling()))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER record_is_never_changed")
        connection.execute("UPDATE record SET body = replace(body, '2000', '9000') WHERE type = 'seat_rated'")
    with Reader(path) as reader, pytest.raises(JournalDamaged):
        recover(GAMES, verified(reader), SEALER, NOW)
