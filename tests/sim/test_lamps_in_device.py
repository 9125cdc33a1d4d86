"""The simulated machine that only has lights: what its lines show, second by second."""

from __future__ import annotations

from math import inf

import pytest

from tablectl_sim.lamps_in_device import LampsInDevice


def waveform(machine: LampsInDevice, name: str, seconds: float) -> str:
    return "".join("#" if machine.levels(10.0 + tenth / 10 + 0.05)[name] == 0 else "." for tenth in range(round(seconds * 10)))


def test_a_light_burns_is_dark_or_flashes() -> None:
    machine = LampsInDevice()
    machine.show(10.0, green=True, red=1.0)
    assert waveform(machine, "green", 2) == "#" * 20
    assert waveform(machine, "amber", 2) == "." * 20
    assert waveform(machine, "red", 2) == ("#" * 5 + "." * 5) * 2
    machine.lit_share = 0.2
    assert waveform(machine, "red", 2) == ("#" * 2 + "." * 8) * 2


def test_it_says_when_a_light_changes_next() -> None:
    machine = LampsInDevice()
    assert machine.next_change(10.0) == inf
    machine.show(10.0, red=2.0)
    assert [machine.next_change(at) for at in (10.0, 10.2, 10.25, 10.6)] == pytest.approx([10.25, 10.25, 10.5, 10.75])


def test_a_lamp_that_is_burnt_out_is_dark_and_a_lid_is_low_while_closed() -> None:
    machine = LampsInDevice()
    machine.show(0.0, red=True)
    machine.burnt_out.add("red")
    assert machine.levels(1.0) == {"green": 1, "amber": 1, "red": 1, "lid": 0}
    machine.lid_open = True
    assert machine.levels(1.0)["lid"] == 1
