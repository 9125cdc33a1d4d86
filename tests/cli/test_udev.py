"""Names that stay, and rules for what is plugged in: adapters that come up in another order, share a serial number, or have none."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tablectl import hardware
from tablectl.checks import Grade, adapters
from tablectl.config import load
from tablectl.hardware import SerialPort, UsbDevice, bare_number
from tablectl.udev import rules, serial_rule, standing, usb_name
from tablectl_drivers.panel_gpio.finding import GpioChip
from tests.cli.conftest import Run
from tests.systemd.test_unit import TERM, udevadm_verifies

PATH = "platform-xhci-hcd.0-usb-0:1.{}:1.0"
RIGHTS = ', GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"'


class Bench:
    """Adapters in sockets of one hub, with the links that udev makes for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("by-id", "by-path"):
            (folder / name).mkdir()

    def plug(self, number: int, socket: int, serial: str | None, text: str = "FT232R USB UART") -> SerialPort:
        device = self.folder / f"ttyUSB{number}"
        device.touch()
        for link in (self.by_id(serial), self.by_path(socket)):
            link.unlink(missing_ok=True)  # the later one gets the name
            link.symlink_to(device)
        return SerialPort(str(device), text, 0x0403, 0x6001, serial, (), f"1-1.{socket}")

    def by_id(self, serial: str | None) -> Path:
        return self.folder / "by-id" / f"usb-FTDI_FT232R_{serial}-if00-port0".replace("_None", "")

    def by_path(self, socket: int) -> Path:
        return self.folder / "by-path" / (PATH.format(socket) + "-port0")

    def listed(self, *ports: SerialPort) -> tuple[SerialPort, ...]:
        names = hardware.stable_names((self.folder / "by-id", self.folder / "by-path"))
        return tuple(
            SerialPort(each.device, each.text, each.vendor, each.product, each.serial, names.get(os.path.realpath(each.device), ()), each.location)
            for each in ports
        )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_an_adapter_with_a_serial_number_is_known_by_it(bench: Bench) -> None:
    (port,) = bench.listed(bench.plug(0, 2, "A50285BI"))
    match = 'ATTRS{idVendor}=="0403", ATTRS{idProduct}=="6001", ATTRS{serial}=="A50285BI"'
    assert serial_rule(port, (port,)) == f'SUBSYSTEM=="tty", {match}, SYMLINK+="tablectl/NAME"'
    assert list(standing(port, (port,))) == [
        f"{bench.by_id('A50285BI')} (stays, in any socket)",
        f"{bench.by_path(2)} (stays as long as it is in this socket)",
    ]
    assert port.lasting((port,)) == (str(bench.by_id("A50285BI")), str(bench.by_path(2)))


def test_s07_names_and_rules_are_the_same_when_the_numbers_are_swapped(bench: Bench) -> None:
    first = bench.listed(bench.plug(0, 1, "SHOE-1"), bench.plug(1, 2, None))
    written = {line for line in rules(first, (), (), {}) if line.startswith("SUBSYSTEM")}
    again = bench.listed(bench.plug(0, 2, None), bench.plug(1, 1, "SHOE-1"))
    assert {line for line in rules(again, (), (), {}) if line.startswith("SUBSYSTEM")} == written
    assert [port.lasting(again)[0] for port in again] == [str(bench.by_path(2)), str(bench.by_id("SHOE-1"))]
    assert again[1].device.endswith("ttyUSB1")


def test_s07_a_bare_number_is_warned_of_with_the_name_to_use(bench: Bench) -> None:
    ports = bench.listed(bench.plug(0, 1, "SHOE-1"))
    assert bare_number(ports[0].device, ports) == (
        f"{ports[0].device} is a bare number, which another order of plugs changes; use {bench.by_id('SHOE-1')}"
    )
    assert (
        bare_number("/dev/ttyACM3", ports)
        == "/dev/ttyACM3 is a bare number, which another order of plugs changes; a udev rule gives it a name that stays"
    )
    assert [bare_number(name, ports) for name in ("/dev/ttyAMA0", "/dev/tablectl/shoe", str(bench.by_path(1)), "usb:1-1.4")] == [None] * 4


