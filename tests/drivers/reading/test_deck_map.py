"""Maps of codes: what is written is read again, and a map with a mistake is no map."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.errors import BadDeckMap
from tablectl_drivers.reading.deck_map import CUT, DeckMap, MappedCard, is_code, joined, read, write

FACES = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
codes = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=64).filter(is_code)


@given(st.dictionaries(codes, st.sampled_from([*FACES, CUT]), max_size=60))
def test_a_map_reads_as_it_was_written(cards: dict[str, str]) -> None:
    whole = DeckMap({code: MappedCard(3, face, 1, index) for index, (code, face) in enumerate(cards.items(), start=1)})
    assert read(write(whole), 3, "red.csv") == whole


def test_spaces_and_empty_lines_are_no_mistake() -> None:
    assert read("code, card ,deck,index\n\n 01001AhX , Ah, 1, 1 \n", 1, "red.csv").find("01001AhX") == MappedCard(1, "Ah", 1, 1)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], ""),
        (["Ah,1,1"], "red.csv:2: expected 4 columns, found 3"),
        (["c1,Ah,1,1", "c1,Kh,1,2"], "red.csv:3: this code stands in line 2 already"),
        (["c1,Ah,1,1", "c2,Kh,1,1"], "red.csv:3: card 1 of deck 1 in pack 7 stands in line 2 already"),
        (["c1,1h,1,1"], "red.csv:2: '1h' is no card; expected rank and suit, such as Ah or Td, or cut"),
        (["c1,Ah,0,1"], "red.csv:2: expected a deck from 1 to 99 and an index from 1 to 999, found '0' and '1'"),
        (["c1,Ah,1,1000"], "found '1' and '1000'"),
        (["c1,Ah,1,\u0663"], "found '1' and '\u0663'"),
        (["c\u00e4,Ah,1,1"], "is no code; expected 1 to 64 printable ASCII characters"),
        ([f"{'x' * 65},Ah,1,1"], "is no code"),
        (["c1,Xx,1,1", "c2,Ah,1"], "red.csv:3: expected 4 columns, found 3"),
    ],
)
def test_every_mistake_is_named_at_its_line(rows: list[str], words: str) -> None:
    text = "\n".join(["code,card,deck,index", *rows])
    if not words:
        assert len(read(text, 7, "red.csv")) == 0
        return
    with pytest.raises(BadDeckMap) as caught:
        read(text, 7, "red.csv")
    assert words in str(caught.value)


@pytest.mark.parametrize(("text", "found"), [("", "an empty file"), ("code,face\n", "'code,face'"), ("c1,Ah,1,1\n", "'c1,Ah,1,1'")])
def test_a_file_without_its_header_is_no_map(text: str, found: str) -> None:
    with pytest.raises(BadDeckMap, match=f"red.csv:1: expected the header code,card,deck,index, found {found}"):
        read(text, 1, "red.csv")


def test_two_packs_may_not_share_a_code() -> None:
    red, blue = (read("code,card,deck,index\nc1,Ah,1,1\n", pack, "x") for pack in (1, 2))
    with pytest.raises(BadDeckMap, match=r"blue\.csv: a code of card 1 of deck 1 in pack 2 is already that of card 1 of deck 1 in pack 1"):
        joined([("red.csv", red), ("blue.csv", blue)])
    assert len(joined([("red.csv", red)])) == 1
