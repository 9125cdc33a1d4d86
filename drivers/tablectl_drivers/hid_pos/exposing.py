"""How much of a report may be shown while cards lie face down: its number, and its length where every report has it. No I/O, no clock."""

from __future__ import annotations

from tablectl_drivers.glimpses import BYTES, Exposed, Pieces, Watches
from tablectl_drivers.hid_pos.frames import SCANNED, SIZE


def exposed(report: bytes) -> Exposed:
    if report[:1] == bytes((SCANNED,)) and len(report) == SIZE:
        return Exposed("scanned data", report, shown=1)
    return Exposed("other report", report, sized=False)


def watches() -> Watches:
    return Watches(Pieces("<", exposed), Pieces(">", lambda data: Exposed(BYTES, data, sized=False)))  # nothing is ever sent
