"""The codec against the vectors of the protocol page, and laws that hold for any bytes."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl_drivers.cdl import frames

ReadFrame = Callable[[str], frames.Frame]
VECTORS: Final = Path(__file__).parent.parent / "cdl_vectors.txt"
PAGE: Final = Path(frames.__file__).parent / "PROTOCOL.md"
Row = tuple[str, str, str]


def _rows(lines: Iterable[str]) -> list[Row]:
    cells = [tuple(cell.strip() for cell in line.strip("| \n").split("|")) for line in lines]
    return [(name, encoded, frame) for name, encoded, frame in cells]


def _vectors() -> list[Row]:
    return _rows(line for line in VECTORS.read_text().splitlines() if not line.startswith("#"))


GOOD: Final = [row for row in _vectors() if not row[2].startswith("BAD")]
BAD: Final = [row for row in _vectors() if row[2].startswith("BAD")]
good = pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])
bad = pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    section = PAGE.read_text().split("## 7. Vectors")[1].split("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    assert _rows(table[2:]) == _vectors()
    assert len(GOOD) >= 20
    assert {text.removeprefix("BAD ") for _, _, text in BAD} == set(frames.Fault)


@good
def test_a_frame_has_these_bytes(encoded: str, text: str, read_frame: ReadFrame) -> None:
    assert frames.encode(read_frame(text)).hex() == encoded


@good
def test_these_bytes_are_the_frame(encoded: str, text: str, read_frame: ReadFrame) -> None:
    assert frames.Decoder().feed(bytes.fromhex(encoded)) == [read_frame(text)]


@good
def test_a_frame_may_come_byte_by_byte(encoded: str, text: str, read_frame: ReadFrame) -> None:
    decoder = frames.Decoder()
    pieces = [decoder.feed(bytes((byte,))) for byte in bytes.fromhex(encoded)]
    assert pieces[:-1] == [[]] * (len(pieces) - 1)
    assert pieces[-1] == [read_frame(text)]


@good
def test_noise_before_and_after_costs_only_itself(encoded: str, text: str, read_frame: ReadFrame) -> None:
    decoder = frames.Decoder()
    noise = b"\x99\xffAS\x41"
    assert decoder.feed(noise + b"\0" + bytes.fromhex(encoded) + noise + b"\0") == [read_frame(text)]
    assert decoder.discarded_bytes == 2 * len(noise)
    assert decoder.bad_frames == 2


@bad
@pytest.mark.parametrize("step", [1, 1000], ids=["byte by byte", "whole"])
def test_a_bad_frame_is_dropped_and_counted_by_its_cause(encoded: str, text: str, step: int, read_frame: ReadFrame) -> None:
    decoder = frames.Decoder()
    raw, after = bytes.fromhex(encoded), GOOD[0]
    stream = raw + bytes.fromhex(after[1])
    found = [frame for start in range(0, len(stream), step) for frame in decoder.feed(stream[start : start + step])]
    assert found == [read_frame(after[2])]
    assert {fault: count for fault, count in decoder.faults.items() if count} == {frames.Fault(text.removeprefix("BAD ")): 1}
    assert decoder.discarded_bytes == len(raw) - 1


@pytest.mark.parametrize(
    "frame",
    [
        frames.Who(256),
        frames.Confirm(0, 1, 2**32),
        frames.Resend(0, -1, 1),
        frames.Identity(1, 1, 1, 1, 1, "x" * 33, "", "", ""),
        frames.Identity(1, 1, 1, 1, 1, "café", "", "", ""),
        frames.Identity(1, 1, 1, 1, 1, "tab\t", "", "", ""),
    ],
)
def test_a_field_that_does_not_fit_is_refused(frame: frames.Frame) -> None:
    with pytest.raises(ValueError, match="not"):
        frames.encode(frame)


def test_zeros_between_frames_are_no_error() -> None:
    decoder = frames.Decoder()
    assert decoder.feed(b"\0\0\0") == []
    assert decoder.bad_frames == decoder.discarded_bytes == 0


def test_a_stray_zero_costs_the_frame_it_cut_and_no_more(read_frame: ReadFrame) -> None:
    cut, whole = (row for row in GOOD if row[0] in ("report ten of hearts", "report king of spades"))
    raw = bytes.fromhex(cut[1])
    decoder = frames.Decoder()
    assert decoder.feed(raw[:9] + b"\0" + raw[9:] + bytes.fromhex(whole[1])) == [read_frame(whole[2])]
    assert decoder.discarded_bytes == len(raw) - 1


def test_a_million_random_bytes_are_no_card_and_fill_no_memory() -> None:
    chance = random.Random(20260101)
    decoder = frames.Decoder()
    found = fed = 0
    tracemalloc.start()
    for _ in range(1000):
        junk = chance.randbytes(1000)
        found += len(decoder.feed(junk))
        fed += len(junk) - junk.count(0)
        assert decoder.held <= frames.MAX_ENCODED
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == 0
    assert held < 100_000
    assert fed - decoder.held == decoder.discarded_bytes
    after = bytes.fromhex(GOOD[0][1])
    assert len(decoder.feed(b"\0" + after)) == 1


_GOOD_BYTES: Final = st.sampled_from([bytes.fromhex(row[1]) for row in GOOD])
_ANY_BYTES: Final = st.sampled_from([bytes.fromhex(row[1]) for row in BAD]) | st.binary(max_size=300) | _GOOD_BYTES


@given(st.lists(_ANY_BYTES, max_size=12).map(b"".join), st.lists(st.integers(0, 3000), max_size=12))
def test_any_cut_of_a_stream_gives_the_same_frames_and_counts(stream: bytes, cuts: list[int]) -> None:
    whole, cut = frames.Decoder(), frames.Decoder()
    edges = [0, *sorted(min(edge, len(stream)) for edge in cuts), len(stream)]
    pieces = [frame for start, end in pairwise(edges) for frame in cut.feed(stream[start:end])]
    assert pieces == whole.feed(stream)
    assert (cut.faults, cut.discarded_bytes, cut.held) == (whole.faults, whole.discarded_bytes, whole.held)


@given(st.binary(max_size=600))
def test_after_any_junk_and_a_zero_the_next_frame_is_read(junk: bytes) -> None:
    decoder = frames.Decoder()
    decoder.feed(junk + b"\0")
    assert decoder.feed(bytes.fromhex(GOOD[0][1])) == [frames.Who(1)]


_u8, _u16, _u32 = (st.integers(0, 2**bits - 1) for bits in (8, 16, 32))
_text = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=frames.MAX_TEXT)
_FRAMES: Final = st.one_of(
    st.builds(frames.Who, _u8),
    st.builds(frames.Confirm, _u8, _u32, _u32),
    st.builds(frames.Resend, _u8, _u32, _u32),
    st.builds(frames.Command, _u8, _u8, _u8),
    st.builds(frames.Identity, _u8, _u8, _u32, _u32, _u32, _text, _text, _text, _text),
    st.builds(frames.Status, _u8, _u32, _u32, _u8, _u16, _u8, _u8, _u16, _u16, _u16),
    st.builds(frames.Report, _u8, _u32, _u32, st.integers(1, 3), _u8, _u8, _u8),
    st.builds(frames.Gone, _u8, _u32, _u32),
    st.builds(frames.Answer, _u8, _u8, _u8),
)


@given(_FRAMES)
def test_every_frame_comes_back_as_it_went(frame: frames.Frame) -> None:
    encoded = frames.encode(frame)
    assert encoded.index(0) == len(encoded) - 1 <= frames.MAX_ENCODED
    assert frames.Decoder().feed(encoded) == [frame]


@settings(derandomize=True)  # a flip of a COBS code changes two bytes: one in 65,536 of those would pass any 16-bit check
@given(_FRAMES, st.data())
def test_no_single_flipped_bit_gives_another_frame(frame: frames.Frame, data: st.DataObject) -> None:
    encoded = bytearray(frames.encode(frame))
    place = data.draw(st.integers(0, len(encoded) * 8 - 1))
    encoded[place // 8] ^= 1 << place % 8
    assert [found for found in frames.Decoder().feed(bytes(encoded) + b"\0") if found != frame] == []
