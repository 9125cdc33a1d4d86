"""Whether the device that answers may speak on this link (PROTOCOL.md 3.2). No I/O, no clock."""

from __future__ import annotations

from tablectl_drivers.admission import Expected, Stranger, listed
from tablectl_drivers.cdl import frames, meaning
from tablectl_drivers.events import Identity, ReportId


def judge(frame: frames.Identity, expected: Expected, taken: ReportId | None, before: Identity | None) -> Identity | Stranger:
    """Admit the device or say why not. `taken` is where the host's record of its reports stands, `before` who answered last time."""
    identity = meaning.identity(frame)
    found = {"role": f"{frame.role}", "maker": frame.maker, "model": frame.model, "serial": frame.serial}
    if identity is None:
        return Stranger(listed(found), "role shoe or shuffler")
    found["role"] = identity.role.value
    if (stranger := expected.check(identity)) is not None:
        return stranger
    if taken is None or taken.power_up != frame.power_up:
        return identity
    # Report ids are for ever: a unit that would give one of them a second time has to start a new power-up first.
    if before is not None and before.serial != identity.serial:
        return Stranger(listed(found), f"serial {before.serial}, which answered here before; switch this unit off and on to accept it")
    if frame.next <= taken.number:
        there, here = f"{frame.power_up}/{frame.next}", f"{taken.power_up}/{taken.number}"
        return Stranger(f"{listed(found)}, next report {there}", f"reports after {here}; switch this unit off and on to accept it")
    return identity
