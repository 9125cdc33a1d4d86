"""The lines on chips: gpiozero's real code for lgpio over a stub of that library, and factories that cannot be had."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest
from gpiozero import Device  # type: ignore[import-untyped]  # it carries no types
from gpiozero.pins.local import LocalPiFactory  # type: ignore[import-untyped]  # it carries no types
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from tablectl_drivers.errors import DriverError, LinkBroken, NoEdges, PortBusy, WiringError
from tablectl_drivers.panel_gpio.chips import Lines
from tablectl_drivers.panel_gpio.wiring import ChipConfig, PanelConfig, check

if TYPE_CHECKING:
    from tests.drivers.panel.conftest import OtherBench, StubLgpio

THREE = (ChipConfig("header", "lgpio"), ChipConfig("buttons", "lgpio", chip=1), ChipConfig("lamps", "lgpio", chip=2, active_low=False))
Heard = SimpleQueue[tuple[str, bool, float]]


def opened(heard: Heard, **config: dict[str, str]) -> Lines:
    return Lines.open(check(PanelConfig(chips=THREE, **config)), lambda *edge: heard.put(edge))  # type: ignore[arg-type]


def test_three_chips_share_their_line_numbers(lgpio: StubLgpio) -> None:
    heard: Heard = SimpleQueue()
    lines = opened(heard, inputs={"a": "header:5", "b": "buttons:5"}, lamps={"c": "lamps:5", "d": "header:6", "e": "lamps:6"})
    lgpio.drive(1, 5, 0)
    assert heard.get(timeout=10)[:2] == ("b", True)
    assert (lines.is_down("a"), lines.is_down("b")) == (False, True)
    lines.light("c", lit=True)
    lines.light("d", lit=True)
    assert (lgpio.level(0, 5), lgpio.level(0, 6), lgpio.level(2, 5), lgpio.level(2, 6)) == (1, 1, 1, 0)
    lgpio.drive(0, 5, 0)
    assert heard.get(timeout=10)[:2] == ("a", True)
    lines.close()
    assert lgpio.open_chips() == []
    assert (lgpio.level(0, 6), lgpio.level(2, 5)) == (0, 0)


def test_pins_of_this_process_that_are_not_ours_are_left_alone(lgpio: StubLgpio, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = MockFactory().pin(5)
    monkeypatch.setitem(LocalPiFactory.pins, theirs.info, theirs)
    theirs.output_with_state(True)
    opened(SimpleQueue(), inputs={"a": "header:5"}).close()
    assert LocalPiFactory.pins == {theirs.info: theirs}
    assert theirs.state
    assert lgpio.open_chips() == []


def test_expanders_have_lines_that_the_header_has_not_and_no_resistors_on_2_and_3(lgpio: StubLgpio) -> None:
    lines = opened(SimpleQueue(), inputs={"a": "lamps:2", "b": "buttons:39"})
    assert ("input", 2, 2, lgpio.SET_PULL_DOWN) in lgpio.calls
    assert ("input", 1, 39, lgpio.SET_PULL_UP) in lgpio.calls
    lgpio.drive(2, 2, 1)
    assert lines.is_down("a")
    lines.close()


def test_g10_a_lamp_that_an_earlier_run_left_lit_is_set_dark_with_its_direction(lgpio: StubLgpio) -> None:
    lgpio.latch(2, 5)
    lines = opened(SimpleQueue(), lamps={"c": "lamps:5"})
    of_line = [call for call in lgpio.calls if call[1:3] == (2, 5)]
    assert of_line[:2] == [("input", 2, 5, lgpio.SET_PULL_NONE), ("output", 2, 5, 0)]
    assert ("write", 2, 5, 1) not in lgpio.calls
    lines.close()


def test_lamps_go_dark_before_any_button_is_taken(lgpio: StubLgpio) -> None:
    opened(SimpleQueue(), inputs={"a": "header:5"}, lamps={"c": "lamps:5"}).close()
    kinds = [call[0] for call in lgpio.calls]
    assert kinds.index("output") < kinds.index("alert")


def test_an_edge_that_is_reported_late_carries_the_time_at_which_it_happened(lgpio: StubLgpio) -> None:
    heard: Heard = SimpleQueue()
    lines = opened(heard, inputs={"a": "header:5"})
    lgpio.drive(0, 5, 0, late_s=0.8)
    assert heard.get(timeout=10)[2] == pytest.approx(time.monotonic() - 0.8, abs=0.5)
    lines.close()


def test_a_handler_that_fails_does_not_end_the_thread_that_reports_edges(lgpio: StubLgpio) -> None:
    heard: Heard = SimpleQueue()

    def hear(name: str, down: bool, at: float) -> None:
        heard.put((name, down, at))
        if name == "a":
            raise RuntimeError("a bug in a handler")

    lines = Lines.open(check(PanelConfig(chips=THREE, inputs={"a": "header:5", "b": "header:6"})), hear)
    lgpio.drive(0, 5, 0)
    lgpio.drive(0, 6, 0)
    assert [heard.get(timeout=10)[0] for _ in range(2)] == ["a", "b"]
    lines.close()


def test_a_handler_that_fails_does_not_reach_the_thread_of_another_factory(other: OtherBench) -> None:
    def hear(name: str, down: bool, at: float) -> None:
        raise RuntimeError(f"a bug in a handler: {name} {down} {at}")

    lines = Lines.open(check(PanelConfig(chips=(ChipConfig("left", "other"),), inputs={"a": "left:5"})), hear)
    other.press(5)
    assert lines.is_down("a")
    lines.close()


@pytest.mark.parametrize("ticks", [None, -50.0, time.monotonic() + 5000], ids=["none", "past", "future"])
def test_an_edge_stamped_by_some_other_clock_happened_now(other: OtherBench, ticks: float | None) -> None:
    heard: Heard = SimpleQueue()
    config = PanelConfig(chips=(ChipConfig("left", "other"),), inputs={"a": "left:5"})
    lines = Lines.open(check(config), lambda *edge: heard.put(edge))
    before = time.monotonic()
    other.pin(5).when_changed(ticks, 0)
    assert before <= heard.get(timeout=10)[2] <= time.monotonic()
    lines.close()


def test_a_busy_line_is_named_and_nothing_stays_held(lgpio: StubLgpio) -> None:
    lgpio.busy.add((1, 5))
    with pytest.raises(PortBusy, match=r"inputs\.b \(line 5 of chip 'buttons'\).*held by someone else"):
        opened(SimpleQueue(), inputs={"a": "header:5", "b": "buttons:5"})
    assert lgpio.open_chips() == []
    lgpio.busy.clear()
    opened(SimpleQueue(), inputs={"a": "header:5", "b": "buttons:5"}).close()


def test_an_expander_without_its_interrupt_wire_is_refused_for_buttons_and_will_do_for_lamps(lgpio: StubLgpio) -> None:
    lgpio.no_edges.add(1)
    with pytest.raises(NoEdges, match=r"inputs\.b \(line 5 of chip 'buttons'\): the chip does not report changes .* INT wire"):
        opened(SimpleQueue(), inputs={"b": "buttons:5"})
    assert lgpio.open_chips() == []
    lines = Lines.open(check(PanelConfig(chips=THREE, inputs={"b": "buttons:5"}, lamps={"c": "buttons:6"})), None)
    lgpio.drive(1, 5, 0)
    assert lines.is_down("b")
    lines.close()


def test_a_line_that_the_chip_has_not(lgpio: StubLgpio) -> None:
    with pytest.raises(WiringError, match=r"lamps\.a \(line 40 of chip 'header'\): there is no such line"):
        opened(SimpleQueue(), lamps={"a": "header:40"})
    assert lgpio.open_chips() == []


def test_a_chip_that_goes_fails_as_a_link_and_is_let_go_of(lgpio: StubLgpio) -> None:
    lines = opened(SimpleQueue(), inputs={"a": "header:5", "b": "buttons:5"}, lamps={"c": "lamps:5", "d": "buttons:6"})
    lgpio.gone.add(1)
    assert not lines.is_down("a")
    with pytest.raises(LinkBroken, match=r"inputs\.b .*bad lineinfo IOCTL"):
        lines.is_down("b")
    with pytest.raises(LinkBroken, match=r"lamps\.d"):
        lines.light("d", lit=True)
    lines.close()
    assert lgpio.open_chips() == []


@pytest.mark.skipif(Path("/dev/gpiochip250").exists(), reason="this machine has that many chips")
def test_a_missing_chip_names_its_node_and_those_that_are_there(lgpio: StubLgpio) -> None:
    config = PanelConfig(chips=(ChipConfig("header", "lgpio", chip=250),), lamps={"a": "header:4"})
    with pytest.raises(FileNotFoundError, match=r"chip 'header': /dev/gpiochip250 is not there; this machine has ") as missing:
        Lines.open(check(config), lambda *_: None)
    assert isinstance(missing.value, DriverError)
    assert lgpio.open_chips() == []


@pytest.mark.parametrize(
    ("factory", "chip", "told"),
    [
        pytest.param("lgpoi", 0, r"'lgpoi' is not installed, did you mean 'lgpio'\?; there are .*mock", id="misspelt"),
        pytest.param(
            "rpigpio",
            0,
            r"'rpigpio' needs the Python library 'RPi', which is not installed",
            id="g03 no library: no fake in its place",
        ),
        pytest.param("unimportable", 0, r"needs the Python library 'other_pins_of_nobody'", id="no library of another distribution"),
        pytest.param("mock", 3, r"'mock' knows one chip only, and no number 3", id="a number that would be ignored"),
    ],
)
@pytest.mark.usefixtures("other")
def test_a_factory_that_cannot_be_had_is_refused_and_never_replaced(factory: str, chip: int, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    config = PanelConfig(chips=(ChipConfig("header", factory, chip),), lamps={"a": "header:4"})
    with pytest.raises(WiringError, match=f"chip 'header': .*{told}"):
        Lines.open(check(config), lambda *_: None)


def test_g01_the_library_is_the_one_that_is_configured_whatever_else_could_be_chosen(lgpio: StubLgpio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    lines = opened(SimpleQueue(), inputs={"a": "header:5"}, lamps={"c": "lamps:5"})
    lines.light("c", lit=True)
    assert lgpio.level(2, 5) == 1
    assert {call[1] for call in lgpio.calls if call[0] == "open"} == {0, 1, 2}
    assert Device.pin_factory.pins == {}
    lines.close()


@pytest.mark.usefixtures("other")
def test_a_factory_that_fails_says_what_failed() -> None:
    config = PanelConfig(chips=(ChipConfig("header", "broken"),), lamps={"a": "header:4"})
    with pytest.raises(LinkBroken, match=r"chip 'header' \(broken 0\): no answer from the expander"):
        Lines.open(check(config), lambda *_: None)


def test_two_chips_of_another_distributions_factory(other: OtherBench) -> None:
    chips = (ChipConfig("left", "other"), ChipConfig("right", "other", chip=1))
    lines = Lines.open(check(PanelConfig(chips=chips, inputs={"a": "left:5", "b": "right:5"})), lambda *_: None)
    other.pin(5, chip=1).drive_low()
    assert (lines.is_down("a"), lines.is_down("b")) == (False, True)
    lines.close()


def test_a_resistor_of_the_board_that_pulls_the_other_way() -> None:
    config = PanelConfig(chips=(ChipConfig("header", "mock", active_low=False),), inputs={"a": "header:2"})
    with pytest.raises(WiringError, match=r"inputs\.a .*resistor"):
        Lines.open(check(config), lambda *_: None)


def in_a_process(program: str, directory: str, **environment: str) -> str:
    """Run a program with the real lgpio, which does its work at import."""
    clean = {name: value for name, value in os.environ.items() if name != "LG_WD"}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=directory, env=clean | environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


OPEN_REAL = """
    import os
    from tablectl_drivers.panel_gpio.chips import Lines
    from tablectl_drivers.panel_gpio.wiring import ChipConfig, PanelConfig, check
    config = PanelConfig(chips=(ChipConfig("header", "lgpio", chip=250),), lamps={"a": "header:4"})
    try:
        Lines.open(check(config), lambda *_: None)
    except Exception as error:
        print(type(error).__name__, error)
    print(os.getcwd())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="lgpio is there on Linux only")
def test_a_working_directory_that_lgpio_cannot_write_to_is_named() -> None:
    assert "DriverError chip 'header': pin factory 'lgpio' cannot make its pipe in /proc" in in_a_process(OPEN_REAL, "/proc")


@pytest.mark.skipif(sys.platform != "linux", reason="lgpio is there on Linux only")
def test_lgpio_does_not_move_the_process(tmp_path: Path) -> None:
    said = in_a_process(OPEN_REAL, "/proc", LG_WD=str(tmp_path))
    assert "PortMissing" in said
    assert said.splitlines()[-1] == "/proc"
    assert list(tmp_path.iterdir())
