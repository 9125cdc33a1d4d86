"""The whole driver over USB against the simulated scanner, which was written from the protocol page alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest

from tablectl_drivers.catalog import DriverConfig, kind, open_driver
from tablectl_drivers.errors import BadPort
from tablectl_drivers.events import CardSeen, CardUnreadable, CommandAnswered, Identity, LinkLost, LinkUp, ReportId, Role, Unwatched, WrongDevice
from tablectl_drivers.hid_pos.driver import Options
from tablectl_drivers.ports import CardDevice, Command
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_sim.hid_pos_device import (
    KEYBOARD_FACE,
    REPORT_DESCRIPTOR,
    SCANNER_FACE,
    HidPosScanner,
    Mishaps,
    gadget,
)
from tablectl_sim.usb_backend import Bus, process_bus
from tablectl_sim.usb_gadget import FOR_EVER, INTERRUPT, End, Face, Gadget
from tests.drivers.usb import BACKEND, Desk, ScannerBench

Eventually = Callable[[Callable[[], bool]], None]
LONG: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJKLMN0001"
CARDS: Final = DeckMap(
    {
        "01001Ah3": MappedCard(2, "Ah", 1, 1),
        "01002Kd0": MappedCard(2, "Kd", 1, 2),
        LONG: MappedCard(2, "2c", 1, 3),
        "1": MappedCard(2, "7s", 1, 4),
    }
)
SHORT: Final = REPORT_DESCRIPTOR.replace(b"\x95\x3f", b"\x95\x3e")
OPTIONS: Final = Options(usb_backend=BACKEND)


class Corner(ScannerBench[HidPosScanner]):
    def __init__(self, bus: Bus) -> None:
        super().__init__(bus, HidPosScanner(), CARDS)
        self.gadget = gadget(self.scanner)

    def plug(self, put: Gadget | None = None) -> None:
        self.bus.plug(put or self.gadget, 1, 4)

    def listen(self, resume: ReportId | None = None, *, options: Options = OPTIONS, serial: str | None = None) -> tuple[CardDevice, Desk]:
        return self.start(options, resume, serial)


@pytest.fixture
def corner() -> Iterator[Corner]:
    corner = Corner(process_bus())
    yield corner
    corner.close()


def test_cards_come_once_and_in_order(corner: Corner, eventually: Eventually) -> None:
    corner.plug()
    driver, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.show("01001Ah3", LONG, "01002Kd0", "99999Zz9")
    eventually(lambda: desk.cards() == ["Ah", "2c", "Kd", "?"])
    assert desk.events[0] == LinkUp("shoe", Identity(Role.SHOE, "Bench Works", "Scanner 1", "0001", "1.23"), ReportId(1, 0), plain=True)
    assert driver.health().connected
    assert driver.health().counters["good_reports"] == 5
    driver.confirm(ReportId(1, 4))
    driver.command(Command.STOP)
    eventually(lambda: desk.saw(CommandAnswered) == 1)
    assert not any(event.accepted for event in desk.events if isinstance(event, CommandAnswered))


@pytest.mark.parametrize("shifted", [False, True])
@pytest.mark.parametrize("suffix", ["", "\r", "\r\n"])
def test_firmwares_differ_and_the_cards_do_not(corner: Corner, eventually: Eventually, shifted: bool, suffix: str) -> None:
    corner.scanner.shifted, corner.scanner.suffix = shifted, suffix
    corner.plug()
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.show("01001Ah3", LONG, "1")
    eventually(lambda: desk.cards() == ["Ah", "2c", "7s"])


def test_a_slow_scanner_sends_a_report_in_eight_packets(corner: Corner, eventually: Eventually) -> None:
    corner.plug(gadget(corner.scanner, faces=(replace(SCANNER_FACE, ends=(End(0x81, INTERRUPT, 8),)),)))
    driver, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.show("01001Ah3", LONG, "01002Kd0")
    eventually(lambda: desk.cards() == ["Ah", "2c", "Kd"])
    assert driver.health().counters["wrong_size"] == 0


def test_a_scanner_that_needs_it_is_switched_on(corner: Corner, eventually: Eventually) -> None:
    corner.scanner.needs_switch = True
    corner.plug()
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.show("01001Ah3")
    eventually(lambda: desk.cards() == ["Ah"])
    corner.bus.unplug(corner.gadget)
    corner.scanner.switch_on(0.0)  # it has no memory of it
    corner.plug()
    eventually(lambda: desk.saw(LinkUp) == 2)
    corner.show("01002Kd0")
    eventually(lambda: desk.cards() == ["Ah", "Kd"])


def test_a_scanner_that_refuses_to_be_switched_on_is_not_taken(corner: Corner, eventually: Eventually) -> None:
    corner.scanner.refuses_switch = True
    corner.plug()
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert 'refuses feature report 254 that switches it on; the option enable = "never" leaves that out' in desk.reasons()
    assert corner.gadget.drivers == {0}
    corner.drivers.pop().stop()
    _, desk = corner.listen(options=replace(OPTIONS, enable="never"))
    eventually(lambda: desk.saw(LinkUp) == 1)


@pytest.mark.parametrize(("vendor", "enable", "on"), [(0x05E0, "by_maker", False), (0x05E0, "always", True), (0x23D0, "by_maker", True)])
def test_only_those_that_need_it_are_switched_on(corner: Corner, eventually: Eventually, vendor: int, enable: str, on: bool) -> None:
    corner.plug(gadget(corner.scanner, vendor=vendor))
    options = Options(enable="always" if enable == "always" else "by_maker", usb_backend=BACKEND)
    _, desk = corner.listen(options=options)
    eventually(lambda: desk.saw(LinkUp) == 1)
    assert corner.scanner.switched_on is on


@pytest.mark.parametrize(
    ("face", "reason"),
    [
        (KEYBOARD_FACE, "interface 0 is a keyboard; set the scanner to HID POS with the bar code for it in its manual"),
        (replace(KEYBOARD_FACE, subclass=0, protocol=0), "interface 0 is a keyboard; set the scanner to HID POS"),
        (replace(SCANNER_FACE, report_descriptor=b"\x05\x8d" + REPORT_DESCRIPTOR[2:]), "interface 0 is no scanner of bar codes"),
        (
            replace(SCANNER_FACE, report_descriptor=REPORT_DESCRIPTOR.replace(b"\x95\x3f", b"\x95\x3e")),
            "report 2 of interface 0 has 63 bytes, expected 64",
        ),
        (replace(SCANNER_FACE, report_descriptor=REPORT_DESCRIPTOR[:-2]), "does not say what its reports are"),
        (replace(SCANNER_FACE, report_descriptor=b""), "does not say what its reports are"),
    ],
)
def test_what_is_no_scanner_is_refused_in_words_and_left_to_the_kernel(corner: Corner, eventually: Eventually, face: Face, reason: str) -> None:
    put = gadget(corner.scanner, faces=(face,))
    corner.plug(put)
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert "has no interface of a HID POS scanner: " in desk.reasons()
    assert reason in desk.reasons()
    assert put.drivers == {0}


def test_a_scanner_beside_a_keyboard_is_taken_and_the_keyboard_left_alone(corner: Corner, eventually: Eventually) -> None:
    put = gadget(corner.scanner, faces=(KEYBOARD_FACE, SCANNER_FACE))
    corner.plug(put)
    driver, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    assert (put.drivers, put.did["detached 0"]) == ({0}, 0)
    corner.show("01001Ah3")
    eventually(lambda: desk.cards() == ["Ah"])
    driver.stop()
    assert put.drivers == {0, 1}


def test_a_pulled_plug_is_told_once_and_what_was_read_meanwhile_is_in_doubt(corner: Corner, eventually: Eventually) -> None:
    corner.plug()
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.bus.unplug(corner.gadget)
    eventually(lambda: desk.saw(LinkLost) == 1)
    corner.show("01001Ah3")
    corner.plug()
    eventually(lambda: desk.saw(LinkUp) == 2)
    corner.show("01002Kd0")
    eventually(lambda: desk.cards() == ["Kd"])
    assert desk.ups_and_downs() == ["LinkUp", "LinkLost", "Unwatched", "LinkUp"]


def test_what_the_scanner_held_when_the_host_was_killed_is_no_card(corner: Corner, eventually: Eventually) -> None:
    corner.show("01001Ah3")
    corner.plug()
    driver, desk = corner.listen(ReportId(3, 9))
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.show("01002Kd0")
    eventually(lambda: desk.cards() == ["Kd"])
    assert desk.saw(Unwatched) == 1
    assert driver.health().counters["old_bytes"] == 64


def test_a_plug_whose_pulling_shows_only_as_silence_is_lost_not_idle(corner: Corner, eventually: Eventually) -> None:
    corner.plug()
    driver, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.gadget.faults.lingers = True
    began = time.monotonic()
    corner.bus.unplug(corner.gadget)
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert time.monotonic() - began < 3.5
    assert not driver.health().connected


def test_a_stall_is_a_loss_and_a_card_read_in_it_is_in_doubt(corner: Corner, eventually: Eventually) -> None:
    corner.plug()
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    with corner.bus.lock:
        corner.gadget.faults.stalls = 1
    eventually(lambda: desk.saw(LinkUp) == 2)
    assert desk.ups_and_downs() == ["LinkUp", "LinkLost", "Unwatched", "LinkUp"]
    assert "stalled: what it had to say then is lost" in desk.reasons()


def test_a_scanner_that_stalls_for_ever_has_failed(corner: Corner, eventually: Eventually) -> None:
    corner.plug()
    corner.gadget.faults.stalls = FOR_EVER
    driver, desk = corner.listen()
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert "failed: a pipe stalled 3 times in a row, and it was reset" in desk.reasons()
    eventually(lambda: driver.health().counters["resets"] >= 2)
    assert desk.saw(LinkLost) == 1
    assert desk.saw(LinkUp) == 0


@pytest.mark.parametrize("mishap", ["no_aim", "cut_last", "lose_last"])
def test_what_goes_wrong_on_the_way_makes_no_card_and_is_told(corner: Corner, eventually: Eventually, mishap: str) -> None:
    corner.plug()
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.scanner.mishaps = Mishaps(**{mishap: True})
    corner.show(LONG)
    eventually(lambda: desk.saw(CardUnreadable) >= 1)
    corner.show("01001Ah3")
    eventually(lambda: desk.saw(CardSeen) == 1)
    assert [face for face in desk.cards() if face != "?"] == ["Ah"]


def test_another_scanner_than_the_one_configured_gives_no_card(corner: Corner, eventually: Eventually) -> None:
    corner.plug()
    driver, desk = corner.listen(serial="0002")
    eventually(lambda: desk.saw(WrongDevice) == 1)
    corner.show("01001Ah3")
    eventually(lambda: driver.health().counters["good_reports"] == 1)
    assert desk.cards() == []
    assert not driver.health().connected


def test_only_the_symbology_of_the_cards_is_believed(corner: Corner, eventually: Eventually) -> None:
    corner.plug()
    driver, desk = corner.listen(options=replace(OPTIONS, symbologies=("C", "d")))
    eventually(lambda: desk.saw(LinkUp) == 1)
    for aim in ("C0", "Q1", "d1"):
        corner.scanner.aim = aim
        corner.show("01001Ah3")
    eventually(lambda: desk.cards() == ["Ah", "?", "Ah"])
    assert driver.health().counters["other_symbologies"] == 1


def test_no_code_is_in_what_a_technician_or_a_log_sees(corner: Corner, eventually: Eventually, caplog: pytest.LogCaptureFixture) -> None:
    corner.plug()
    driver, desk = corner.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    corner.show("01001Ah3", "99999Zz9")
    eventually(lambda: desk.cards() == ["Ah", "?"])
    corner.bus.unplug(corner.gadget)
    eventually(lambda: desk.saw(LinkLost) == 1)
    said = repr(driver.health()) + desk.reasons() + caplog.text + repr([event for event in desk.events if isinstance(event, CardUnreadable)])
    assert "01001Ah3" not in said
    assert "99999Zz9" not in said


def test_the_catalog_knows_what_it_needs() -> None:
    needs = kind("hid_pos")
    assert (needs.options, needs.reads_codes, needs.roles) == (Options, True, (Role.SHOE,))
    with pytest.raises(BadPort, match="found '/dev/ttyUSB0'"):
        open_driver("hid_pos", DriverConfig("shoe", Role.SHOE, "/dev/ttyUSB0"))
