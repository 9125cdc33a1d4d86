"""A panel at work in its own thread, on mock pins of another distribution and on gpiozero's lgpio code over a stub."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from tablectl_drivers.errors import WiringError
from tablectl_drivers.events import InputFault, InputHeld, InputMasked, InputPressed, InputRestored, PanelLost, PanelUp
from tablectl_drivers.panel_gpio.panel import GpioPanel
from tablectl_drivers.panel_gpio.wiring import ChipConfig, PanelConfig
from tablectl_drivers.ports import Panel, Pattern

if TYPE_CHECKING:
    from tests.drivers.panel.conftest import Ears, OtherBench, StubLgpio

ANTE, NEXT, ANTE_LAMP, DEAL_LAMP = 5, 6, 17, 27
OTHER = PanelConfig(
    chips=(ChipConfig("header", "other"),),
    inputs={"seat1.ante": f"header:{ANTE}", "key.next": f"header:{NEXT}"},
    lamps={"seat1.ante": f"header:{ANTE_LAMP}", "lamp.deal": f"header:{DEAL_LAMP}"},
    long_press_ms=150,
)
# For pulses that the test drives itself: so long that a busy machine does not stretch one into a press.
UNHURRIED = replace(OTHER, stable_ms=200, long_press_ms=5000)
LGPIO = PanelConfig(
    chips=(ChipConfig("header", "lgpio"), ChipConfig("expander", "lgpio", chip=1)),
    inputs={"key.next": f"header:{NEXT}"},
    lamps={"lamp.deal": f"expander:{DEAL_LAMP}"},
)


@contextmanager
def running(panel: GpioPanel, ears: Ears) -> Iterator[GpioPanel]:
    panel.start(ears)
    try:
        yield panel
    finally:
        panel.stop()


def wait_until(true: Callable[[], bool]) -> None:
    tick = threading.Event()
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        tick.wait(0.002)


def thread_of(panel: Panel) -> threading.Thread:
    return next(thread for thread in threading.enumerate() if thread.name == f"panel-{panel.name}")


def test_a_press_and_a_long_press(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(OTHER), ears):
        assert ears.next() == PanelUp("panel")
        other.press(ANTE)
        assert ears.next() == InputPressed("panel", "seat1.ante")
        assert ears.next() == InputHeld("panel", "seat1.ante")
        other.release(ANTE)
        other.press(NEXT)
        assert ears.next() == InputPressed("panel", "key.next")


def test_bounce_makes_one_press(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(UNHURRIED), ears) as panel:
        ears.next()
        for _ in range(5):
            other.press(NEXT)
            other.release(NEXT)
        other.press(NEXT)
        assert ears.next() == InputPressed("panel", "key.next")
        wait_until(lambda: panel.health().counters["bounces"] == 5)
        assert panel.health().counters["presses"] == 1


def test_g05_a_gap_in_a_held_button_is_no_second_press(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(replace(UNHURRIED, long_press_ms=600)), ears) as panel:
        ears.next()
        other.press(NEXT)
        assert ears.next() == InputPressed("panel", "key.next")
        other.release(NEXT)
        other.press(NEXT)
        wait_until(lambda: panel.health().counters["noise"] == 1)
        assert ears.next() == InputHeld("panel", "key.next")
        other.release(NEXT)
        other.press(ANTE)
        assert ears.next() == InputPressed("panel", "seat1.ante")
        assert panel.health().counters["presses"] == 2


def test_a_button_that_is_down_at_the_start_is_masked_until_it_was_up_for_a_while(other: OtherBench, ears: Ears) -> None:
    other.hold_from_the_start(NEXT)
    with running(GpioPanel(OTHER), ears) as panel:
        assert ears.next() == PanelUp("panel")
        assert ears.next() == InputMasked("panel", "key.next", InputFault.DOWN_AT_START)
        wait_until(lambda: panel.health().counters["masked"] == 1)
        assert panel.health().faults == {"inputs.key.next": "down_at_start"}
        other.release(NEXT)
        assert ears.next() == InputRestored("panel", "key.next")
        other.press(NEXT)
        assert ears.next() == InputPressed("panel", "key.next")


def test_at_rest_the_thread_uses_next_to_no_processor(other: OtherBench, ears: Ears) -> None:
    other.hold_from_the_start(NEXT)
    with running(GpioPanel(OTHER), ears) as panel:
        assert ears.next() == PanelUp("panel")
        assert ears.next() == InputMasked("panel", "key.next", InputFault.DOWN_AT_START)
        clock = time.pthread_getcpuclockid(thread_of(panel).ident or 0)
        before = time.clock_gettime(clock)
        other.release(NEXT)
        assert ears.next() == InputRestored("panel", "key.next")  # a second later
        assert time.clock_gettime(clock) - before < 0.1


def test_lamps_show_what_they_are_told_and_are_dark_in_the_end(other: OtherBench, ears: Ears) -> None:
    panel = GpioPanel(OTHER)
    with running(panel, ears):
        panel.show({"lamp.deal": Pattern.ON, "lamp.hold": Pattern.ON})
        assert other.next_change()[:2] == (f"GPIO{DEAL_LAMP}", True)
        panel.show({"seat1.ante": Pattern.ON})
        assert {other.next_change()[:2], other.next_change()[:2]} == {(f"GPIO{DEAL_LAMP}", False), (f"GPIO{ANTE_LAMP}", True)}
    assert other.next_change()[:2] == (f"GPIO{ANTE_LAMP}", False)
    assert other.nothing_changed()


def test_what_is_shown_before_the_start_is_shown_at_the_start(other: OtherBench, ears: Ears) -> None:
    panel = GpioPanel(OTHER)
    panel.show({"lamp.deal": Pattern.ON})
    with running(panel, ears):
        assert other.next_change()[:2] == (f"GPIO{DEAL_LAMP}", True)


def test_a_lamp_blinks_in_its_rhythm(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(OTHER), ears) as panel:
        asked = time.monotonic()
        panel.show({"lamp.deal": Pattern.FAST})
        changes = [other.next_change() for _ in range(5)]
    assert [lit for _, lit, _ in changes] == [True, False, True, False, True]
    # Never early; how late depends on the machine.
    for n, (_, _, at) in enumerate(changes):
        assert at - asked >= 0.125 * n


def test_a_wink_is_dark_for_its_time_and_then_lit(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(OTHER), ears) as panel:
        panel.show({"lamp.deal": Pattern.ON})
        assert other.next_change()[1] is True
        panel.show({"lamp.deal": Pattern.ON}, wink={"lamp.deal"})
        asked = time.monotonic()
        assert other.next_change()[1] is False
        _, lit, at = other.next_change()
        assert lit is True
        assert at - asked >= 0.059


def test_a_trial_lights_every_lamp_once_and_shows_the_table_again(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(OTHER), ears) as panel:
        panel.show({"seat1.ante": Pattern.ON})
        assert other.next_change()[:2] == (f"GPIO{ANTE_LAMP}", True)
        panel.try_lamps()
        assert [other.next_change()[:2] for _ in range(4)] == [
            (f"GPIO{ANTE_LAMP}", False),
            (f"GPIO{DEAL_LAMP}", True),
            (f"GPIO{ANTE_LAMP}", True),
            (f"GPIO{DEAL_LAMP}", False),
        ]


def test_show_may_be_called_from_many_threads(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(OTHER), ears) as panel:

        def flicker() -> None:
            for n in range(50):
                panel.show({"lamp.deal": Pattern.ON if n % 2 else Pattern.OFF})

        threads = [threading.Thread(target=flicker) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        panel.show({"seat1.ante": Pattern.ON})
        wait_until(lambda: other.pin(ANTE_LAMP).state and not other.pin(DEAL_LAMP).state)


def test_a_lost_edge_heals(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(OTHER), ears) as panel:
        ears.next()
        other.pin(NEXT).edges = "none"
        other.press(NEXT)
        assert ears.next() == InputPressed("panel", "key.next")
        wait_until(lambda: panel.health().counters["lost_edges"] == 1)


def test_noise_is_counted_and_warned_of(other: OtherBench, ears: Ears) -> None:
    with capture_logs() as logs, running(GpioPanel(UNHURRIED), ears) as panel:
        ears.next()
        for _ in range(5):
            other.press(NEXT)
            other.release(NEXT)
            other.press(ANTE)
            other.release(ANTE)
        wait_until(lambda: panel.health().counters["noise"] == 10)
        assert panel.health().noisy == {"seat1.ante": 5, "key.next": 5}
        wait_until(lambda: bool(logs))
    assert [(log["event"], log["pulses"], log["most"]) for log in logs] == [("noise heard on inputs", 10, {"seat1.ante": 5, "key.next": 5})]
    assert ears.nothing_came()


def test_a_wiring_that_cannot_be_stops_the_start(other: OtherBench, ears: Ears) -> None:
    panel = GpioPanel(PanelConfig(chips=(ChipConfig("header", "other"),), lamps={"a": "header:77"}))
    with pytest.raises(WiringError, match=r"lamps\.a \(line 77"):
        panel.start(ears)
    assert ears.nothing_came()
    assert not panel.health().connected
    panel.stop()
    with pytest.raises(WiringError, match="already"):
        GpioPanel(PanelConfig(chips=(ChipConfig("header", "other"),), lamps={"a": "header:4", "b": "header:4"}))
    assert other.nothing_changed()


def test_stop_and_start_again(other: OtherBench, ears: Ears) -> None:
    panel = GpioPanel(OTHER)
    for _ in range(2):
        with running(panel, ears):
            assert ears.next() == PanelUp("panel")
            with pytest.raises(RuntimeError):
                panel.start(ears)
        assert not panel.health().connected
        panel.stop()
    assert other.nothing_changed()


def test_a_chip_that_goes_and_comes_back(lgpio: StubLgpio, ears: Ears) -> None:
    with running(GpioPanel(LGPIO), ears) as panel:
        assert ears.next() == PanelUp("panel")
        panel.show({"lamp.deal": Pattern.ON})
        wait_until(lambda: lgpio.level(1, DEAL_LAMP) == 1)
        lgpio.gone.add(1)
        lost = ears.next()
        assert isinstance(lost, PanelLost)
        assert "lamps.lamp.deal (line 27 of chip 'expander'): bad lineinfo IOCTL" in lost.reason
        wait_until(lambda: not panel.health().connected)
        beat = panel.health().beat
        wait_until(lambda: panel.health().beat > beat + 0.6)  # it has tried again, in vain
        assert ears.nothing_came()
        lgpio.latch(1, DEAL_LAMP)
        lgpio.gone.clear()
        assert ears.next() == PanelUp("panel")
        wait_until(lambda: lgpio.level(1, DEAL_LAMP) == 1)
        lgpio.drive(0, NEXT, 0)
        assert ears.next() == InputPressed("panel", "key.next")
        assert panel.health().counters["losses"] == 1
    assert lgpio.open_chips() == []
    assert lgpio.level(1, DEAL_LAMP) == 0


def test_a_chip_that_is_not_there_yet_is_waited_for(lgpio: StubLgpio, ears: Ears) -> None:
    lgpio.gone.add(1)
    with running(GpioPanel(LGPIO), ears) as panel:
        assert isinstance(ears.next(), PanelLost)
        panel.show({"lamp.deal": Pattern.ON})
        lgpio.gone.clear()
        assert ears.next() == PanelUp("panel")
        wait_until(lambda: lgpio.level(1, DEAL_LAMP) == 1)


def test_health_names_the_chips_and_beats(other: OtherBench, ears: Ears) -> None:
    with running(GpioPanel(OTHER), ears) as panel:
        health = panel.health()
        assert (health.port, health.connected) == ("header (other 0)", True)
        wait_until(lambda: panel.health().beat > health.beat + 0.15)
    assert other.nothing_changed()
