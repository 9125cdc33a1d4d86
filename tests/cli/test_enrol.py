"""Enrolling a pack: an order that is a pack, codes that come once, and a person who is told what to do."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.engine.decks import DECKS
from tablectl.engine.game import DeckProfile
from tablectl.enrol import Enrolment, Expected, WrongOrder, order_of
from tablectl_drivers.reading.deck_map import read, write
from tablectl_sim.cards import SINGLE_52, new_pack
from tablectl_sim.plainshoe import PlainShoe
from tablectl_sim.printed_code import printed
from tablectl_sim.pytest_plugin import MakeBench
from tests.cli.conftest import PROGRAM, Run

SINGLE = DECKS["single-52"]
TYPED: Final = ("--game", "uth", "--pack", "1", "--driver", "hid_pos", "--port", "usb:1-1", "--option", "mode=keyboard")
ON_THE_BENCH: Final = ("--option", "usb_backend=tablectl_sim_bench", "--order", "Ac-Kc Ad-Kd Ah-Kh As-Ks")


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


def test_a_code_that_says_another_card_than_the_one_that_is_due_is_refused() -> None:
    enrolment = Enrolment(1, order_of(SINGLE, None), {})
    text = "this code says that its card is Ah, and As is due: do the cards lie in the order that was given?"
    assert enrolment.take("01001Ah3") == text
    assert len(enrolment) == 0
    assert enrolment.take("01001AsI") is None
    assert enrolment.take("01001Ah4") is None, "its check does not hold, so that it says no card"


def test_a_part_of_a_pack_is_gone_on_with_in_its_order_only() -> None:
    begun = Enrolment(1, order_of(SINGLE, None), {})
    for code in ("c1", "c2", "c3"):
        begun.take(code)
    other = Enrolment(1, order_of(SINGLE, None), {})
    other.resume(begun.deck_map)
    assert other.upcoming == Expected("4s", 1, 4)
    with pytest.raises(WrongOrder, match="card 1 of deck 1 in pack 1 is As in the map to go on with, which was read in another order"):
        Enrolment(1, order_of(SINGLE, "Ah-Kh As-Ks Ad-Kd Ac-Kc"), {}).resume(begun.deck_map)


def test_a_scanner_that_types_enrols_no_pack_of_a_table_for_live_play(tablectl: Run, tmp_path: Path) -> None:
    done = tablectl("decks", "enrol", tmp_path / "red.csv", *TYPED)
    assert (done.code, (tmp_path / "red.csv").exists()) == (2, False)
    assert "a scanner that types as a keyboard is only for a table on a bench; --bench says that the map is for one" in done.err


def test_a_pack_of_a_table_on_a_bench_is_enrolled_by_a_scanner_that_types(bench: MakeBench, tmp_path: Path) -> None:
    desk, target = bench("typing-scanner"), tmp_path / "red.csv"
    assert isinstance(desk.shoe.device, PlainShoe)
    scanner = desk.shoe.device.mouth
    command = [str(PROGRAM), "decks", "enrol", str(target), *TYPED, *ON_THE_BENCH, "--bench"]
    with subprocess.Popen(command, env={**os.environ, **desk.environment}, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as enrolling:
        assert enrolling.stderr is not None
        said = b""
        while b"the reader answers: Bench Works Scanner 1" not in said:
            piece = os.read(enrolling.stderr.fileno(), 4096)
            assert piece, said
            said += piece
        pack = [str(card) for card in new_pack(1, SINGLE_52)]
        with desk.shoe.lock:
            for face in (pack[1], *pack[:20], pack[4], *pack[20:]):  # the first lies wrong, and one goes by twice
                scanner.show(printed(1, face, 1), time.monotonic())
        out, err = enrolling.communicate(timeout=30)
    assert (enrolling.returncode, out.decode().strip()) == (0, f"{target}: 52 cards of pack 1")
    assert err.count(b"this code says that its card is 2c, and Ac is due") == err.count(b"do the cards lie in the order that was given?") == 1
    assert err.count(b"this code is already that of card 5 of deck 1 in pack 1 (5c)") == 1
    assert [card.face for card in read(target.read_text(), 1, "red.csv").cards.values()] == pack
