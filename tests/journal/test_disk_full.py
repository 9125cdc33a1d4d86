"""A journal on a disk that is really full."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.journal import Draft, Writer, canonical, verify
from tablectl.journal.errors import JournalFull, JournalHalted

DEADLINE_S = 20.0


def test_a_new_journal_on_a_full_disk_is_refused_and_works_once_there_is_room(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], volume: Path, fill: Callable[[Path], Path]
) -> None:
    filler = fill(volume)
    for _ in range(2):
        with pytest.raises(JournalFull, match="no space left"):
            open_journal(volume / "table.journal")
    filler.unlink()
    writer = open_journal(volume / "table.journal")
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == 1


def test_a_journal_that_lies_on_a_disk_filled_meanwhile_opens_or_says_why(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], volume: Path, fill: Callable[[Path], Path]
) -> None:
    path = volume / "table.journal"
    writer = open_journal(path)
    writer.append([draft(number) for number in range(20)]).result(DEADLINE_S)
    writer.close()
    filler = fill(volume)
    with pytest.raises(JournalFull, match="no space left"):
        open_journal(path).append([draft()]).result(DEADLINE_S)
    filler.unlink()
    assert open_journal(path).head.seq == 20
    assert verify(path).sound


def test_a_disk_that_fills_up_stops_the_journal_and_loses_nothing(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], volume: Path
) -> None:
    writer = open_journal(volume / "table.journal")
    big = canonical("x" * 20_000)
    acknowledged = 0
    while (error := (batch := writer.append([draft(body=big), draft()])).exception(DEADLINE_S)) is None:
        acknowledged = batch.result()[-1].seq
    assert isinstance(error, JournalFull)
    with pytest.raises(JournalHalted):
        writer.append([draft()]).result(DEADLINE_S)
    assert acknowledged > 4
    assert verify(writer.path).head == writer.head
    assert writer.head.seq == acknowledged

    subprocess.run(["mount", "-o", "remount,size=4096k", volume], check=True)
    landed = writer.retry().result(DEADLINE_S)
    (record,) = writer.append([draft()]).result(DEADLINE_S)

    assert record.seq == acknowledged + len(landed) + 2
    assert verify(writer.path).sound
