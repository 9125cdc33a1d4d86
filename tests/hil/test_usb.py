"""A shoe and a scanner on the USB of a real kernel: usbfs, the kernel's hub and HID drivers, udev and libusb, and pyusb on top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from tablectl_drivers.catalog import DriverConfig, open_driver
from tablectl_drivers.cdl.driver import Options as CdlOptions
from tablectl_drivers.events import Identity, LinkLost, LinkUp, ReportId, Role
from tablectl_drivers.hid_pos.driver import Options as HidOptions
from tablectl_drivers.ports import CardDevice
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_sim.cards import card
from tablectl_sim.cdl_device import Identity as Firmware
from tablectl_sim.hid_pos_device import HidPosScanner
from tablectl_sim.hid_pos_device import gadget as scanner_gadget
from tablectl_sim.shoe import Shoe
from tablectl_sim.usb_gadget import FOR_EVER, Gadget, Label
from tests.drivers.usb import Desk
from tests.hil.conftest import Eventually
from tests.hil.kernel_usb import Sockets

pytestmark = pytest.mark.hil

PACK: Final = [card(text) for text in ("Ah", "2c", "Td", "Ks", "9h", "9d")]
LONG: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJKLMN0001"
CODES: Final = DeckMap({"01001Ah3": MappedCard(2, "Ah", 1, 1), "01002Kd0": MappedCard(2, "Kd", 1, 2), LONG: MappedCard(2, "2c", 1, 3)})


class Corner:
    """A shoe in a socket of the kernel, and drivers for it."""

    def __init__(self, sockets: Sockets, eventually: Eventually) -> None:
        self.sockets = sockets
        self.shoe = Shoe(Firmware(maker="Bench Works", model="Shoe 1", serial="S-7"))
        self.shoe.switch_on(0.0)
        self.shoe.load(PACK, 0.0)
        self.gadget = Gadget(self.shoe)
        self.port = sockets.plug(self.gadget)
        self._eventually = eventually
        self._drivers: list[CardDevice] = []

    def listen(self, port: str | None = None, resume: ReportId | None = None) -> tuple[CardDevice, Desk]:
        desk = Desk()
        driver = open_driver("cdl", DriverConfig("shoe", Role.SHOE, port or self.port, options=CdlOptions()))
        self._drivers.append(driver)
        driver.start(desk.events.append, resume)
        return driver, desk

    def heard(self, port: str | None = None) -> tuple[CardDevice, Desk]:
        """The same, and it is up."""
        driver, desk = self.listen(port, ReportId(1, 0))
        self._eventually(lambda: desk.saw(LinkUp) == 1)
        return driver, desk

    def draw(self, count: int = 1) -> None:
        with self.sockets.lock:
            for _ in range(count):
                self.shoe.draw(0.0)

    def stop(self) -> None:
        for driver in self._drivers:
            driver.stop()


@pytest.fixture
def corner(sockets: Sockets, eventually: Eventually) -> Iterator[Corner]:
    corner = Corner(sockets, eventually)
    yield corner
    corner.stop()


def test_cards_of_a_shoe_come_once_in_order_and_are_confirmed(corner: Corner, eventually: Eventually) -> None:
    driver, desk = corner.heard()
    corner.draw(3)
    eventually(lambda: desk.cards() == ["Ah", "2c", "Td"])
    driver.confirm(ReportId(1, 3))
    eventually(lambda: corner.shoe.unconfirmed == 0)
    assert desk.numbers() == [1, 2, 3]
    assert driver.health().connected
    assert driver.health().counters["halts"] == 0


def test_a_pulled_plug_is_told_once_and_cards_drawn_meanwhile_come_once(corner: Corner, eventually: Eventually) -> None:
    _, desk = corner.heard()
    corner.draw()
    eventually(lambda: desk.numbers() == [1])
    for time in (1, 2):
        before = corner.gadget.address
        corner.sockets.unplug(corner.gadget)
        eventually(lambda time=time: desk.saw(LinkLost) == time)  # type: ignore[misc]
        corner.draw()
        corner.sockets.plug(corner.gadget)
        assert corner.gadget.address > before
        eventually(lambda time=time: desk.saw(LinkUp) == time + 1)  # type: ignore[misc]
        corner.draw()
        eventually(lambda time=time: len(desk.numbers()) == 1 + 2 * time)  # type: ignore[misc]
    assert desk.numbers() == [1, 2, 3, 4, 5]
    assert desk.ups_and_downs() == ["LinkUp", "LinkLost", "LinkUp", "LinkLost", "LinkUp"]
    assert "it was unplugged" in desk.reasons()


def test_a_device_that_is_plugged_in_later_is_taken(corner: Corner, eventually: Eventually) -> None:
    corner.sockets.unplug(corner.gadget)
    _, desk = corner.listen()
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert f"there is no device at {corner.port}" in desk.reasons()
    corner.sockets.plug(corner.gadget)
    eventually(lambda: desk.saw(LinkUp) == 1)


def test_a_stall_in_the_middle_loses_no_card(corner: Corner, eventually: Eventually) -> None:
    driver, desk = corner.heard()
    with corner.sockets.lock:
        corner.gadget.faults.stalls = 1
    corner.draw(2)
    eventually(lambda: desk.cards() == ["Ah", "2c"])
    assert desk.saw(LinkLost) == 0
    assert driver.health().counters["halts"] == 1
    assert corner.gadget.did["halts cleared"] == 1


def test_a_device_that_stalls_for_ever_is_reset_and_works_again_when_it_does(corner: Corner, eventually: Eventually) -> None:
    driver, desk = corner.heard()
    configured = corner.gadget.did["configured"]
    with corner.sockets.lock:
        corner.gadget.faults.stalls = FOR_EVER
    eventually(lambda: "failed: a pipe stalled 3 times in a row, and it was reset" in desk.reasons())
    with corner.sockets.lock:
        corner.gadget.faults.stalls = 0
    eventually(lambda: desk.saw(LinkUp) == 2)
    assert driver.health().counters["resets"] >= 1
    assert corner.gadget.did["configured"] > configured  # the kernel sets it up again behind its reset
    corner.draw()
    eventually(lambda: desk.cards() == ["Ah"])


def test_a_device_that_answers_nothing_any_more_is_lost_and_found_again(corner: Corner, eventually: Eventually) -> None:
    _, desk = corner.heard()
    with corner.sockets.lock:
        corner.gadget.faults.deaf = True
    eventually(lambda: desk.saw(LinkLost) == 1)
    corner.draw()
    with corner.sockets.lock:
        corner.gadget.faults.deaf = False
    eventually(lambda: desk.saw(LinkUp) == 2)
    eventually(lambda: desk.cards() == ["Ah"])


def test_a_device_is_found_by_its_serial_number_and_twins_are_told_apart_by_their_sockets(corner: Corner, eventually: Eventually) -> None:
    other = Shoe(Firmware(serial="S-8"))
    other.switch_on(0.0)
    twin = Gadget(other, label=Label(serial="0002"))
    corner.sockets.plug(twin, 2)
    corner.heard("usb:1209:0001:0001")
    corner.stop()
    corner.sockets.unplug(twin)
    twin.label = Label(serial="0001")
    second = corner.sockets.plug(twin, 2)
    _, desk = corner.listen("usb:1209:0001:0001")
    eventually(lambda: f"name one by its socket, {corner.port} or {second}" in desk.reasons())
    corner.heard()


def test_a_second_program_is_told_who_has_the_device(corner: Corner, eventually: Eventually) -> None:
    corner.heard()
    _, desk = corner.listen()
    eventually(lambda: "another program or a driver of the kernel uses the device" in desk.reasons())
    assert desk.saw(LinkUp) == 0


def test_a_scanner_is_taken_from_the_kernel_s_driver_switched_on_and_given_back(sockets: Sockets, eventually: Eventually) -> None:
    scanner = HidPosScanner(needs_switch=True)
    gadget = scanner_gadget(scanner)
    port = sockets.plug(gadget)
    eventually(lambda: sockets.kernel_driver() == "usbhid")
    desk = Desk()
    driver = open_driver("hid_pos", DriverConfig("shoe", Role.SHOE, port, options=HidOptions(), deck_map=CODES))
    driver.start(desk.events.append, None)
    try:
        eventually(lambda: desk.saw(LinkUp) == 1)
        assert desk.events[0] == LinkUp("shoe", Identity(Role.SHOE, "Bench Works", "Scanner 1", "0001", "1.23"), ReportId(1, 0), plain=True)
        assert sockets.kernel_driver() == "usbfs"
        with sockets.lock:
            for code in ("01001Ah3", LONG, "01002Kd0", "99999Zz9"):
                scanner.show(code, 0.0)
        eventually(lambda: desk.cards() == ["Ah", "2c", "Kd", "?"])
        sockets.unplug(gadget)
        eventually(lambda: desk.saw(LinkLost) == 1)
        with sockets.lock:
            scanner.switch_on(0.0)  # it has no memory of what it was told
        sockets.plug(gadget)
        eventually(lambda: desk.saw(LinkUp) == 2)
        with sockets.lock:
            scanner.show("01001Ah3", 0.0)
        eventually(lambda: desk.cards() == ["Ah", "2c", "Kd", "?", "Ah"])
    finally:
        driver.stop()
    assert sockets.kernel_driver() == "usbhid"


def test_a_scanner_that_stalls_says_that_something_is_lost(sockets: Sockets, eventually: Eventually) -> None:
    scanner = HidPosScanner()
    gadget = scanner_gadget(scanner)
    port = sockets.plug(gadget)
    desk = Desk()
    driver = open_driver("hid_pos", DriverConfig("shoe", Role.SHOE, port, options=HidOptions(), deck_map=CODES))
    driver.start(desk.events.append, None)
    try:
        eventually(lambda: desk.saw(LinkUp) == 1)
        with sockets.lock:
            gadget.faults.stalls = 1
        eventually(lambda: "stalled: what it had to say then is lost" in desk.reasons())
        eventually(lambda: desk.saw(LinkUp) == 2)
    finally:
        driver.stop()
