"""Edges of the session that no transcript shows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tablectl_drivers.events import CardSeen, CardUnreadable, CutCardSeen, DeviceEvent, LinkLost, LinkNoisy, LinkUp, ReportId, Unwatched
from tablectl_drivers.ssi import frames
from tablectl_drivers.ssi.frames import ENGINE, Frame, Op
from tablectl_drivers.ssi.session import Options, Session

from .talking import ACK, CODES, HOST_ACK, HOST_NAK, PACKETS, REVISION, card, faces, new_session, ops_sent, up


def test_twelve_cards_with_two_cut_in_half_are_twelve_cards() -> None:  # S02
    session = up()
    stream = [card(CODES[number % 3]) for number in range(12)]
    whole = b"".join(stream)
    width = len(stream[0])
    edges = [0, 3 * width + 7, 8 * width + 9, len(whole)]
    seen = [event for start, end in pairwise(edges) for event in session.receive(whole[start:end], 0.1).events]
    assert [event.report.number for event in seen if isinstance(event, CardSeen)] == list(range(1, 13))
    assert len(seen) == 12


def test_a_stray_byte_before_a_card_spoils_neither_it_nor_the_next() -> None:  # S15
    session = up()
    assert faces(session.receive(b"\0" + card("01001Ah3"), 0.1).events) == ["Ah"]
    assert faces(session.receive(card("01002Kd0"), 0.2).events) == ["Kd"]


@pytest.mark.parametrize("raw", [b"01001Ah3\r\n", b"AH\r", b"AHAH\n", b"]C001001Ah3\r\n"])
def test_raw_data_is_never_a_card(raw: bytes) -> None:
    session = up()
    reaction = session.receive(raw * 3, 0.5)
    assert {type(event) for event in reaction.events} == {LinkNoisy}
    assert ops_sent(reaction) == [Op.PARAM_REQUEST]


@pytest.mark.parametrize(
    ("data", "face"),
    [
        (b"\x03AH\r\n", "Ac"),
        (b"\x03AHAH", None),
        (b"\x03", None),
        (b"", None),
        (b"\x03A\x80", None),
        (b"\x03" + b"A" * 65, None),
        (b"\x03AH,KH", None),
    ],
)
def test_what_is_no_code_is_a_card_that_could_not_be_read(data: bytes, face: str | None) -> None:
    session = up()
    (event,) = session.receive(frames.encode(Frame(Op.DECODE_DATA, ENGINE, 0, data)), 0.1).events
    assert isinstance(event, CardSeen if face else CardUnreadable)
    assert faces((event,)) == ([face] if face else [])


def test_the_last_part_of_long_data_is_no_card() -> None:
    session = up()
    first = frames.encode(Frame(Op.DECODE_DATA, ENGINE, frames.CONTINUED, b"\x03" + b"X" * 200))
    told = [*session.receive(first, 0.1).events, *session.receive(card("AH"), 0.2).events]
    assert [type(event) for event in told] == [CardUnreadable, CardUnreadable]
    assert faces(session.receive(card("AH"), 0.3).events) == ["Ac"]


def test_the_cut_card_is_neither_a_card_nor_unreadable() -> None:
    (event,) = up().receive(card("01053Xx5"), 0.1).events
    assert event == CutCardSeen("shoe", ReportId(1, 1))


def test_the_same_card_read_again_is_told_again_and_judged_by_the_table() -> None:
    session = up()
    told = [*session.receive(card("AH"), 0.1).events, *session.receive(card("AH"), 0.9).events]
    assert [event.report.number for event in told if isinstance(event, CardSeen)] == [1, 2]


def test_a_retransmission_long_after_the_card_is_another_card() -> None:
    session = up()
    session.receive(card("AH"), 0.1)
    assert faces(session.receive(card("AH", frames.RETRANSMIT), 5.2).events) == ["Ac"]


@pytest.mark.parametrize(("waits", "acks"), [(0.001, 1), (1.49, 1), (1.51, 0), (1.99, 0)])
def test_an_ack_leaves_only_while_it_cannot_cross_the_next_copy(waits: float, acks: int) -> None:
    session = up()
    session.receive(card("AH"), 0.1)
    session.tick(0.1 + waits)
    assert ops_sent(session.confirm(ReportId(1, 1), 0.1 + waits)).count(Op.ACK) == acks
    assert session.counters()["late_acks"] == 1 - acks


def test_a_card_is_not_acknowledged_for_the_one_before_it() -> None:
    session = up()
    session.receive(card("AH") + card("KH"), 0.1)
    assert ops_sent(session.confirm(ReportId(1, 1), 0.2)) == []
    assert ops_sent(session.confirm(ReportId(1, 2), 0.3)) == [Op.ACK]


def test_a_card_sent_again_and_again_is_one_card_as_long_as_copies_come() -> None:
    session = up()
    copies = [(0.1, 0), (4.0, frames.RETRANSMIT), (8.0, frames.RETRANSMIT)]
    assert faces(tuple(event for now, status in copies for event in session.receive(card("AH", status), now).events)) == ["Ac"]


def _told_in_eight_seconds(session: Session) -> list[type[DeviceEvent]]:
    """Answer every question for eight seconds, from 0.6 on, and say what was told."""
    events: list[DeviceEvent] = []
    for tenth in range(6, 86):
        reaction = session.tick(tenth / 10)
        events += reaction.events
        answers = {Op.REQUEST_REVISION: REVISION, Op.PARAM_REQUEST: PACKETS}
        events += session.receive(b"".join(answers[op] for op in ops_sent(reaction)), tenth / 10).events
    return [type(event) for event in events if not isinstance(event, LinkNoisy)]


def test_a_spoilt_card_that_came_whole_in_the_end_leaves_no_doubt() -> None:
    session = up()
    session.receive(card("AH")[:-1] + b"\0", 0.3)
    assert faces(session.receive(card("AH", frames.RETRANSMIT), 0.4).events) == ["Ac"]
    session.confirm(ReportId(1, 1), 0.5)
    assert _told_in_eight_seconds(session) == []


@pytest.mark.parametrize(("spoilt", "told"), [(card("AH"), [CardUnreadable]), (REVISION, []), (ACK, [])])
def test_only_a_spoilt_card_is_a_doubt(spoilt: bytes, told: list[type[DeviceEvent]]) -> None:
    session = up()
    session.receive(spoilt[:-1] + bytes((spoilt[-1] ^ 0x55,)), 0.5)
    assert _told_in_eight_seconds(session) == told


def test_a_head_that_was_left_alone_does_not_hold_up_the_next_card() -> None:
    session = up()
    session.receive(bytes((200, Op.DECODE_DATA, ENGINE, 0)), 0.5)
    assert faces(session.receive(card("AH"), 0.8).events) == ["Ac"]


def test_a_card_whose_ack_was_lost_does_not_beep_twice() -> None:
    session = up(Options(beep=True), steps=2)
    session.receive(card("AH"), 0.1)
    assert ops_sent(session.confirm(ReportId(1, 1), 0.2)) == [Op.ACK, Op.BEEP]
    session.receive(ACK, 0.3)
    sent = ops_sent(session.receive(card("AH", frames.RETRANSMIT), 2.2))
    assert Op.ACK in sent
    assert Op.BEEP not in sent


def test_a_copy_that_crossed_its_ack_is_not_acknowledged_a_second_time() -> None:
    """An ACK has no number: the second would be that of the next card, which nobody has heard."""
    session = up()
    session.receive(card("AH"), 0.1)
    assert ops_sent(session.confirm(ReportId(1, 1), 0.2)) == [Op.ACK]
    assert Op.ACK not in ops_sent(session.receive(card("AH", frames.RETRANSMIT), 0.25))
    assert Op.ACK in ops_sent(session.receive(card("AH", frames.RETRANSMIT), 2.25)), "that one was lost"


def test_a_spoilt_card_behind_which_another_comes_is_a_doubt_before_it() -> None:
    session = up()
    session.receive(card("AH")[:-1] + b"\0", 0.5)
    events = session.receive(card("KH"), 3.0).events
    assert [type(event) for event in events if isinstance(event, CardSeen | CardUnreadable)] == [CardUnreadable, CardSeen]


@pytest.mark.parametrize(("noise", "doubts"), [(card("AH")[1:], 1), (card("AH")[3:], 1), (b"\0\xff\x99", 0), (b"\0" * 4, 1)])
def test_bytes_that_may_have_been_a_card_without_its_head_are_a_doubt_unless_it_is_sent_again(noise: bytes, doubts: int) -> None:
    session = up()
    session.receive(noise, 0.5)
    events = [event for at in range(1, 16) for event in (*session.receive(REVISION + PACKETS, at / 2).events, *session.tick(at / 2 + 0.25).events)]
    assert [type(event) for event in events].count(CardUnreadable) == doubts
    session = up()
    session.receive(noise, 0.5)
    events = [*session.receive(card("AH", frames.RETRANSMIT), 2.5).events, *session.tick(9.0).events]
    assert [type(event) for event in events if isinstance(event, CardSeen | CardUnreadable)] == [CardSeen]


def test_nothing_is_acknowledged_on_a_link_that_was_opened_since() -> None:
    session = up()
    session.receive(card("AH"), 0.1)
    session.close("it was unplugged")
    session.open(0.2)
    for answer in (REVISION, ACK, PACKETS, ACK):
        session.receive(answer, 0.3)
    assert ops_sent(session.confirm(ReportId(1, 1), 0.4)) == []


def test_the_lamp_of_an_engine_that_started_anew_is_lit_again() -> None:
    session = up(Options(beep=False, led=True))
    for power_up in (1, 2):
        session.receive(card("nothing"), 0.5 * power_up)
        assert ops_sent(session.confirm(ReportId(power_up, 1), 0.5 * power_up)) == [Op.ACK, Op.LED_ON]
        session.close("it was unplugged")
        session.open(0.6)
        for answer in (REVISION, ACK, PACKETS, ACK):
            session.receive(answer, 0.7)


def test_settings_that_are_refused_or_ignored_are_counted_and_the_engine_is_taken() -> None:
    session = new_session(options=Options(trigger="continuous", beep=True))
    session.open(0.0)
    sent = [ops_sent(session.receive(answer, 0.01)) for answer in (REVISION, ACK, PACKETS)]
    assert sent == [[Op.PARAM_SEND], [Op.PARAM_REQUEST], [Op.PARAM_SEND]]
    session.receive(frames.encode(Frame(Op.NAK, ENGINE, 0, b"\x06")), 0.02)
    for due in (0.52, 1.02, 1.52):
        session.tick(due)
    assert isinstance(session.receive(ACK, 1.6).events[-1], LinkUp)
    assert session.counters()["refused_settings"] == 2


@pytest.mark.parametrize("answer", [b"\xff\xee\x00", b"\xff\xee", b"\xff\xee\x01\xee\x00", b"\xee\x01", b""])
def test_an_engine_that_does_not_say_packets_is_not_taken(answer: bytes) -> None:
    session = new_session()
    session.open(0.0)
    session.receive(REVISION, 0.01)
    session.receive(ACK, 0.02)
    (event,) = session.receive(frames.encode(Frame(Op.PARAM_SEND, ENGINE, 0, answer)), 0.03).events
    assert isinstance(event, LinkLost)
    assert not session.up
    assert session.receive(card("AH"), 0.04).events == ()
    assert session.deadline() == pytest.approx(5.03)


def test_another_engine_in_its_place_is_told_and_begins_anew() -> None:
    session = up()
    session.tick(1.1)
    events = session.receive(frames.encode(Frame(Op.REPLY_REVISION, ENGINE, 0, b"OTHER N")), 1.2).events
    assert events == (LinkLost("shoe", "another engine answers than before"),)
    assert not session.up


def test_an_engine_that_sends_and_does_not_answer_is_lost() -> None:
    session = up()
    events: list[DeviceEvent] = []
    for second in range(1, 13):
        events += session.receive(card("AH"), float(second)).events
        events += session.confirm(ReportId(1, second), second + 0.01).events
        events += session.tick(second + 0.9).events
    lost = [event.reason for event in events if isinstance(event, LinkLost)]
    assert lost == ["the engine sends, but has answered nothing for 10 s"]


def test_a_hostile_revision_is_shortened_and_printable() -> None:
    session = new_session()
    session.open(0.0)
    session.receive(frames.encode(Frame(Op.REPLY_REVISION, ENGINE, 0, b"<img src=x>\x1b[2J\xff" + b"A" * 80 + b" \x00" + b"B" * 80)), 0.01)
    identity = session.identity
    assert identity is not None
    for text in (identity.model, identity.firmware):
        assert len(text) <= 32
        assert text.isprintable()


def test_no_code_is_in_what_an_operator_reads() -> None:
    session = up()
    told = [*session.receive(b"01001Ah3\r\n" + card("01002Kd0")[:-1] + b"\0", 0.5).events, *session.close("it was unplugged").events]
    shown = repr(told) + repr(dict(session.counters())) + repr(session.identity)
    assert not any(code in shown for code in CODES[:4])


def test_unplugged_at_any_byte_of_a_card_it_is_counted_once_or_not_at_all() -> None:
    whole = card("01001Ah3")
    for offset in range(len(whole) + 1):
        session = up()
        events = [*session.receive(whole[:offset], 0.5).events, *session.close("it was unplugged").events, *session.open(1.0).events]
        for answer in (REVISION, ACK, PACKETS, ACK):
            events += session.receive(answer, 1.1).events
        events += session.receive(card("01001Ah3", frames.RETRANSMIT), 2.5).events
        assert faces(tuple(events)) == ["Ah"]
        assert [type(event) for event in events if isinstance(event, LinkLost | Unwatched | LinkUp)] == [LinkLost, Unwatched, LinkUp]


@pytest.mark.parametrize("spoiled", [card("AH")[:-1] + b"\0", card("AH")[:5]])
def test_a_spoilt_card_is_asked_for_again(spoiled: bytes) -> None:
    session = up()
    sent = session.receive(spoiled, 0.5).send + session.tick(0.71).send
    assert HOST_NAK in sent
    assert HOST_ACK not in sent
