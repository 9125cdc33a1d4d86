"""Whether the name of a port or chip stays when something is plugged again or the machine is started anew. Nothing is opened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tablectl.console.devices.views import PortView
from tablectl_drivers.errors import BadPort
from tablectl_drivers.links.usb_port import Kind, Socket, is_usb, read
from tablectl_drivers.panel_gpio.wiring import ChipConfig

LOCAL: Final = "lgpio"  # the factory of this machine's own chips

_LINKS: Final = re.compile(r"/dev/(tablectl|serial/by-(id|path))/.+")
_COUNTED: Final = re.compile(r"/dev/(tty(USB|ACM|XRUSB)|pts/|hidraw)\d+")
_BUILT_IN: Final = re.compile(r"/dev/(tty(AMA|S)|serial)\d+")


def port_view(port: str) -> PortView:
    """Judge the port of a device by its text."""
    if is_usb(port):
        return _usb(port)
    if _LINKS.fullmatch(port):
        return PortView(port, stable=True, text="a name that stays")
    if _BUILT_IN.fullmatch(port):
        return PortView(port, stable=True, text="a port of the machine itself")
    if _COUNTED.fullmatch(port):
        return PortView(
            port,
            stable=False,
            text="the kernel's count: another device may have it tomorrow; `tablectl devices list` says which names stay",
        )
    return PortView(port, stable=None, text="named by the configuration only")


def _usb(port: str) -> PortView:
    try:
        named = read(port)
    except BadPort as error:
        return PortView(port, stable=None, text=str(error))
    match named:
        case Socket():
            return PortView(port, stable=True, text="this socket, whatever is plugged into it")
        case Kind(serial=None):
            return PortView(port, stable=None, text="whichever of its kind, as long as there is one only")
        case Kind():
            return PortView(port, stable=True, text="this very device, in any socket")


def chip_views(chips: Sequence[ChipConfig]) -> tuple[PortView, ...]:
    """Judge the chips of a panel."""
    return tuple(_chip(chip) for chip in chips)


def _chip(chip: ChipConfig) -> PortView:
    name = f"{chip.name}: {chip.factory} {chip.place}"
    if chip.factory != LOCAL:
        return PortView(name, stable=None, text=f"as {chip.factory} counts its chips")
    if chip.by_place:
        return PortView(name, stable=True, text="found by its label and place")
    return PortView(name, stable=False, text="by its number, which another kernel may change")
