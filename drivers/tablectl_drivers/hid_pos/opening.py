"""Looks at an interface of a scanner before it is used, and switches its reports on (PROTOCOL.md 1)."""

from __future__ import annotations

from typing import Final, Literal

from tablectl_drivers.events import Identity, Role
from tablectl_drivers.hid_pos import descriptor, frames, keys
from tablectl_drivers.links.usb_bus import About
from tablectl_drivers.links.usb_interface import Interface, Unfit

Enable = Literal["by_maker", "always", "never"]
HID_CLASS: Final = 0x03
NEEDS_ENABLING: Final = (0x0C2E, 0x23D0)  # vendors: Honeywell, Youjie
SCANNER: Final = (0x8C, 0x02)  # usage page, usage
KEYBOARD: Final = (0x01, 0x06)
TEXT_AT_MOST: Final = 32
_BOOT_KEYBOARD: Final = (1, 1)  # HID 1.11, 4.2 and 4.3
_REPORT_DESCRIPTOR: Final = 0x2200
_IN_STANDARD, _OUT_CLASS = 0x81, 0x21  # to or from an interface
_GET_DESCRIPTOR, _SET_REPORT = 0x06, 0x09
_SET_IDLE, _SET_PROTOCOL = 0x0A, 0x0B
_BOOT: Final = 0
_ON_CHANGE_ONLY: Final = 0
_FEATURE: Final = 0x0300
_SWITCH: Final = 0xFE


def prepare(interface: Interface, enable: Enable) -> int:
    """Check that this is a scanner and make it speak; return the bytes of a report. Raise Unfit where it is something else."""
    if (interface.subclass, interface.protocol) == _BOOT_KEYBOARD:
        raise Unfit(_keyboard(interface))
    said = interface.ask(_IN_STANDARD, _GET_DESCRIPTOR, _REPORT_DESCRIPTOR, descriptor.length(interface.extra))
    reports = descriptor.read(said) if said is not None else None
    if reports is None:
        raise Unfit(f"interface {interface.number} does not say what its reports are")
    if SCANNER not in reports.applications:
        raise Unfit(_keyboard(interface) if KEYBOARD in reports.applications else f"interface {interface.number} is no scanner of bar codes")
    found = reports.inputs.get(frames.SCANNED, 0)
    if found != frames.SIZE or max(reports.inputs.values()) > frames.SIZE:
        raise Unfit(f"report {frames.SCANNED} of interface {interface.number} has {found} bytes, expected {frames.SIZE} and no report with more")
    wants = enable == "always" or (enable == "by_maker" and interface.about.vendor in NEEDS_ENABLING)
    if wants and not interface.tell(_OUT_CLASS, _SET_REPORT, _FEATURE | _SWITCH, bytes((_SWITCH, 1))):
        raise Unfit(f'interface {interface.number} refuses feature report {_SWITCH} that switches it on; the option enable = "never" leaves that out')
    return frames.SIZE


def prepare_keyboard(interface: Interface) -> int:
    """Make a keyboard say its keys in the one form that is a standard (KEYBOARD.md 1). Raise Unfit where this is none that knows it."""
    if (interface.subclass, interface.protocol) != _BOOT_KEYBOARD:
        raise Unfit(f"interface {interface.number} is no keyboard that knows the boot protocol")
    if not interface.tell(_OUT_CLASS, _SET_PROTOCOL, _BOOT, b""):
        raise Unfit(f"interface {interface.number} is a keyboard that refuses the boot protocol")
    interface.tell(_OUT_CLASS, _SET_IDLE, _ON_CHANGE_ONLY, b"")  # one that refuses repeats its reports, and is found out by that
    return keys.SIZE


def identity(about: About, role: Role) -> Identity:
    """Who the descriptors say is there."""
    maker = _printable(about.maker) or f"{about.vendor:04x}"
    model = _printable(about.model) or f"{about.product:04x}"
    return Identity(role, maker, model, _printable(about.serial), f"{about.release >> 8:x}.{about.release & 0xFF:02x}")


def _keyboard(interface: Interface) -> str:
    return f"interface {interface.number} is a keyboard; set the scanner to HID POS with the bar code for it in its manual"


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isascii() and letter.isprintable())[:TEXT_AT_MOST]
