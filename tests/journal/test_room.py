"""Room for the record: the reserve, what is left, and when it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.journal import Draft, Writer, canonical
from tablectl.journal.errors import JournalFull
from tablectl.journal.room import BACK, OUT_ROUNDS, STEPS, TELLING_ROUNDS, Grade, Reserve, Room, Watch, judged

DEADLINE_S = 20.0
RESERVE = 200_000


@pytest.mark.parametrize(
    ("rounds", "fewer", "grade"),
    [(0, 20, Grade.OUT), (19, 20, Grade.OUT), (20, 50, Grade.LOW), (999, 1000, Grade.LOW), (1999, 2000, Grade.LOW), (2000, 0, Grade.FINE)],
)
def test_the_grade_of_what_is_left(rounds: int, fewer: int, grade: Grade) -> None:
    assert (judged(rounds, Room(0)).fewer, judged(rounds, Room(0)).grade) == (fewer, grade)


@given(st.integers(0, 3_000), st.sampled_from((0, *STEPS)))
def test_it_is_told_worse_at_once_and_better_only_with_some_to_spare(rounds: int, before: int) -> None:
    found, fresh = judged(rounds, Room(before)), judged(rounds, Room(0))
    assert found in {fresh, Room(before)}
    if found != fresh:
        assert before <= rounds < BACK * before


def test_the_reserve_is_made_once_where_there_is_room_for_it_twice(volume: Path) -> None:
    reserve = Reserve(volume / "table.journal", RESERVE)
    assert (reserve.missing(), reserve.keep(), reserve.missing()) == (RESERVE, True, 0)
    assert reserve.path.stat().st_blocks * 512 >= RESERVE, "it takes its room, it is no hole"
    assert not Reserve(volume / "other.journal", 600_000).keep()
    assert (reserve.give_back(), reserve.give_back(), reserve.missing()) == (True, False, RESERVE)
    assert not Reserve(volume / "no.journal", 0).missing()


def test_what_the_reserve_lacks_is_no_room(volume: Path) -> None:
    journal = volume / "table.journal"
    journal.write_bytes(bytes(5_000))
    rounds = [Watch(journal, Reserve(journal, size)).look(TELLING_ROUNDS).fewer for size in (0, 900_000, 5_000_000)]
    assert rounds == [0, 2_000, OUT_ROUNDS]
    assert Reserve(journal, 300_000).keep()
    assert Watch(journal, Reserve(journal, 300_000)).look(TELLING_ROUNDS) == Room(0)


def test_the_tables_own_rounds_tell_how_it_grows(volume: Path) -> None:
    journal = volume / "table.journal"
    journal.write_bytes(bytes(200_000))
    assert Watch(journal, Reserve(journal, 0)).look(400).fewer == 2_000
    assert Watch(journal, Reserve(journal, 0)).look(2).grade is Grade.OUT


def test_a_full_disk_gets_the_reserve_back_so_that_the_record_goes_on(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], volume: Path, fill: Callable[[Path], Path]
) -> None:
    reserve = Reserve(volume / "table.journal", RESERVE)
    writer = open_journal(volume / "table.journal", reserve=reserve)
    assert reserve.keep()
    fill(volume)
    batches = [writer.append([draft(body=canonical("x" * 2_000))]) for _ in range(200)]
    assert any(isinstance(batch.exception(DEADLINE_S), JournalFull) for batch in batches)
    landed = writer.retry().result(DEADLINE_S)
    assert reserve.missing() == RESERVE
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == writer.head.seq
    assert len(landed) <= 1
    assert not reserve.keep(), "it is made again only once there is room"
