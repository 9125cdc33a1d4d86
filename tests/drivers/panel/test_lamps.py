from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.panel_gpio.lamps import TRIAL_S, Lamps
from tablectl_drivers.panel_gpio.patterns import is_lit, next_change
from tablectl_drivers.ports import ALARM, Pattern

MOMENTS = st.floats(min_value=0.0, max_value=1e7)

ONE_SECOND = {
    # What an eye sees at each 1/40 s of the first second.
    Pattern.OFF: "." * 40,
    Pattern.ON: "#" * 40,
    Pattern.SLOW: "#" * 20 + "." * 20,
    Pattern.FAST: ("#" * 5 + "." * 5) * 4,
    Pattern.DOUBLE: "#" * 4 + "." * 6 + "#" * 4 + "." * 26,
}


@pytest.mark.parametrize("pattern", list(Pattern))
@pytest.mark.parametrize("start", [0.0, 8.0, 1024.0])
def test_a_second_of_each_pattern(pattern: Pattern, start: float) -> None:
    seen = [is_lit(pattern, start, start + (tick + 0.5) / 40) for tick in range(80)]
    assert "".join(".#"[lit] for lit in seen) == ONE_SECOND[pattern] * 2


@given(pattern=st.sampled_from(Pattern), start=MOMENTS, now=MOMENTS)
def test_a_lamp_turns_at_its_next_change_and_not_before(pattern: Pattern, start: float, now: float) -> None:
    change = next_change(pattern, start, now)
    if change is None:
        assert pattern is Pattern.OFF or (pattern is Pattern.ON and now >= start)
        return
    assert change > now
    assert is_lit(pattern, start, change) is not is_lit(pattern, start, now)
    assert is_lit(pattern, start, math.nextafter(change, 0.0)) is is_lit(pattern, start, now)


@given(pattern=st.sampled_from(Pattern), start=MOMENTS)
def test_every_pattern_starts_lit_and_is_dark_before(pattern: Pattern, start: float) -> None:
    assert is_lit(pattern, start, start) is (pattern is not Pattern.OFF)
    assert not is_lit(pattern, start, math.nextafter(start, -1.0))


def test_lamps_are_off_until_something_is_shown() -> None:
    lamps = Lamps(["a", "b"], wink=0.06)
    assert lamps.lit(5.0) == {"a": False, "b": False}
    assert lamps.deadline(5.0) is None


def test_a_lamp_that_keeps_its_pattern_keeps_its_phase() -> None:
    lamps = Lamps(["a", "b"], wink=0.06)
    lamps.show({"a": Pattern.SLOW}, (), 10.0)
    lamps.show({"a": Pattern.SLOW, "b": Pattern.SLOW}, (), 10.7)
    assert lamps.lit(10.8) == {"a": False, "b": True}
    assert lamps.deadline(10.8) == 11.0


def test_a_lamp_that_is_not_named_goes_off_and_a_name_without_a_wire_is_passed_over() -> None:
    lamps = Lamps(["a", "b"], wink=0.06)
    lamps.show({"a": Pattern.ON, "b": Pattern.ON}, (), 10.0)
    lamps.show({"b": Pattern.ON, "z": Pattern.ON}, ("z",), 11.0)
    assert lamps.lit(11.0) == {"a": False, "b": True}


def test_a_wink_is_dark_and_then_the_pattern_from_its_lit_start() -> None:
    lamps = Lamps(["a", "b"], wink=0.06)
    lamps.show({"a": Pattern.SLOW, "b": Pattern.ON}, (), 10.0)
    lamps.show({"a": Pattern.SLOW, "b": Pattern.ON}, ("a",), 10.75)
    assert lamps.lit(10.75) == {"a": False, "b": True}
    assert lamps.deadline(10.75) == pytest.approx(10.81)
    lamps.show({"a": Pattern.SLOW, "b": Pattern.ON}, (), 10.76)
    assert lamps.lit(10.80) == {"a": False, "b": True}
    assert lamps.lit(10.82) == {"a": True, "b": True}
    assert lamps.lit(11.30) == {"a": True, "b": True}
    assert lamps.lit(11.32) == {"a": False, "b": True}


def test_a_wink_of_a_lamp_that_is_off_stays_off() -> None:
    lamps = Lamps(["a"], wink=0.06)
    lamps.show({}, ("a",), 10.0)
    assert lamps.lit(10.1) == {"a": False}
    assert lamps.deadline(10.0) is None


def test_a_trial_lights_each_lamp_alone_and_then_all_show_their_patterns_again() -> None:
    lamps = Lamps(["a", "b", "c"], wink=0.06)
    lamps.show({"a": Pattern.ON, "c": Pattern.SLOW}, (), 10.0)
    lamps.try_each(20.0)
    seen, now = [], 20.0
    while now < 20.0 + 3 * TRIAL_S:
        seen.append([name for name, lit in lamps.lit(now).items() if lit])
        change = lamps.deadline(now)
        assert change is not None
        assert change == pytest.approx(now + TRIAL_S)
        now = change
    assert seen == [["a"], ["b"], ["c"]]
    assert lamps.lit(now) == {"a": True, "b": False, "c": False}
    assert lamps.deadline(now) == 22.0


@given(at=MOMENTS)
def test_a_trial_ends_whatever_the_clock_says(at: float) -> None:
    lamps = Lamps(["a", "b", "c"], wink=0.06)
    lamps.try_each(at)
    now, steps = at, 0
    while (change := lamps.deadline(now)) is not None:
        assert change > now
        now, steps = change, steps + 1
    assert steps == 3
    assert not any(lamps.lit(now).values())


def test_the_alarm_burns_for_ten_seconds_whatever_is_shown_meanwhile_and_begins_anew() -> None:
    lamps = Lamps(["a", ALARM], wink=0.06)
    lamps.show({}, (ALARM,), 10.0)
    lamps.show({"a": Pattern.ON, ALARM: Pattern.OFF}, (), 11.0)
    assert lamps.lit(19.9) == {"a": True, ALARM: True}
    assert lamps.deadline(19.9) == 20.0
    assert lamps.lit(20.0) == {"a": True, ALARM: False}
    assert lamps.deadline(20.0) is None
    lamps.show({}, (ALARM,), 30.0)
    lamps.show({}, (ALARM,), 35.0)
    assert (lamps.lit(44.9)[ALARM], lamps.lit(45.0)[ALARM]) == (True, False)


def test_where_no_alarm_is_wired_none_is_waited_for() -> None:
    lamps = Lamps(["a"], wink=0.06)
    lamps.show({}, (ALARM,), 10.0)
    assert (lamps.lit(10.0), lamps.deadline(10.0)) == ({"a": False}, None)


def test_what_is_to_be_shown_ends_a_trial() -> None:
    lamps = Lamps(["a", "b"], wink=0.06)
    lamps.try_each(10.0)
    lamps.show({"b": Pattern.ON}, (), 10.1)
    assert lamps.lit(10.1) == {"a": False, "b": True}
    assert lamps.deadline(10.1) is None
