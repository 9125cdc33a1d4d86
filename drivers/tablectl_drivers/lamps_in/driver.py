"""A shuffler that only has lights and lids."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Literal

from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.errors import LinkError, WiringError
from tablectl_drivers.events import ReportId, Role
from tablectl_drivers.lamps_in import exposing
from tablectl_drivers.lamps_in.link import LampLines, open_lines
from tablectl_drivers.lamps_in.session import Session
from tablectl_drivers.panel_gpio.wiring import Wiring, read_lines, refuse_shared
from tablectl_drivers.ports import Sink

PULL: Final = "up"  # an opto input pulls its line to ground and lets go of it


@dataclass(frozen=True, slots=True)
class Options:
    """The lines, as in `[panel.inputs]`. Amber and lid are left out where the machine has none. `active_low` names those that are low while the
    light burns or the lid is open."""

    green: str
    red: str
    amber: str = ""
    lid: str = ""
    active_low: tuple[Literal["green", "amber", "red", "lid"], ...] = ("green", "amber", "red")


def lines_of(options: Options) -> Mapping[str, str]:
    """The lines that are wired, by what is on them."""
    lines = {"green": options.green, "amber": options.amber, "red": options.red, "lid": options.lid}
    return {name: text for name, text in lines.items() if text}


class LampsIn(LinkedDevice):
    """Fills CardDevice: it never tells of a card and never obeys a command."""

    Options = Options
    watches = staticmethod(exposing.watches)
    ROLES = (Role.SHUFFLER,)
    gpio_lines = staticmethod(lines_of)

    def __init__(self, config: DriverConfig) -> None:
        """Raise WiringError where the lines do not hold together, or a maker, model or serial number is asked of a machine that tells none."""
        if config.maker or config.model or config.serial:
            raise WiringError(f"{config.name}: lights tell no maker, model or serial number; leave them out")
        self._wiring = _wiring(config)
        self._first: list[LampLines] = []
        port = ", ".join(f"{name} {text}" for name, text in lines_of(config.options).items())
        super().__init__(replace(config, port=port), lambda _: Session(config.name, frozenset(self._wiring.inputs)), self._open)

    def start(self, sink: Sink, resume: ReportId | None) -> None:
        """See CardDevice. Raise WiringError where a line does not exist or is in use for something else; a chip that is not there is waited for."""
        with suppress(LinkError):
            self._first = [LampLines(self._wiring)]
        super().start(sink, resume)

    def stop(self) -> None:
        super().stop()
        while self._first:
            self._first.pop().close()

    def _open(self) -> LampLines:
        return self._first.pop() if self._first else open_lines(self._wiring)


def _wiring(config: DriverConfig) -> Wiring:
    options: Options = config.options
    texts = lines_of(options)
    lines = read_lines(config.gpio.chips, texts, config.name)
    refuse_shared(lines.values())
    for name in ("green", "red"):
        if name not in lines:
            raise WiringError(f"{config.name}: the line of its {name} light is missing")
    inputs = {name: replace(line, active_low=name in options.active_low, pull=PULL) for name, line in lines.items()}
    used = {line.chip for line in inputs.values()}
    return Wiring(tuple(chip for chip in config.gpio.chips if chip.name in used), inputs, {}, ports=config.gpio.ports)
