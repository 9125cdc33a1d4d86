"""Which GPIO chip is which: by the label and the parent device that the kernel gives it, as its number changes with the kernel.

On a Pi 5 the header's chip had the numbers 4, 0 and 11 to 15 by turns; expanders get theirs in the order in which they answer.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablectl_drivers.errors import PortMissing, WiringError
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Line

LOCAL_FACTORY: Final = "lgpio"  # the pin factory whose numbers are those of the chips listed here
GPIO_CHIPS: Final = Path("/sys/bus/gpio/devices")
NODES: Final = Path("/dev")
CHIP_INFO: Final = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h: name and label of 32 bytes each, and the count of lines
CHIP_INFO_BYTES: Final = 68
HEADER_LABEL: Final = "pinctrl-"  # pinctrl-rp1, pinctrl-bcm2711, pinctrl-bcm2835: the chips of a Pi's 40-pin header
UARTS: Final = ("ttyAMA0", "ttyS0")  # either may be on lines 14 and 15 of the header
UART_LINES: Final = (14, 15)
BUS_LINES: Final = {"0": (0, 1), "1": (2, 3)}  # I2C buses that are on the header


@dataclass(frozen=True, slots=True)
class GpioChip:
    """`parent` is the device that the lines belong to; it tells chips with the same label apart (`1-0020`: bus 1, address 0x20)."""

    number: int
    label: str
    lines: int | None
    parent: str

    def __str__(self) -> str:
        return f"gpiochip{self.number} ({self.label} on {self.parent})"


def gpio_chips(folder: Path | None = None, nodes: Path | None = None) -> tuple[GpioChip, ...]:
    """List the GPIO chips by number. Their nodes are asked for the label where this user may, no line is touched."""
    chips = []
    folder = folder or GPIO_CHIPS
    for entry in folder.glob("gpiochip*") if folder.is_dir() else ():
        number = entry.name.removeprefix("gpiochip")
        if number.isdecimal():
            device = entry.resolve()
            lines = _text(device / "ngpio")
            texts = (_text(device / "label"), _text(device / "of_node" / "name"), _text(device.parent / "name"), device.parent.name)
            label = _asked((nodes or NODES) / entry.name) or next(filter(None, texts))
            chips.append(GpioChip(int(number), label, int(lines) if lines.isdecimal() else None, device.parent.name))
    return tuple(sorted(chips, key=lambda chip: chip.number))


def find(chip: ChipConfig, here: tuple[GpioChip, ...]) -> int:
    """Return the number of a chip among those that are here.

    Raises PortMissing where it is not here, WiringError where several are what the config says, or its number is that of another chip.
    """
    if not chip.by_place:
        return chip.chip or 0
    fits = [each for each in here if chip.label in (None, each.label) and chip.parent in (None, each.parent)]
    where = f"chip {chip.name!r}: {chip.place}"
    numbered = next((each for each in here if each.number == chip.chip), None)
    if chip.chip is not None and (fits or numbered) and numbered not in fits:
        is_what = f"is {numbered}" if numbered else "is not there"
        hint = f"; it is {_listed(fits)} here, and `chip` may be left out" if fits else f"; this machine has {_listed(here)}"
        raise WiringError(f"{where} is wanted, but number {chip.chip} {is_what}{hint}")
    if not fits:
        raise PortMissing(f"{where} is not there; this machine has {_listed(here) or 'no GPIO chip'}")
    if len(fits) > 1 and chip.chip is None:
        raise WiringError(f"{where} may be {_listed(fits)}: say which by its parent")
    return fits[0].number if chip.chip is None else chip.chip


def refuse_reserved(lines: Iterable[Line], numbers: Mapping[str, int], here: tuple[GpioChip, ...], ports: Mapping[str, str]) -> None:
    """Raise WiringError for a line of the header that is a bus or a port in use. `numbers` says which chip is which, `ports` are the
    serial ports in use by the names of their devices."""
    headers = {each.number for each in here if each.label.startswith(HEADER_LABEL)}
    uses = _uses_of_header(here, ports)
    for line in lines:
        if numbers.get(line.chip) in headers and (use := uses.get(line.number)):
            raise WiringError(f"{line}: that line of the header is {use}; use another one")


def _uses_of_header(here: Iterable[GpioChip], ports: Mapping[str, str]) -> dict[int, str]:
    uses: dict[int, str] = {}
    for chip in here:
        if match := re.fullmatch(r"([01])-00[0-9a-f]{2}", chip.parent):
            uses |= dict.fromkeys(BUS_LINES[match[1]], f"the I2C bus of {chip}")
    for device, port in ports.items():
        if Path(os.path.realpath(port)).name in UARTS:
            uses |= dict.fromkeys(UART_LINES, f"the serial port {port} of device {device}")
    return uses


def _listed(chips: Iterable[GpioChip]) -> str:
    return ", ".join(map(str, chips))


def _asked(node: Path) -> str:
    """The label that the kernel knows the chip by, or nothing where it cannot be asked."""
    try:
        handle = os.open(node, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return ""
    try:
        return label_of(fcntl.ioctl(handle, CHIP_INFO, bytes(CHIP_INFO_BYTES)))
    except OSError:
        return ""
    finally:
        os.close(handle)


def label_of(info: bytes) -> str:
    """Read the label out of the kernel's answer."""
    return info[32:64].split(b"\0", 1)[0].decode("utf-8", errors="replace")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip().strip("\0")
    except OSError:
        return ""
