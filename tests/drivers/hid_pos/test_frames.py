"""The reports against the vectors of the page, the simulated scanner, and laws that hold for any bytes."""

from __future__ import annotations

import ast
import random
import re
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.hid_pos import frames
from tablectl_drivers.hid_pos.frames import Code, Decoder, Fault, Part, Spoilt
from tablectl_sim.hid_pos_device import report

VECTORS: Final = Path(__file__).parent.parent / "hid_pos_vectors.txt"
PAGE: Final = Path(frames.__file__).parent / "PROTOCOL.md"
CODE: Final = "01001Ah3"
Row = tuple[str, str, str]


def _rows(lines: Iterable[str]) -> list[Row]:
    cells = [tuple(cell.strip() for cell in line.strip("| \n").split(" | ")) for line in lines]
    return [(name, encoded, meaning) for name, encoded, meaning in cells]


def _vectors() -> list[Row]:
    return _rows(line for line in VECTORS.read_text().splitlines() if not line.startswith("#"))


def _bytes(text: str) -> bytes:
    return bytes.fromhex(re.sub(r"00\*(\d+)", lambda zeros: "00" * int(zeros[1]), text))


def _part(meaning: str) -> Part:
    found = re.fullmatch(r'\](..) (".*?")( more)?', meaning)
    assert found
    return Part(found[1], ast.literal_eval("b" + found[2]), bool(found[3]))


