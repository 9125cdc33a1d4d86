"""Laws of the session that hold for any conversation, and its edges that no transcript shows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl_drivers.admission import Expected
from tablectl_drivers.cdl import frames
from tablectl_drivers.cdl.commands import MAX_WAITING
from tablectl_drivers.cdl.session import Session
from tablectl_drivers.events import (
    CardSeen,
    CardsMissed,
    CardUnreadable,
    CommandAnswered,
    CutCardSeen,
    LinkLost,
    LinkUp,
    PowerCycled,
    ReportId,
    Role,
    WrongDevice,
)
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Reaction

IDENTITY: Final = frames.Identity(1, 2, 7, 1, 1, "Open Table", "Riffle 6", "R6-0042", "1.4.0")


def _up(resume: ReportId | None = None) -> Session:
    session = Session("shuffler", Expected(role=Role.SHUFFLER), resume)
    session.open(0.0)
    session.receive(frames.encode(IDENTITY), 0.01)
    assert session.up
    return session


def _report(number: int) -> bytes:
    return frames.encode(frames.Report(0, 7, number, frames.CARD, 0xA2, 3, 99))


def test_twelve_reports_with_two_cut_in_half_are_twelve_cards() -> None:
    session = _up()
    stream = b"".join(map(_report, range(1, 13)))
    width = len(_report(1))
    edges = [0, 3 * width + 7, 8 * width + 9, len(stream)]
    seen = [event for start, end in pairwise(edges) for event in session.receive(stream[start:end], 0.1).events]
    assert [event.report.number for event in seen if isinstance(event, CardSeen)] == list(range(1, 13))
    assert len(seen) == 12


def test_a_zero_leads_only_after_a_silence() -> None:
    session = _up()
    session.receive(_report(1) + _report(2), 0.1)
    soon, later = session.confirm(ReportId(7, 1), 0.15), session.confirm(ReportId(7, 2), 0.4)
    assert soon.send[0] != 0
    assert later.send[0] == 0


def test_a_restarted_host_names_the_first_report_it_lacks_in_these_bytes() -> None:
    session = Session("shuffler", Expected(), ReportId(7, 12))
    session.open(0.0)
    identity = "0501810102010102070101020a0101260d0a4f70656e205461626c6508526966666c6520360752362d3030343205312e342e309a1500"
    reaction = session.receive(bytes.fromhex(identity), 0.01)
    assert reaction.send.hex() == "03010301010102070101040d0bf000" + "03010201010102070101040c749400"


def test_commands_beyond_the_queue_are_refused() -> None:
    session = _up()
    answers = [event for _ in range(MAX_WAITING + 2) for event in session.command(Command.CLEAR, 0.1).events]
    assert answers == [CommandAnswered("shuffler", "clear", accepted=False, detail=f"{MAX_WAITING} commands are waiting already")]


def test_tags_go_around_without_zero() -> None:
    session = _up()
    decoder = frames.Decoder()
    tags = []
    for number in range(300):
        now = 0.1 + number / 1000
        (sent,) = decoder.feed(session.command(Command.CLEAR, now).send)
        assert isinstance(sent, frames.Command)
        tags.append(sent.tag)
        assert session.receive(frames.encode(frames.Answer(sent.tag, sent.code, 0)), now).events
    assert tags == [*range(1, 256), *range(1, 46)]


def test_counters_name_what_the_link_did() -> None:
    session = _up()
    session.receive(_report(1) + _report(1) + _report(3) + b"AS\0" + frames.encode(frames.Gone(0, 7, 5)) + frames.encode(frames.Who(1)), 0.5)
    counted = {name: count for name, count in session.counters().items() if count}
    assert counted == {
        "good_frames": 6,
        "discarded_bytes": 2,
        "not_cobs": 1,
        "cards": 1,
        "repeats": 1,
        "gaps": 1,
        "missed": 3,
        "echoes": 1,
        "resends": 2,
        "round_trip_ms": 10,
    }


def test_the_highest_report_number_breaks_nothing() -> None:
    session = _up()
    reaction = session.receive(frames.encode(frames.Gone(0, 7, 0xFFFFFFFF)) + _report(0xFFFFFFFF), 0.1)
    assert isinstance(reaction.events[-1], CardSeen)
    assert session.tick(1.5).send


_number = st.integers(0, 6)
_power_up = st.integers(6, 8)
_tag = st.integers(0, 6)
_maker = st.just("Open Table")
_DEVICE_FRAMES: Final = st.one_of(
    st.builds(frames.Identity, _tag, st.integers(1, 3), _power_up, _number, _number, _maker, _maker, st.sampled_from("ab"), _maker),
    st.builds(frames.Status, _tag, _power_up, _number, _number, _number, _number, _number, _number, _number, _number),
    st.builds(frames.Report, _tag, _power_up, _number, st.integers(1, 3), st.integers(0, 255), _number, _number),
    st.builds(frames.Gone, _tag, _power_up, _number),
    st.builds(frames.Answer, _tag, _number, _number),
    st.builds(frames.Who, _tag),
)


class Witness:
    """Watches a session from outside and checks what must never happen."""

    def __init__(self, resume: ReportId | None) -> None:
        self.durable = {resume} if resume else set()
        self._to_device = frames.Decoder()
        self._stands_at = resume
        self._up = self._lost = False
        self._asked: list[str] = []

    def see(self, reaction: Reaction) -> None:
        for event in reaction.events:
            match event:
                case LinkUp():
                    assert self._stands_at in (None, event.resumed_at)
                    self._stands_at = event.resumed_at
                    self._up, self._lost = True, False
                case LinkLost():
                    assert not self._lost
                    self._up, self._lost = False, True
                case WrongDevice():
                    self._up, self._lost = False, False
                case PowerCycled():
                    assert self._stands_at
                    assert self._stands_at.power_up != event.power_up
                    self._stands_at = ReportId(event.power_up, 0)
                case CardSeen() | CardUnreadable() | CutCardSeen():
                    self._moves(event.report, event.report)
                case CardsMissed():
                    self._moves(event.first, event.last)
                case _:
                    pass
        for frame in self._to_device.feed(reaction.send):
            assert self._up or isinstance(frame, frames.Who)
            if isinstance(frame, frames.Confirm):
                assert ReportId(frame.power_up, frame.report) in self.durable

    def _moves(self, first: ReportId, last: ReportId) -> None:
        assert self._up
        assert self._stands_at
        assert first == ReportId(self._stands_at.power_up, self._stands_at.number + 1)
        self._stands_at = last


Step = Callable[[Session, Witness, float], Reaction]


def _confirm(report: ReportId) -> Step:
    def step(session: Session, witness: Witness, now: float) -> Reaction:
        witness.durable.add(report)
        return session.confirm(report, now)

    return step


_CHUNKS: Final = st.lists(_DEVICE_FRAMES, min_size=1, max_size=6).map(lambda sent: b"".join(map(frames.encode, sent)))
_STEPS: Final[st.SearchStrategy[Step]] = st.one_of(
    _CHUNKS.map(lambda chunk: lambda session, _, now: session.receive(chunk, now)),
    st.binary(max_size=20).map(lambda junk: lambda session, _, now: session.receive(junk, now)),
    st.builds(ReportId, _power_up, _number).map(_confirm),
    st.sampled_from(Command).map(lambda command: lambda session, _, now: session.command(command, now)),
    st.just(lambda session, _, now: session.tick(now)),
    st.just(lambda session, _, now: session.open(now)),
    st.just(lambda session, _witness, _now: session.close("unplugged")),
)


@settings(max_examples=300)
@given(st.none() | st.builds(ReportId, _power_up, _number), st.lists(st.tuples(st.floats(0, 2), _STEPS), max_size=40))
def test_whatever_happens_cards_come_once_in_order_and_only_the_durable_is_confirmed(
    resume: ReportId | None, steps: list[tuple[float, Step]]
) -> None:
    session = Session("shuffler", Expected(role=Role.SHUFFLER), resume)
    witness = Witness(resume)
    now = 0.0
    witness.see(session.open(now))
    for pause, step in steps:
        now += pause
        witness.see(session.tick(now))
        assert session.deadline() > now
        witness.see(step(session, witness, now))
