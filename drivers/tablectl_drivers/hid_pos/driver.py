"""A bar code scanner that is a HID point of sale device on the USB, or on a bench one that types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tablectl_drivers.admission import Expected
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import ReportId, Role
from tablectl_drivers.hid_pos import exposing, opening
from tablectl_drivers.hid_pos.session import Scanned, Session
from tablectl_drivers.hid_pos.typed import Keys
from tablectl_drivers.links.link import Link
from tablectl_drivers.links.usb_bus import LIBUSB
from tablectl_drivers.links.usb_interface import Transfer, Wanted
from tablectl_drivers.links.usb_link import UsbWire
from tablectl_drivers.reading.readings import Readings


@dataclass(frozen=True, slots=True)
class Options:
    """`mode` is how the scanner is set: "pos", or "keyboard", which is only for a bench. `symbologies` are the AIM letters of the codes that cards
    carry, such as "C" for Code 128 or "d" for Data Matrix; none is any. `enable` says which scanners are switched on by a feature report: those of
    makers that need it, all, or none. `usb_backend` names the library that carries the bytes."""

    mode: Literal["pos", "keyboard"] = "pos"
    symbologies: tuple[str, ...] = ()
    enable: opening.Enable = "by_maker"
    usb_backend: str = LIBUSB


def bench_only(options: Options) -> str | None:
    """See `catalog.py: Kind`."""
    return "a scanner that types as a keyboard" if options.mode == "keyboard" else None


class HidPosScanner(LinkedDevice):
    Options = Options
    READS_CODES = True
    ROLES = (Role.SHOE,)
    bench_only = staticmethod(bench_only)

    def __init__(self, config: DriverConfig) -> None:
        """Raise BadPort or UnknownDriver where the port or the library is named wrong."""
        self._options = options = config.options if isinstance(config.options, Options) else Options()
        self._types = options.mode == "keyboard"
        prepare = opening.prepare_keyboard if self._types else lambda interface: opening.prepare(interface, options.enable)
        what = "keyboard of a scanner" if self._types else "interface of a HID POS scanner"
        wanted = Wanted(what, opening.HID_CLASS, Transfer.INTERRUPT, sends=False, said_again=False, prepare=prepare)
        self._wire = UsbWire(config.port, options.usb_backend, wanted)
        self._role = config.role
        self._session: Session[Any] | None = None
        self.watches = exposing.typed_watches if self._types else exposing.watches
        super().__init__(config, self._converse, self._open_link, self._wire.counters)

    def _converse(self, resume: ReportId | None) -> Session[Any]:
        config, symbologies = self._config, self._options.symbologies
        expected = Expected(config.role, config.maker, config.model, config.serial)
        readings = Readings(config.name, config.deck_map, resume)
        language = Keys(symbologies, config.deck_map, readings) if self._types else Scanned(symbologies, readings)
        self._session = Session(config.name, expected, language)
        return self._session

    def _open_link(self) -> Link:
        link = self._wire.open()
        if self._session is not None:
            self._session.meet(opening.identity(link.about, self._role))
        return link
