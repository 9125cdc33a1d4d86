"""Enrolling a pack: an order that is a pack, codes that come once, and a person who is told what to do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.engine.decks import DECKS
from tablectl.engine.game import DeckProfile
from tablectl.enrol import Enrolment, Expected, WrongOrder, order_of
from tablectl_drivers.reading.deck_map import read, write

SINGLE = DECKS["single-52"]


@pytest.mark.parametrize("profile", DECKS.values(), ids=DECKS)
def test_the_usual_order_of_every_pack_is_that_pack(profile: DeckProfile) -> None:
    order = order_of(profile, None)
    assert len(order) == profile.count
    assert order[-1].deck == profile.count // max(expected.index for expected in order)


def test_a_new_deck_runs_up_in_spades_and_diamonds_and_down_in_clubs_and_hearts() -> None:
    order = order_of(SINGLE, None)
    assert [order[index].face for index in (0, 12, 13, 26, 38, 39, 51)] == ["As", "Ks", "Ad", "Kc", "Ac", "Kh", "Ah"]
    assert order[51] == Expected("Ah", 1, 52)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As-Ks", "this order has 13 cards, and decks of it are not the 52 cards of single-52"),
        ("As-Ks Ad-Kd Kc-Ac Kc-Ac", "this order has 52 cards, and decks of it are not the 52 cards"),
        ("As-Kh", "the run 'As-Kh' begins and ends in different suits"),
        ("As-", "'As-' is no card and no run of cards"),
        ("Xx", "'Xx' is no card; expected rank and suit, such as As or Td"),
        (" ", "this order has 0 cards"),
    ],
)
def test_an_order_that_is_no_pack_is_refused(text: str, words: str) -> None:
    with pytest.raises(WrongOrder) as caught:
        order_of(SINGLE, text)
    assert words in str(caught.value)


@given(st.lists(st.integers(0, 60), max_size=120))
def test_every_card_gets_one_code_and_no_code_two_cards(codes: list[int]) -> None:
    enrolment = Enrolment(3, order_of(SINGLE, None), {"c60": "blue.csv"})
    taken: list[str] = []
    for code in (f"c{number}" for number in codes):
        due = enrolment.upcoming
        if (words := enrolment.take(code)) is None:
            assert due is not None
            taken.append(code)
            assert enrolment.deck_map.cards[code].face == due.face
        else:
            assert enrolment.upcoming == due
            assert words
    assert list(enrolment.deck_map.cards) == list(dict.fromkeys(f"c{number}" for number in codes if number != 60))[:52]
    assert read(write(enrolment.deck_map), 3, "red.csv") == enrolment.deck_map


def test_what_is_refused_is_said() -> None:
    enrolment = Enrolment(1, order_of(SINGLE, None), {"other": "blue.csv"})
    assert enrolment.take("c1") is None
    assert enrolment.take("c1") == "this code is already that of card 1 of deck 1 in pack 1 (As); was a card read twice, or has it a twin?"
    assert enrolment.take("other") == "this code stands in blue.csv already: the card is of another pack"
    assert enrolment.take("a,b") == "this code has a comma, a quote or a character that is not printable ASCII, and cannot be in a map"
    for number in range(2, 53):
        assert enrolment.take(f"c{number}") is None
    assert enrolment.take("c53") == "all cards of the pack have been read; this one is too many"


def test_a_part_of_a_pack_is_gone_on_with_in_its_order_only() -> None:
    begun = Enrolment(1, order_of(SINGLE, None), {})
    for code in ("c1", "c2", "c3"):
        begun.take(code)
    other = Enrolment(1, order_of(SINGLE, None), {})
    other.resume(begun.deck_map)
    assert other.upcoming == Expected("4s", 1, 4)
    with pytest.raises(WrongOrder, match="card 1 of deck 1 in pack 1 is As in the map to go on with, which was read in another order"):
        Enrolment(1, order_of(SINGLE, "Ah-Kh As-Ks Ad-Kd Ac-Kc"), {}).resume(begun.deck_map)
