"""The codec against the vectors of the protocol page, and laws that hold for any bytes."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.feig_obid import frames
from tablectl_drivers.feig_obid.frames import Decoder, Fault, Frame

VECTORS: Final = Path(__file__).parent.parent / "feig_obid_vectors.txt"
PAGE: Final = Path(frames.__file__).parent / "PROTOCOL.md"
Row = tuple[str, str, str]


def _rows(lines: Iterable[str]) -> list[Row]:
    cells = [tuple(cell.strip() for cell in line.strip("| \n").split("|")) for line in lines]
    return [(name, encoded, frame) for name, encoded, frame in cells]


def _frame(text: str) -> Frame:
    address, command, body, *more = (word.split("=")[-1] for word in text.split())
    return Frame(int(address), int(command, 16), bytes.fromhex(body.strip("-")), more == ["advanced"])


ROWS: Final = _rows(line for line in VECTORS.read_text().splitlines() if not line.startswith("#"))
GOOD: Final = [row for row in ROWS if not row[2].startswith("BAD")]
BAD: Final = [row for row in ROWS if row[2].startswith("BAD")]
NO_TAG: Final = bytes.fromhex("0600b0015c63")
good = pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    table = [line for line in PAGE.read_text().split("## 4. Vectors")[1].splitlines() if line.startswith("|")]
    assert _rows(table[2:]) == ROWS
    assert {text.removeprefix("BAD ") for _, _, text in BAD} == set(Fault)


def test_the_checksum_has_its_check_value() -> None:
    assert frames.crc(b"123456789") == bytes.fromhex("916f")


@good
def test_a_frame_has_these_bytes(encoded: str, text: str) -> None:
    assert frames.encode(_frame(text)).hex() == encoded


@good
def test_these_bytes_are_the_frame(encoded: str, text: str) -> None:
    assert Decoder().feed(bytes.fromhex(encoded)) == [_frame(text)]


@good
def test_a_frame_may_come_byte_by_byte(encoded: str, text: str) -> None:
    decoder = Decoder()
    pieces = [decoder.feed(bytes((byte,))) for byte in bytes.fromhex(encoded)]
    assert pieces == [[]] * (len(pieces) - 1) + [[_frame(text)]]


@good
def test_noise_that_begins_no_frame_costs_only_itself(encoded: str, text: str) -> None:
    decoder = Decoder()
    noise = bytes((0x00, 0x04, 0x03, 0x01, 0x00))
    assert decoder.feed(noise + bytes.fromhex(encoded) + noise) == [_frame(text)]
    assert decoder.discarded_bytes == 2 * len(noise)


@pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
@pytest.mark.parametrize("step", [1, 1000], ids=["byte by byte", "whole"])
def test_a_bad_frame_is_dropped_and_counted_by_its_cause(encoded: str, text: str, step: int) -> None:
    decoder = Decoder()
    raw = bytes.fromhex(encoded)
    assert [frame for start in range(0, len(raw), step) for frame in decoder.feed(raw[start : start + step])] == []
    assert decoder.faults[Fault(text.removeprefix("BAD "))] > 0
    decoder.clear()
    assert decoder.discarded_bytes == len(raw)
    assert decoder.feed(NO_TAG) == [Frame(0, 0xB0, b"\x01")]


def test_a_stray_zero_shifts_nothing() -> None:
    one, two = (bytes.fromhex(row[1]) for row in GOOD if row[0] in ("answer: one tag", "answer: two tags"))
    assert len(Decoder().feed(b"\0" + one + b"\0" + two)) == 2


@pytest.mark.parametrize("frame", [Frame(0, 0xB0, bytes(251)), Frame(0, 0xB0, bytes(2553), advanced=True), Frame(256, 0xB0)])
def test_a_frame_that_does_not_fit_is_refused(frame: Frame) -> None:
    with pytest.raises(ValueError, match=r"at most|range"):
        frames.encode(frame)


def _fed(blocks: int) -> None:
    chance = random.Random(20260101)
    decoder = Decoder()
    found = 0
    tracemalloc.start()
    for _ in range(blocks):
        found += len(decoder.feed(chance.randbytes(1000)))
        assert decoder.held < frames.MAX_ADVANCED
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found <= blocks / 20  # a CRC of 16 bits passes one frame in 65,536; the session takes none of them for a card
    assert held < 100_000


def test_random_bytes_fill_no_memory() -> None:
    _fed(100)


@pytest.mark.soak
def test_a_million_random_bytes_fill_no_memory() -> None:
    _fed(1000)


_ANY: Final = st.sampled_from([bytes.fromhex(row[1]) for row in ROWS]) | st.binary(max_size=60)


@given(st.lists(_ANY, max_size=12).map(b"".join), st.lists(st.integers(0, 900), max_size=12))
def test_any_cut_of_a_stream_gives_the_same_frames_and_counts(stream: bytes, cuts: list[int]) -> None:
    whole, cut = Decoder(), Decoder()
    edges = [0, *sorted(min(edge, len(stream)) for edge in cuts), len(stream)]
    pieces = [frame for start, end in pairwise(edges) for frame in cut.feed(stream[start:end])]
    assert pieces == whole.feed(stream)
    assert (cut.faults, cut.discarded_bytes, cut.held) == (whole.faults, whole.discarded_bytes, whole.held)


@given(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=250), st.booleans())
def test_every_frame_comes_back_as_it_went(address: int, command: int, body: bytes, advanced: bool) -> None:
    frame = Frame(address, command, body, advanced)
    assert Decoder().feed(frames.encode(frame)) == [frame]
