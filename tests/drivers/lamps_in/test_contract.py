"""The driver against the simulated machine, over the simulator's pins and in real time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tablectl_drivers.catalog import DriverConfig, open_driver
from tablectl_drivers.events import Light, LinkUp, Role, Status, StatusChanged
from tablectl_drivers.lamps_in.driver import Options
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Gpio
from tablectl_sim.lamps_in_device import LID, LIGHTS, Cable, LampsInDevice
from tablectl_sim.panel import Panel, Wire
from tablectl_sim.pins import PANEL_VARIABLE

if TYPE_CHECKING:
    from tests.drivers.panel.conftest import Ears

LINES = {name: Wire(0, line) for line, name in enumerate((*LIGHTS, LID))}
OPTIONS = Options(**{name: f"bench:{wire.line}" for name, wire in LINES.items()})  # type: ignore[arg-type]  # names are checked by the class


@pytest.fixture
def cable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cable]:
    panel = Panel(tmp_path / "panel.sock", LINES, {})
    monkeypatch.setenv(PANEL_VARIABLE, str(panel.path))
    panel.start()
    cable = Cable(LampsInDevice(), panel)
    cable.start()
    yield cable
    cable.stop()
    panel.stop()


def test_lights_and_lid_of_the_machine_are_told(cable: Cable, ears: Ears) -> None:
    def status() -> Status:
        event = ears.next()
        assert isinstance(event, StatusChanged)
        return event.status

    device = open_driver(
        "lamps_in", DriverConfig("shuffler", Role.SHUFFLER, "gpio", options=OPTIONS, gpio=Gpio((ChipConfig("bench", "tablectl_sim"),)))
    )
    cable.show(green=True)
    device.start(ears, None)
    assert isinstance(ears.next(), LinkUp)
    assert (status().green, device.health().connected) == (Light.STEADY, True)
    cable.show(green=1.25)
    assert status().green is Light.FLASHING
    cable.lid(is_open=True)
    assert status().lid_open
    cable.show(red=True)
    assert (told := status(), told.green, told.red)[1:] == (Light.OFF, Light.STEADY)
    cable.show(green=1.25, red=1.25)
    assert (told := status(), told.green, told.red)[1:] == (Light.FLASHING, Light.FLASHING)
    device.stop()
    assert ears.nothing_came()
