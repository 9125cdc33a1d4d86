"""How much of each OBID frame may be shown while cards lie face down: no UID, and nothing of what is not asked here. No I/O, no clock."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.feig_obid.frames import Decoder, Frame, encode
from tablectl_drivers.feig_obid.session import fits
from tablectl_drivers.glimpses import Exposed, Stream, Watches

_HEAD: Final = 4  # length, address, command, status
_ADVANCED_HEAD: Final = 6
_INVENTORY: Final = 0xB0
_KINDS: Final = {0x65: "version", 0x66: "reader info", 0x69: "RF reset", _INVENTORY: "inventory"}
_QUESTIONS: Final = frozenset({(0x65, b""), (0x66, b"\x80"), (0x69, b""), (_INVENTORY, b"\x01\x00"), (_INVENTORY, b"\x01\x80")})


def asked(frame: Frame) -> Exposed:
    """What the host says."""
    if (frame.command, frame.body) not in _QUESTIONS:
        return Exposed("unknown question", encode(frame), sized=False)
    return Exposed(_KINDS[frame.command], encode(frame), shown=None)


def answered(frame: Frame) -> Exposed:
    """What the reader says. The status of an inventory may be seen; what comes after it has UIDs."""
    wire = encode(frame)
    if frame.command not in _KINDS or not fits(frame.command, frame.body):
        return Exposed("unknown answer", wire, sized=False)
    kind = _KINDS[frame.command] + " answer"
    if frame.command != _INVENTORY or len(frame.body) == 1:
        return Exposed(kind, wire, shown=None)
    return Exposed(kind, wire, shown=_ADVANCED_HEAD if frame.advanced else _HEAD)


def watches() -> Watches:
    return Watches(Stream("<", Decoder(), answered), Stream(">", Decoder(), asked))
