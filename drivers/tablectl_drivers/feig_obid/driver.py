"""A FEIG OBID reader at a serial port, as a shoe that knows its cards by their tags."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import Role
from tablectl_drivers.feig_obid import exposing
from tablectl_drivers.feig_obid.session import Options, Session
from tablectl_drivers.links.serial_link import LineSetting, SerialLink

LINE: Final = LineSetting(38400, parity="E")  # PROTOCOL.md 1


class FeigReader(LinkedDevice):
    Options = Options
    watches = staticmethod(exposing.watches)
    READS_CODES = True
    ROLES = (Role.SHOE,)

    def __init__(self, config: DriverConfig) -> None:
        options = config.options if isinstance(config.options, Options) else Options()
        expected = Expected(config.role, config.maker, config.model, config.serial)
        super().__init__(
            config,
            lambda resume: Session(config.name, expected, config.deck_map, resume, options),
            lambda: SerialLink(config.port, LINE),
        )
