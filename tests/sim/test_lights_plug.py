"""A shuffler with lights alone: what its cycle puts on the lines, on a clock that the test turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl_sim.cards import SINGLE_52, new_pack
from tablectl_sim.lights_plug import LightsOnlyShuffler, LightsPlug, lines
from tablectl_sim.panel import Panel, Wire
from tablectl_sim.shuffler import RED, Cycle

LINES = {name: Wire(0, number) for number, name in enumerate(lines("shuffler").values())}


class Lines(Panel):
    """The far end of the lines."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, LINES, {})
        self.changes = 0

    def hold(self, name: str) -> None:
        self.changes += 1
        super().hold(name)

    def release(self, name: str) -> None:
        self.changes += 1
        super().release(name)

    def low(self) -> set[str]:
        return {name.removeprefix("shuffler.") for name, wire in LINES.items() if not self._levels[wire]}


@pytest.fixture
def panel(tmp_path: Path) -> Lines:
    return Lines(tmp_path / "panel.sock")


@pytest.fixture
def plug(panel: Lines) -> LightsPlug:
    plug = LightsPlug("shuffler", LightsOnlyShuffler(cycle=Cycle(2.0, 4.0, 1.0)), panel)
    plug.device.switch_on(0.0)
    plug.plug()
    plug.tick(0.0)
    return plug


def test_a_cycle_is_amber_then_flashing_then_green(plug: LightsPlug, panel: Lines) -> None:
    assert panel.low() == {"lid"}
    plug.device.insert(new_pack(1, SINGLE_52), 0.0)
    plug.tick(0.1)
    assert panel.low() == {"amber", "lid"}
    flashes = 0
    for hundredths in range(210, 590):
        before = "amber" in panel.low()
        plug.tick(hundredths / 100)
        flashes += before is not ("amber" in panel.low())
        assert "green" not in panel.low()
    assert 8 <= flashes <= 10  # 1.25 Hz
    plug.tick(7.1)
    assert panel.low() == {"green", "lid"}
    assert plug.device.is_followed


def test_a_light_that_stands_is_put_on_its_line_once(plug: LightsPlug, panel: Lines) -> None:
    before = panel.changes
    for hundredths in range(100):
        plug.tick(hundredths / 100)
    assert panel.changes == before


def test_an_open_lid_and_a_pulled_cable_show_alike_but_for_the_lights(plug: LightsPlug, panel: Lines) -> None:
    plug.device.lights_stuck = RED
    plug.device.set_lid(True, 1.0)
    plug.flush(1.0)
    assert panel.low() == {"red"}
    plug.device.set_lid(False, 2.0)
    plug.unplug()
    plug.tick(2.0)
    assert panel.low() == set()
    plug.plug()
    plug.tick(3.0)
    assert panel.low() == {"red", "lid"}
