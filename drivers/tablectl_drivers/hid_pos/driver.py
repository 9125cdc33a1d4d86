"""A bar code scanner that is a HID point of sale device on the USB."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl_drivers.admission import Expected
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import ReportId, Role
from tablectl_drivers.hid_pos import exposing, opening
from tablectl_drivers.hid_pos.session import Session
from tablectl_drivers.links.link import Link
from tablectl_drivers.links.usb_bus import LIBUSB
from tablectl_drivers.links.usb_interface import Transfer, Wanted
from tablectl_drivers.links.usb_link import UsbWire
from tablectl_drivers.reading.readings import Readings


@dataclass(frozen=True, slots=True)
class Options:
    """`symbologies` are the AIM letters of the codes that cards carry, such as "C" for Code 128 or "d" for Data Matrix; none is any. `enable` says
    which scanners are switched on by a feature report: those of makers that need it, all, or none. `usb_backend` names the library that carries the
    bytes."""

    symbologies: tuple[str, ...] = ()
    enable: opening.Enable = "by_maker"
    usb_backend: str = LIBUSB


class HidPosScanner(LinkedDevice):
    Options = Options
    watches = staticmethod(exposing.watches)
    READS_CODES = True
    ROLES = (Role.SHOE,)

    def __init__(self, config: DriverConfig) -> None:
        """Raise BadPort or UnknownDriver where the port or the library is named wrong."""
        self._options = config.options if isinstance(config.options, Options) else Options()
        wanted = Wanted(
            "interface of a HID POS scanner",
            opening.HID_CLASS,
            Transfer.INTERRUPT,
            sends=False,
            said_again=False,
            prepare=lambda interface: opening.prepare(interface, self._options.enable),
        )
        self._wire = UsbWire(config.port, self._options.usb_backend, wanted)
        self._role = config.role
        self._session: Session | None = None
        super().__init__(config, self._converse, self._open_link, self._wire.counters)

    def _converse(self, resume: ReportId | None) -> Session:
        config = self._config
        expected = Expected(config.role, config.maker, config.model, config.serial)
        self._session = Session(config.name, expected, self._options.symbologies, Readings(config.name, config.deck_map, resume))
        return self._session

    def _open_link(self) -> Link:
        link = self._wire.open()
        if self._session is not None:
            self._session.meet(opening.identity(link.about, self._role))
        return link
