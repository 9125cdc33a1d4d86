"""Buttons and lamps on chips of a real kernel: gpiozero's own lgpio factory, the library lgpio, and the character devices of GPIO."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest

from tablectl_drivers.events import DeviceEvent, InputPressed, PanelLost, PanelUp
from tablectl_drivers.panel_gpio.finding import GpioChip, gpio_chips
from tablectl_drivers.panel_gpio.lamp_test import Alight, alight
from tablectl_drivers.panel_gpio.panel import GpioPanel
from tablectl_drivers.panel_gpio.wiring import ChipConfig, PanelConfig
from tablectl_drivers.ports import Pattern
from tests.hil.conftest import PATIENCE_S, Eventually
from tests.hil.kernel_gpio import Chip

pytestmark = pytest.mark.hil

Chips = dict[str, Chip]
BUTTONS = {
    "seat1.ante": ("left", 0),
    "seat1.blind": ("left", 15),
    "key.next": ("header", 5),
    "key.deal": ("header", 27),
    "seat2.ante": ("right", 0),
    "seat2.blind": ("right", 15),
}
LAMPS = {
    "seat1.ante": ("left", 1),
    "seat1.blind": ("left", 14),
    "lamp.hold": ("header", 6),
    "lamp.far": ("header", 45),
    "seat2.ante": ("right", 1),
    "seat2.blind": ("right", 14),
}


class Ears:
    def __init__(self) -> None:
        self.heard: SimpleQueue[DeviceEvent] = SimpleQueue()

    def next(self) -> DeviceEvent:
        return self.heard.get(timeout=PATIENCE_S)


@pytest.fixture
def ears() -> Ears:
    return Ears()


def config(chips: Chips, **more: object) -> PanelConfig:
    wired = PanelConfig(
        chips=(
            ChipConfig("header", "lgpio", label="pinctrl-bcm2711"),
            ChipConfig("left", "lgpio", label="mcp23017", parent=chips["left"].parent),
            ChipConfig("right", "lgpio", parent=chips["right"].parent),
        ),
        inputs={name: f"{chip}:{line}" for name, (chip, line) in BUTTONS.items()},
        lamps={name: f"{chip}:{line}" for name, (chip, line) in LAMPS.items()},
        stable_ms=60,
    )
    return PanelConfig(**{name: getattr(wired, name) for name in ("chips", "inputs", "lamps", "stable_ms")} | more)


def lit(chips: Chips) -> set[str]:
    return {name for name, (chip, line) in LAMPS.items() if chips[chip].level(line)}


@pytest.fixture
def started(ears: Ears, chips: Chips) -> Iterator[Callable[..., GpioPanel]]:
    """Start a panel, and hear that it is up."""
    panels = []

    def start(**more: object) -> GpioPanel:
        panel = GpioPanel(config(chips, **more))
        panels.append(panel)
        panel.start(ears.heard.put)
        assert ears.next() == PanelUp("panel")
        return panel

    yield start
    for panel in panels:
        panel.stop()


def test_the_kernel_s_chips_are_listed_by_what_they_are(chips: Chips) -> None:
    listed = {chip.parent: chip for chip in gpio_chips()}
    expected = {"left": ("mcp23017", 16), "header": ("pinctrl-bcm2711", 58), "right": ("mcp23017", 16)}
    for name, (label, lines) in expected.items():
        found = listed[chips[name].parent]
        assert (found.number, found.label, found.lines) in {(chips[name].number, label, lines), (chips[name].number, label, None)}
        assert str(found) == str(GpioChip(chips[name].number, label, lines, chips[name].parent))
    assert chips["header"].number != 0


def test_each_button_on_three_chips_is_itself(started: Callable[..., GpioPanel], chips: Chips, ears: Ears) -> None:
    started()
    for name, (chip, line) in BUTTONS.items():
        chips[chip].pull(line, up=False)
        assert ears.next() == InputPressed("panel", name)
        chips[chip].pull(line, up=True)
    assert ears.heard.empty()


def test_each_lamp_on_three_chips_is_itself_and_dark_in_the_end(started: Callable[..., GpioPanel], chips: Chips, eventually: Eventually) -> None:
    panel = started()
    for name in LAMPS:
        panel.show({name: Pattern.ON})
        eventually(lambda name=name: lit(chips) == {name})  # type: ignore[misc]
    panel.show(dict.fromkeys(LAMPS, Pattern.ON))
    eventually(lambda: lit(chips) == set(LAMPS))
    panel.stop()
    assert lit(chips) == set()


def test_a_lamp_that_blinks_is_seen_on_and_off(started: Callable[..., GpioPanel], chips: Chips, eventually: Eventually) -> None:
    panel = started()
    panel.show({"lamp.hold": Pattern.SLOW})
    for _ in range(2):
        eventually(lambda: lit(chips) == {"lamp.hold"})
        eventually(lambda: not lit(chips))


def test_a_contact_that_bounces_is_one_press(started: Callable[..., GpioPanel], chips: Chips, ears: Ears) -> None:
    panel = started(stable_ms=1000, long_press_ms=60_000, chatter_edges=100)
    for _ in range(5):
        chips["left"].pull(0, up=False)
        chips["left"].pull(0, up=True)
    chips["left"].pull(0, up=False)
    assert ears.next() == InputPressed("panel", "seat1.ante")
    chips["right"].pull(0, up=False)
    assert ears.next() == InputPressed("panel", "seat2.ante")
    assert panel.health().counters["presses"] == 2
    assert panel.health().counters["bounces"] >= 5


def test_a_line_that_another_has_is_told_and_taken_once_it_is_free(started: Callable[..., GpioPanel], chips: Chips, ears: Ears) -> None:
    first = started()
    second = GpioPanel(config(chips, name="second"))
    second.start(ears.heard.put)
    lost = ears.next()
    assert isinstance(lost, PanelLost)
    assert "is held by someone else" in lost.reason or "busy" in lost.reason
    first.stop()
    assert ears.next() == PanelUp("second")
    second.stop()


def test_a_chip_that_goes_is_a_lost_panel_and_comes_back_with_its_lamps(
    started: Callable[..., GpioPanel], chips: Chips, ears: Ears, eventually: Eventually
) -> None:
    panel = started()
    panel.show(dict.fromkeys(LAMPS, Pattern.ON))
    eventually(lambda: lit(chips) == set(LAMPS))
    chips["right"].unplug()
    lost = ears.next()
    assert isinstance(lost, PanelLost)
    assert not panel.health().connected
    chips["right"].plug()
    assert ears.next() == PanelUp("panel")
    eventually(lambda: lit(chips) == set(LAMPS))
    chips["right"].pull(15, up=False)
    assert ears.next() == InputPressed("panel", "seat2.blind")


def test_lamps_burn_only_while_the_panel_lives(started: Callable[..., GpioPanel], chips: Chips, eventually: Eventually) -> None:
    panel = started(enable="header:26")
    eventually(lambda: chips["header"].level(26) == 1)
    panel.stop()
    assert chips["header"].level(26) == 0


def test_a_sense_line_tells_that_a_lamp_is_dark(started: Callable[..., GpioPanel], chips: Chips, eventually: Eventually) -> None:
    panel = started(sense={"lamp.hold": "header:8"})
    panel.show({"lamp.hold": Pattern.ON})
    eventually(lambda: panel.health().counters["lamps_dark"] == 1)
    chips["header"].pull(8, up=False)
    eventually(lambda: panel.health().counters["lamps_dark"] == 0)


def test_the_lamp_test_lights_each_lamp_alone(chips: Chips) -> None:
    seen = [(step, lit(chips)) for step in alight(config(chips), 0.0, lambda _: None)]
    assert all(isinstance(step, Alight) for step, _ in seen)
    assert [lamps for _, lamps in seen] == [{name} for name in LAMPS]
    assert lit(chips) == set()
