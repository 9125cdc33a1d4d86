"""The codec against the vectors of the protocol page, and laws that hold for any bytes."""

from __future__ import annotations

import random
import tracemalloc
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.ssi import frames
from tablectl_drivers.ssi.frames import Decoder, Frame, Op, Spoilt

VECTORS: Final = Path(__file__).parent.parent / "ssi_vectors.txt"
PAGE: Final = Path(frames.__file__).parent / "PROTOCOL.md"
Row = tuple[str, str, str]


def _rows(lines: list[str]) -> list[Row]:
    cells = [tuple(cell.strip() for cell in line.strip("| \n").split("|")) for line in lines]
    return [(name, encoded, frame) for name, encoded, frame in cells]


def _frame(text: str) -> Frame:
    op, source, *words = text.split()
    given = dict(word.split("=") for word in words)
    end = {"host": frames.HOST, "engine": frames.ENGINE}[source]
    return Frame(Op[op], end, int(given.get("status", "0"), 16), bytes.fromhex(given.get("data", "")))


ROWS: Final = _rows([line for line in VECTORS.read_text().splitlines() if not line.startswith("#")])
GOOD: Final = [row for row in ROWS if not row[2].startswith("BAD")]
BAD: Final = [row for row in ROWS if row[2].startswith("BAD")]
CARD: Final = _frame("DECODE_DATA engine data=0330372d4b48")
good = pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])


def _decoder(frame: Frame) -> Decoder:
    return Decoder(frame.source)


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    table = [line for line in PAGE.read_text().split("## 4. Vectors")[1].splitlines() if line.startswith("|")]
    assert _rows(table[2:]) == ROWS
    assert {op for op in Op if any(text.startswith(op.name) for _, _, text in GOOD)} == set(Op)


@good
def test_a_packet_has_these_bytes(encoded: str, text: str) -> None:
    assert frames.encode(_frame(text)).hex() == encoded


@good
def test_these_bytes_are_the_packet(encoded: str, text: str) -> None:
    assert _decoder(_frame(text)).feed(bytes.fromhex(encoded)) == [_frame(text)]


@good
def test_a_packet_may_come_byte_by_byte(encoded: str, text: str) -> None:
    decoder = _decoder(_frame(text))
    pieces = [decoder.feed(bytes((byte,))) for byte in bytes.fromhex(encoded)]
    assert pieces == [[]] * (len(pieces) - 1) + [[_frame(text)]]


@good
def test_noise_before_and_after_costs_only_itself(encoded: str, text: str) -> None:
    decoder = _decoder(_frame(text))
    assert decoder.feed(b"\x99\xff\x00AS\x00" + bytes.fromhex(encoded) + b"\x00\x01\x02") == [_frame(text)]
    assert (decoder.discarded_bytes, decoder.bad_frames, decoder.held) == (9, 0, 0)


@pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
@pytest.mark.parametrize("step", [1, 1000], ids=["byte by byte", "whole"])
def test_a_bad_packet_is_never_used_and_the_next_one_is_right(encoded: str, text: str, step: int) -> None:
    decoder = Decoder()
    raw = bytes.fromhex(encoded)
    found = [frame for start in range(0, len(raw), step) for frame in decoder.feed(raw[start : start + step])] + decoder.end()
    _, _, *op = text.split()
    assert found == [Spoilt(Op[name]) for name in op]
    assert decoder.discarded_bytes == len(raw)
    assert decoder.bad_frames == len(op)
    assert decoder.feed(frames.encode(CARD)) == [CARD]


def test_a_stray_zero_before_a_packet_costs_one_byte() -> None:  # S15
    decoder = Decoder()
    assert decoder.feed(b"\0" + frames.encode(CARD) + frames.encode(CARD)) == [CARD, CARD]
    assert decoder.discarded_bytes == 1


def test_a_head_that_promises_too_much_swallows_nothing_for_good() -> None:
    decoder = Decoder()
    promise = bytes((200, Op.DECODE_DATA, frames.ENGINE, 0))
    assert decoder.feed(promise + frames.encode(CARD)) == []
    assert decoder.end() == [Spoilt(Op.DECODE_DATA), CARD]


def test_data_that_no_packet_holds_is_refused() -> None:
    assert len(frames.encode(Frame(Op.DECODE_DATA, 0, 0, bytes(251)))) == frames.MAX_PACKET
    with pytest.raises(ValueError, match="at most 251 bytes of data, not 252"):
        frames.encode(Frame(Op.DECODE_DATA, 0, 0, bytes(252)))


def test_what_was_read_is_shown_nowhere() -> None:
    assert "KH" not in repr(CARD)


def _feed_junk(kilobytes: int) -> tuple[list[Frame | Spoilt], int]:
    chance = random.Random(20260201)
    decoder = Decoder()
    found: list[Frame | Spoilt] = []
    tracemalloc.start()
    for _ in range(kilobytes):
        found += [frame for frame in decoder.feed(chance.randbytes(1000)) if isinstance(frame, Frame)]
        assert decoder.held < frames.MAX_PACKET
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert decoder.discarded_bytes + decoder.held + sum(4 + len(frame.data) + 2 for frame in found if isinstance(frame, Frame)) == 1000 * kilobytes
    return found, held


@pytest.mark.parametrize("kilobytes", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_random_bytes_are_no_card_and_fill_no_memory(kilobytes: int) -> None:
    found, held = _feed_junk(kilobytes)
    assert found == []
    assert held < 100_000


_BYTES: Final = st.sampled_from([bytes.fromhex(row[1]) for row in ROWS]) | st.binary(max_size=300)


@given(st.lists(_BYTES, max_size=12).map(b"".join), st.lists(st.integers(0, 3000), max_size=12))
def test_any_cut_of_a_stream_gives_the_same_packets_and_counts(stream: bytes, cuts: list[int]) -> None:
    whole, cut = Decoder(), Decoder()
    edges = [0, *sorted(min(edge, len(stream)) for edge in cuts), len(stream)]
    pieces = [frame for start, end in pairwise(edges) for frame in cut.feed(stream[start:end])]
    assert pieces == whole.feed(stream)
    assert (cut.bad_frames, cut.discarded_bytes, cut.held) == (whole.bad_frames, whole.discarded_bytes, whole.held)


@given(st.binary(max_size=600))
def test_after_any_junk_and_a_silence_the_next_packet_is_read(junk: bytes) -> None:
    decoder = Decoder()
    decoder.feed(junk)
    decoder.end()
    assert decoder.feed(frames.encode(CARD)) == [CARD]


_FRAMES: Final = st.builds(
    Frame,
    st.sampled_from(sorted(frames.FROM_ENGINE)),
    st.just(frames.ENGINE),
    st.integers(0, 255),
    st.binary(max_size=251),
)


@given(_FRAMES)
def test_every_packet_comes_back_as_it_went(frame: Frame) -> None:
    assert Decoder().feed(frames.encode(frame)) == [frame]


_TEXTS: Final = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=250).map(str.encode)


@given(_TEXTS, st.data())
def test_no_single_wrong_byte_of_a_card_gives_a_packet(text: bytes, data: st.DataObject) -> None:
    encoded = bytearray(frames.encode(Frame(Op.DECODE_DATA, frames.ENGINE, 0, b"\x03" + text)))
    place = data.draw(st.integers(0, len(encoded) - 1))
    encoded[place] ^= data.draw(st.integers(1, 255))
    decoder = Decoder()
    assert [found for found in (*decoder.feed(bytes(encoded)), *decoder.end()) if isinstance(found, Frame)] == []
