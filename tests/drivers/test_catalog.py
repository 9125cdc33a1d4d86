"""Drivers by name: ours, and those that another distribution brings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl_drivers.catalog import DriverConfig, known_drivers, open_driver
from tablectl_drivers.cdl.driver import CdlDevice
from tablectl_drivers.errors import UnknownDriver
from tablectl_drivers.events import Role

CONFIG = DriverConfig("shoe", Role.SHOE, "/dev/tablectl/shoe")


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An installed distribution with a driver of its own, which also claims the name of one of ours."""
    info = tmp_path / "foreign_shoes-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-shoes\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[tablectl.drivers]\nslipper = foreign_shoes:Slipper\ncdl = foreign_shoes:Slipper\n")
    (tmp_path / "foreign_shoes.py").write_text("class Slipper:\n    def __init__(self, config):\n        self.name = config.name + ' of glass'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "slipper"


def test_our_driver_opens_by_its_name_and_touches_no_port() -> None:
    device = open_driver("cdl", CONFIG)
    assert isinstance(device, CdlDevice)
    assert (device.name, device.health().port, device.health().connected) == ("shoe", "/dev/tablectl/shoe", False)


def test_a_driver_of_another_distribution_opens_by_its_name(foreign: str) -> None:
    assert open_driver(foreign, CONFIG).name == "shoe of glass"
    assert set(known_drivers()) >= {"cdl", foreign}


@pytest.mark.usefixtures("foreign")
def test_nobody_takes_the_name_of_our_driver() -> None:
    assert isinstance(open_driver("cdl", CONFIG), CdlDevice)


@pytest.mark.parametrize(("name", "hint"), [("cdl1", "; did you mean 'cdl'?"), ("opticon", "")])
def test_an_unknown_driver_is_refused_with_the_nearest_name(name: str, hint: str) -> None:
    with pytest.raises(UnknownDriver) as refusal:
        open_driver(name, CONFIG)
    assert str(refusal.value) == f"device shoe: there is no driver {name!r}, there is {', '.join(known_drivers())}{hint}"
