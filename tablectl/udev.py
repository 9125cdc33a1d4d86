"""udev rules for what is plugged in, and what may be said of names. Texts of devices are strangers' words: none gets into a rule that could be more
than a text there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tablectl.hardware import BY_ID, BY_PATH, SerialPort, UsbDevice
from tablectl_drivers.panel_gpio.finding import GpioChip

_HEAD: Final = """\
# Names and rights for what is plugged in now, by `tablectl devices list --udev`. Read it, give the ports their names, and put it into
# /etc/udev/rules.d/71-tablectl.rules; then `udevadm control --reload` and `udevadm trigger`."""
_RIGHTS: Final = 'GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"'
_CHIPS: Final = 'SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"'
_PLAIN: Final = re.compile(r"[A-Za-z0-9._:+-]+", re.ASCII)  # no quote ends it, and it is no pattern
_PATH: Final = re.compile(r"(.+?)(?:-port(\d+))?")


def serial_match(port: SerialPort, ports: tuple[SerialPort, ...]) -> str | None:
    """What tells this port from every other: its serial number, else its socket; None where nothing does."""
    if by_serial(port, ports):
        match = f'ATTRS{{idVendor}}=="{port.vendor:04x}", ATTRS{{idProduct}}=="{port.product:04x}", ATTRS{{serial}}=="{port.serial}"'
        interface = port.location.partition(":")[2].rpartition(".")[2]
        return f'{match}, ENV{{ID_USB_INTERFACE_NUM}}=="{int(interface):02x}"' if interface else match
    for name in port.paths:
        path = _PATH.fullmatch(Path(name).name)
        if path and _PLAIN.fullmatch(path[1]):
            return f'ENV{{ID_PATH}}=="{path[1]}"' + (f', ATTRS{{port_number}}=="{path[2]}"' if path[2] else "")
    return None


def by_serial(port: SerialPort, ports: tuple[SerialPort, ...]) -> bool:
    """Whether its serial number tells this port from every other."""
    alike = [other for other in ports if (other.vendor, other.product, other.serial) == (port.vendor, port.product, port.serial)]
    usable = port.vendor is not None and port.product is not None and port.serial is not None and _PLAIN.fullmatch(port.serial) is not None
    return usable and len({other.location for other in alike}) == len(alike) and not any(port.is_twin(other) for other in alike)


def serial_rule(port: SerialPort, ports: tuple[SerialPort, ...], name: str = "NAME") -> str | None:
    """The line that gives this port a name of its own."""
    match = serial_match(port, ports)
    return f'SUBSYSTEM=="tty", {match}, SYMLINK+="tablectl/{name}"' if match else None


def standing(port: SerialPort, ports: tuple[SerialPort, ...]) -> Iterator[str]:
    """Each name of a port with a word on whether it stays, or that none does."""
    lasting = port.lasting(ports)
    for name in port.names:
        folder = Path(name).parent.name
        if folder == BY_PATH:
            yield f"{name} (stays as long as it is in this socket)"
        elif name in lasting:
            yield f"{name} (stays{', in any socket' if folder == BY_ID else ''})"
        else:
            yield f"{name} (DOES NOT STAY: {unknown(port, ports)})"
    if port.vendor is None and not port.names:
        yield "a port of the board: its name stays"
    elif not lasting:
        yield "NO NAME THAT STAYS: its number follows the order of plugs"


def unknown(port: SerialPort, ports: tuple[SerialPort, ...]) -> str:
    """Why its serial number does not tell a port from others."""
    if twins := [other.device for other in ports if port.is_twin(other)]:
        return f"serial number {_said(port.serial)} is also that of {', '.join(twins)}"
    if not port.serial:
        return "it has no serial number"
    return "its serial number is not one word" if not _PLAIN.fullmatch(port.serial) else "ports of one device share it"


def usb_name(device: UsbDevice, devices: tuple[UsbDevice, ...]) -> str:
    """The text of a port that means this device and no other."""
    alike = [other for other in devices if (other.vendor, other.product, other.serial) == (device.vendor, device.product, device.serial)]
    return f"{device.kind}:{device.serial}" if device.serial and len(alike) == 1 else device.socket


def rules(ports: tuple[SerialPort, ...], devices: tuple[UsbDevice, ...], chips: tuple[GpioChip, ...], used: Mapping[str, str]) -> Iterator[str]:
    """The lines of a whole file. `used` maps the kernel name of a serial port, or the socket of a USB device, to the device of the table on it."""
    yield _HEAD
    for port in ports:
        yield from ("", *_serial(port, ports, used.get(port.device)))
    behind = {port.socket for port in ports}
    kinds: dict[str, bool] = {}
    for device in devices:
        if device.socket.removeprefix("usb:") not in behind:
            yield from ("", *_usb(device, devices, used.get(device.socket), kinds))
    if chips:
        yield from ("", *(f"# {_said(str(chip))}" for chip in chips), _CHIPS)


def _serial(port: SerialPort, ports: tuple[SerialPort, ...], used_by: str | None) -> Iterator[str]:
    name = f"# {port.device}: {_said(port.text)}"
    if port.vendor is None:
        yield f"{name}, a port of the board: its name stays, and it needs no rule"
        return
    rule = serial_rule(port, ports, used_by or _slug(port, ports))
    if rule is None:
        yield f"{name}: no rule is possible, as {unknown(port, ports)} and udev knows no path of it"
        return
    if by_serial(port, ports):
        yield f"{name}, by its serial number"
    else:
        yield f"{name}, by its socket, where it has to stay: {unknown(port, ports)}"
    yield f"{rule}, {_RIGHTS}"


def _usb(device: UsbDevice, devices: tuple[UsbDevice, ...], used_by: str | None, kinds: dict[str, bool]) -> Iterator[str]:
    name = usb_name(device, devices)
    shared = f"; serial number {_said(device.serial)} is not its alone" if device.serial and name == device.socket else ""
    yield f"# {device.socket}: {_said(device.text) or 'no name'}; its port is {_said(name)}{shared}"
    if kinds.get(device.kind):
        yield "# the rule above is for it too"
    elif used_by:
        kinds[device.kind] = True
        yield device.udev_rule
    else:
        yield f"# not a device of the table; if it is to be one: {device.udev_rule}"


def _slug(port: SerialPort, ports: tuple[SerialPort, ...]) -> str:
    """A name that follows from the port alone, not from the order of plugs."""
    words = ["socket", *(Path(path).name for path in port.paths[:1])]
    if by_serial(port, ports):
        words = [port.text, port.serial or "", port.location.partition(":")[2]]
    return re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower()).strip("-")


def _said(text: str | None) -> str:
    """A stranger's word, fit for a comment."""
    return "".join(letter if letter.isprintable() else "?" for letter in text or "")
