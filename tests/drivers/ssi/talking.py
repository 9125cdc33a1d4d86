"""What an engine says, and a session that it is said to."""

from __future__ import annotations

from typing import Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import CardSeen, DeviceEvent, ReportId, Role
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.reading.deck_map import CUT, DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings
from tablectl_drivers.ssi import frames
from tablectl_drivers.ssi.frames import ENGINE, HOST, Decoder, Frame, Op
from tablectl_drivers.ssi.session import Options, Session

CODES: Final = ("01001Ah3", "01002Kd0", "01003Ts0", "01053Xx5", "AH", "KH")
CARDS: Final = DeckMap(
    {code: MappedCard(2, face, 1, index) for index, (code, face) in enumerate(zip(CODES, ("Ah", "Kd", "Ts", CUT, "Ac", "Kh"), strict=True))}
)
REVISION: Final = frames.encode(Frame(Op.REPLY_REVISION, ENGINE, 0, b"PAAABS00 N"))
ACK: Final = frames.encode(Frame(Op.ACK, ENGINE))
PACKETS: Final = frames.encode(Frame(Op.PARAM_SEND, ENGINE, 0, b"\xff\xee\x01"))
HOST_ACK: Final = frames.encode(Frame(Op.ACK, HOST))
HOST_NAK: Final = frames.encode(Frame(Op.NAK, HOST, 0, b"\x01"))


def card(code: str, status: int = 0) -> bytes:
    return frames.encode(Frame(Op.DECODE_DATA, ENGINE, status, b"\x03" + code.encode()))


def new_session(resume: ReportId | None = None, options: Options | None = None) -> Session:
    return Session("shoe", Expected(Role.SHOE), options or Options(beep=False), Readings("shoe", CARDS, resume))


def up(options: Options | None = None, *, steps: int = 1) -> Session:
    session = new_session(options=options)
    session.open(0.0)
    for answer in (REVISION, ACK, PACKETS, *[ACK] * steps):
        session.receive(answer, 0.01)
    assert session.up
    return session


def ops_sent(reaction: Reaction) -> list[Op]:
    found = Decoder(HOST).feed(reaction.send)
    return [frame.op for frame in found if isinstance(frame, Frame)]


def faces(events: tuple[DeviceEvent, ...]) -> list[str]:
    return [event.face for event in events if isinstance(event, CardSeen)]
