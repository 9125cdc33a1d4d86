"""How much of each CDL/1 frame may be shown while cards lie face down: all but a report, which tells a card. No I/O, no clock."""

from __future__ import annotations

from typing import assert_never

from tablectl_drivers.cdl.frames import Answer, Command, Confirm, Decoder, Frame, Gone, Identity, Report, Resend, Status, Who, encode
from tablectl_drivers.glimpses import Exposed, Stream, Watches

_CLOSING_ZERO = b"\0"


def exposed(frame: Frame) -> Exposed:
    wire, kind = encode(frame), type(frame).__name__.lower()
    match frame:
        case Who() | Confirm() | Resend() | Command() | Identity() | Status() | Gone() | Answer():
            return Exposed(kind, wire, shown=None)
        case Report():
            return Exposed(kind, wire)  # not one byte: COBS says with the first where the next zero is
        case _:
            assert_never(frame)


def watches() -> Watches:
    return Watches(
        Stream("<", Decoder(), exposed, padding=_CLOSING_ZERO),
        Stream(">", Decoder(), exposed, padding=_CLOSING_ZERO),
    )
