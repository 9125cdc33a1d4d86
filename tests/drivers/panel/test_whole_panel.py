"""The panel of a whole table: five seats of twelve buttons and twelve lamps on eight expanders; the enable line, sense lines and the lamp test."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from tablectl_drivers.errors import PortBusy, WiringError
from tablectl_drivers.events import InputPressed, PanelLost, PanelUp
from tablectl_drivers.panel_gpio.lamp_test import Alight, alight
from tablectl_drivers.panel_gpio.panel import GpioPanel
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Line, PanelConfig
from tablectl_drivers.ports import Pattern

if TYPE_CHECKING:
    from tests.drivers.panel.conftest import Ears, StubLgpio

LINES_A_CHIP = 16
NAMES = [f"seat{seat}.bet_{'abcdefghijkl'[bet]}" for seat in range(1, 6) for bet in range(12)]
BUTTONS = {name: (number // LINES_A_CHIP, number % LINES_A_CHIP) for number, name in enumerate(NAMES)}
LAMPS = {name: (chip + 4, line) for name, (chip, line) in BUTTONS.items()}
EIGHT = tuple(ChipConfig(f"expander-{number}", "lgpio", chip=number) for number in range(8))
WHOLE = PanelConfig(
    chips=EIGHT,
    inputs={name: f"expander-{chip}:{line}" for name, (chip, line) in BUTTONS.items()},
    lamps={name: f"expander-{chip}:{line}" for name, (chip, line) in LAMPS.items()},
)
SMALL = PanelConfig(
    chips=(ChipConfig("header", "lgpio"),),
    inputs={"key.next": "header:5"},
    lamps={"lamp.deal": "header:6", "lamp.hold": "header:7"},
    sense={"lamp.hold": "header:8"},
    enable="header:26",
)
HOLD, SENSE, ENABLE = (0, 7), (0, 8), (0, 26)
Eventually = Callable[[Callable[[], bool]], None]


def test_sixty_buttons_and_sixty_lamps_are_each_themselves(lgpio: StubLgpio, ears: Ears, eventually: Eventually) -> None:
    panel = GpioPanel(WHOLE)
    panel.start(ears)
    assert ears.next() == PanelUp("panel")
    for name, place in BUTTONS.items():
        lgpio.drive(*place, 0)
        assert ears.next() == InputPressed("panel", name)
        lgpio.drive(*place, 1)
    for name, place in LAMPS.items():
        panel.show({name: Pattern.ON})
        eventually(lambda place=place: [each for each in LAMPS.values() if lgpio.level(*each)] == [place])  # type: ignore[misc]
    panel.show(dict.fromkeys(NAMES, Pattern.ON))
    eventually(lambda: all(lgpio.level(*place) for place in LAMPS.values()))
    panel.stop()
    assert not any(lgpio.level(*place) for place in LAMPS.values())


def test_at_rest_sixty_buttons_and_sixty_lamps_use_little_of_a_processor(lgpio: StubLgpio, ears: Ears, eventually: Eventually) -> None:
    panel = GpioPanel(WHOLE)
    panel.start(ears)
    assert ears.next() == PanelUp("panel")
    panel.show(dict.fromkeys(NAMES[:30], Pattern.ON))
    thread = next(thread for thread in threading.enumerate() if thread.name == "panel-panel")
    clock = time.pthread_getcpuclockid(thread.ident or 0)
    beat, before = panel.health().beat, time.clock_gettime(clock)
    eventually(lambda: panel.health().beat > beat + 2.0)
    assert time.clock_gettime(clock) - before < 0.1 * (panel.health().beat - beat)  # `make bench` measures the share of a quiet machine
    panel.stop()
    assert lgpio.open_chips() == []


def test_the_enable_line_is_high_while_the_panel_lives_and_low_before_and_after(lgpio: StubLgpio, ears: Ears, eventually: Eventually) -> None:
    lgpio.latch(*ENABLE)
    panel = GpioPanel(SMALL)
    panel.show({"lamp.hold": Pattern.ON})
    panel.start(ears)
    eventually(lambda: lgpio.level(*ENABLE) == 1)
    eventually(lambda: lgpio.level(*HOLD) == 1)
    outputs = [call for call in lgpio.calls if call[0] in ("output", "write")]
    assert outputs[0] == ("output", *ENABLE, 0)  # low with its direction, before any lamp is touched
    assert outputs.index(("write", *HOLD, 1)) < outputs.index(("write", *ENABLE, 1))
    panel.stop()
    assert (lgpio.level(*ENABLE), lgpio.level(*HOLD)) == (0, 0)
    off = [call for call in lgpio.calls if call[0] == "write" and call[-1] == 0]
    assert off.index(("write", *ENABLE, 0)) < off.index(("write", *HOLD, 0))


def test_an_enable_line_of_pulses_changes_with_each_round_of_the_thread(lgpio: StubLgpio, ears: Ears, eventually: Eventually) -> None:
    panel = GpioPanel(replace(SMALL, enable_pulses=True))
    panel.start(ears)

    def pulses() -> list[int]:
        return [call[3] for call in lgpio.calls if call[:3] == ("write", *ENABLE)]

    eventually(lambda: len(pulses()) >= 8)
    assert pulses()[:8] == [0, 1] * 4
    panel.stop()
    assert lgpio.level(*ENABLE) == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_of_a_bug_leaves_everything_dark(lgpio: StubLgpio, ears: Ears, eventually: Eventually) -> None:
    panel = GpioPanel(SMALL)

    def refuse(event: object) -> None:
        ears(event)  # type: ignore[arg-type]
        raise RuntimeError("a bug in a sink")

    panel.show({"lamp.hold": Pattern.ON})
    panel.start(refuse)
    eventually(lambda: not panel.health().connected)
    panel.stop()
    assert (lgpio.level(*ENABLE), lgpio.level(*HOLD)) == (0, 0)
    assert lgpio.open_chips() == []


def test_a_lamp_that_is_sensed_dark_is_counted_and_said_once(lgpio: StubLgpio, ears: Ears, eventually: Eventually) -> None:
    panel = GpioPanel(SMALL)
    with capture_logs() as logs:
        panel.start(ears)
        panel.show({"lamp.hold": Pattern.ON})
        eventually(lambda: panel.health().counters["lamps_dark"] == 1)
        assert panel.health().faults == {"lamps.lamp.hold": "dark"}
        lgpio.drive(*SENSE, 0)  # it is screwed in
        eventually(lambda: panel.health().counters["lamps_dark"] == 0)
        panel.show({})
        eventually(lambda: panel.health().counters["lamps_glows"] == 1)
        panel.stop()
    said = [(log["event"], log["lamp"], log.get("fault")) for log in logs if "lamp" in log]
    assert said == [
        ("lamp does not do what it is told", "lamp.hold", "dark"),
        ("lamp does what it is told again", "lamp.hold", None),
        ("lamp does not do what it is told", "lamp.hold", "glows"),
    ]


def test_a_chip_by_its_number_is_warned_of(lgpio: StubLgpio, ears: Ears) -> None:
    panel = GpioPanel(SMALL)
    with capture_logs() as logs:
        panel.start(ears)
    panel.stop()
    assert [(log["event"], log["chip"]) for log in logs] == [("chip by its number, which another kernel may change", "header")]
    assert lgpio.open_chips() == []


@pytest.mark.parametrize("pulses", [False, True])
def test_the_lamp_test_lights_each_lamp_alone(lgpio: StubLgpio, pulses: bool) -> None:
    config = replace(SMALL, enable_pulses=pulses)
    lgpio.no_edges.add(0)  # no button is needed for it
    waited = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        lgpio.drive(*SENSE, 1 - lgpio.level(*HOLD))  # the lamp is well

    seen = [(each, lgpio.level(0, 6), lgpio.level(0, 7)) for each in alight(config, 0.5, wait)]
    assert seen == [
        (Alight("lamp.deal", Line("lamps.lamp.deal", "header", 6), None), 1, 0),
        (Alight("lamp.hold", Line("lamps.lamp.hold", "header", 7), senses=True), 0, 1),
    ]
    assert sum(waited) == pytest.approx(1.0)
    enabled = [call[3] for call in lgpio.calls if call[:3] == ("write", *ENABLE)]
    assert enabled == ([0, 1, *[0, 1] * 5, 0] if pulses else [0, 1, 0])
    assert (lgpio.level(*HOLD), lgpio.open_chips()) == (0, [])


def test_a_lamp_test_that_is_broken_off_leaves_all_dark(lgpio: StubLgpio) -> None:
    walk = alight(SMALL, 1.0, lambda _: None)
    next(walk)
    walk.close()
    assert (lgpio.level(0, 6), lgpio.level(*ENABLE), lgpio.open_chips()) == (0, 0, [])


def test_a_lamp_test_beside_a_running_daemon_is_refused(lgpio: StubLgpio) -> None:
    lgpio.busy.add((0, 26))
    with pytest.raises(PortBusy, match="held by someone else"):
        next(alight(SMALL, 1.0, lambda _: None))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param({"enable": "header:6"}, "line header:6 is already", id="enable on a lamp"),
        pytest.param({"sense": {"lamp.hold": "header:5"}}, "line header:5 is already", id="sense on a button"),
        pytest.param({"sense": {"lamp.holt": "header:8"}}, "there is no lamp 'lamp.holt', did you mean 'lamp.hold'?", id="no such lamp"),
    ],
)
def test_a_wiring_of_sense_or_enable_that_cannot_be(change: dict[str, object], told: str) -> None:
    with pytest.raises(WiringError) as refused:
        GpioPanel(replace(SMALL, **change))  # type: ignore[arg-type]
    assert told in str(refused.value)


def test_the_chip_of_the_enable_line_that_goes_is_a_panel_lost(lgpio: StubLgpio, ears: Ears) -> None:
    config = replace(SMALL, chips=(ChipConfig("header", "lgpio"), ChipConfig("own", "lgpio", chip=1)), enable="own:3")
    panel = GpioPanel(config)
    panel.start(ears)
    assert ears.next() == PanelUp("panel")
    lgpio.gone.add(1)
    lost = ears.next()
    assert isinstance(lost, PanelLost)
    assert "enable (line 3 of chip 'own')" in lost.reason
    panel.stop()
