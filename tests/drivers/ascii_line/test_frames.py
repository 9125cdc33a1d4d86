"""Lines against the vectors of the protocol page, and laws that hold for any bytes."""

from __future__ import annotations

import random
import tracemalloc
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.ascii_line import frames
from tablectl_drivers.ascii_line.frames import Decoder, Fault, Junk, Line

VECTORS: Final = Path(__file__).parent.parent / "ascii_line_vectors.txt"
PAGE: Final = Path(frames.__file__).parent / "PROTOCOL.md"
Row = tuple[str, str, str]


def _rows(lines: list[str]) -> list[Row]:
    cells = [[cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")] for line in lines]
    return [(name, encoded, text) for name, encoded, text in cells]


ROWS: Final = _rows([line for line in VECTORS.read_text().splitlines() if not line.startswith("#")])
GOOD: Final = [row for row in ROWS if row[2].startswith("LINE")]
every = pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])


def _expected(text: str) -> list[Line | Junk]:
    kind, _, rest = text.partition(" ")
    if not kind:
        return []
    return [Line(rest)] if kind == "LINE" else [Junk(Fault(rest))]


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    table = [line for line in PAGE.read_text().split("## 4. Vectors")[1].splitlines() if line.startswith("|")]
    assert _rows(table[2:]) == ROWS
    assert {text.removeprefix("BAD ") for _, _, text in ROWS if text.startswith("BAD")} == set(Fault)


@pytest.mark.parametrize(("encoded", "text"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])
def test_a_line_has_these_bytes(encoded: str, text: str) -> None:
    raw = bytes.fromhex(encoded)
    line = Line(text.removeprefix("LINE "))
    assert frames.encode(line, raw[len(line.text) :]) == raw


@every
@pytest.mark.parametrize("step", [1, 1000], ids=["byte by byte", "whole"])
def test_these_bytes_are_one_line_or_none(encoded: str, text: str, step: int) -> None:  # S11
    decoder = Decoder()
    raw = bytes.fromhex(encoded)
    found = [piece for start in range(0, len(raw), step) for piece in decoder.feed(raw[start : start + step])] + decoder.end()
    assert found == _expected(text)
    assert decoder.held == 0
    dropped = len(raw.strip(b"\r\n")) if text.startswith("BAD") else 0
    assert (decoder.discarded_bytes, decoder.bad_frames, decoder.lines) == (dropped, int(bool(dropped)), int(text.startswith("LINE")))


@every
def test_junk_before_and_after_costs_only_itself(encoded: str, text: str) -> None:
    decoder = Decoder()
    found = decoder.feed(b"\x99\xffAS\r" + bytes.fromhex(encoded) + b"\n\x00\x01\r")
    assert found == [Junk(Fault.NOT_PRINTABLE), *_expected(text), Junk(Fault.NOT_PRINTABLE)]


@pytest.mark.parametrize(("ends", "empty"), [(b"\r", 0), (b"\n", 0), (b"\r\n", 1), (b"\r\r", 1), (b"\n\r", 1)])
def test_every_habit_of_ending_a_line_gives_one_line_and_counts_the_empty_ones(ends: bytes, empty: int) -> None:  # S11
    decoder = Decoder()
    assert decoder.feed(b"01001Ah3" + ends + b"01002Kd0" + ends) == [Line("01001Ah3"), Line("01002Kd0")]
    assert decoder.empty_lines == 2 * empty


def test_a_line_without_an_end_waits_for_silence() -> None:
    decoder = Decoder()
    assert decoder.feed(b"01001Ah3") == []
    assert decoder.end() == [Line("01001Ah3")]
    assert decoder.end() == []


@pytest.mark.parametrize("text", ["", "x" * 65, "tab\t", "caf\u00e9", "a\r"])
def test_what_no_line_holds_is_refused_without_saying_it(text: str) -> None:
    with pytest.raises(ValueError, match="1 to 64 printable ASCII characters, these are") as refusal:
        frames.encode(Line(text), b"\r")
    assert not text or text not in str(refusal.value)
    assert "01001" not in repr(Line("01001Ah3"))


@pytest.mark.parametrize("kilobytes", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_random_bytes_fill_no_memory(kilobytes: int) -> None:
    chance = random.Random(20260202)
    decoder = Decoder()
    tracemalloc.start()
    for _ in range(kilobytes):
        decoder.feed(chance.randbytes(1000))
        assert decoder.held <= frames.MAX_LINE
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 100_000


_BYTES: Final = st.sampled_from([bytes.fromhex(row[1]) for row in ROWS]) | st.binary(max_size=100) | st.sampled_from([b"\r", b"\n"])


@given(st.lists(_BYTES, max_size=12).map(b"".join), st.lists(st.integers(0, 1500), max_size=12))
def test_any_cut_of_a_stream_gives_the_same_lines_and_counts(stream: bytes, cuts: list[int]) -> None:
    whole, cut = Decoder(), Decoder()
    edges = [0, *sorted(min(edge, len(stream)) for edge in cuts), len(stream)]
    pieces = [piece for start, end in pairwise(edges) for piece in cut.feed(stream[start:end])]
    assert pieces == whole.feed(stream)
    counts = [(decoder.faults, decoder.discarded_bytes, decoder.empty_lines, decoder.held) for decoder in (whole, cut)]
    assert counts[0] == counts[1]


@given(st.binary(max_size=300))
def test_after_any_junk_and_an_end_the_next_line_is_read(junk: bytes) -> None:
    decoder = Decoder()
    decoder.feed(junk + b"\r")
    assert decoder.feed(b"01001Ah3\r") == [Line("01001Ah3")]
