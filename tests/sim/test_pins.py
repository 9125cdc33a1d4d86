"""Real gpiozero devices on the bench's lines, over the real socket."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero import LED, BadPinFactory, Button, PinError, PinInvalidBounce, PinInvalidPin, PinSetInput  # type: ignore[import-untyped]  # no stubs

from tablectl_sim.errors import BadScenario
from tablectl_sim.panel import Panel, Wire
from tablectl_sim.pins import PANEL_VARIABLE, BenchFactory

BUTTONS = {"seat1.ante": Wire(0, 5), "key.next": Wire(0, 127)}
LAMPS = {"seat1.ante": Wire(1, 5), "lamp.hold": Wire(1, 100)}
SOON = 5.0


@pytest.fixture
def panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Panel]:
    panel = Panel(tmp_path / "panel.sock", BUTTONS, LAMPS)
    panel.start()
    monkeypatch.setenv(PANEL_VARIABLE, str(panel.path))
    yield panel
    panel.stop()


@pytest.fixture
def inputs(panel: Panel) -> Iterator[BenchFactory]:  # noqa: ARG001 - it has to run
    with BenchFactory(chip=0) as factory:
        yield factory


@pytest.fixture
def outputs(panel: Panel) -> Iterator[BenchFactory]:  # noqa: ARG001 - it has to run
    with BenchFactory(chip=1) as factory:
        yield factory


def _until(true: Callable[[], bool]) -> bool:
    pause, deadline = threading.Event(), time.monotonic() + SOON
    while not true() and time.monotonic() < deadline:
        pause.wait(0.002)
    return true()


def test_a_button_is_pressed_and_let_go(panel: Panel, inputs: BenchFactory) -> None:
    seen: queue.Queue[str] = queue.Queue()
    with Button(127, pin_factory=inputs) as button:
        button.when_pressed = lambda: seen.put("down")
        button.when_released = lambda: seen.put("up")
        assert not button.is_pressed
        panel.press("key.next", 0.005)
        assert [seen.get(timeout=SOON), seen.get(timeout=SOON)] == ["down", "up"]


def test_a_button_that_is_down_at_the_start_is_known_at_once(panel: Panel) -> None:
    panel.hold("seat1.ante")
    with BenchFactory(chip=0) as factory, Button(5, pin_factory=factory) as button:
        assert button.is_pressed


def test_a_lamp_is_lit_and_goes_out_with_its_owner(panel: Panel, outputs: BenchFactory) -> None:
    with LED(100, pin_factory=outputs) as led:
        led.on()
        assert panel.wait_for(lambda panel: bool(panel.lamp("lamp.hold").level), time.monotonic() + SOON)
        assert led.is_lit
    assert panel.wait_for(lambda panel: not panel.lamp("lamp.hold").level, time.monotonic() + SOON)
    assert [edge.level for edge in panel.history] == [1, 0]


def test_an_output_starts_with_its_level_and_no_flash(panel: Panel, outputs: BenchFactory) -> None:
    with LED(5, initial_value=True, pin_factory=outputs):
        assert panel.wait_for(lambda panel: bool(panel.lamp("seat1.ante").level), time.monotonic() + SOON)
    assert panel.wait_for(lambda panel: panel.edges == 2, time.monotonic() + SOON)
    assert [edge.level for edge in panel.history] == [1, 0]


def test_two_chips_have_their_own_lines(panel: Panel, inputs: BenchFactory, outputs: BenchFactory) -> None:
    with Button(5, pin_factory=inputs) as button, LED(5, pin_factory=outputs) as led:
        led.on()
        panel.hold("seat1.ante")
        assert _until(lambda: button.is_pressed)
        assert led.is_lit


def test_raw_pins_tell_time_and_level(panel: Panel, inputs: BenchFactory) -> None:
    seen: queue.Queue[tuple[float, int]] = queue.Queue()

    def changed(ticks: float, state: int) -> None:
        seen.put((ticks, state))

    pin = inputs.pin(5)
    pin.input_with_pull("up")
    pin.edges = "falling"
    pin.when_changed = changed
    panel.press("seat1.ante", 0.002)
    panel.press("seat1.ante", 0.002)
    (first, low), (second, also_low) = seen.get(timeout=SOON), seen.get(timeout=SOON)
    assert (low, also_low) == (0, 0)
    assert 0 < inputs.ticks_diff(second, first) < SOON


def test_what_a_pin_refuses(inputs: BenchFactory) -> None:
    pin = inputs.pin(5)
    with pytest.raises(PinSetInput):
        pin.state = 1
    with pytest.raises(PinInvalidBounce, match="filter"):
        pin.bounce = 0.02
    with pytest.raises(PinInvalidPin, match="0 to 127"):
        inputs.pin(128)


@pytest.mark.parametrize(("value", "message"), [(None, "is not set"), ("/nowhere/panel.sock", "no bench answers at /nowhere/panel.sock")])
def test_no_bench_is_a_bad_pin_factory(monkeypatch: pytest.MonkeyPatch, value: str | None, message: str) -> None:
    if value is None:
        monkeypatch.delenv(PANEL_VARIABLE, raising=False)
    else:
        monkeypatch.setenv(PANEL_VARIABLE, value)
    with pytest.raises(BadPinFactory, match=message):
        BenchFactory(chip=0)


def test_a_bench_that_stops_leaves_the_last_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    panel = Panel(tmp_path / "p.sock", BUTTONS, LAMPS)
    panel.start()
    monkeypatch.setenv(PANEL_VARIABLE, str(panel.path))
    panel.hold("seat1.ante")
    with BenchFactory(chip=0) as inputs, BenchFactory(chip=1) as outputs:
        button, lamp = inputs.pin(5), outputs.pin(5)
        lamp.output_with_state(1)
        panel.stop()
        assert _until(lambda: not inputs.connected and not outputs.connected)
        assert (button.state, lamp.state) == (0, 1)
        with pytest.raises(PinError, match="the bench has stopped"):
            lamp.state = 0
        assert lamp.state == 1
    assert "lines keep their last level" in capsys.readouterr().err


def test_a_daemon_that_comes_back_is_told_the_levels_again(panel: Panel) -> None:
    with BenchFactory(chip=1) as first, LED(100, pin_factory=first) as led:
        led.on()
    assert panel.wait_for(lambda panel: not panel.lamp("lamp.hold").level, time.monotonic() + SOON)
    panel.hold("key.next")
    with BenchFactory(chip=0) as second:
        assert second.pin(127).state == 0
        assert panel.greetings == 2


class TestFingers:
    """What the panel does to a line, seen from a pin."""

    @pytest.fixture
    def levels(self, inputs: BenchFactory) -> Iterator[queue.Queue[int]]:
        seen: queue.Queue[int] = queue.Queue()

        def changed(_: float, state: int) -> None:
            seen.put(state)

        pin = inputs.pin(5)
        pin.when_changed = changed
        yield seen
        pin.when_changed = None

    def _take(self, levels: queue.Queue[int], count: int) -> list[int]:
        return [levels.get(timeout=SOON) for _ in range(count)]

    def test_bounce(self, panel: Panel, levels: queue.Queue[int]) -> None:
        panel.bounce("seat1.ante", times=2, every_s=0.001, seconds=0.01)
        assert self._take(levels, 8) == [0, 1, 0, 1, 0, 1, 0, 1]

    def test_a_glitch_in_a_held_button_is_a_gap(self, panel: Panel, levels: queue.Queue[int]) -> None:
        panel.hold("seat1.ante")
        panel.glitch("seat1.ante", 0.001)
        assert self._take(levels, 3) == [0, 1, 0]

    def test_a_stuck_button_does_not_move(self, panel: Panel, levels: queue.Queue[int]) -> None:
        panel.stick("seat1.ante")
        panel.press("seat1.ante", 0.001)
        panel.unstick("seat1.ante")
        panel.press("seat1.ante", 0.001)
        assert self._take(levels, 4) == [0, 1, 0, 1]

    def test_a_button_that_is_not_there(self, panel: Panel) -> None:
        with pytest.raises(BadScenario, match=r"no button 'seat9.ante'; there are key.next, seat1.ante"):
            panel.press("seat9.ante", 0.001)


def test_a_socket_deep_down_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("deep" * 30)
    folder.mkdir()
    panel = Panel(folder / "panel.sock", BUTTONS, LAMPS)
    panel.start()
    monkeypatch.setenv(PANEL_VARIABLE, str(panel.path))
    with BenchFactory(chip=0) as factory:
        assert factory.pin(5).state == 1
    panel.stop()
