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

from tablectl_drivers.pn532_hsu import frames
from tablectl_drivers.pn532_hsu.frames import CHIP, HOST, Ack, Decoder, Failure, Fault, Frame, Message, Nack

VECTORS: Final = Path(__file__).parent.parent / "pn532_hsu_vectors.txt"
PAGE: Final = Path(frames.__file__).parent / "PROTOCOL.md"
Row = tuple[str, str, str]


def _rows(lines: Iterable[str]) -> list[Row]:
    cells = [tuple(cell.strip() for cell in line.strip("| \n").split("|")) for line in lines]
    return [(name, encoded, frame) for name, encoded, frame in cells]


def _frame(text: str) -> Frame:
    name, *words = text.split()
    plain: dict[str, Frame] = {"ACK": Ack(), "NACK": Nack(), "FAILURE": Failure()}
    if name in plain:
        return plain[name]
    code, data, *more = (word.split("=")[-1] for word in words)
    return Message({"HOST": HOST, "CHIP": CHIP}[name], int(code, 16), bytes.fromhex(data.strip("-")), more == ["extended"])


ROWS: Final = _rows(line for line in VECTORS.read_text().splitlines() if not line.startswith("#"))
GOOD: Final = [row for row in ROWS if not row[2].startswith("BAD")]
BAD: Final = [row for row in ROWS if row[2].startswith("BAD")]
NO_TAG: Final = bytes.fromhex("0000ff03fdd54b00e000")
good = pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    table = [line for line in PAGE.read_text().split("## 4. Vectors")[1].splitlines() if line.startswith("|")]
    assert _rows(table[2:]) == ROWS
    assert {text.removeprefix("BAD ") for _, _, text in BAD} == set(Fault)


@good
def test_a_frame_has_these_bytes(encoded: str, text: str) -> None:
    assert frames.encode(_frame(text)).hex() == encoded


@good
def test_these_bytes_are_the_frame(encoded: str, text: str) -> None:
    assert Decoder().feed(bytes.fromhex(encoded)) == [_frame(text)]


@good
def test_a_frame_may_come_byte_by_byte(encoded: str, text: str) -> None:
    decoder = Decoder()
    found = [frame for byte in bytes.fromhex(encoded) for frame in decoder.feed(bytes((byte,)))]
    assert found == [_frame(text)]


@good
def test_noise_before_and_after_costs_only_itself(encoded: str, text: str) -> None:
    decoder = Decoder()
    noise = b"\x99\xffAS\x41"
    assert decoder.feed(noise + bytes.fromhex(encoded) + noise) == [_frame(text)]
    decoder.clear()
    assert decoder.discarded_bytes == 2 * len(noise)
    assert decoder.bad_frames == 0


@pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
@pytest.mark.parametrize("step", [1, 1000], ids=["byte by byte", "whole"])
def test_a_bad_frame_is_dropped_and_counted_by_its_cause(encoded: str, text: str, step: int) -> None:
    decoder = Decoder()
    stream = bytes.fromhex(encoded) + NO_TAG
    found = [frame for start in range(0, len(stream), step) for frame in decoder.feed(stream[start : start + step])]
    assert found == [Message(CHIP, 0x4B, b"\x00")]
    assert {fault for fault, count in decoder.faults.items() if count} == {Fault(text.removeprefix("BAD "))}


@pytest.mark.parametrize("frame", [Message(HOST, 1, bytes(254)), Message(HOST, 1, bytes(264), extended=True), Message(HOST, 256)])
def test_a_frame_that_does_not_fit_is_refused(frame: Frame) -> None:
    with pytest.raises(ValueError, match=r"at most|range"):
        frames.encode(frame)


def _fed(blocks: int) -> None:
    chance = random.Random(20260101)
    decoder = Decoder()
    found: list[Frame] = []
    tracemalloc.start()
    for _ in range(blocks):
        found += decoder.feed(chance.randbytes(1000))
        assert decoder.held <= frames.MAX_EXTENDED + 9
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [frame for frame in found if isinstance(frame, Message)] == []
    assert held < 100_000


def test_random_bytes_are_no_message_and_fill_no_memory() -> None:
    _fed(100)


@pytest.mark.soak
def test_a_million_random_bytes_are_no_message_and_fill_no_memory() -> None:
    _fed(1000)


_ANY: Final = st.sampled_from([bytes.fromhex(row[1]) for row in ROWS]) | st.binary(max_size=60)


@given(st.lists(_ANY, max_size=12).map(b"".join), st.lists(st.integers(0, 900), max_size=12))
def test_any_cut_of_a_stream_gives_the_same_frames_and_counts(stream: bytes, cuts: list[int]) -> None:
    whole, cut = Decoder(), Decoder()
    edges = [0, *sorted(min(edge, len(stream)) for edge in cuts), len(stream)]
    pieces = [frame for start, end in pairwise(edges) for frame in cut.feed(stream[start:end])]
    assert pieces == whole.feed(stream)
    assert (cut.faults, cut.discarded_bytes, cut.held) == (whole.faults, whole.discarded_bytes, whole.held)


@given(st.sampled_from([HOST, CHIP]), st.integers(0, 255), st.binary(max_size=253), st.booleans())
def test_every_message_comes_back_as_it_went(sender: int, code: int, data: bytes, extended: bool) -> None:
    frame = Message(sender, code, data, extended)
    assert Decoder().feed(frames.encode(frame)) == [frame]
