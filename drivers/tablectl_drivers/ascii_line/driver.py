"""Any scanner that prints a line a card on a serial port or USB CDC."""

from __future__ import annotations

from tablectl_drivers.admission import Expected
from tablectl_drivers.ascii_line import exposing
from tablectl_drivers.ascii_line.session import Options, Session
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import Role
from tablectl_drivers.links.serial_link import LineSetting, SerialLink
from tablectl_drivers.reading.readings import Readings


class LineReader(LinkedDevice):
    Options = Options
    watches = staticmethod(exposing.watches)
    READS_CODES = True
    ROLES = (Role.SHOE,)

    def __init__(self, config: DriverConfig) -> None:
        options = config.options if isinstance(config.options, Options) else Options()
        expected = Expected(config.role, config.maker, config.model, config.serial)
        line = LineSetting(options.baud, options.parity)
        super().__init__(
            config,
            lambda resume: Session(config.name, expected, options, config.deck_map, Readings(config.name, config.deck_map, resume)),
            lambda: SerialLink(config.port, line),
        )
