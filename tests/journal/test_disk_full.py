"""A disk that is really full: a small file system of its own, which takes the right to mount one."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablectl.journal import Draft, Writer, canonical, verify
from tablectl.journal.errors import JournalFull, JournalHalted

DEADLINE_S = 20.0
SIZE_KB = 1024


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "volume"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "tablectl-test", folder], check=False, capture_output=True).returncode:
        pytest.skip("mounting a small file system takes root")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(volume: Path) -> Path:
    """Take what is left of the volume, to the last byte."""
    filler = volume / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return filler


def test_a_new_journal_on_a_full_disk_is_refused_and_works_once_there_is_room(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], volume: Path
) -> None:
    filler = fill(volume)
    for _ in range(2):
        with pytest.raises(JournalFull, match="no space left"):
            open_journal(volume / "table.journal")
    filler.unlink()
    writer = open_journal(volume / "table.journal")
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == 1


def test_a_journal_that_lies_on_a_disk_filled_meanwhile_opens_or_says_why(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], volume: Path
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

    subprocess.run(["mount", "-o", f"remount,size={4 * SIZE_KB}k", volume], check=True)
    landed = writer.retry().result(DEADLINE_S)
    (record,) = writer.append([draft()]).result(DEADLINE_S)

    assert record.seq == acknowledged + len(landed) + 2
    assert verify(writer.path).sound