GOOD: Final = [row for row in _vectors() if not row[2].startswith("BAD")]
BAD: Final = [row for row in _vectors() if row[2].startswith("BAD")]
good = pytest.mark.parametrize(("encoded", "meaning"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])
bad = pytest.mark.parametrize(("encoded", "meaning"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    table = [line for line in PAGE.read_text().split("## 5. Vectors")[1].splitlines() if line.startswith("|")]
    assert _rows(table[2:]) == _vectors()
    assert {meaning.removeprefix("BAD ") for _, _, meaning in BAD} == {Fault.NO_AIM, Fault.WRONG_LENGTH, Fault.WRONG_SIZE}


@good
def test_these_bytes_are_the_report(encoded: str, meaning: str) -> None:
    assert frames.read(_bytes(encoded)) == _part(meaning)


@good
def test_the_simulated_scanner_writes_these_bytes(encoded: str, meaning: str) -> None:
    """Its maker's letter and what it says for "more" are its own."""
    raw, part = _bytes(encoded), _part(meaning)
    written = bytearray(report(part.aim, part.data, more=part.more, shifted=raw[2] == 0))
    written[61], written[63] = raw[61], raw[63]
    assert written == raw


@good
def test_no_piece_of_a_report_is_one(encoded: str, meaning: str) -> None:  # noqa: ARG001
    raw = _bytes(encoded)
    for cut in range(1, len(raw)):
        decoder = Decoder()
        found = [*decoder.feed(raw[:cut]), *decoder.feed(raw[cut:])]
        assert not any(isinstance(one, Code) for one in found)
        assert found[0] == Spoilt(Fault.WRONG_SIZE)


@good
def test_noise_around_a_report_costs_nothing(encoded: str, meaning: str) -> None:  # noqa: ARG001
    alone, noisy = Decoder(), Decoder()
    expected = alone.feed(_bytes(encoded))
    assert noisy.feed(b"\x99\xffAS\x41") == []
    assert noisy.feed(_bytes(encoded)) == expected
    assert noisy.feed(b"\x03" * 64) == []
    assert (noisy.other_reports, noisy.discarded_bytes - alone.discarded_bytes) == (2, 69)


@bad
def test_what_cannot_be_believed_is_counted_by_its_cause_and_costs_the_next_nothing(encoded: str, meaning: str) -> None:
    decoder = Decoder()
    fault = Fault(meaning.removeprefix("BAD "))
    assert decoder.feed(_bytes(encoded)) == [Spoilt(fault)]
    assert decoder.feed(report("C0", CODE.encode())) == [Code("C0", CODE)]
    assert {cause: count for cause, count in decoder.faults.items() if count} == {fault: 1}
    assert decoder.discarded_bytes == len(_bytes(encoded))


@pytest.mark.parametrize("suffix", ["", "\r", "\n", "\r\n", "\r\r", "\n\r", "\t", "\t\r"])
def test_a_suffix_is_no_part_of_the_code(suffix: str) -> None:
    assert Decoder().feed(report("C0", (CODE + suffix).encode())) == [Code("C0", CODE)]


@pytest.mark.parametrize("data", [b"", b"\r", b"\r\n", b"a,b", b'"', b" ab", b"a\r\r\r", b"\xe9", b"a\x00", b"a\rb"])
def test_what_is_no_code_was_a_card_that_could_not_be_read(data: bytes) -> None:
    assert Decoder().feed(report("C0", data)) == [Spoilt(Fault.NO_CODE)]


def test_a_long_code_comes_in_several_reports() -> None:
    decoder = Decoder()
    assert decoder.feed(report("Q0", b"A" * 56, more=True)) == []
    assert (decoder.waits, decoder.held) == (True, 56)
    assert decoder.feed(report("Q0", b"B" * 8)) == [Code("Q0", "A" * 56 + "B" * 8)]
    assert not decoder.waits


def test_a_code_longer_than_a_code_is_one_card_that_could_not_be_read_and_is_not_kept() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(report("Q0", b"A" * 56, more=True)) == []
        assert decoder.held <= 128
    assert decoder.feed(report("Q0", b"A\r\r")) == [Spoilt(Fault.NO_CODE)]


def test_two_codes_are_never_one() -> None:
    decoder = Decoder()
    assert decoder.feed(report("Q0", b"A" * 56, more=True)) == []
    assert decoder.feed(report("C0", CODE.encode())) == [Spoilt(Fault.MIXED), Code("C0", CODE)]


def test_a_code_whose_end_does_not_come_was_a_card() -> None:
    decoder = Decoder()
    decoder.feed(report("Q0", b"A" * 56, more=True))
    assert decoder.end() == [Spoilt(Fault.UNFINISHED)]
    assert decoder.end() == []
    decoder.feed(report("Q0", b"A" * 56, more=True))
    assert decoder.feed(report("Q0", b"B")[:9]) == [Spoilt(Fault.UNFINISHED), Spoilt(Fault.WRONG_SIZE)]


def test_an_answer_to_a_command_is_no_card() -> None:
    decoder = Decoder()
    assert decoder.feed(report("Z6", b"REVINF\x06.")) == []
    assert decoder.answers == 1


def test_a_million_random_bytes_are_no_card_and_fill_no_memory() -> None:
    chance = random.Random(20260101)
    decoder = Decoder()
    tracemalloc.start()
    found = [one for _ in range(16_000) for one in decoder.feed(chance.randbytes(63 + chance.randrange(3))) if isinstance(one, Code)]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == []
    assert decoder.discarded_bytes > 950_000
    assert held < 100_000
    assert decoder.feed(report("C0", CODE.encode()))[-1] == Code("C0", CODE)


@given(st.integers(0, 63), st.integers(1, 255))
def test_a_bent_byte_makes_no_other_code_than_one_that_differs_by_it(at: int, bend: int) -> None:
    """The report has no check: a code is told from its neighbours by its own (section 4.6)."""
    raw = bytearray(report("C0", CODE.encode()))
    raw[at] ^= bend
    for one in Decoder().feed(bytes(raw)):
        if isinstance(one, Code):
            assert one.text == CODE or one.text in CODE or CODE in one.text or sum(a != b for a, b in zip(one.text, CODE, strict=True)) == 1


@given(st.lists(st.sampled_from(["one", "two", "cut", "bad", "noise", "answer"]), max_size=20))
def test_each_code_comes_once_and_nothing_else_does(told: list[str]) -> None:
    reports = {
        "one": [report("C0", CODE.encode())],
        "two": [report("Q0", b"A" * 56, more=True), report("Q0", b"B" * 8)],
        "cut": [report("C0", CODE.encode())[:30]],
        "bad": [report("C0", b"")],
        "noise": [b"\x05" * 64],
        "answer": [report("Z6", b"OK")],
    }
    decoder = Decoder()
    found = [one for word in told for raw in reports[word] for one in decoder.feed(raw)]
    codes = {"one": Code("C0", CODE), "two": Code("Q0", "A" * 56 + "B" * 8)}
    assert [one for one in found if isinstance(one, Code)] == [codes[word] for word in told if word in codes]
    assert sum(isinstance(one, Spoilt) for one in found) == told.count("cut") + told.count("bad")
