"""One light by the changes of its line: steady, flashing, or nothing that anybody knows."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.events import Light
from tablectl_drivers.lamps_in.lights import STEADY_S, Watch


def watch_of(phases: list[float], *, lit: bool = False) -> tuple[Watch, float]:
    """A line that stood for each of these times in turn, and the time at which the last one ends."""
    watch = Watch(active=lit, now=0.0)
    for at in accumulate(phases[:-1]):
        lit = not lit
        watch.change(active=lit, at=at)
    return watch, sum(phases)


@pytest.mark.parametrize("lit", [False, True])
def test_a_level_that_stands_is_steady_after_its_time_and_unknown_before(lit: bool) -> None:
    watch = Watch(active=lit, now=5.0)
    assert watch.verdict(5.0 + STEADY_S - 0.01) is None
    assert watch.deadline() == 5.0 + STEADY_S
    assert watch.verdict(watch.deadline()) is (Light.STEADY if lit else Light.OFF)
    assert watch.deadline() == float("inf")


@pytest.mark.parametrize("hertz", [0.5, 0.7, 1.0, 2.0, 3.3, 5.0])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_flash_of_any_share_is_told_after_seven_changes(hertz: float, share: float) -> None:
    on, off = share / hertz, (1 - share) / hertz
    watch, now = watch_of([3.0, on, off, on, off, on, off])
    assert watch.verdict(now - 0.001) is None
    watch, now = watch_of([3.0, on, off, on, off, on, off, 0.021])
    assert watch.verdict(now) is Light.FLASHING


@pytest.mark.parametrize("hertz", [0.2, 0.4, 8.0, 20.0, 25.0, 100.0])
def test_a_flash_out_of_bounds_is_no_flash(hertz: float) -> None:
    watch, now = watch_of([3.0, *[0.5 / hertz] * 30, 0.0])
    assert watch.verdict(now) is not Light.FLASHING


@pytest.mark.parametrize(
    "phases",
    [
        pytest.param([0.1, 0.1, 0.1, 0.7] * 6, id="two short flashes and a pause"),
        pytest.param([0.3, 0.3, 0.3, 0.3, 0.3, 1.2] * 4, id="three flashes and a pause"),
        pytest.param([1.2, *[0.3] * 7] * 4, id="four flashes and a pause"),
        pytest.param([1.0, 0.2, 0.5, 1.4, 0.3, 0.1, 0.9, 0.6, 0.2, 1.1, 0.7, 0.3], id="a loose contact"),
    ],
)
def test_a_rhythm_is_no_flash(phases: list[float]) -> None:
    for length in range(1, len(phases)):
        watch, now = watch_of([3.0, *phases[:length], 0.03])
        assert watch.verdict(now) is not Light.FLASHING, length


def test_bounce_at_each_change_does_not_hide_a_flash() -> None:
    watch, now = Watch(active=False, now=0.0), 3.0
    for lit in (True, False, True, False, True, False, True):
        for at in (now, now + 0.004, now + 0.008):
            watch.change(active=lit if at != now + 0.004 else not lit, at=at)
        now += 0.5
    assert watch.verdict(now) is Light.FLASHING
    assert watch.short_pulses == 7


def test_one_glitch_leaves_a_steady_light_steady() -> None:
    watch = Watch(active=True, now=0.0)
    watch.change(active=False, at=10.0)
    watch.change(active=True, at=10.015)
    assert watch.verdict(10.016) is Light.STEADY
    assert watch.short_pulses == 1


def test_a_lamp_on_alternating_current_is_unknown_and_never_steady() -> None:
    watch = Watch(active=True, now=0.0)
    for cycle in range(500):
        watch.change(active=False, at=3.0 + cycle * 0.01)
        watch.change(active=True, at=3.005 + cycle * 0.01)
        if cycle > 10:
            assert watch.verdict(3.005 + cycle * 0.01) is Light.UNKNOWN
    assert watch.verdict(8.5) is Light.UNKNOWN
    assert watch.verdict(watch.deadline()) is Light.STEADY  # it has stood still since


def test_a_flash_that_ends_is_told_as_flashing_until_its_level_has_stood() -> None:
    watch, now = watch_of([3.0, *[0.5] * 7])
    assert watch.verdict(now) is Light.FLASHING
    assert watch.verdict(now - 0.5 + STEADY_S - 0.001) is Light.FLASHING
    assert watch.verdict(now - 0.5 + STEADY_S) is Light.STEADY


def test_a_change_that_is_told_late_counts_when_the_next_is_earlier() -> None:
    watch = Watch(active=False, now=0.0)
    watch.change(active=True, at=4.0)
    watch.change(active=False, at=3.9)
    assert watch.level(5.0) is False


@given(st.lists(st.floats(0.0, 3.0), max_size=60), st.booleans())
def test_whatever_the_line_does_steady_means_that_it_stood(phases: list[float], lit: bool) -> None:
    """Good is never told of a line that changed within the settle time, but for pulses too short to be a level."""
    watch = Watch(active=lit, now=0.0)
    at, level = 0.0, lit
    for phase in phases:
        verdict = watch.verdict(at + phase)
        if verdict in (Light.STEADY, Light.OFF) and phase >= 0.02:
            assert phase >= STEADY_S or watch.short_pulses
            assert (verdict is Light.STEADY) is level or phase < 0.02
        at, level = at + phase, not level
        watch.change(active=level, at=at)
