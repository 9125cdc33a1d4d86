"""How a USB device is named in a configuration. No I/O.

`usb:1-1.4` is a socket: bus 1, port 1, port 4 of the hub in it. `usb:0c2e:0b61` is the only device of this vendor and product, in hexadecimal;
`usb:0c2e:0b61:SERIAL` the one of them with this serial number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tablectl_drivers.errors import BadPort

PREFIX: Final = "usb:"
SERIAL_AT_MOST: Final = 126  # characters that a string descriptor can hold
_SOCKET: Final = re.compile(r"([1-9]\d{0,2})-([1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,6})", re.ASCII)
_KIND: Final = re.compile(r"([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?::(.+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Socket:
    """Where a device is plugged in: the bus, and the ports from its root down."""

    bus: int
    ports: tuple[int, ...]

    def __str__(self) -> str:
        return f"{PREFIX}{self.bus}-{'.'.join(map(str, self.ports))}"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a device says it is. `serial` None is whichever, as long as there is only one."""

    vendor: int
    product: int
    serial: str | None = None

    def __str__(self) -> str:
        return f"{PREFIX}{self.vendor:04x}:{self.product:04x}" + (f":{self.serial}" if self.serial is not None else "")


UsbPort = Socket | Kind


def udev_rule(vendor: int, product: int) -> str:
    """The line that lets the daemon's group open devices of this kind."""
    return f'SUBSYSTEM=="usb", ATTR{{idVendor}}=="{vendor:04x}", ATTR{{idProduct}}=="{product:04x}", GROUP="dialout", MODE="0660"'


def is_usb(port: str) -> bool:
    """Whether a port is meant to be a USB device, and not a serial port."""
    return port.startswith(PREFIX)


def read(port: str) -> UsbPort:
    """Read the text of a port. Raise BadPort where it names no USB device."""
    text = port.removeprefix(PREFIX)
    if is_usb(port) and (match := _SOCKET.fullmatch(text)):
        return Socket(int(match[1]), tuple(map(int, match[2].split("."))))
    if is_usb(port) and (match := _KIND.fullmatch(text)) and _is_serial(match[3]):
        return Kind(int(match[1], 16), int(match[2], 16), match[3])
    raise BadPort(f"port: expected a USB device such as usb:1-1.4, usb:0c2e:0b61 or usb:0c2e:0b61:SERIAL, found {port[:80]!r}")


def _is_serial(text: str | None) -> bool:
    return text is None or (len(text) <= SERIAL_AT_MOST and text.isprintable() and text == text.strip())
