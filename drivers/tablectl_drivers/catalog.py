"""Which drivers there are: those of this package, and those that another distribution brings by an entry point."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from tablectl_drivers.errors import UnknownDriver
from tablectl_drivers.events import Role
from tablectl_drivers.ports import CardDevice

GROUP: Final = "tablectl.drivers"
"""Entry points of this group name a callable that takes a DriverConfig and returns a CardDevice."""

_BUILT_IN: Final = (EntryPoint("cdl", "tablectl_drivers.cdl.driver:CdlDevice", GROUP),)


@dataclass(frozen=True, slots=True)
class DriverConfig:
    """One device at one port. Where maker, model or serial are given, a device that says otherwise is refused."""

    name: str
    role: Role
    port: str
    maker: str | None = None
    model: str | None = None
    serial: str | None = None


def known_drivers() -> tuple[str, ...]:
    return tuple(sorted(_entries()))


def open_driver(driver: str, config: DriverConfig) -> CardDevice:
    """Make the device; nothing is opened before its `start`. Raise UnknownDriver where no driver has this name."""
    entries = _entries()
    if driver not in entries:
        near = get_close_matches(driver, entries, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownDriver(f"device {config.name}: there is no driver {driver!r}, there is {', '.join(sorted(entries))}{hint}")
    device: CardDevice = entries[driver].load()(config)
    return device


def _entries() -> dict[str, EntryPoint]:
    """Name to entry point; nobody takes the name of a driver of ours."""
    return {entry.name: entry for entry in (*entry_points(group=GROUP), *_BUILT_IN)}