def test_u08_two_adapters_with_one_serial_number_are_both_told_and_known_by_their_sockets(bench: Bench) -> None:
    ports = bench.listed(bench.plug(0, 1, "0001"), bench.plug(1, 2, "0001"))
    assert hardware.twins(ports) == (ports,)
    for port, socket, other in ((ports[0], 1, ports[1]), (ports[1], 2, ports[0])):
        assert port.lasting(ports) == (str(bench.by_path(socket)),)
        assert serial_rule(port, ports, "x") == (
            f'SUBSYSTEM=="tty", ENV{{ID_PATH}}=="{PATH.format(socket)}", ATTRS{{port_number}}=="0", SYMLINK+="tablectl/x"'
        )
        told = "\n".join(rules(ports, (), (), {}))
        assert f"# {port.device}: FT232R USB UART, by its socket, where it has to stay: serial number 0001 is also that of {other.device}" in told
    shown = "\n".join(standing(ports[1], ports))
    assert f"{bench.by_id('0001')} (DOES NOT STAY: serial number 0001 is also that of {ports[0].device})" in shown


@pytest.mark.parametrize(("socket", "grade"), [(None, Grade.PROBLEM), (1, Grade.WARNING)])
def test_u08_the_check_finds_them_and_asks_for_the_path(bench: Bench, table: Path, socket: int | None, grade: Grade) -> None:
    ports = bench.listed(bench.plug(0, 1, "0001"), bench.plug(1, 2, "0001"))
    name = bench.by_id("0001") if socket is None else bench.by_path(socket)
    (found,) = adapters(load(table, {}, (f"devices[0].port={name}",)), ports)
    assert (found.what, found.grade) == ("adapters", grade)
    assert f"2 adapters have the serial number 0001: {ports[0].device} ({bench.by_path(1)}), {ports[1].device} ({bench.by_path(2)})" in found.text
    assert found.text.endswith("give one as the port of shoe") is (grade is Grade.PROBLEM)
    assert not list(adapters(load(table, {}), ports[:1]))


def test_the_check_warns_of_a_bare_number(tablectl: Run, table: Path, tmp_path: Path) -> None:
    master, slave = os.openpty()
    (tmp_path / "ttyUSB7").symlink_to(os.ttyname(slave))
    os.close(slave)
    done = tablectl("check", "--config", table, "--set", f"devices[0].port={tmp_path / 'ttyUSB7'}")
    os.close(master)
    assert f"warning  device shoe: {tmp_path / 'ttyUSB7'} is a bare number, which another order of plugs changes" in done.out


def test_the_list_warns_of_a_bare_number(tablectl: Run, table: Path) -> None:
    table.write_text(table.read_text("utf-8").replace("/dev/tablectl/shoe", "/dev/ttyUSB0"), "utf-8")
    assert "warning: shoe: /dev/ttyUSB0 is a bare number" in tablectl("devices", "list", "--config", table).err


def test_ports_of_one_device_are_told_apart_by_their_interface() -> None:
    ports = tuple(SerialPort(f"/dev/ttyUSB{number}", "FT4232H", 0x0403, 0x6011, "FT1", (), f"1-1.1:1.{number}") for number in (0, 11))
    assert [re.findall(r'INTERFACE_NUM}=="(..)"', serial_rule(port, ports) or "") for port in ports] == [["00"], ["0b"]]
    assert hardware.twins(ports) == ()
    names = re.findall(r'SYMLINK\+="(.*?)"', "\n".join(rules(ports, (), (), {})))
    assert names == ["tablectl/ft4232h-ft1-1-0", "tablectl/ft4232h-ft1-1-11"]


def test_what_nothing_tells_from_its_like_is_said_and_not_left_out() -> None:
    port = SerialPort("/dev/ttyUSB0", "CH340", 0x1A86, 0x7523, None, (), "1-1.1")
    assert serial_rule(port, (port,)) is None
    assert list(standing(port, (port,))) == ["NO NAME THAT STAYS: its number follows the order of plugs"]
    assert "# /dev/ttyUSB0: CH340: no rule is possible, as it has no serial number and udev knows no path of it" in list(rules((port,), (), (), {}))


