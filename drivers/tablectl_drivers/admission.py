"""Whether the device that answers is the one that a link is for. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablectl_drivers.events import Identity, Role


@dataclass(frozen=True, slots=True)
class Expected:
    """Who must answer; None is anybody."""

    role: Role | None = None
    maker: str | None = None
    model: str | None = None
    serial: str | None = None

    def check(self, found: Identity) -> Stranger | None:
        """Say why this device is not the one, or None where it is."""
        wanted = {"role": self.role and self.role.value, "maker": self.maker, "model": self.model, "serial": self.serial}
        said = {"role": found.role.value, "maker": found.maker, "model": found.model, "serial": found.serial}
        if all(want in (None, said[name]) for name, want in wanted.items()):
            return None
        return Stranger(listed(said), listed(wanted))


@dataclass(frozen=True, slots=True)
class Stranger:
    """Why a device is not taken, in an operator's words."""

    found: str
    expected: str


def listed(words: Mapping[str, str | None]) -> str:
    """Names and what stands for them, without those that are not known: `role shoe, serial 0001`."""
    return ", ".join(f"{name} {word}" for name, word in words.items() if word is not None)
