"""The simulator prints cards as the page says, and the drivers read them."""

from __future__ import annotations

from pathlib import Path

from tablectl_drivers.reading.card_code import CardCode, read
from tablectl_sim.cards import RANKS, SUITS
from tablectl_sim.printed_code import check, printed

VECTORS = [line.split(" | ") for line in (Path(__file__).parents[1] / "drivers/card_code_vectors.txt").read_text().splitlines() if "| deck=" in line]


def test_the_check_of_the_page() -> None:
    assert check("G123489654321") == "Y"
    assert [check(code[:-1]) for _, code, _ in VECTORS] == [code[-1] for _, code, _ in VECTORS]


def test_every_card_of_six_decks_has_a_code_of_its_own_that_says_its_face() -> None:
    cards = {(back, face, copy): printed(back, face, copy) for back in (1, 2) for face in _faces() for copy in range(1, 7)}
    assert len(set(cards.values())) == len(cards) == 2 * 52 * 6
    for (back, face, _), code in cards.items():
        said = read(code)
        assert said is not None
        assert (said.deck, said.face) == (back, face)


def test_the_cut_card_says_so_and_a_smeared_card_says_nothing() -> None:
    assert read(printed(1, "cut", 1)) == CardCode(1, 999, "cut")
    assert read(printed(0, "?", 0)) is None


def _faces() -> list[str]:
    return [rank + suit for rank in RANKS for suit in SUITS[:4]]
