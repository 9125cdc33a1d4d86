"""Counts by several witnesses: the reader, a shuffler, and people who count the stub, the rack or a whole pack."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tablectl.console.telling import told
from tablectl.engine.cards import Card
from tablectl.table import codec
from tablectl.table.actions import CountCards, Counting, CountPack, PersonRole, ScanPack, SecondAction, StopScan, TakeOutCard, VoidRound
from tablectl.table.events import CommandGiven, DeviceUp
from tablectl.table.outcomes import PackCounted
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause, Trail
from tablectl_drivers.events import Activity

from .dealing import DARK, IDENTITY, LOADED, READY, SHOE, SHUFFLER, Dealing, dealt, opening, over, table, wagered

STUB, RACK, PACK = Counting.STUB, Counting.RACK, Counting.PACK
UNKNOWN_PACK = 3
WITH, READER = "with those counted", "all are there, and the reader is wrong"


def count(dealing: Dealing, place: Counting, number: int, pack: int = 1) -> str:
    answer = dealing.command(CountCards(pack, place, number), PersonRole.DEALER)
    return answer.text


def without_shuffler(every: int = 5) -> Dealing:
    dealing = table(opening(devices={SHOE: "shoe"}, count_every=every, count_citation="Rule 7"), ready=False)
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0))
    dealing.status(SHOE, LOADED)
    return dealing


def play_round(dealing: Dealing, cards: str = "Ah 7c") -> None:
    """A round of two cards that is void; it leaves fifty."""
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards(cards)
    assert dealing.command(VoidRound("the lights went out")).done


def next_round(dealing: Dealing, pack: int = 1) -> None:
    dealing.press("key.next")
    dealing.status(SHOE, DARK)
    dealing.status(SHOE, LOADED, pack=pack, loads=(dealing.state.shoe.loads or 0) + 1)


def warnings(dealing: Dealing) -> tuple[int, str] | None:
    shown = view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {})).counts
    return (shown.due, shown.text) if shown.due else None


def test_right_counts_agree_and_are_on_record() -> None:
    dealing = over()
    assert count(dealing, STUB, 41) == count(dealing, RACK, 11) == count(dealing, PACK, 52) == "done"
    assert (dealing.causes, dealing.state.trails) == ([], {1: Trail(1, 1, 0)}), "until the shuffler has counted too"
    dealing.status(SHOE, DARK)
    dealing.status(SHUFFLER, READY, loads=2)
    assert (dealing.causes, dealing.state.trails) == ([], {})
    assert [outcome for outcome in dealing.told if isinstance(outcome, PackCounted)] == [
        PackCounted(1, STUB, 41, 41, "Kim"),
        PackCounted(1, RACK, 11, 11, "Kim"),
        PackCounted(1, PACK, 52, 52, "Kim"),
    ]


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (((STUB, 40),), "40 cards of pack 1 were counted in the stub, and 41 should be there: 1 missing"),
        (((RACK, 13),), "13 cards of pack 1 were counted in the discard rack, and 11 should be there: 2 too many"),
        (((PACK, 51),), "51 cards of pack 1 were counted in all, and 52 should be there: 1 missing"),
        (
            ((STUB, 41), (RACK, 10)),
            f"10 cards of pack 1 were counted in the discard rack, and 11 should be there; {WITH} in the stub there are 51 of 52, 1 missing",
        ),
        (
            ((RACK, 12), (STUB, 40)),
            f"40 cards of pack 1 were counted in the stub, and 41 should be there; {WITH} in the discard rack there are 52 of 52, {READER}",
        ),
    ],
)
def test_a_count_that_disagrees_holds_play_and_says_by_how_many_and_since_when(figures: tuple[tuple[Counting, int], ...], words: str) -> None:
    dealing = over()
    for place, number in figures:
        assert count(dealing, place, number) == "done"
    assert dealing.state.holds[-1].cause is Cause.COUNTS_DISAGREE
    assert dealing.state.holds[-1].text == words + ". It was dealt in round 1 since its last right count"
    assert dealing.state.trails[1].first == 1


def test_a_second_count_that_is_right_clears_the_rounds_and_a_person_releases_the_hold() -> None:
    dealing = without_shuffler()
    play_round(dealing)
    count(dealing, STUB, 49)
    assert dealing.state.trails == {1: Trail(1, 1, 0)}
    count(dealing, STUB, 50)
    assert (dealing.causes, dealing.state.trails) == ([Cause.COUNTS_DISAGREE], {})
    assert dealing.release(Cause.COUNTS_DISAGREE).done


def test_the_first_round_that_can_be_touched_is_the_first_after_the_last_agreement() -> None:
    dealing = without_shuffler(every=9)
    play_round(dealing)
    count(dealing, STUB, 50)
    for _ in range(3):
        next_round(dealing)
        play_round(dealing)
    assert count(dealing, STUB, 49) == "done"
    assert dealing.hold(Cause.COUNTS_DISAGREE).text.endswith("It was dealt in rounds 2 to 4 since its last right count")


def test_a_shuffler_that_counts_ends_what_can_be_touched_or_names_it() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.bring_pack(2, 2)
    dealing.status(SHUFFLER, READY, pack=1, loads=3)
    assert 1 not in dealing.state.trails
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards("Ah 7c")
    dealing.command(VoidRound("the lights went out"))
    dealing.status(SHOE, DARK, loads=2)
    dealing.status(SHUFFLER, READY, pack=2, loads=4, cards_in=51)
    assert dealing.hold(Cause.WRONG_COUNT).text == (
        "The shuffler counted 51 cards in pack 2; the pack has 52. It was dealt in round 2 since its last right count"
    )


def test_a_machine_has_not_the_last_word_while_people_say_otherwise() -> None:
    dealing = over()
    count(dealing, STUB, 40)
    dealing.status(SHOE, DARK)
    dealing.status(SHUFFLER, READY, loads=2)
    assert dealing.state.trails == {1: Trail(1, 1, 0)}
    dealing.release(Cause.COUNTS_DISAGREE)
    dealing.status(SHUFFLER, READY, loads=3)
    assert dealing.state.trails == {}


def test_counts_are_taken_between_rounds_and_of_packs_of_the_table() -> None:
    dealing = dealt()
    assert count(dealing, STUB, 46) == "Cards of this pack lie in the round: count between rounds"
    assert count(dealing, PACK, 52, pack=2) == "done"
    assert count(dealing, STUB, 52, pack=2) == "Pack 2 is not in the shoe: count all of it"
    assert count(dealing, PACK, 52, UNKNOWN_PACK) == "This table has no pack 3; its packs are 1, 2"
    assert dealing.causes == []


def test_a_card_that_was_drawn_and_waits_is_in_neither_heap() -> None:
    dealing = wagered()
    dealing.cards("Ah")
    assert count(dealing, STUB, 51) == "Cards of this pack lie in the round: count between rounds"


@pytest.mark.parametrize(("from_shoe", "stub", "rack"), [(True, 40, 11), (False, 41, 10)])
def test_a_card_that_is_booked_out_of_the_pack_is_missing_where_it_was(from_shoe: bool, stub: int, rack: int) -> None:
    dealing = over()
    dealing.command(TakeOutCard(1, Card.parse("Ah" if not from_shoe else "2h"), "torn", from_shoe))
    dealing.release(Cause.PACK_SHORT)
    for place, number in ((STUB, stub), (RACK, rack), (PACK, 51)):
        assert count(dealing, place, number) == "done"
    assert Cause.COUNTS_DISAGREE not in dealing.causes


def test_a_count_is_asked_for_after_so_many_rounds_and_no_round_is_dealt_before_it() -> None:
    dealing = without_shuffler(every=2)
    play_round(dealing)
    assert warnings(dealing) is None
    next_round(dealing)
    play_round(dealing)
    assert warnings(dealing) == (1, "Count the cards of pack 1 that are left (Rule 7)")
    assert dealing.causes == []
    dealing.press("key.next")
    assert dealing.hold(Cause.COUNT_DUE).text == "The cards of pack 1 were not counted after 2 rounds"
    assert dealing.hold(Cause.COUNT_DUE).detail == "Rule 7"
    assert not dealing.release(Cause.COUNT_DUE).done
    count(dealing, RACK, 2)
    assert not dealing.release(Cause.COUNT_DUE).done, "the rack alone does not say what is left"
    count(dealing, STUB, 50)
    assert dealing.release(Cause.COUNT_DUE).done
    assert warnings(dealing) is None


def test_a_pack_that_is_changed_for_another_is_due_when_it_comes_back() -> None:
    dealing = without_shuffler(every=1)
    play_round(dealing)
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    dealing.press("key.next")
    assert dealing.causes == []
    dealing.status(SHOE, LOADED, pack=1, loads=3)
    assert dealing.causes == [Cause.COUNT_DUE]
    count(dealing, PACK, 52)
    assert dealing.release(Cause.COUNT_DUE).done


def test_a_wrong_count_is_a_count_too_and_the_next_is_due_in_its_time() -> None:
    dealing = without_shuffler(every=1)
    play_round(dealing)
    count(dealing, STUB, 49)
    assert (dealing.causes, warnings(dealing)) == ([Cause.COUNTS_DISAGREE], None)


def test_where_a_shuffler_counts_after_each_shuffle_nobody_has_to() -> None:
    dealing = table(opening(count_every=1))
    play_round(dealing)
    assert warnings(dealing) is None
    dealing.press("key.next")
    assert Cause.COUNT_DUE not in dealing.causes


def test_a_shuffler_that_only_shows_lights_spares_nobody_the_count() -> None:
    dealing = table(opening(count_every=1), ready=False)
    dealing.devices_up()
    dealing.status(SHUFFLER, READY, cards_in=None, pack=0)
    dealing.status(SHOE, LOADED)
    play_round(dealing)
    assert warnings(dealing) is not None


def test_a_shoe_that_runs_empty_too_early_names_what_never_came_once_it_is_out() -> None:
    dealing = without_shuffler(every=0)
    deck = [str(card) for card in sorted(dealing.state.shoe.composition)]
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards(" ".join(deck[(index * 5) % 51] for index in range(51)))  # every fifth: no order of a sorted pack
    dealing.command(VoidRound("the pack is short"))
    dealing.status(SHOE, LOADED, activity=Activity.EMPTY)
    assert Cause.COUNTS_DISAGREE not in dealing.causes
    dealing.status(SHOE, DARK)
    assert dealing.hold(Cause.COUNTS_DISAGREE).text == (
        f"The shoe was empty after 51 cards of pack 1; the pack has 52, 1 missing: {deck[51]}. It was dealt in round 1 since its last right count"
    )
    assert dealing.hold(Cause.COUNTS_DISAGREE).pack == 1, "and none is in the shoe any more"


def test_nobody_learns_a_face_by_counting_wrongly() -> None:
    """Figures of people bring no face out: neither in a hold nor in any record."""
    dealing = over()
    before = len(dealing.told)
    for number in range(60):
        count(dealing, STUB, number)
        count(dealing, RACK, number)
    bodies = " ".join(codec.outcome_text(outcome)[0] for outcome in dealing.told[before:])
    assert not any(f'"{card}"' in bodies or f" {card}" in bodies for card in map(str, dealing.state.shoe.composition))
    assert all(json.loads(codec.outcome_text(outcome)[0])["kind"] != "readings_told" for outcome in dealing.told)


def test_what_people_counted_for_another_state_of_the_pack_is_not_held_against_the_next() -> None:
    dealing = over()
    count(dealing, RACK, 11)
    dealing.press("key.next")
    dealing.bring_pack(2, 2)
    assert count(dealing, STUB, 52, pack=2) == "done"
    assert (dealing.causes, dealing.state.counted and dealing.state.counted.figures) == ([], {STUB: 52})


def test_the_settings_of_counts_are_those_of_the_last_opening() -> None:
    dealing = without_shuffler(every=2)
    dealing.happen(replace(opening(devices={SHOE: "shoe"}), count_every=7, count_citation="Rule 9"))
    assert (dealing.state.count_every, dealing.state.count_citation) == (7, "Rule 9")


def test_what_is_counted_and_read_is_told_in_sentences() -> None:
    counted = {"pack": 1, "place": "stub", "number": 40, "expected": 41, "person": "Kim"}
    assert told("pack_counted", counted, str) == "Kim counted 40 cards of pack 1 in the stub; 41 should be there"
    assert told("pack_counted", {**counted, "number": 41}, str) == "Kim counted 41 cards of pack 1 in the stub, which is right"
    faces = {"over": [{"face": "7d", "seen": 12, "copies": 6}], "under": [{"face": "Td", "seen": 0, "copies": 6}]}
    assert told("readings_told", {"pack": 1, "first": 3, "last": 9, **faces}, str) == (
        "Pack 1, dealt in rounds 3 to 9: 7d read 12 times of 6, over; Td read 0 times of 6, under"
    )


def test_an_inspection_that_found_the_pack_right_ends_what_can_be_touched() -> None:
    dealing = without_shuffler()
    play_round(dealing)
    dealing.status(SHOE, DARK)
    assert dealing.state.trails
    asked = dealing.command(CountPack(1, 52), PersonRole.DEALER)
    assert asked.done, asked.text
    dealing.happen(CommandGiven("second", "Lee", PersonRole.SUPERVISOR, SecondAction(dealing.state.pending[0].id)))
    assert dealing.state.trails == {}


def test_a_pack_that_is_read_through_to_inspect_it_has_not_run_empty() -> None:
    dealing = without_shuffler(every=0)
    play_round(dealing)
    assert dealing.command(ScanPack(1), PersonRole.DEALER).done
    dealing.cards("2c 9d")
    dealing.status(SHOE, LOADED, activity=Activity.EMPTY)
    dealing.command(StopScan(1, "enough"))
    dealing.status(SHOE, LOADED, activity=Activity.EMPTY)
    dealing.status(SHOE, DARK)
    assert Cause.COUNTS_DISAGREE not in dealing.causes
