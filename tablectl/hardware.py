"""Which serial ports and USB devices this machine has, read from the kernel's own listings. Nothing is opened."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports

from tablectl_drivers.links.usb_port import PREFIX, Kind, Socket, UsbPort, udev_rule

SERIAL_LINKS: Final = (Path("/dev/tablectl"), Path("/dev/serial/by-id"), Path("/dev/serial/by-path"))

USB_DEVICES: Final = Path("/sys/bus/usb/devices")
_HUB: Final = "09"


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A serial port: its kernel name, what its USB side says of itself, and the names that stay when it is plugged again."""

    device: str
    text: str
    vendor: int | None
    product: int | None
    serial: str | None
    names: tuple[str, ...]

    @property
    def udev_rule(self) -> str | None:
        """The line that gives this device a name of its own, or None where nothing tells it from its like."""
        if self.vendor is None or self.product is None or not self.serial:
            return None
        match = f'ATTRS{{idVendor}}=="{self.vendor:04x}", ATTRS{{idProduct}}=="{self.product:04x}", ATTRS{{serial}}=="{self.serial}"'
        return f'SUBSYSTEM=="tty", {match}, SYMLINK+="tablectl/NAME"'


def serial_ports(links: tuple[Path, ...] = SERIAL_LINKS) -> tuple[SerialPort, ...]:
    """List every serial port, with its stable names first."""
    names = stable_names(links)
    return tuple(
        SerialPort(port.device, port.description, port.vid, port.pid, port.serial_number, names.get(os.path.realpath(port.device), ()))
        for port in sorted(list_ports.comports())
    )


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
