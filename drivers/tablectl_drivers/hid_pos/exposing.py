"""How much of a report may be shown while cards lie face down: its number, and its length where every report has it. No I/O, no clock."""

from __future__ import annotations

from tablectl_drivers.glimpses import BYTES, Exposed, Glimpse, Pieces, Watches
from tablectl_drivers.hid_pos import keys
from tablectl_drivers.hid_pos.frames import SCANNED, SIZE


def exposed(report: bytes) -> Exposed:
    if report[:1] == bytes((SCANNED,)) and len(report) == SIZE:
        return Exposed("scanned data", report, shown=1)
    return Exposed("other report", report, sized=False)


class TypedLines:
    """A line of keys is one frame, once it has ended: how many reports it takes tells which letters have shift, and so the card."""

    def __init__(self) -> None:
        self._decoder = keys.Decoder()

    def feed(self, data: bytes, at_ns: int) -> list[Glimpse]:
        return [Glimpse("<", at_ns, "typed line", None, b"") for _ in self._decoder.feed(data)]

    def end(self, at_ns: int) -> list[Glimpse]:
        return [Glimpse("<", at_ns, "typed line", None, b"") for _ in self._decoder.end()]


def watches() -> Watches:
    return Watches(Pieces("<", exposed), _unsaid())


def typed_watches() -> Watches:
    return Watches(TypedLines(), _unsaid())


def _unsaid() -> Pieces:
    """Nothing is ever sent."""
    return Pieces(">", lambda data: Exposed(BYTES, data, sized=False))
