"""Which drivers there are: those of this package, and those that another distribution brings by an entry point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from tablectl_drivers.errors import UnknownDriver
from tablectl_drivers.events import Role
from tablectl_drivers.links.tapped import Tap, untapped
from tablectl_drivers.panel_gpio.wiring import Gpio
from tablectl_drivers.ports import CardDevice
from tablectl_drivers.reading.deck_map import DeckMap

GROUP: Final = "tablectl.drivers"
"""Entry points of this group name a callable that takes a DriverConfig and returns a CardDevice. It may have attributes as `Kind` tells."""

_BUILT_IN: Final = (
    EntryPoint("ascii_line", "tablectl_drivers.ascii_line.driver:LineReader", GROUP),
    EntryPoint("cdl", "tablectl_drivers.cdl.driver:CdlDevice", GROUP),
    EntryPoint("feig_obid", "tablectl_drivers.feig_obid.driver:FeigReader", GROUP),
    EntryPoint("hid_pos", "tablectl_drivers.hid_pos.driver:HidPosScanner", GROUP),
    EntryPoint("lamps_in", "tablectl_drivers.lamps_in.driver:LampsIn", GROUP),
    EntryPoint("pn532_hsu", "tablectl_drivers.pn532_hsu.driver:Pn532Reader", GROUP),
    EntryPoint("ssi", "tablectl_drivers.ssi.driver:SsiReader", GROUP),
)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """A driver that needs to be told nothing but its port."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a driver needs of the configuration: `Options` is a frozen dataclass whose fields are the keys of the device's `options`,
    `READS_CODES` says that it names cards by a deck map, `ROLES` which devices it can be, `gpio_lines` which GPIO lines it uses with some options, by
    what is on them, `bench_only` what of some options is only for a bench and never for live play, in words. They are attributes of the entry
    point's callable."""

    options: type[Any]
    reads_codes: bool
    roles: tuple[Role, ...]
    gpio_lines: Callable[[Any], Mapping[str, str]]
    bench_only: Callable[[Any], str | None]


@dataclass(frozen=True, slots=True)
class DriverConfig:
    """One device at one port. Where maker, model or serial are given, a device that says otherwise is refused. `options` is what the driver's
    own `Options` says, `gpio` the chips that its lines are on. `tap` opens the link of a driver that is listened to."""

    name: str
    role: Role
    port: str
    maker: str | None = None
    model: str | None = None
    serial: str | None = None
    options: Any = NoOptions()
    deck_map: DeckMap = field(default_factory=DeckMap)
    gpio: Gpio = field(default_factory=Gpio)
    tap: Tap = untapped


def known_drivers() -> tuple[str, ...]:
    return tuple(sorted(_entries()))


def kind(driver: str) -> Kind:
    """What this driver needs. Raise UnknownDriver where no driver has the name, ImportError where its package is broken."""
    made = _entry(driver, f"driver {driver!r}").load()
    roles = tuple(getattr(made, "ROLES", Role))
    lines, bench_only = getattr(made, "gpio_lines", _no_lines), getattr(made, "bench_only", _nothing)
    return Kind(getattr(made, "Options", NoOptions), getattr(made, "READS_CODES", False), roles, lines, bench_only)


def open_driver(driver: str, config: DriverConfig) -> CardDevice:
    """Make the device; nothing is opened before its `start`. Raise UnknownDriver where no driver has this name."""
    device: CardDevice = _entry(driver, f"device {config.name}").load()(config)
    return device


def _entry(driver: str, who: str) -> EntryPoint:
    entries = _entries()
    if driver not in entries:
        near = get_close_matches(driver, entries, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownDriver(f"{who}: there is no driver {driver!r}, there is {', '.join(sorted(entries))}{hint}")
    return entries[driver]


def _no_lines(_options: object) -> Mapping[str, str]:
    return {}


def _nothing(_options: object) -> None:
    return None


def _entries() -> Mapping[str, EntryPoint]:
    """Name to entry point; nobody takes the name of a driver of ours."""
    return {entry.name: entry for entry in (*entry_points(group=GROUP), *_BUILT_IN)}
