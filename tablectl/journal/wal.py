"""Whether a write-ahead file was damaged after it was written, and not by a power cut.

Each commit is flushed before the next one is written. So a power cut spoils frames of the last commit only; a spoiled frame with a later
commit behind it was whole once. SQLite leaves out both, without a word. The format: https://sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

HEADER_BYTES: Final = 32
FRAME_BYTES: Final = 24
MAGIC: Final = 0x377F0682  # one more where checksums are of big-endian words
_WORD: Final = 0xFFFFFFFF

SPOILED: Final = "the write-ahead file was damaged after it was written, and records at the end are missing"

Sum = tuple[int, int]


def spoiled(wal: Path) -> bool:
    """Tell whether records that were durable once are left out of this file. What is not there is not spoiled."""
    try:
        data = wal.read_bytes()
    except FileNotFoundError:
        return False
    if len(data) <= HEADER_BYTES:
        return False
    magic, _, page, _ = struct.unpack(">4I", data[:16])
    if magic & ~1 != MAGIC or _added((0, 0), data[:24], magic) != struct.unpack(">2I", data[24:32]):
        return True  # the header is flushed before the first frame is written
    return _spoiled(data, page + FRAME_BYTES, magic)


def _spoiled(data: bytes, step: int, magic: int) -> bool:
    before: Sum = struct.unpack(">2I", data[24:32])
    frames = [data[at : at + step] for at in range(HEADER_BYTES, len(data) - step + 1, step)]
    for number, frame in enumerate(frames):
        due = _due(before, frame, magic)
        if not _holds(frame, due, data):
            rest = frames[number + 1 :]
            return any(_goes_on(frame, seed, rest, data, magic) for seed in {due, _said(frame)})
        before = due
    return False


def _goes_on(spoiled: bytes, seed: Sum, rest: list[bytes], data: bytes, magic: int) -> bool:
    """Whether the frames behind a spoiled one continue it, beyond the commit that it was part of."""
    ended = _commits(spoiled)
    for frame in rest:
        seed = _due(seed, frame, magic)
        if not _holds(frame, seed, data):
            return False
        if ended:
            return True
        ended = _commits(frame)
    return False


def _holds(frame: bytes, due: Sum, data: bytes) -> bool:
    return frame[8:16] == data[16:24] and _said(frame) == due


def _said(frame: bytes) -> Sum:
    first, second = struct.unpack(">2I", frame[16:24])
    return first, second


def _commits(frame: bytes) -> bool:
    return frame[4:8] != bytes(4)


def _due(before: Sum, frame: bytes, magic: int) -> Sum:
    return _added(_added(before, frame[:8], magic), frame[FRAME_BYTES:], magic)


def _added(before: Sum, content: bytes, magic: int) -> Sum:
    first, second = before
    words = struct.unpack(f"{'>' if magic & 1 else '<'}{len(content) // 4}I", content)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return first, second
