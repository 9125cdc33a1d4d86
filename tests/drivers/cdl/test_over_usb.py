"""The whole driver over USB against the simulated shoe, which was written from the protocol page: the same session as on a serial line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from tablectl_drivers.catalog import DriverConfig, open_driver
from tablectl_drivers.cdl.driver import CdlDevice, Options
from tablectl_drivers.errors import BadPort, UnknownDriver
from tablectl_drivers.events import LinkLost, LinkUp, ReportId, Role, WrongDevice
from tablectl_drivers.ports import CardDevice
from tablectl_sim.cards import card
from tablectl_sim.cdl_device import Identity
from tablectl_sim.shoe import Shoe
from tablectl_sim.usb_backend import Bus, process_bus
from tablectl_sim.usb_gadget import FOR_EVER, Gadget, Label
from tests.drivers.usb import BACKEND, Desk

Eventually = Callable[[Callable[[], bool]], None]
HANDS: Final = [card(text) for text in ("Ah", "2c", "Td", "Ks", "9h", "9d")]


class Corner:
    """A shoe in a USB socket, and drivers for it."""

    def __init__(self, bus: Bus, eventually: Eventually) -> None:
        self.bus = bus
        self.eventually = eventually
        self.shoe = Shoe(Identity(maker="Bench Works", model="Shoe 1", serial="S-7"))
        self.shoe.switch_on(0.0)
        self.shoe.load(HANDS, 0.0)
        self.gadget = Gadget(self.shoe)
        self.drivers: list[CardDevice] = []

    def listen(self, resume: ReportId | None = None, port: str = "usb:1-1.4", serial: str | None = None) -> tuple[CardDevice, Desk]:
        desk = Desk()
        driver = open_driver("cdl", DriverConfig("shoe", Role.SHOE, port, serial=serial, options=Options(BACKEND)))
        self.drivers.append(driver)
        driver.start(desk.events.append, resume)
        return driver, desk

    def heard(self, resume: ReportId | None = None) -> tuple[CardDevice, Desk]:
        """The same, and it is up."""
        driver, desk = self.listen(resume)
        self.eventually(lambda: desk.saw(LinkUp) == 1)
        return driver, desk

    def draw(self, count: int = 1) -> None:
        with self.bus.lock:
            for _ in range(count):
                self.shoe.draw(0.0)
            self.bus.lock.notify_all()


@pytest.fixture
def corner(eventually: Eventually) -> Iterator[Corner]:
    corner = Corner(process_bus(), eventually)
    corner.bus.plug(corner.gadget, 1, 4)
    yield corner
    for driver in corner.drivers:
        driver.stop()
    corner.bus.clear()


def test_cards_come_once_in_order_and_are_confirmed(corner: Corner, eventually: Eventually) -> None:
    driver, desk = corner.heard()
    corner.draw(3)
    eventually(lambda: desk.cards() == ["Ah", "2c", "Td"])
    driver.confirm(ReportId(1, 3))
    eventually(lambda: corner.shoe.unconfirmed == 0)
    assert driver.health().connected
    assert driver.health().counters["halts"] == 0


def test_a_pulled_plug_is_told_once_and_the_cards_drawn_meanwhile_come_once(corner: Corner, eventually: Eventually) -> None:
    _, desk = corner.heard(ReportId(1, 0))
    corner.draw()
    eventually(lambda: desk.numbers() == [1])
    corner.bus.unplug(corner.gadget)
    eventually(lambda: desk.saw(LinkLost) == 1)
    corner.draw()
    corner.bus.plug(corner.gadget, 1, 4)
    eventually(lambda: desk.saw(LinkUp) == 2)
    corner.draw()
    eventually(lambda: len(desk.numbers()) == 3)
    assert desk.numbers() == [1, 2, 3]
    assert desk.ups_and_downs() == ["LinkUp", "LinkLost", "LinkUp"]
    assert "it was unplugged" in desk.reasons()


def test_an_old_frame_in_the_device_is_not_a_new_card(corner: Corner, eventually: Eventually) -> None:
    first, _ = corner.heard()
    first.stop()
    corner.draw()
    with corner.bus.lock:  # as when the host was killed while it read
        corner.gadget.run(0x81, 0.0)
        left = b"".join(corner.gadget.waiting)
        corner.gadget.waiting.clear()
        corner.gadget.waiting.append(left[3:])
    second, desk = corner.heard(ReportId(1, 1))
    corner.draw()
    eventually(lambda: desk.numbers() == [2])
    assert second.health().counters["old_bytes"] >= len(left) - 3
    assert second.health().counters["discarded_bytes"] == 0


def test_a_stall_in_the_middle_loses_no_card(corner: Corner, eventually: Eventually) -> None:
    driver, desk = corner.heard()
    with corner.bus.lock:
        corner.gadget.faults.stalls = 1
    corner.draw(2)
    eventually(lambda: desk.cards() == ["Ah", "2c"])
    assert desk.saw(LinkLost) == 0
    assert driver.health().counters["halts"] == 1


def test_a_device_that_stalls_for_ever_has_failed_and_works_again_when_it_does(corner: Corner, eventually: Eventually) -> None:
    driver, desk = corner.heard()
    corner.gadget.faults.stalls = FOR_EVER
    eventually(lambda: "failed: a pipe stalled 3 times in a row, and it was reset" in desk.reasons())
    assert not driver.health().connected
    corner.gadget.faults.stalls = 0
    eventually(lambda: desk.saw(LinkUp) == 2)
    assert desk.saw(LinkLost) == 1


def test_what_the_descriptors_claim_decides_nothing(corner: Corner, eventually: Eventually) -> None:
    corner.bus.clear()
    corner.bus.plug(Gadget(corner.shoe, label=Label(maker="Other Works", model="Mouse", serial="X-1")), 1, 4)
    _, desk = corner.listen(serial="S-7")
    eventually(lambda: desk.saw(LinkUp) == 1)
    assert {event.identity.serial for event in desk.events if isinstance(event, LinkUp)} == {"S-7"}


def test_a_stranger_with_the_right_descriptors_is_refused(corner: Corner, eventually: Eventually) -> None:
    corner.bus.clear()
    corner.bus.plug(Gadget(corner.shoe, label=Label(maker="Bench Works", model="Shoe 1", serial="S-8")), 1, 4)
    driver, desk = corner.listen(port="usb:1209:0001:S-8", serial="S-8")
    eventually(lambda: desk.saw(WrongDevice) == 1)
    assert not driver.health().connected


def test_two_units_with_one_serial_number_demand_the_socket(corner: Corner, eventually: Eventually) -> None:
    corner.bus.plug(Gadget(Shoe()), 1, 3)
    _, desk = corner.listen(port="usb:1209:0001:0001")
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert "name one by its socket, usb:1-1.3 or usb:1-1.4" in desk.reasons()
    corner.heard()


def test_a_device_that_answers_nothing_any_more_is_lost(corner: Corner, eventually: Eventually) -> None:
    _, desk = corner.heard()
    with corner.bus.lock:
        corner.gadget.faults.deaf = True
    eventually(lambda: desk.saw(LinkLost) == 1)


def test_a_plug_whose_pulling_shows_only_as_silence_is_lost_not_idle(corner: Corner, eventually: Eventually) -> None:
    driver, desk = corner.heard()
    with corner.bus.lock:
        corner.gadget.faults.lingers = True
    corner.bus.unplug(corner.gadget)
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert not driver.health().connected


def test_a_port_or_a_backend_that_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(BadPort, match="expected a USB device such as"):
        CdlDevice(DriverConfig("shoe", Role.SHOE, "usb:shoe"))
    with pytest.raises(UnknownDriver, match="there is no USB backend 'libusb0'"):
        CdlDevice(DriverConfig("shoe", Role.SHOE, "usb:1-1", options=Options("libusb0")))
