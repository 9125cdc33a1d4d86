"""How much of each PN532 frame may be shown while cards lie face down: no UID, and nothing of what is not asked here. No I/O, no clock."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.glimpses import Exposed, Stream, Watches
from tablectl_drivers.pn532_hsu.frames import CHIP, HOST, Ack, Decoder, Failure, Frame, Message, Nack, encode

_POLL: Final = 0x4A
_KINDS: Final = {0x02: "version", 0x14: "SAM setting", 0x32: "RF setting", _POLL: "poll"}
_OPEN_ANSWERS: Final = {0x02: 4, 0x14: 0, 0x32: 0}  # how many bytes of data each has
_NO_TAG: Final = b"\x00"
_PADDING: Final = b"\x00"
_WAKE: Final = b"\x55"  # before the first command, to wake the chip


def asked(frame: Frame) -> Exposed:
    """What the host says."""
    match frame:
        case Message(sender=sender, code=code) if sender != HOST or code not in _KINDS:
            return Exposed("unknown question", encode(frame), sized=False)
        case Message(code=code):
            return Exposed(_KINDS[code], encode(frame), shown=None)
        case Ack() | Nack() | Failure():
            return _short(frame)


def answered(frame: Frame) -> Exposed:
    """What the chip says. A poll's answer shows that no tag is there; one with tags not even its length, for their UIDs have several."""
    wire = encode(frame)
    match frame:
        case Message(sender=sender, code=code) if sender != CHIP or code - 1 not in _KINDS:
            return Exposed("unknown answer", wire, sized=False)
        case Message(code=code, data=data):
            open_ = data == _NO_TAG if code - 1 == _POLL else len(data) == _OPEN_ANSWERS[code - 1]
            return Exposed(_KINDS[code - 1] + " answer", wire, shown=None if open_ else 0, sized=open_)
        case Ack() | Nack() | Failure():
            return _short(frame)


def _short(frame: Ack | Nack | Failure) -> Exposed:
    return Exposed(type(frame).__name__.lower(), encode(frame), shown=None)


def watches() -> Watches:
    return Watches(Stream("<", Decoder(), answered, padding=_PADDING), Stream(">", Decoder(), asked, padding=_PADDING + _WAKE))
