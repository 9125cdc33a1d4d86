"""What is on the USB, by the kernel's listing, and a table that is checked against it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tablectl import hardware
from tablectl.checks import Grade, usb_port
from tablectl.hardware import UsbDevice
from tablectl.settings import DeviceSettings
from tests.cli.conftest import Run

SCANNER = UsbDevice("usb:1-1.4", 0x0C2E, 0x0B61, "0001", "Honeywell Scanner", "/dev/bus/usb/001/007")
TWIN = UsbDevice("usb:1-1.3", 0x0C2E, 0x0B61, "0001", "Honeywell Scanner", "/dev/bus/usb/001/006")
SHOE = UsbDevice("usb:2-1", 0x1209, 0x0001, "", "", "/dev/bus/usb/002/002")


@pytest.fixture
def sys_usb(tmp_path: Path) -> Path:
    """A listing as the kernel makes it: a hub of the board, a scanner with its interface, a shoe that says no texts."""
    entries: dict[str, dict[str, str]] = {
        "usb1": {"bDeviceClass": "09", "idVendor": "1d6b", "idProduct": "0002", "busnum": "1", "devnum": "1"},
        "1-1.4": {
            "bDeviceClass": "00",
            "idVendor": "0c2e",
            "idProduct": "0b61",
            "busnum": "1",
            "devnum": "7",
            "manufacturer": "Honeywell",
            "product": "Scanner",
            "serial": "0001",
        },
        "1-1.4:1.0": {"bInterfaceClass": "03"},
        "2-1": {"bDeviceClass": "00", "idVendor": "1209", "idProduct": "0001", "busnum": "2", "devnum": "2"},
    }
    for name, words in entries.items():
        (tmp_path / name).mkdir()
        for word, text in words.items():
            (tmp_path / name / word).write_text(text + "\n")
    return tmp_path


def _device(port: str, **options: str) -> DeviceSettings:
    return DeviceSettings.model_validate({"name": "shoe", "role": "shoe", "driver": "hid_pos", "port": port, "options": options})


def test_devices_are_listed_by_their_sockets_without_hubs_and_interfaces(sys_usb: Path, tmp_path: Path) -> None:
    assert hardware.usb_devices(sys_usb) == (SCANNER, SHOE)
    assert hardware.usb_devices(tmp_path / "missing") == ()
    assert SCANNER.udev_rule == 'SUBSYSTEM=="usb", ATTR{idVendor}=="0c2e", ATTR{idProduct}=="0b61", GROUP="dialout", MODE="0660"'


@pytest.mark.parametrize("port", ["usb:1-1.4", "usb:0c2e:0b61", "usb:0c2e:0b61:0001"])
def test_a_device_that_is_there_is_named(port: str) -> None:
    found = usb_port(_device(port), (SCANNER, SHOE))
    assert (found.what, found.grade, found.text) == ("device shoe", Grade.FINE, f"{port}: Honeywell Scanner in usb:1-1.4")


@pytest.mark.parametrize(
    ("port", "here", "text"),
    [
        ("usb:1-9", (SCANNER, SHOE), "usb:1-9: nothing is plugged in there; USB devices here: usb:1-1.4 (usb:0c2e:0b61 Honeywell Scanner), usb:2-1"),
        ("usb:0c2e:0b61:0002", (), "nothing is plugged in there; USB devices here: none"),
        ("usb:0c2e:0b61:0001", (TWIN, SCANNER), "2 devices, name one by its socket: usb:1-1.3 or usb:1-1.4"),
        ("usb:shoe", (SCANNER,), "expected a USB device such as usb:1-1.4"),
    ],
)
def test_what_would_not_work_is_a_problem(port: str, here: tuple[UsbDevice, ...], text: str) -> None:
    found = usb_port(_device(port), here)
    assert found.grade is Grade.PROBLEM
    assert text in found.text


def test_a_node_that_somebody_has_open_is_named_with_the_process(tmp_path: Path) -> None:
    node = tmp_path / "007"
    node.touch()
    device = UsbDevice("usb:1-1.4", 0x0C2E, 0x0B61, "0001", "Scanner", str(node))
    with node.open("rb", buffering=0):
        assert f"{node} is in use by pid {os.getpid()} (" in usb_port(_device("usb:1-1.4"), (device,)).text


def test_a_library_of_somebody_else_is_not_asked_and_that_is_said() -> None:
    found = usb_port(_device("usb:1-1.4", usb_backend="tablectl_sim"), ())
    assert (found.grade, found.text) == (Grade.WARNING, "usb:1-1.4: carried by the USB library tablectl_sim, which was not asked")


def test_a_usb_port_is_looked_for_on_the_usb(tablectl: Run, table: Path) -> None:
    done = tablectl("check", "--config", table, "--set", "devices[0].port=usb:7-7.7.7")
    assert done.code == 3
    assert "usb:7-7.7.7: nothing is plugged in there; USB devices here: " in done.out
    done = tablectl("check", "--devices", "--config", table, "--set", "devices[0].port=usb:7-7.7.7")
    assert "PROBLEM  device shoe: does not open: " in done.out