def test_a_port_of_the_board_needs_no_rule() -> None:
    port = SerialPort("/dev/ttyAMA0", "ttyAMA0", None, None, None, ())
    assert list(standing(port, (port,))) == ["a port of the board: its name stays"]
    assert "# /dev/ttyAMA0: ttyAMA0, a port of the board: its name stays, and it needs no rule" in list(rules((port,), (), (), {}))


@pytest.mark.parametrize("serial", ['1", RUN+="/bin/sh', "*", "A|B", "two words", "1\nSUBSYSTEM", "é"])
def test_no_text_of_a_device_gets_out_of_its_place_in_a_rule(serial: str) -> None:
    port = SerialPort("/dev/ttyUSB0", 'x\nRUN+="/bin/sh"', 0x0403, 0x6001, serial, (f"/dev/serial/by-path/{PATH.format(1)}",), "1-1.1")
    device = UsbDevice("usb:1-1.4", 0x0C2E, 0x0B61, serial, 'x\nRUN+="/bin/sh"', "/dev/bus/usb/001/007")
    written = [line for text in rules((port,), (device,), (), {}) for line in text.splitlines() if not line.startswith("#") and line]
    assert written == [
        f'SUBSYSTEM=="tty", ENV{{ID_PATH}}=="{PATH.format(1)}", SYMLINK+="tablectl/socket-platform-xhci-hcd-0-usb-0-1-1-1-0"{RIGHTS}',
    ]


def test_a_whole_file_has_what_the_table_uses_and_what_it_could(tmp_path: Path, bench: Bench) -> None:
    ports = bench.listed(bench.plug(0, 1, "SHOE-1"))
    adapter = UsbDevice("usb:1-1.1", 0x0403, 0x6001, "SHOE-1", "FT232R", "/dev/bus/usb/001/005")
    scanners = tuple(UsbDevice(f"usb:1-1.{socket}", 0x0C2E, 0x0B61, "0001", "Scanner", "") for socket in (3, 4))
    keyboard = UsbDevice("usb:1-1.2", 0x046D, 0xC31C, "", "Keyboard", "")
    chips = (GpioChip(0, "pinctrl-rp1", 54, "1f000d0000.gpio"),)
    lines = list(rules(ports, (adapter, *scanners, keyboard), chips, {ports[0].device: "shoe", "usb:1-1.3": "scanner"}))
    written = [line for text in lines for line in text.splitlines() if line and not line.startswith("#")]
    assert written == [
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="0403", ATTRS{{idProduct}}=="6001", ATTRS{{serial}}=="SHOE-1", SYMLINK+="tablectl/shoe"{RIGHTS}',
        scanners[0].udev_rule,
        'SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"',
    ]
    assert all(TERM.fullmatch(term) for line in written for term in line.split(", "))
    assert "# usb:1-1.3: Scanner; its port is usb:1-1.3; serial number 0001 is not its alone" in lines
    assert "# the rule above is for it too" in lines
    assert f"# not a device of the table; if it is to be one: {keyboard.udev_rule}" in lines
    assert "# gpiochip0 (pinctrl-rp1 on 1f000d0000.gpio)" in lines
    if udevadm_verifies():
        (tmp_path / "71-tablectl.rules").write_text("\n".join(lines) + "\n", "utf-8")
        done = subprocess.run(["udevadm", "verify", tmp_path / "71-tablectl.rules"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_usb_port_is_named_by_its_serial_number_where_that_is_its_alone() -> None:
    one, twin = (UsbDevice(f"usb:1-1.{socket}", 0x0C2E, 0x0B61, "0001", "", "") for socket in (3, 4))
    assert (usb_name(one, (one,)), usb_name(one, (one, twin))) == ("usb:0c2e:0b61:0001", "usb:1-1.3")


def test_rules_of_this_machine_are_a_file(tablectl: Run) -> None:
    done = tablectl("devices", "list", "--udev")
    assert done.code == 0
    assert done.out.startswith("# Names and rights for what is plugged in now")
    assert all(not line or line.startswith(("#", "SUBSYSTEM==")) for line in done.out.splitlines())
    assert tablectl("devices", "list", "--udev", "--json").code == 2
