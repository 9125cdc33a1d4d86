"""How much of each SSI packet may be shown while cards lie face down: all but a code, whose length may tell it too. No I/O, no clock."""

from __future__ import annotations

from typing import assert_never

from tablectl_drivers.glimpses import Exposed, Stream, Watches
from tablectl_drivers.ssi.frames import ENGINE, HOST, Decoder, Frame, Op, Spoilt, encode
from tablectl_drivers.ssi.session import WAKE


def exposed(frame: Frame | Spoilt) -> Exposed | None:
    if isinstance(frame, Spoilt):
        return None
    kind, wire = frame.op.name.lower().replace("_", " "), encode(frame)
    match frame.op:
        case Op.REQUEST_REVISION | Op.REPLY_REVISION | Op.PARAM_SEND | Op.PARAM_REQUEST | Op.ACK | Op.NAK | Op.BEEP | Op.LED_ON | Op.LED_OFF:
            return Exposed(kind, wire, shown=None)
        case Op.SCAN_ENABLE | Op.EVENT:
            return Exposed(kind, wire, shown=None)
        case Op.DECODE_DATA:
            return Exposed(kind, wire, sized=False)
        case _:
            assert_never(frame.op)


def watches() -> Watches:
    engine, host = Decoder(ENGINE), Decoder(HOST)
    return Watches(Stream("<", engine, exposed, at_end=engine.end), Stream(">", host, exposed, padding=WAKE, at_end=host.end))
