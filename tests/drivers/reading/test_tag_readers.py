"""Sessions of both tag readers against the simulated readers, on a clock that the test turns; each test is named by what goes wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablectl_drivers.events import CardUnreadable, LinkLost, LinkNoisy, LinkUp, ReportId, Unwatched, WrongDevice
from tablectl_drivers.feig_obid.frames import Frame, encode
from tablectl_drivers.feig_obid.session import Options as FeigOptions
from tablectl_drivers.pn532_hsu.session import Options as Pn532Options
from tablectl_sim.feig_obid_device import FeigReader
from tablectl_sim.pn532_hsu_device import Pn532Board
from tests.drivers.reading.tag_desk import FEIG, KINDS, PN532, Desk, Kind, up

both = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@both
def test_cards_that_pass_one_after_another_come_in_their_order(kind: Kind) -> None:
    desk = up(kind)
    for number in range(1, 53):
        desk.device.show(kind.code(number), desk.now)
        desk.run(0.7)
    assert desk.faces() == [kind.face(number) for number in range(1, 53)]
    assert desk.unreadable == 0


@both
def test_a_card_that_stays_is_told_once_and_the_same_card_put_again_once_more(kind: Kind) -> None:
    desk = up(kind)
    desk.put(1, 5.0)
    assert desk.faces() == [kind.face(1)]
    desk.take(1)
    desk.put(1, 5.0)
    assert desk.faces() == [kind.face(1)] * 2


def test_a_tag_that_answers_every_other_poll_is_put_once_and_taken_once() -> None:
    desk = up(PN532)
    assert isinstance(desk.device, Pn532Board)
    desk.device.flickers = True
    desk.put(1, 5.0)
    desk.take(1)
    desk.run(1.0)
    assert (desk.faces(), desk.unreadable) == ([PN532.face(1)], 0)
    assert desk.session.counters()["taken"] == 1


def test_a_tag_that_flickers_while_the_daemon_starts_is_no_card_that_was_put() -> None:
    desk = Desk(PN532)
    assert isinstance(desk.device, Pn532Board)
    desk.device.flickers = True
    desk.device.put(PN532.code(1), 0.0)
    desk.open()
    desk.run(3.0)
    assert desk.session.up
    assert desk.faces() == []


def test_a_tag_that_rests_is_woken_before_each_inventory() -> None:
    desk = up(FEIG)
    desk.put(1, 2.0)
    assert desk.session.counters()["present"] == 1
    assert desk.session.counters()["taken"] == 0


def test_with_ont_cleared_no_rf_reset_is_needed() -> None:
    desk = Desk(FEIG, rf_reset=False)
    assert isinstance(desk.device, FeigReader)
    desk.device.rests = False
    desk.open()
    desk.run(0.6)
    desk.put(1, 2.0)
    assert desk.faces() == [FEIG.face(1)]
    assert desk.session.counters()["present"] == 1


@both
def test_two_cards_in_one_look_have_no_order_and_are_doubted(kind: Kind) -> None:
    desk = up(kind)
    desk.device.put(kind.code(1), desk.now)
    desk.put(2, 1.0)
    assert (desk.faces(), desk.unreadable) == ([], 2)
    assert desk.session.counters()["together"] == 2


@both
def test_a_second_card_on_top_of_one_that_lies_there_is_told(kind: Kind) -> None:
    desk = up(kind, 1)
    desk.put(2, 1.0)
    assert (desk.faces(), desk.unreadable) == ([kind.face(2)], 0)


def test_five_cards_that_need_more_than_one_answer_are_one_look() -> None:
    desk = up(FEIG, 1, 2, 3, 4)
    assert isinstance(desk.device, FeigReader)
    desk.device.sets_at_once = 2
    desk.put(5, 1.0)
    assert (desk.faces(), desk.unreadable) == ([FEIG.face(5)], 0)
    assert desk.session.counters()["present"] == 5


def test_an_answer_too_long_for_a_standard_frame_is_read() -> None:
    desk = up(FEIG, *range(1, 30))
    desk.put(30, 1.0)
    assert (desk.faces(), desk.unreadable) == ([FEIG.face(30)], 0)


@both
def test_an_unknown_tag_is_a_card_that_could_not_be_read(kind: Kind) -> None:
    desk = up(kind)
    desk.put(999, 1.0)
    assert desk.faces() == []
    (event,) = (event for event in desk.events if isinstance(event, CardUnreadable))
    assert event.code == kind.code(999)
    assert kind.code(999) not in repr(desk.events)


@both
def test_the_same_tag_twice_in_one_answer_is_neither_one_nor_two(kind: Kind) -> None:
    desk = up(kind)
    desk.device.twice = True
    desk.put(1, 2.0)
    assert (desk.faces(), desk.unreadable) == ([], 1)
    assert desk.session.up


@both
def test_a_bad_checksum_gives_no_card_and_loses_none(kind: Kind) -> None:
    desk = up(kind)
    desk.device.bad_checksums = 1
    desk.put(1, 0.5)
    assert desk.faces() == [kind.face(1)]
    assert desk.saw(LinkNoisy) == 1
    assert desk.session.counters()["unanswered"] == 1


@both
@pytest.mark.parametrize("noise", [1, 40])
def test_noise_before_an_answer_costs_at_most_that_answer(kind: Kind, noise: int) -> None:
    desk = up(kind)
    for number in range(1, 20):
        desk.device.noise_before = noise
        desk.put(number, 0.7)
        desk.take(number, 0.3)
    assert desk.faces() == [kind.face(number) for number in range(1, 20)]
    assert (desk.unreadable, desk.saw(LinkLost), desk.saw(LinkUp)) == (0, 0, 1)


@both
def test_bytes_at_another_speed_before_the_first_answer_do_not_keep_the_link_down(kind: Kind) -> None:
    desk = Desk(kind)
    desk.open()
    junk = b"\x99\xff\x00AS" * 8
    desk.events += desk.session.receive(junk, desk.now).events
    desk.run(2.5)
    assert desk.session.up
    assert (desk.faces(), desk.unreadable) == ([], 0)
    assert desk.session.counters()["discarded_bytes"] >= len(junk) - junk.count(0)


@both
def test_a_stray_zero_before_an_answer_shifts_nothing(kind: Kind) -> None:
    desk = up(kind)
    desk.spoil = lambda piece: b"\0" + piece
    desk.put(1)
    assert desk.faces() == [kind.face(1)]
    assert desk.session.counters()["unanswered"] == 0


@both
def test_an_adapter_that_holds_bytes_for_sixteen_milliseconds_is_no_missing_answer(kind: Kind) -> None:
    desk = up(kind)
    desk.device.answer_after_s = 0.016
    desk.run(40 * 0.1)
    counters = desk.session.counters()
    assert counters["looks"] >= 40
    assert counters["unanswered"] == 0
    assert counters["round_trip_ms"] >= 16


def test_first_bytes_that_come_more_than_a_second_late_are_no_missing_answer() -> None:
    desk = Desk(PN532)
    assert isinstance(desk.device, Pn532Board)
    desk.device.first_after_s = 1.2
    desk.open()
    desk.run(2.0)
    assert desk.session.up
    assert desk.session.counters()["unanswered"] == 0


@both
def test_silence_is_told_once_in_words_and_what_passed_meanwhile_is_in_doubt(kind: Kind) -> None:
    desk = up(kind)
    desk.device.mute = True
    desk.put(1, 6.0)
    assert [event.reason for event in desk.events if isinstance(event, LinkLost)] == ["asked for 3.5 s, the reader does not answer"]
    desk.device.mute = False
    desk.run(2.0)
    assert desk.faces() == []
    assert [type(event) for event in desk.events[-2:]] == [Unwatched, LinkUp]


@both
def test_a_gap_between_looks_is_told_although_the_link_was_never_lost(kind: Kind) -> None:
    desk = up(kind)
    desk.device.mute = True
    desk.device.show(kind.code(1), desk.now)
    desk.run(1.3)
    desk.device.mute = False
    desk.run(1.0)
    assert (desk.saw(LinkLost), desk.saw(Unwatched), desk.saw(LinkUp)) == (0, 1, 2)
    assert desk.session.counters()["stalls"] == 1


@both
def test_a_machine_that_slept_between_two_looks_did_not_watch(kind: Kind) -> None:
    desk = up(kind)
    desk.now += 20.0
    desk.put(1, 1.0)
    assert desk.faces() == []
    assert desk.saw(Unwatched) == 1


@both
def test_an_answer_that_waited_while_the_machine_slept_is_no_look(kind: Kind) -> None:
    desk = up(kind)

    def sleep(piece: bytes) -> bytes:
        if bytes.fromhex(kind.code(1)) in piece and desk.now < 20:
            desk.now += 20.0
        return piece

    desk.spoil = sleep
    desk.put(1, 1.0)
    desk.run(1.0)
    assert desk.faces() == []
    assert desk.saw(Unwatched) == 1


def test_an_old_inventory_behind_another_answer_is_not_the_next_one() -> None:
    desk = up(FEIG)
    old = encode(Frame(0, 0xB0, bytes.fromhex("00010300" + FEIG.code(1))))
    desk.spoil = lambda piece: piece + old if piece[2] == 0x69 else piece
    desk.run(1.0)
    assert desk.session.up
    assert desk.faces() == []


def test_noise_before_an_answer_does_not_shorten_the_time_of_the_next_question() -> None:
    desk = up(FEIG)
    desk.device.answer_after_s = 0.05
    desk.spoil = lambda piece: bytes.fromhex("0501010101") + piece
    desk.run(2.0)
    assert desk.session.counters()["wrong_crc"] > 10
    assert desk.session.counters()["unanswered"] == 0


@both
def test_lost_answers_are_asked_for_again(kind: Kind) -> None:
    desk = up(kind)
    if isinstance(desk.device, FeigReader):
        desk.device.lost_answers = 1
    else:
        desk.device.lost_acks = 1
    desk.put(1, 0.8)
    assert desk.faces() == [kind.face(1)]
    assert desk.saw(Unwatched) == 0


@both
def test_an_answer_to_the_daemon_that_was_killed_is_no_card(kind: Kind) -> None:
    before = up(kind)
    before.put(1, 0.3)
    told = before.cards[0].report
    after = Desk(kind, resume=told)
    after.device = before.device
    after.now = before.now
    before.device.tick(before.now)
    after.open()
    after.run(1.0)
    assert after.faces() == []
    assert [type(event) for event in after.events] == [Unwatched, LinkUp]
    after.put(2, 0.5)
    assert after.faces() == [kind.face(2)]
    assert after.cards[0].report == ReportId(told.power_up + 1, 1)


def test_two_readers_whose_plugs_were_swapped_are_found_by_their_device_numbers() -> None:
    desk = Desk(FEIG, serial="0A1B2C3D")
    assert isinstance(desk.device, FeigReader)
    desk.device.device_number = 0x0A1B2C3E
    desk.open()
    desk.put(1, 2.0)
    (stranger,) = (event for event in desk.events if isinstance(event, WrongDevice))
    assert "serial 0A1B2C3E" in stranger.found
    assert "serial 0A1B2C3D" in stranger.expected
    assert desk.faces() == []
    desk.device.device_number = 0x0A1B2C3D
    desk.run(6.0)
    assert desk.session.up


def test_a_reader_that_does_not_know_its_number_is_refused_where_one_is_configured() -> None:
    desk = Desk(FEIG, serial="0A1B2C3D")
    assert isinstance(desk.device, FeigReader)
    desk.device.knows_device_number = False
    desk.open()
    desk.run(1.0)
    assert desk.saw(WrongDevice) == 1


def test_another_reader_on_the_bus_is_not_listened_to() -> None:
    desk = Desk(FEIG, address=7)
    desk.open()
    desk.run(4.0)
    assert not desk.session.up
    desk.device.address = 7  # type: ignore[union-attr]  # a FeigReader
    desk.run(2.0)
    assert desk.session.up


@pytest.mark.parametrize("rf_reset", [True, False])
@pytest.mark.parametrize("address", [7, 255])
def test_own_bytes_that_come_back_are_no_empty_field(address: int, rf_reset: bool) -> None:
    desk = Desk(FEIG, address=address, rf_reset=rf_reset)
    assert isinstance(desk.device, FeigReader)
    desk.device.address = 7
    desk.device.rests = rf_reset
    desk.open()
    desk.run(0.6)
    desk.put(1, 0.5)
    desk.device.mute = desk.device.echo = True
    desk.run(0.9)
    assert desk.session.counters()["present"] == 1
    desk.run(3.0)
    assert desk.saw(LinkLost) == 1


def test_a_reader_that_refuses_is_lost_with_its_own_reason() -> None:
    desk = up(FEIG)
    desk.device.inventory_status = 0x10  # type: ignore[union-attr]  # a FeigReader
    desk.run(5.0)
    (lost,) = (event for event in desk.events if isinstance(event, LinkLost))
    assert lost.reason == "the reader answers, but the inventory fails: its EEPROM fails (status 0x10)"
    assert desk.session.counters()["refused"] > 0


def test_a_tag_that_cannot_be_made_out_is_one_card_that_could_not_be_read() -> None:
    desk = up(FEIG)
    assert isinstance(desk.device, FeigReader)
    desk.device.inventory_status = 0x02
    desk.run(3.0)
    assert (desk.unreadable, desk.saw(LinkLost)) == (1, 0)
    desk.device.inventory_status = None
    desk.put(1)
    assert desk.faces() == [FEIG.face(1)]


def test_a_command_that_made_no_sense_once_is_asked_again() -> None:
    desk = up(PN532)
    desk.device.failures = 1  # type: ignore[union-attr]  # a Pn532Board
    desk.put(1, 0.8)
    assert desk.faces() == [PN532.face(1)]
    assert desk.session.counters()["refused"] == 1


def test_extended_frames_are_read_like_others() -> None:
    desk = Desk(PN532)
    desk.device.extended = True  # type: ignore[union-attr]  # a Pn532Board
    desk.open()
    desk.run(0.6)
    desk.put(1)
    assert desk.faces() == [PN532.face(1)]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: FeigOptions(poll_ms=10), "poll_ms is 20 to 500, not 10"),
        (lambda: FeigOptions(address=256), "address is 0 to 255, not 256"),
        (lambda: Pn532Options(misses=0), "misses is 1 to 20, not 0"),
    ],
)
def test_options_that_cannot_work_are_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()
