"""Chips by label and parent, whatever their numbers are today, and lines of the header that are in use for something else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tablectl_drivers.errors import DriverError, PortMissing, WiringError
from tablectl_drivers.panel_gpio.chips import Lines
from tablectl_drivers.panel_gpio.finding import GpioChip, find, gpio_chips, label_of, refuse_reserved
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Line, PanelConfig, check

if TYPE_CHECKING:
    from tests.drivers.panel.conftest import StubLgpio, Sysfs

RP1 = GpioChip(11, "pinctrl-rp1", 54, "1f000d0000.gpio")
A = GpioChip(2, "mcp23017", 16, "1-0020")
B = GpioChip(3, "mcp23017", 16, "1-0021")
HERE = (A, B, RP1)
SECOND = ChipConfig("lamps", "lgpio", label="mcp23017", parent="1-0021")


@pytest.mark.parametrize(
    ("chip", "number"),
    [
        pytest.param(ChipConfig("header", "lgpio"), 0, id="no word: the first"),
        pytest.param(ChipConfig("header", "lgpio", chip=4), 4, id="by number alone: taken as it is"),
        pytest.param(ChipConfig("header", "lgpio", label="pinctrl-rp1"), 11, id="a label that only one has"),
        pytest.param(SECOND, 3, id="label and parent"),
        pytest.param(ChipConfig("lamps", "lgpio", parent="1-0020"), 2, id="parent alone"),
        pytest.param(ChipConfig("lamps", "lgpio", chip=3, label="mcp23017"), 3, id="a number that tells two with one label apart"),
        pytest.param(ChipConfig("header", "lgpio", chip=11, label="pinctrl-rp1"), 11, id="a number that agrees with the label"),
    ],
)
def test_a_chip_is_found(chip: ChipConfig, number: int) -> None:
    assert find(chip, HERE) == number


@pytest.mark.parametrize(
    ("chip", "error", "told"),
    [
        pytest.param(
            ChipConfig("header", "lgpio", label="pinctrl-bcm2711"),
            PortMissing,
            "chip 'header': pinctrl-bcm2711 is not there; this machine has gpiochip2 (mcp23017 on 1-0020), gpiochip3 (mcp23017 on 1-0021)",
            id="nobody has the label",
        ),
        pytest.param(
            ChipConfig("lamps", "lgpio", label="mcp23017"),
            WiringError,
            "chip 'lamps': mcp23017 may be gpiochip2 (mcp23017 on 1-0020), gpiochip3 (mcp23017 on 1-0021): say which by its parent",
            id="two have the label",
        ),
        pytest.param(
            ChipConfig("header", "lgpio", chip=3, label="pinctrl-rp1"),
            WiringError,
            "chip 'header': pinctrl-rp1 is wanted, but number 3 is gpiochip3 (mcp23017 on 1-0021); it is gpiochip11 (pinctrl-rp1 on 1f000d0000.gpio)",
            id="the number is another chip's",
        ),
        pytest.param(
            ChipConfig("header", "lgpio", chip=4, label="pinctrl-rp1"),
            WiringError,
            "number 4 is not there; it is gpiochip11",
            id="the number is nobody's, the label is there",
        ),
        pytest.param(
            ChipConfig("header", "lgpio", chip=2, label="pinctrl-bcm2711"),
            WiringError,
            "number 2 is gpiochip2 (mcp23017 on 1-0020); this machine has",
            id="the number is another chip's and the label nobody's",
        ),
        pytest.param(
            ChipConfig("lamps", "lgpio", chip=7, parent="1-0027"), PortMissing, "any chip on 1-0027 is not there", id="neither is there yet"
        ),
    ],
)
def test_a_chip_that_is_not_what_it_should_be_is_refused_with_what_was_found(chip: ChipConfig, error: type[DriverError], told: str) -> None:
    with pytest.raises(error) as refused:
        find(chip, HERE)
    assert told in str(refused.value)


def test_a_machine_without_chips() -> None:
    with pytest.raises(PortMissing, match="this machine has no GPIO chip"):
        find(SECOND, ())


def test_chips_are_listed_by_number_with_what_tells_them_apart(sysfs: Sysfs, tmp_path: Path) -> None:
    sysfs.put(10, "1-0021", "mcp23017")
    sysfs.put(0, "1f000d0000.gpio", "pinctrl-rp1")
    sysfs.put(2, "1-0020", "", device="mcp23017")
    (tmp_path / "gpiochip0").touch()  # a file that cannot be asked for a label
    assert gpio_chips(nodes=tmp_path) == (
        GpioChip(0, "pinctrl-rp1", 16, "1f000d0000.gpio"),
        GpioChip(2, "mcp23017", 16, "1-0020"),
        GpioChip(10, "mcp23017", 16, "1-0021"),
    )
    assert gpio_chips(tmp_path / "nothing") == ()


def test_the_label_in_the_kernels_answer() -> None:
    answer = b"gpiochip0".ljust(32, b"\0") + b"pinctrl-rp1".ljust(32, b"\0") + (54).to_bytes(4, "little")
    assert label_of(answer) == "pinctrl-rp1"


NUMBERS = {"header": 11, "buttons": 2}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            Line("inputs.a", "header", 2), "inputs.a (line 2 of chip 'header'): that line of the header is the I2C bus of gpiochip3", id="SDA"
        ),
        pytest.param(Line("lamps.a", "header", 3), "the I2C bus of", id="SCL"),
        pytest.param(Line("lamps.a", "header", 14), "the serial port /dev/ttyAMA0 of device shoe", id="TXD"),
        pytest.param(Line("enable", "header", 15), "the serial port /dev/ttyAMA0 of device shoe", id="RXD"),
    ],
)
def test_a_line_of_the_header_that_is_a_bus_in_use_is_refused(line: Line, told: str) -> None:
    with pytest.raises(WiringError) as refused:
        refuse_reserved((line,), NUMBERS, HERE, {"shoe": "/dev/ttyAMA0", "shuffler": "/dev/ttyUSB0"})
    assert told in str(refused.value)


def test_lines_that_are_no_bus_here_are_free() -> None:
    every = tuple(Line("a", "header", number) for number in range(28))
    refuse_reserved(every, NUMBERS, (RP1, GpioChip(4, "mcp23017", 16, "22-0020")), {"shoe": "/dev/ttyUSB0", "shuffler": "/dev/ttyAMA10"})
    refuse_reserved((Line("a", "buttons", 2), Line("b", "buttons", 14)), NUMBERS, HERE, {"shoe": "/dev/ttyS0"})


def test_a_port_behind_a_stable_name_is_known_by_what_it_points_at(tmp_path: Path) -> None:
    (tmp_path / "ttyAMA0").touch()
    (tmp_path / "shoe").symlink_to(tmp_path / "ttyAMA0")
    with pytest.raises(WiringError, match="of device shoe"):
        refuse_reserved((Line("a", "header", 14),), NUMBERS, HERE, {"shoe": str(tmp_path / "shoe")})


def test_bus_0_is_on_the_first_two_lines() -> None:
    with pytest.raises(WiringError, match=r"the I2C bus of gpiochip5 \(mcp23017 on 0-0020\)"):
        refuse_reserved((Line("a", "header", 1),), NUMBERS, (RP1, GpioChip(5, "mcp23017", 16, "0-0020")), {})


BY_LABEL = (
    ChipConfig("header", "lgpio", label="pinctrl-rp1"),
    ChipConfig("buttons", "lgpio", label="mcp23017", parent="1-0020"),
    ChipConfig("lamps", "lgpio", label="mcp23017", parent="1-0021"),
)


@pytest.mark.parametrize("numbers", [(0, 1, 2), (2, 0, 1), (1, 2, 0)], ids=str)
def test_chips_are_taken_by_what_they_are_whatever_their_numbers(lgpio: StubLgpio, sysfs: Sysfs, numbers: tuple[int, int, int]) -> None:
    header, buttons, lamps = numbers
    sysfs.put(header, "1f000d0000.gpio", "pinctrl-rp1")
    sysfs.put(buttons, "1-0020", "mcp23017")
    sysfs.put(lamps, "1-0021", "mcp23017")
    config = PanelConfig(BY_LABEL, inputs={"a": "header:5", "b": "buttons:5"}, lamps={"c": "lamps:5"})
    lines = Lines.open(check(config), lambda *_: None)
    lgpio.drive(buttons, 5, 0)
    assert (lines.is_down("a"), lines.is_down("b")) == (False, True)
    lines.light("c", lit=True)
    assert (lgpio.level(header, 5), lgpio.level(lamps, 5)) == (1, 1)
    lines.close()
    assert lgpio.open_chips() == []


@pytest.mark.parametrize(
    ("chips", "told"),
    [
        pytest.param((BY_LABEL[0], ChipConfig("other", "lgpio", chip=0)), "chips 'header' and 'other' are both gpiochip0", id="one chip in two ways"),
        pytest.param(
            (ChipConfig("header", "lgpio", chip=1, label="pinctrl-rp1"),), "number 1 is gpiochip1 (mcp23017 on 1-0020)", id="a wrong number"
        ),
        pytest.param((ChipConfig("header", "mock", label="pinctrl-rp1"),), "'mock' knows no labels and parents", id="a factory with no labels"),
    ],
)
def test_nothing_is_opened_where_the_chips_are_not_right(lgpio: StubLgpio, sysfs: Sysfs, chips: tuple[ChipConfig, ...], told: str) -> None:
    sysfs.put(0, "1f000d0000.gpio", "pinctrl-rp1")
    sysfs.put(1, "1-0020", "mcp23017")
    with pytest.raises(WiringError) as refused:
        Lines.open(check(PanelConfig(chips, inputs={"a": "header:5"})), lambda *_: None)
    assert told in str(refused.value)
    assert lgpio.calls == []


def test_a_button_on_the_bus_that_carries_the_expanders_is_refused(lgpio: StubLgpio, sysfs: Sysfs) -> None:
    sysfs.put(0, "1f000d0000.gpio", "pinctrl-rp1")
    sysfs.put(1, "1-0020", "mcp23017")
    for chips in ((ChipConfig("header", "lgpio"),), (ChipConfig("header", "lgpio", label="pinctrl-rp1"),)):
        with pytest.raises(WiringError, match=r"inputs\.a .*I2C bus of gpiochip1"):
            Lines.open(check(PanelConfig(chips, inputs={"a": "header:2"})), lambda *_: None)
    assert lgpio.calls == []
