"""Lights on lines of chips: gpiozero's real code for lgpio over a stub of that library, beside a panel on the same chips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tablectl_drivers.catalog import DriverConfig, kind, open_driver
from tablectl_drivers.errors import WiringError
from tablectl_drivers.events import InputPressed, Light, LinkLost, LinkUp, PanelUp, Role, StatusChanged
from tablectl_drivers.lamps_in.driver import LampsIn, Options
from tablectl_drivers.panel_gpio.panel import GpioPanel
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Gpio, PanelConfig
from tablectl_drivers.ports import Pattern

if TYPE_CHECKING:
    from tests.drivers.panel.conftest import Ears, StubLgpio, Sysfs

CHIPS = (ChipConfig("header", "lgpio"), ChipConfig("expander", "lgpio", chip=1), ChipConfig("unused", "lgpio", chip=2))
OPTIONS = Options(green="header:23", red="header:24", lid="expander:7")
GREEN, RED, LID = (0, 23), (0, 24), (1, 7)
Eventually = Callable[[Callable[[], bool]], None]


def configured(options: Options = OPTIONS, chips: tuple[ChipConfig, ...] = CHIPS, ports: dict[str, str] | None = None) -> DriverConfig:
    return DriverConfig("shuffler", Role.SHUFFLER, "gpio", options=options, gpio=Gpio(chips, ports or {}))


@contextmanager
def running(device: LampsIn, ears: Ears) -> Iterator[LampsIn]:
    device.start(ears, None)
    try:
        yield device
    finally:
        device.stop()


def test_lights_are_told_when_they_have_settled_and_a_lid_at_once(lgpio: StubLgpio, ears: Ears) -> None:
    lgpio.drive(*GREEN, 0)
    lgpio.drive(*LID, 0)  # its contact is closed
    with running(LampsIn(configured()), ears) as device:
        assert isinstance(ears.next(), LinkUp)
        first = ears.next()
        assert isinstance(first, StatusChanged)
        assert (first.status.green, first.status.amber, first.status.red, first.status.lid_open) == (Light.STEADY, Light.OFF, Light.OFF, False)
        lgpio.drive(*LID, 1)
        second = ears.next()
        assert isinstance(second, StatusChanged)
        assert second.status.lid_open
        health = device.health()
        assert (health.connected, health.port) == (True, "green header:23, red header:24, lid expander:7")
    assert lgpio.open_chips() == []


@pytest.mark.usefixtures("lgpio")
def test_a_wire_of_the_lid_that_is_cut_is_an_open_lid(ears: Ears) -> None:
    with running(LampsIn(configured()), ears):
        ears.next()
        told = ears.next()
        assert isinstance(told, StatusChanged)
        assert told.status.lid_open  # nothing pulls the line down


def test_a_chip_that_reports_no_changes_is_read_often(lgpio: StubLgpio, ears: Ears) -> None:
    lgpio.no_edges.add(0)
    with running(LampsIn(configured(Options(green="header:23", red="header:24"))), ears) as device:
        assert isinstance(ears.next(), LinkUp)
        lgpio.drive(*RED, 0)
        told = ears.next()
        assert isinstance(told, StatusChanged)
        assert (told.status.green, told.status.red) == (Light.OFF, Light.STEADY)
        assert device.health().counters["changes"] == 1


def test_each_line_is_low_or_high_when_active_as_it_is_told(lgpio: StubLgpio, ears: Ears) -> None:
    lgpio.drive(*GREEN, 1)
    lgpio.drive(*RED, 1)
    with running(LampsIn(configured(Options(green="header:23", red="header:24", active_low=("red",)))), ears):
        ears.next()
        told = ears.next()
        assert isinstance(told, StatusChanged)
        assert (told.status.green, told.status.red) == (Light.STEADY, Light.OFF)
    assert {call[:4] for call in lgpio.calls if call[0] == "alert"} == {("alert", *line, lgpio.SET_PULL_UP) for line in (GREEN, RED)}


def test_a_chip_that_goes_is_a_lost_link_once_and_comes_back(lgpio: StubLgpio, ears: Ears, eventually: Eventually) -> None:
    with running(LampsIn(configured()), ears) as device:
        assert isinstance(ears.next(), LinkUp)
        assert isinstance(ears.next(), StatusChanged)
        lgpio.gone.add(1)
        lost = ears.next()
        assert isinstance(lost, LinkLost)
        assert "lid (line 7 of chip 'expander'): bad lineinfo IOCTL" in lost.reason
        eventually(lambda: device.health().counters["open_failed"] >= 2)
        assert ears.nothing_came()
        assert not device.health().connected
        lgpio.gone.clear()
        assert isinstance(ears.next(), LinkUp)
        assert isinstance(ears.next(), StatusChanged)
    assert lgpio.open_chips() == []


def test_a_chip_that_is_not_there_yet_is_waited_for(lgpio: StubLgpio, sysfs: Sysfs, ears: Ears) -> None:
    chips = (ChipConfig("header", "lgpio", label="pinctrl-rp1"), ChipConfig("expander", "lgpio", label="mcp23017", parent="1-0020"))
    sysfs.put(0, "1f000d0000.gpio", "pinctrl-rp1")
    with running(LampsIn(configured(chips=chips)), ears):
        lost = ears.next()
        assert isinstance(lost, LinkLost)
        assert "chip 'expander': mcp23017 on 1-0020 is not there" in lost.reason
        sysfs.put(2, "1-0020", "mcp23017")
        assert isinstance(ears.next(), LinkUp)
    assert ("open", 2) in lgpio.calls


def test_a_panel_on_the_same_chip_is_not_disturbed(lgpio: StubLgpio, ears: Ears) -> None:
    panel = GpioPanel(PanelConfig(CHIPS, inputs={"key.next": "header:5"}, lamps={"lamp.hold": "expander:6"}))
    with running(LampsIn(configured()), ears):
        assert isinstance(ears.next(), LinkUp)
        assert isinstance(ears.next(), StatusChanged)
        panel.start(ears)
        assert ears.next() == PanelUp("panel")
        lgpio.drive(0, 5, 0)
        assert ears.next() == InputPressed("panel", "key.next")
        panel.show({"lamp.hold": Pattern.ON})
        lgpio.drive(*LID, 0)
        told = ears.next()
        assert isinstance(told, StatusChanged)
        assert not told.status.lid_open
        panel.stop()
        lgpio.drive(*LID, 1)
        assert isinstance(ears.next(), StatusChanged)
    assert lgpio.open_chips() == []


@pytest.mark.parametrize(
    ("config", "told"),
    [
        pytest.param(configured(Options(green="header:23", red="")), "shuffler: the line of its red light is missing", id="no red"),
        pytest.param(configured(Options(green="header:23", red="header:23")), "shuffler red: line header:23 is already shuffler green", id="twice"),
        pytest.param(
            configured(Options(green="haeder:23", red="header:24")), "shuffler green: there is no chip 'haeder', did you mean", id="no chip"
        ),
        pytest.param(
            DriverConfig("shuffler", Role.SHUFFLER, "gpio", serial="A1", options=OPTIONS, gpio=Gpio(CHIPS)), "lights tell no maker", id="serial"
        ),
    ],
)
def test_what_cannot_be_is_refused_when_it_is_made(config: DriverConfig, told: str) -> None:
    with pytest.raises(WiringError) as refused:
        open_driver("lamps_in", config)
    assert told in str(refused.value)


def test_a_line_that_is_a_port_in_use_is_refused_at_the_start(lgpio: StubLgpio, sysfs: Sysfs, ears: Ears) -> None:
    sysfs.put(0, "1f000d0000.gpio", "pinctrl-rp1")
    device = LampsIn(configured(Options(green="header:14", red="header:24"), ports={"shoe": "/dev/ttyAMA0"}))
    with pytest.raises(WiringError, match=r"shuffler green .*the serial port /dev/ttyAMA0 of device shoe"):
        device.start(ears, None)
    assert lgpio.open_chips() == []
    assert ears.nothing_came()


def test_it_says_what_it_needs() -> None:
    needs = kind("lamps_in")
    assert (needs.roles, needs.reads_codes) == ((Role.SHUFFLER,), False)
    assert needs.gpio_lines(OPTIONS) == {"green": "header:23", "red": "header:24", "lid": "expander:7"}
