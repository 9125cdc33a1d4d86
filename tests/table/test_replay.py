"""What a replay says of a journal: nothing of a sound one, and where a changed one differs from what its events bring about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.engine.games import GAMES
from tablectl.journal import Draft, Kind, Reader, Record, Stamp, verified, verify
from tablectl.table.codec import outcome_text
from tablectl.table.record.replay import replay

from .dealing import over, settling
from .recording import SEALER, chained, head_of, journal_of, rewritten, write

NOW = Stamp(99, 99, "boot-2", synced=True)


def _outcome(records: list[Record], type: str) -> Record:
    return next(record for record in records if record.type == type)


def test_a_replay_of_a_sound_journal_finds_no_difference_and_counts() -> None:
    dealing = over()
    seen: list[int] = []
    replayed = replay(GAMES, journal_of(dealing), SEALER, seen.append)
    assert replayed.first is None
    assert (replayed.events, replayed.outcomes, replayed.rounds) == (len(dealing.history), len(dealing.told), 1)
    assert replayed.state == dealing.state
    assert len(seen) == len(dealing.history)


@pytest.mark.parametrize("batch", [1, 7, 1000])
def test_an_outcome_that_was_changed_is_named(batch: int) -> None:
    records = journal_of(settling(), [batch] * 100)
    rated = _outcome(records, "seat_rated")
    forged = rewritten(records, {rated.seq: {"body": rated.body.replace('"net":2000', '"net":9000')}})
    found = replay(GAMES, forged, SEALER).first
    assert found is not None
    assert (found.seq, found.cause) == (rated.seq, rated.cause)
    assert f"record {rated.seq} says seat_rated" in found.text


def test_a_secret_that_was_changed_is_named_without_its_face() -> None:
    records = journal_of(settling())
    dealt = next(record for record in records if record.kind is Kind.OUTCOME and record.sealed)
    forged = rewritten(records, {dealt.seq: {"sealed": b'{"card":"2c"}'}})
    found = replay(GAMES, forged, SEALER).first
    assert found is not None
    assert (found.seq, "2c" in found.text, "Ah" in found.text) == (dealt.seq, False, False)


def test_an_event_that_was_changed_shows_in_what_follows_from_it() -> None:
    records = journal_of(settling())
    read = [record for record in records if record.type == "card_read"][2]
    found = replay(GAMES, rewritten(records, {read.seq: {"sealed": b'{"card":"2c"}'}}), SEALER).first
    assert found is not None
    assert found.cause == read.seq


def test_an_outcome_that_is_missing_in_the_middle_is_named_and_at_the_end_it_is_owed() -> None:
    records = journal_of(settling())
    rated = _outcome(records, "seat_rated")
    assert rated is records[-1]
    assert replay(GAMES, records[:-1], SEALER).first is None
    shown = _outcome(records, "cards_shown")
    cut = [record for record in records if record is not shown]
    found = replay(GAMES, cut, SEALER).first
    assert found is not None
    assert found.cause == shown.cause


@pytest.mark.parametrize("late", [False, True])
def test_an_outcome_that_follows_from_nothing_is_named(late: bool) -> None:
    records = journal_of(settling())
    pressed = next(record for record in records if record.type == "device_up")
    body, secret = outcome_text(settling().told[0])
    extra = Draft(Kind.OUTCOME, "round_opened", NOW, body, secret, cause=pressed.seq)
    at = len(records) if late else pressed.seq
    forged = [*records[:at], *chained([extra], head=head_of(records[:at]))]
    found = replay(GAMES, forged, SEALER).first
    assert found is not None
    assert (found.seq, found.cause) == (at + 1, pressed.seq)
    assert "does not follow" in found.text


def test_a_changed_outcome_is_found_in_a_file_whose_chain_holds(tmp_path: Path) -> None:
    records = journal_of(settling())
    rated = _outcome(records, "seat_rated")
    forged = rewritten(records, {rated.seq: {"body": rated.body.replace('"net":2000', '"net":0')}})
    path = tmp_path / "forged.journal"
    write(path, forged)
    assert verify(path).sound
    with Reader(path) as reader:
        found = replay(GAMES, verified(reader), SEALER).first
    assert found is not None
    assert found.seq == rated.seq
