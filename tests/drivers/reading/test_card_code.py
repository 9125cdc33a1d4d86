"""The code that is printed on cards: its table, and the mistakes that its check has to find."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.ascii_line import session
from tablectl_drivers.reading.card_code import CardCode, check, read, write
from tablectl_drivers.reading.deck_map import CUT

VECTORS: Final = Path(__file__).parent.parent / "card_code_vectors.txt"
PAGE: Final = Path(session.__file__).parent / "PROTOCOL.md"
Row = tuple[str, ...]


def _rows(lines: list[str]) -> list[Row]:
    return [tuple(cell.strip() for cell in line.removeprefix("| ").removesuffix(" |").split(" | ")) for line in lines]


ROWS: Final = _rows([line for line in VECTORS.read_text().splitlines() if not line.startswith("#")])


def _said(text: str) -> CardCode | None:
    if text == "BAD":
        return None
    words = dict(word.split("=") for word in text.split())
    return CardCode(int(words["deck"]), int(words["index"]), words["face"])


def test_the_page_prints_the_vectors_that_the_code_is_tested_with() -> None:
    table = [line for line in PAGE.read_text().split("## 2.")[1].split("## 3.")[0].splitlines() if line.startswith("|")]
    assert _rows(table[2:]) == ROWS


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_code_says_this_card(row: Row) -> None:
    said = _said(row[2])
    assert read(row[1]) == said
    assert said is None or write(said) == row[1]


def test_the_check_is_the_published_one() -> None:
    assert check("G123489654321") == "Y"  # a donation number of ISBT 128, with its check


_FACES: Final = st.builds(str.__add__, st.sampled_from("A23456789TJQK"), st.sampled_from("cdhsrwbg")) | st.just(CUT)
_CODES: Final = st.builds(CardCode, st.integers(1, 99), st.integers(1, 999), _FACES)
_LETTERS: Final = st.characters(min_codepoint=0x20, max_codepoint=0x7E)


@given(_CODES)
def test_what_is_written_is_read(code: CardCode) -> None:
    assert read(write(code)) == code


@given(_CODES, st.integers(0, 7), _LETTERS)
def test_no_single_wrong_character_is_another_card(code: CardCode, place: int, letter: str) -> None:
    text = write(code)
    wrong = text[:place] + letter + text[place + 1 :]
    assert read(wrong) == (code if wrong == text else None)


@given(_CODES, st.integers(0, 6))
def test_no_neighbours_that_changed_places_are_another_card(code: CardCode, place: int) -> None:
    text = write(code)
    wrong = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    assert read(wrong) == (code if wrong == text else None)


@given(_CODES, st.integers(0, 7))
def test_a_lost_or_repeated_character_is_no_card(code: CardCode, place: int) -> None:
    text = write(code)
    assert read(text[:place] + text[place + 1 :]) is None
    assert read(text[:place] + text[place] + text[place:]) is None
    assert read(text + text) is None


@pytest.mark.parametrize("code", [CardCode(0, 1, "Ah"), CardCode(1, 1000, "Ah"), CardCode(1, 1, "1h"), CardCode(100, 1, "Ah"), CardCode(-1, 1, "Ah")])
def test_what_is_no_card_is_not_written(code: CardCode) -> None:
    with pytest.raises(ValueError, match="expected a deck from 1 to 99"):
        write(code)
