"""A shoe or a shuffler that speaks CDL/1, over a serial port or two USB pipes: the text of the port says which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.cdl import exposing
from tablectl_drivers.cdl.session import Session
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import ReportId
from tablectl_drivers.links.serial_link import LineSetting, SerialLink
from tablectl_drivers.links.usb_bus import LIBUSB
from tablectl_drivers.links.usb_interface import VENDOR_CLASS, Transfer, Wanted
from tablectl_drivers.links.usb_link import UsbWire
from tablectl_drivers.links.usb_port import is_usb

LINE: Final = LineSetting(115200)  # PROTOCOL.md 1
PIPES: Final = Wanted("pair of bulk pipes", VENDOR_CLASS, Transfer.BULK, sends=True, said_again=True, prepare=lambda interface: interface.packet)


@dataclass(frozen=True, slots=True)
class Options:
    """`usb_backend` names the library that carries the bytes to a USB port; for a serial port it means nothing."""

    usb_backend: str = LIBUSB


class CdlDevice(LinkedDevice):
    Options = Options
    watches = staticmethod(exposing.watches)

    def __init__(self, config: DriverConfig) -> None:
        """Raise BadPort or UnknownDriver where a USB port or its library is named wrong."""
        options = config.options if isinstance(config.options, Options) else Options()
        expected = Expected(config.role, config.maker, config.model, config.serial)

        def converse(resume: ReportId | None) -> Session:
            return Session(config.name, expected, resume)

        if is_usb(config.port):
            wire = UsbWire(config.port, options.usb_backend, PIPES)
            super().__init__(config, converse, wire.open, wire.counters)
        else:
            super().__init__(config, converse, lambda: SerialLink(config.port, LINE))
