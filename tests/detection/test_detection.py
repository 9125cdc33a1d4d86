"""A few shoes of each game with faults in them, through the same program that makes docs/detection.md; and that page is made of its numbers."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from tablectl.engine.decks import DECKS
from tests.detection import report
from tests.detection.croupier import POLICY
from tests.detection.drawing import drawn
from tests.detection.planting import Fault, planted
from tests.detection.running import BATCH, batches, deal, read, run
from tests.detection.tally import Tally, as_values, from_values, merged, quantile

COUNTED = {"uth", "casino_holdem", "showdown_poker", "texas_shootout"}
"""Games whose packs go back into a shuffler that counts them."""


@pytest.mark.parametrize("game", POLICY)
def test_a_shoe_with_a_fault_is_held_for_it_and_one_without_is_not(game: str) -> None:
    found = deal((game, 1, 0))[game]
    assert sum(tally.shoes for tally in found.values()) == BATCH
    assert found[Fault.NONE].found == 0
    assert sum(tally.found for tally in found.values()) > 0
    for fault, tally in found.items():
        assert tally.rightly == tally.found, fault
        if fault in {Fault.FOREIGN, Fault.UNREAD}:
            assert tally.after == Counter({0: tally.came} if tally.came else {}), "told on the card itself"
        if fault in {Fault.MISSING, Fault.EXTRA, Fault.FOREIGN} and game in COUNTED:
            assert tally.found == tally.shoes, fault


@pytest.mark.parametrize("fault", Fault)
def test_a_fault_is_in_the_pack_as_it_is_said(fault: Fault) -> None:
    whole = DECKS["six-52"]
    pack = planted(whole, 1, fault, random.Random(7))
    faces = Counter(thing.face for thing in pack)
    more, fewer = faces - whole.composition, whole.composition - faces
    wrong = [thing for thing in pack if thing.read != thing.face]
    backs = Counter(thing.back for thing in pack)
    expected = {
        Fault.MISSING: (0, 1, 0, 0),
        Fault.EXTRA: (1, 0, 0, 0),
        Fault.FOREIGN: (1, 0, 0, 1),
        Fault.SWAPPED: (1, 1, 0, 0),
        Fault.MISREAD: (0, 0, 1, 0),
        Fault.MISREAD_ALWAYS: (0, 0, 6, 0),
        Fault.UNREAD: (0, 0, 1, 0),
    }
    assert (more.total(), fewer.total(), len(wrong), backs[2]) == expected.get(fault, (0, 0, 0, 0))
    assert [thing.planted for thing in pack if thing in wrong or thing.back == 2] == [True] * (len(wrong) + backs[2])
    assert (fault is Fault.UNSHUFFLED) == all(thing.planted for thing in pack)


def test_a_run_that_was_broken_off_is_gone_on_with_and_comes_to_the_same(tmp_path: Path) -> None:
    wanted = batches(["uth"], 3, 2 * BATCH)
    file = tmp_path / "done.jsonl"
    [first] = run(wanted[:1], file, 1, 60)
    file.write_text(file.read_text() + '["uth",3,1,{"cut o')
    found, todo = read(file, wanted)
    assert (as_values(found), todo) == (as_values(first), wanted[1:])
    merged(found, deal(todo[0]))
    file.write_text("".join(json.dumps([*batch, as_values(deal(batch))]) + "\n" for batch in wanted))
    again, todo = read(file, wanted)
    assert (as_values(again), todo) == (as_values(found), [])
    assert sum(tally.shoes for tally in again["uth"].values()) == 2 * BATCH


def test_a_run_whose_time_is_over_begins_no_further_batch(tmp_path: Path) -> None:
    assert len([*run(batches(["uth"], 4, 3 * BATCH), tmp_path / "new" / "done.jsonl", 1, 0)]) == 1


def test_numbers_come_back_from_their_file_as_they_were() -> None:
    found = {"uth": {Fault.EXTRA: Tally(3, 50, 2, 1, 3, Counter({9: 1, 12: 1}), Counter({0: 2}), Counter({"wrong_count": 1, "card_impossible": 2}))}}
    assert from_values(json.loads(report.numbers(found))) == found
    assert from_values(as_values(found)) == found


def test_quantiles_of_counts() -> None:
    counts = Counter({1: 50, 2: 44, 7: 5, 9: 1})
    assert [quantile(counts, share) for share in (0.5, 0.51, 0.94, 0.95, 1.0)] == [1, 2, 2, 7, 9]
    assert quantile(Counter(), 0.5) is None


def test_the_page_and_its_plot_are_made_of_the_numbers_beside_them() -> None:
    found = report.read_numbers()
    assert set(found) == set(POLICY)
    assert all(set(faults) == set(Fault) for faults in found.values())
    page = report.PAGE.read_text()
    assert page == report.on_page(page, found), "make detection ARGS=--write"
    assert report.PLOT.read_text() == drawn(found)
