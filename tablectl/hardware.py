"""Which serial ports this machine has, read from the kernel's own listings. Nothing is opened."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports

SERIAL_LINKS: Final = (Path("/dev/tablectl"), Path("/dev/serial/by-id"), Path("/dev/serial/by-path"))


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
