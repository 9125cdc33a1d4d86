"""One byte of a journal, or of its write-ahead file, is another: whoever verifies it is told, or no record is different.

A page is one of several kinds (https://sqlite.org/fileformat2.html): the first one with the file's header, those of the schema, leaves and
inner pages of the records and of each index. Bytes are flipped in each of them, at the places of its header and anywhere else. What lies
where no record is kept may change unseen, and nothing else may.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tablectl.journal import Anchor, Draft, Head, Reader, Record, Writer, canonical, verify
from tablectl.journal.errors import JournalDamaged, JournalError

DEADLINE_S = 20.0
PAGE = 4096
PAGE_HEADER = 12
FRAME_HEADER = 24
WAL_HEADER = 32
KINDS = {2: "inner page of an index", 5: "inner page of the records", 10: "leaf of an index", 13: "leaf of the records"}

Open = Callable[..., Writer]
Make = Callable[..., Draft]


class Written(NamedTuple):
    """A journal that was closed with its first `before` records, and the same as a cut leaves it, with later ones in its write-ahead file."""

    closed: bytes
    cut: bytes
    wal: bytes
    records: list[Record]
    before: int
    journal_id: str


@pytest.fixture
def written(open_journal: Open, draft: Make, in_memory: Path) -> Written:
    path = in_memory / "table.journal"
    writer = open_journal(path)
    writer.append([draft(number, body=canonical({"number": number, "text": f"mark-{number:04d}-" * 9}), round=number) for number in range(900)])
    writer.close()
    closed = path.read_bytes()
    again = open_journal(path)
    for number in range(12):
        again.append([draft(number, round=number)]).result(DEADLINE_S)
    with Reader(path) as reader:
        records = list(reader.records())
    return Written(closed, path.read_bytes(), Path(f"{path}-wal").read_bytes(), records, writer.head.seq, writer.opening.meta.journal_id)


def kind_of(page: bytes, number: int) -> str:
    return KINDS.get(page[100 if number == 0 else 0], "other")


def pages(data: bytes) -> dict[str, list[int]]:
    """Where the pages of each kind begin."""
    found: dict[str, list[int]] = {"first page": [0]}
    for number in range(1, len(data) // PAGE):
        found.setdefault(kind_of(data[number * PAGE : (number + 1) * PAGE], number), []).append(number * PAGE)
    return found


def in_pages(data: bytes, each: int, chance: random.Random) -> Iterator[tuple[str, int]]:
    """What is hit, and at which byte: so many in each kind of page and in its header."""
    for kind, starts in pages(data).items():
        for _ in range(each):
            start = chance.choice(starts)
            yield kind, start + chance.randrange(100 if start == 0 else PAGE_HEADER)
            yield kind, start + chance.randrange(PAGE)


def in_frames(wal: bytes, each: int, chance: random.Random) -> Iterator[int]:
    """As many bytes in the header of the file, in those of frames and in their pages."""
    frames = range(WAL_HEADER, len(wal), FRAME_HEADER + PAGE)
    for _ in range(each):
        yield chance.randrange(WAL_HEADER)
        yield chance.choice(frames) + chance.randrange(FRAME_HEADER)
        yield chance.choice(frames) + FRAME_HEADER + chance.randrange(PAGE)


def flipped(data: bytes, place: int, chance: random.Random) -> bytes:
    changed = bytearray(data)
    changed[place] ^= chance.randrange(1, 256)
    return bytes(changed)


def what_is_read(path: Path) -> list[Record] | None:
    """The records of a journal that verifies; None where somebody was told that it does not."""
    try:
        if not verify(path).sound:
            return None
        with Reader(path) as reader:
            return list(reader.records())
    except JournalError:
        return None


def flip_pages(written: Written, folder: Path, each: int, seed: int) -> dict[str, int]:
    """Flip bytes of the closed file, one at a time; return how many were told of, by what was hit."""
    chance, told, path = random.Random(seed), dict[str, int](), folder / "flipped.journal"
    for kind, place in in_pages(written.closed, each, chance):
        path.write_bytes(flipped(written.closed, place, chance))
        read = what_is_read(path)
        told[kind] = told.get(kind, 0) + (read is None)
        assert read is None or read == written.records[: written.before], f"{kind}, byte {place}"
    return told


def flip_frames(written: Written, folder: Path, each: int, seed: int) -> None:
    """SQLite leaves out a frame whose check fails, and all behind it. In the last commit a power cut may leave that; an anchor tells."""
    chance, path = random.Random(seed), folder / "flipped.journal"
    for place in in_frames(written.wal, each, chance):
        path.write_bytes(written.cut)
        Path(f"{path}-wal").write_bytes(flipped(written.wal, place, chance))
        Path(f"{path}-shm").unlink(missing_ok=True)
        read = what_is_read(path)
        assert read is None or read in (written.records, written.records[:-1]), f"byte {place}"
        anchor = Anchor(written.journal_id, Head(len(written.records), written.records[-1].hash))
        assert read is None or len(read) == len(written.records) or not verify(path, [anchor]).sound, f"byte {place}"


def test_every_kind_of_page_is_there(written: Written) -> None:
    assert set(pages(written.closed)) >= {"first page", *KINDS.values()}
    assert len(written.wal) > WAL_HEADER + 12 * FRAME_HEADER


def test_a_flipped_byte_is_found_or_changes_no_record(written: Written, in_memory: Path) -> None:
    told = flip_pages(written, in_memory, 14, seed=1)
    for kind in ("first page", *KINDS.values()):
        assert told[kind], kind


def test_a_flipped_byte_of_the_write_ahead_file_is_found_or_costs_the_last_commit_at_most(written: Written, in_memory: Path) -> None:
    flip_frames(written, in_memory, 20, seed=1)


def test_a_journal_whose_write_ahead_file_was_damaged_is_not_gone_on_with(written: Written, open_journal: Open, in_memory: Path) -> None:
    path = in_memory / "flipped.journal"
    path.write_bytes(written.cut)
    Path(f"{path}-wal").write_bytes(flipped(written.wal, WAL_HEADER + FRAME_HEADER + 100, random.Random(1)))
    with pytest.raises(JournalDamaged, match="records at the end are missing"):
        open_journal(path)
    assert verify(path).file_faults


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_flipped_bytes_are_found_or_change_no_record(written: Written, in_memory: Path) -> None:
    flip_pages(written, in_memory, 1000, seed=2)
    flip_frames(written, in_memory, 500, seed=2)
