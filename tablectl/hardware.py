"""Which serial ports and USB devices this machine has, read from the kernel's own listings. Nothing is opened."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports

from tablectl_drivers.links.usb_port import PREFIX, Kind, Socket, UsbPort, udev_rule

SERIAL_LINKS: Final = (Path("/dev/tablectl"), Path("/dev/serial/by-id"), Path("/dev/serial/by-path"))

BY_ID: Final = "by-id"
BY_PATH: Final = "by-path"
_NUMBERED: Final = re.compile(r"tty(USB|ACM|XRUSB)\d+")

USB_DEVICES: Final = Path("/sys/bus/usb/devices")
_HUB: Final = "09"


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A serial port: its kernel name, what its USB side says of itself, and the names that links give it. `location` is its place on the USB, as
    `1-1.4`, or `1-1.4:1.0` on a device with several ports."""

    device: str
    text: str
    vendor: int | None
    product: int | None
    serial: str | None
    names: tuple[str, ...]
    location: str = ""

    @property
    def socket(self) -> str:
        return self.location.partition(":")[0]

    def is_twin(self, other: SerialPort) -> bool:
        """Whether another device calls itself the same."""
        said = (self.vendor, self.product, self.serial)
        return bool(self.serial) and said == (other.vendor, other.product, other.serial) and self.socket != other.socket

    def lasting(self, ports: tuple[SerialPort, ...]) -> tuple[str, ...]:
        """The names that mean this port and no other after the next start too, those that need no fixed socket first."""
        by_id = [name for name in self.names if _folder(name) == BY_ID and self.serial and not any(self.is_twin(other) for other in ports)]
        return (*(name for name in self.names if _folder(name) not in {BY_ID, BY_PATH}), *by_id, *self.paths)

    @property
    def paths(self) -> tuple[str, ...]:
        """The names that say the socket; udev makes a second one of some, with the speed of the bus in it."""
        return tuple(name for name in self.names if _folder(name) == BY_PATH and "-usbv" not in name)


def serial_ports(links: tuple[Path, ...] = SERIAL_LINKS) -> tuple[SerialPort, ...]:
    """List every serial port, with the names that links give it."""
    names = stable_names(links)
    return tuple(
        SerialPort(
            port.device,
            port.description,
            port.vid,
            port.pid,
            port.serial_number,
            names.get(os.path.realpath(port.device), ()),
            port.location or "",
        )
        for port in sorted(list_ports.comports())
    )


def twins(ports: tuple[SerialPort, ...]) -> tuple[tuple[SerialPort, ...], ...]:
    """Groups of adapters that carry the same serial number."""
    groups: dict[tuple[SerialPort, ...], None] = {}
    for port in ports:
        if any(port.is_twin(other) for other in ports):
            said = (port.vendor, port.product, port.serial)
            groups[tuple(other for other in ports if said == (other.vendor, other.product, other.serial))] = None
    return tuple(groups)


def bare_number(port: str, ports: tuple[SerialPort, ...]) -> str | None:
    """Why the name of a configured port will not last, and which would; None where nothing is wrong with it."""
    if not _NUMBERED.fullmatch(Path(port).name):
        return None
    found = next((each for each in ports if os.path.realpath(each.device) == os.path.realpath(port)), None)
    lasting = found.lasting(ports) if found else ()
    hint = f"use {lasting[0]}" if lasting else "a udev rule gives it a name that stays"
    return f"{port} is a bare number, which another order of plugs changes; {hint}"


def _folder(name: str) -> str:
    return Path(name).parent.name


def stable_names(links: tuple[Path, ...] = SERIAL_LINKS) -> Mapping[str, tuple[str, ...]]:
    """Map each device node to the links that point at it."""
    found: dict[str, tuple[str, ...]] = {}
    for folder in links:
        for link in sorted(folder.iterdir()) if folder.is_dir() else ():
            node = os.path.realpath(link)
            found[node] = (*found.get(node, ()), str(link))
    return found


@dataclass(frozen=True, slots=True)
class UsbDevice:
    """A device on the USB: the port text of its socket, what its descriptors say, and the node that a program opens."""

    socket: str
    vendor: int
    product: int
    serial: str
    text: str
    node: str

    @property
    def kind(self) -> str:
        return f"{PREFIX}{self.vendor:04x}:{self.product:04x}"

    @property
    def udev_rule(self) -> str:
        return udev_rule(self.vendor, self.product)

    def answers_to(self, port: UsbPort) -> bool:
        match port:
            case Socket():
                return str(port) == self.socket
            case Kind():
                return (port.vendor, port.product) == (self.vendor, self.product) and port.serial in (None, self.serial)


def usb_devices(folder: Path = USB_DEVICES) -> tuple[UsbDevice, ...]:
    """List what is plugged into the USB, without hubs."""
    found = [_usb_device(entry) for entry in sorted(folder.iterdir()) if _word(entry / "bDeviceClass") not in ("", _HUB)] if folder.is_dir() else []
    return tuple(found)


def _usb_device(entry: Path) -> UsbDevice:
    words = [_word(entry / name) for name in ("manufacturer", "product")]
    bus, address = (int(_word(entry / name) or "0") for name in ("busnum", "devnum"))
    vendor, product = (int(_word(entry / name) or "0", 16) for name in ("idVendor", "idProduct"))
    node = f"/dev/bus/usb/{bus:03}/{address:03}"
    return UsbDevice(PREFIX + entry.name, vendor, product, _word(entry / "serial"), " ".join(filter(None, words)), node)


def _word(path: Path) -> str:
    """What a file of the kernel says; nothing where the device has no such text, or is gone meanwhile."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
