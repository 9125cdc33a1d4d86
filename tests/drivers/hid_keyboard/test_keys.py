"""Keys to lines: the vectors of the page, the simulated scanner, and laws that hold for any reports."""

from __future__ import annotations

import random
import re
import tracemalloc
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.hid_pos import keys
from tablectl_drivers.hid_pos.keys import MAX_LINE, SIZE, Decoder, Fault, Garbled, Typed
from tablectl_drivers.reading.card_code import CardCode, read, write
from tablectl_sim.hid_keyboard_device import KEYS, TAB, HidKeyboardScanner

VECTORS: Final = Path(__file__).parent.parent / "hid_keyboard_vectors.txt"
PAGE: Final = Path(keys.__file__).parent / "KEYBOARD.md"
ROWS: Final = [[cell.strip() for cell in line.split(" | ")] for line in VECTORS.read_text().splitlines() if not line.startswith("#")]


def _reports(text: str) -> list[bytes]:
    return [bytes.fromhex(one.rstrip("!")) if one.endswith("!") else bytes.fromhex(one).ljust(SIZE, b"\0") for one in text.split(",")]


def _all(reports: list[bytes]) -> list[Typed | Garbled]:
    decoder = Decoder()
    found = [line for report in reports for line in decoder.feed(report)]
    return [*found, *decoder.end()]


def _typed(scanner: HidKeyboardScanner, code: str) -> list[bytes]:
    scanner.set_protocol(0)
    scanner.show(code, 0.0)
    return scanner.take_output()


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    table = [line.strip("| ") for line in PAGE.read_text().split("## 5. Vectors")[1].splitlines() if line.startswith("|")][2:]
    assert [[cell.strip() for cell in line.split(" | ")] for line in table] == ROWS
    assert {lines.removeprefix("BAD ") for _, _, lines in ROWS if lines.startswith("BAD")} == set(Fault) - {Fault.TOO_LONG}


@pytest.mark.parametrize(("reports", "lines"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_these_reports_make_these_lines(reports: str, lines: str) -> None:
    found = _all(_reports(reports))
    if lines.startswith("BAD"):
        assert found == [Garbled(Fault(lines.removeprefix("BAD ")))]
    else:
        assert found == [Typed(text) for text in re.split(r" ?LINE ", lines)[1:]]


def test_every_letter_that_the_simulated_scanner_can_type_is_read() -> None:
    for letter in KEYS:
        assert _all(_typed(HidKeyboardScanner(), letter)) == [Typed(letter)]
    assert set(KEYS) == set(map(chr, range(0x20, 0x7F)))


@given(st.text(st.sampled_from(sorted(KEYS)), min_size=1, max_size=MAX_LINE), st.booleans())
def test_whatever_is_typed_is_read_with_and_without_roll_over(text: str, rolls_over: bool) -> None:
    assert _all(_typed(HidKeyboardScanner(rolls_over=rolls_over, ends=(TAB,)), text)) == [Typed(text)]


def test_a_line_is_no_longer_than_a_line_may_be() -> None:
    assert _all(_typed(HidKeyboardScanner(), "x" * (MAX_LINE + 1))) == [Garbled(Fault.TOO_LONG)]


@pytest.mark.parametrize("rolls_over", [False, True])
def test_whichever_reports_are_lost_no_other_card_is_typed(rolls_over: bool) -> None:
    """One or two of the reports of each of many codes: what is left is the code, no code, or a line that is not believed."""
    chance = random.Random(3)
    for index in range(1, 53):
        code = write(CardCode(1, index, chance.choice("A23456789TJQK") + chance.choice("cdhs")))
        count = len(_typed(HidKeyboardScanner(rolls_over=rolls_over), code))
        for first in range(count):
            lost = frozenset({first, chance.randrange(count)})
            found = _all(_typed(HidKeyboardScanner(rolls_over=rolls_over, lost=lost), code))
            assert [one.text for one in found if isinstance(one, Typed) and read(one.text) and one.text != code] == []


@given(st.lists(st.binary(max_size=9), max_size=60))
def test_any_reports_are_taken_without_an_error_and_one_line_is_held(reports: list[bytes]) -> None:
    decoder = Decoder()
    for report in reports:
        for found in decoder.feed(report):
            assert isinstance(found, Typed | Garbled)
        assert decoder.held <= MAX_LINE
    decoder.end()
    assert not decoder.waits


@pytest.mark.parametrize("kilobytes", [50, pytest.param(1000, marks=pytest.mark.soak)])
def test_random_bytes_type_no_code_and_fill_no_memory(kilobytes: int) -> None:
    chance = random.Random(20261130)
    decoder = Decoder()
    tracemalloc.start()
    lines = [0, 0]
    for _ in range(kilobytes * 1000 // SIZE):
        for one in decoder.feed(chance.randbytes(SIZE)):
            lines[isinstance(one, Typed) and read(one.text) is not None] += 1
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (lines[0] > 0, lines[1]) == (True, 0)
    assert held < 100_000


def test_what_was_typed_is_in_no_text_of_it() -> None:
    assert "01001Ah3" not in repr(_all(_typed(HidKeyboardScanner(), "01001Ah3")))
