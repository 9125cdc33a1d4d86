"""How much of a level may be shown: all of it, for lights know no cards. No I/O, no clock."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.glimpses import BYTES, Exposed, Pieces, Stream, Watches
from tablectl_drivers.lamps_in.frames import Decoder, Level, encode

_ENDS: Final = b"\n"


def exposed(level: Level) -> Exposed:
    return Exposed("level", encode(level), shown=None)


def watches() -> Watches:
    return Watches(
        Stream("<", Decoder(), exposed, padding=_ENDS),
        Pieces(">", lambda data: Exposed(BYTES, data, sized=False)),  # nothing is ever sent
    )
