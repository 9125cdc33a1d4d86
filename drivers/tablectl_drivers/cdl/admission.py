"""Whether the device that answers is the one that this link is for (PROTOCOL.md 3.2). No I/O, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablectl_drivers.cdl import frames, meaning
from tablectl_drivers.events import Identity, ReportId, Role


@dataclass(frozen=True, slots=True)
class Expected:
    """Who must answer; None is anybody."""

    role: Role | None = None
    maker: str | None = None
    model: str | None = None
    serial: str | None = None


@dataclass(frozen=True, slots=True)
class Stranger:
    """Why a device is not taken, in an operator's words."""

    found: str
    expected: str


def judge(frame: frames.Identity, expected: Expected, taken: ReportId | None, before: Identity | None) -> Identity | Stranger:
    """Admit the device or say why not. `taken` is where the host's record of its reports stands, `before` who answered last time."""
    identity = meaning.identity(frame)
    found = {"role": f"{frame.role}", "maker": frame.maker, "model": frame.model, "serial": frame.serial}
    if identity is None:
        return Stranger(_listed(found), "role shoe or shuffler")
    found["role"] = identity.role.value
    wanted = {"role": expected.role and expected.role.value, "maker": expected.maker, "model": expected.model, "serial": expected.serial}
    if any(want not in (None, found[name]) for name, want in wanted.items()):
        return Stranger(_listed(found), _listed(wanted))
    if taken is None or taken.power_up != frame.power_up:
        return identity
    # Report ids are for ever: a unit that would give one of them a second time has to start a new power-up first.
    if before is not None and before.serial != identity.serial:
        return Stranger(_listed(found), f"serial {before.serial}, which answered here before; switch this unit off and on to accept it")
    if frame.next <= taken.number:
        there, here = f"{frame.power_up}/{frame.next}", f"{taken.power_up}/{taken.number}"
        return Stranger(f"{_listed(found)}, next report {there}", f"reports after {here}; switch this unit off and on to accept it")
    return identity


def _listed(words: Mapping[str, str | None]) -> str:
    return ", ".join(f"{name} {word}" for name, word in words.items() if word is not None)
