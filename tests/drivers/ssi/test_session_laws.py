"""Laws of the session that hold for any conversation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl_drivers.events import CardSeen, CardUnreadable, CutCardSeen, LinkLost, LinkUp, ReportId, Unwatched
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.ssi import frames
from tablectl_drivers.ssi.frames import ENGINE, HOST, Decoder, Frame, Op
from tablectl_drivers.ssi.session import Session

from .talking import ACK, CODES, PACKETS, REVISION, card, new_session, up


class Witness:
    """Watches a session from outside and checks what must never happen."""

    def __init__(self) -> None:
        self.up = self._lost = False
        self.at: ReportId | None = None
        self.durable: ReportId | None = None
        self.cards: list[str] = []
        self._last: ReportId | None = None
        self._to_engine = Decoder(HOST)

    def see(self, reaction: Reaction) -> None:
        for event in reaction.events:
            match event:
                case Unwatched():
                    assert self.at is not None
                case LinkUp():
                    assert not self.up
                    self.at, self.up, self._lost = event.resumed_at, True, False
                case LinkLost():
                    assert not self._lost
                    self.up, self._lost = False, True
                case CardSeen() | CardUnreadable() | CutCardSeen():
                    assert self.up
                    assert self.at
                    assert event.report == ReportId(self.at.power_up, self.at.number + 1)
                    self.at = self._last = event.report
                    if isinstance(event, CardSeen):
                        self.cards.append(event.code)
                case _:
                    pass
        for frame in self._to_engine.feed(reaction.send):
            assert isinstance(frame, Frame)
            if frame.op is Op.ACK:
                assert self.durable, "an ACK is a promise about the last card"
                assert self._last
                assert (self._last.power_up, self._last.number) <= (self.durable.power_up, self.durable.number)
        assert self._to_engine.held == 0


_MENU: Final = [
    REVISION,
    ACK,
    PACKETS,
    *(card(code, status) for code in CODES for status in (0, 1, 0x80)),
    frames.encode(Frame(Op.NAK, ENGINE, 0, b"\x06")),
]
Step = Callable[[Session, Witness, float], Reaction]


def _confirm(session: Session, witness: Witness, now: float) -> Reaction:
    if witness.at is None:
        return Reaction()
    witness.durable = witness.at
    return session.confirm(witness.at, now)


_STEPS: Final[st.SearchStrategy[Step]] = st.one_of(
    st.lists(st.sampled_from(_MENU), min_size=1, max_size=5).map(lambda sent: lambda session, _, now: session.receive(b"".join(sent), now)),
    st.just(lambda session, _, now: session.receive(REVISION, now)),
    st.just(lambda session, _, now: session.receive(PACKETS, now)),
    st.just(lambda session, _, now: session.receive(ACK, now)),
    st.binary(max_size=20).map(lambda junk: lambda session, _, now: session.receive(junk, now)),
    st.just(_confirm),
    st.just(lambda session, _, now: session.tick(now)),
    st.just(lambda session, _, now: session.open(now)),
    st.just(lambda session, _witness, _now: session.close("unplugged")),
)


@settings(max_examples=300)
@given(st.booleans(), st.lists(st.tuples(st.floats(0, 2.5), _STEPS), max_size=40))
def test_whatever_happens_reports_are_in_order_and_only_a_durable_card_is_acknowledged(begun: bool, steps: list[tuple[float, Step]]) -> None:
    session, witness, now = new_session(), Witness(), 0.0
    witness.see(session.open(now))
    for answer in (REVISION, ACK, PACKETS, ACK) if begun else ():
        witness.see(session.receive(answer, now))
    for pause, step in steps:
        now += pause
        witness.see(session.tick(now))
        assert session.deadline() > now
        witness.see(step(session, witness, now))


@st.composite
def _spoilt_streams(draw: st.DrawFn) -> tuple[list[str], bytes]:
    """Cards as they are drawn, and their bytes with one byte lost, changed or said twice in some of them."""
    drawn = draw(st.lists(st.sampled_from(CODES[:3]), min_size=1, max_size=6))
    stream = b""
    for code in drawn:
        raw = bytearray(card(code))
        place = draw(st.integers(0, len(raw) - 1))
        match draw(st.sampled_from(["clean", "lost", "changed", "twice"])):
            case "lost":
                del raw[place]
            case "changed":
                raw[place] ^= draw(st.integers(1, 255))
            case "twice":
                raw[place:place] = raw[place : place + 1]
            case _:
                pass
        stream += bytes(raw)
    return drawn, stream


@settings(max_examples=400)
@given(_spoilt_streams(), st.lists(st.integers(0, 120), max_size=6))
def test_spoilt_bytes_make_no_wrong_card_and_count_none_twice(spoilt: tuple[list[str], bytes], cuts: list[int]) -> None:
    drawn, stream = spoilt
    session, witness = up(), Witness()
    witness.at, witness.up = ReportId(1, 0), True
    edges = [0, *sorted(min(edge, len(stream)) for edge in cuts), len(stream)]
    for start, end in pairwise(edges):
        witness.see(session.receive(stream[start:end], 0.5))
    witness.see(session.tick(0.9))
    left = iter(drawn)
    assert all(code in left for code in witness.cards), "what was seen is what was drawn, in its order, some of it missing"
