"""How much of a line may be shown while cards lie face down: that there was one, for nothing but codes is ever printed. No I/O, no clock."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.ascii_line.frames import Decoder, Junk, Line, encode
from tablectl_drivers.glimpses import BYTES, Exposed, Pieces, Stream, Watches

_ENDS: Final = b"\r\n"


def exposed(line: Line | Junk) -> Exposed | None:
    return Exposed("line", encode(line, b""), sized=False) if isinstance(line, Line) else None


def watches() -> Watches:
    decoder = Decoder()
    return Watches(
        Stream("<", decoder, exposed, padding=_ENDS, at_end=decoder.end),
        Pieces(">", lambda data: Exposed(BYTES, data, sized=False)),  # nothing is ever sent
    )
