"""A barcode engine that speaks SSI over a serial port or USB CDC."""

from __future__ import annotations

from tablectl_drivers.admission import Expected
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import Role
from tablectl_drivers.links.serial_link import LineSetting, SerialLink
from tablectl_drivers.reading.readings import Readings
from tablectl_drivers.ssi import exposing
from tablectl_drivers.ssi.session import Options, Session


class SsiReader(LinkedDevice):
    Options = Options
    watches = staticmethod(exposing.watches)
    READS_CODES = True
    ROLES = (Role.SHOE,)

    def __init__(self, config: DriverConfig) -> None:
        options = config.options if isinstance(config.options, Options) else Options()
        expected = Expected(config.role, config.maker, config.model, config.serial)
        line = LineSetting(options.baud, rts_cts=options.rts_cts)
        super().__init__(
            config,
            lambda resume: Session(config.name, expected, options, Readings(config.name, config.deck_map, resume)),
            lambda: SerialLink(config.port, line),
        )
