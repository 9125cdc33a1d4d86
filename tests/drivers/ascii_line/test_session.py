"""Laws of the session that hold for any bytes, and its edges that no transcript shows."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl_drivers.admission import Expected
from tablectl_drivers.ascii_line.session import Options, Session
from tablectl_drivers.events import CardSeen, CardUnreadable, CutCardSeen, DeviceEvent, LinkLost, LinkNoisy, LinkUp, ReportId, Role, Unwatched
from tablectl_drivers.reading.card_code import CardCode, write
from tablectl_drivers.reading.deck_map import CUT, DeckMap, MappedCard
from tablectl_drivers.reading.printed import QUALITY
from tablectl_drivers.reading.readings import Readings

FACES: Final = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
MAPPED: Final = [MappedCard(2, face, 1, index) for index, face in enumerate((*FACES, CUT), start=1)]
CODES: Final = [write(CardCode(card.deck, card.index, card.face)) for card in MAPPED]
CARDS: Final = DeckMap(dict(zip(CODES, MAPPED, strict=True)))
ACE: Final = CODES[0]


def _up(deck_map: DeckMap = CARDS) -> Session:
    session = Session("shoe", Expected(Role.SHOE), Options(), deck_map, Readings("shoe", deck_map, None))
    session.open(0.0)
    assert session.up
    return session


def _codes(events: list[DeviceEvent] | tuple[DeviceEvent, ...]) -> list[str]:
    return [event.code for event in events if isinstance(event, CardSeen)]


def test_twelve_cards_with_two_cut_in_half_are_twelve_cards() -> None:  # S02
    session = _up()
    stream = b"".join(code.encode() + b"\r\n" for code in CODES[:12])
    edges = [0, 33, 84, len(stream)]
    seen = [event for start, end in pairwise(edges) for event in session.receive(stream[start:end], 2.0).events]
    assert _codes(seen) == CODES[:12]
    assert [event.report.number for event in seen if isinstance(event, CardSeen)] == list(range(1, 13))
    assert {event.quality for event in seen if isinstance(event, CardSeen)} == {QUALITY}


@pytest.mark.parametrize("ends", [b"\r", b"\n", b"\r\n", b"\r\r", b"\n\r"])
def test_one_card_is_one_event_however_its_line_ends(ends: bytes) -> None:  # S11
    session = _up()
    assert _codes([event for byte in ACE.encode() + ends for event in session.receive(bytes((byte,)), 2.0).events]) == [ACE]
    assert session.counters()["empty_lines"] == len(ends) - 1


@pytest.mark.parametrize("text", [ACE * 2, ACE + CODES[1], f"]C0{ACE}]C0{ACE}", ACE * 3])
def test_glued_readings_are_no_card_and_counted_as_glued(text: str) -> None:  # C13
    session = _up()
    (event,) = session.receive(text.encode() + b"\r", 2.0).events
    assert event == CardUnreadable("shoe", ReportId(1, 1), 0, 0)
    assert session.counters()["glued"] == 1


@pytest.mark.parametrize("text", ["Ah", "AS", ACE[:-1], ACE.lower(), f" {ACE}", f"{ACE} ", f"]C{ACE}", f"]c0]C0{ACE}", f"{ACE}]C0"])
def test_a_code_that_is_not_whole_is_no_card_though_the_map_may_know_it(text: str) -> None:
    deck_map = DeckMap({text: MappedCard(2, "Ah", 1, 1)})
    assert [type(event) for event in _up(deck_map).receive(text.encode() + b"\r", 2.0).events] == [CardUnreadable]


def test_the_cut_card_is_neither_a_card_nor_unreadable() -> None:
    assert _up().receive(CODES[-1].encode() + b"\r", 2.0).events == (CutCardSeen("shoe", ReportId(1, 1)),)


def test_a_line_that_is_too_long_is_one_doubt_and_the_next_is_read() -> None:
    session = _up()
    events = session.receive(b"0" * 500 + b"\r" + ACE.encode() + b"\r", 2.0).events
    assert [type(event) for event in events] == [CardUnreadable, CardSeen, LinkNoisy]


def test_the_first_junk_after_a_silence_is_a_doubt_of_its_own() -> None:
    session = _up()
    events = [event for at in (2.0, 2.1, 2.4) for event in session.receive(b"\xff\r", at).events]
    assert [type(event) for event in events].count(CardUnreadable) == 2


def test_a_quiet_scanner_is_counted_and_not_lost() -> None:
    session = _up()
    session.receive(ACE.encode() + b"\r", 2.0)
    assert session.tick(3602.0).events == ()
    assert session.up
    assert session.counters()["quiet_s"] == 3600
    assert session.counters()["cannot_be_asked"] == 1


def test_no_code_is_in_what_an_operator_reads() -> None:
    session = _up()
    told = [
        *session.receive(b"\xff" + ACE.encode() + b"\r" + ACE.encode() * 2 + b"\r" + CODES[1].encode(), 2.0).events,
        *session.close("it was unplugged").events,
    ]
    shown = repr(told) + repr(dict(session.counters())) + repr(session.identity)
    assert not any(code in shown for code in CODES)


def test_unplugged_at_any_byte_of_a_line_it_is_one_card_or_none() -> None:
    whole = ACE.encode() + b"\r"
    for offset in range(len(whole) + 1):
        session = _up()
        events = [
            *session.receive(whole[:offset], 2.0).events,
            *session.close("it was unplugged").events,
            *session.open(2.1).events,
            *session.receive(CODES[1].encode() + b"\r", 4.0).events,
        ]
        assert _codes(events) == [ACE, CODES[1]][offset < len(whole) :]
        assert [type(event) for event in events if isinstance(event, LinkLost | Unwatched | LinkUp)] == [LinkLost, Unwatched, LinkUp]


@pytest.mark.parametrize("kilobytes", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_random_bytes_are_no_card(kilobytes: int) -> None:
    chance = random.Random(20260203)
    session = _up()
    for number in range(kilobytes):
        events = session.receive(chance.randbytes(1000), 2.0 + number).events
        assert _codes(events) == []
        assert session.deadline() >= 2.0 + number


@st.composite
def _spoilt_streams(draw: st.DrawFn) -> tuple[list[str], bytes]:
    """Cards as they are drawn, and their bytes with one byte lost, changed or said twice in some of them."""
    drawn = draw(st.lists(st.sampled_from(CODES[:52]), min_size=1, max_size=8))
    ends = draw(st.sampled_from([b"\r", b"\n", b"\r\n", b"\r\r", b"\n\r"]))
    stream = b""
    for code in drawn:
        raw = bytearray(draw(st.sampled_from(["", "]C0"])).encode() + code.encode() + ends)
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


@settings(max_examples=500)
@given(_spoilt_streams(), st.lists(st.tuples(st.integers(0, 120), st.floats(0, 0.5)), max_size=6))
def test_spoilt_bytes_make_no_wrong_card_and_count_none_twice(spoilt: tuple[list[str], bytes], cuts: list[tuple[int, float]]) -> None:
    drawn, stream = spoilt
    session, now = _up(), 2.0
    events: list[DeviceEvent] = []
    edges = [(0, 0.0), *sorted((min(edge, len(stream)), pause) for edge, pause in cuts), (len(stream), 0.0)]
    for (start, _), (end, pause) in pairwise(edges):
        events += session.receive(stream[start:end], now).events
        now += pause
        events += session.tick(now).events
        assert session.deadline() > now
    events += session.tick(now + 1.0).events
    left = iter(drawn)
    assert all(code in left for code in _codes(events)), "what was seen is what was drawn, in its order, some of it missing"
    reports = [event.report for event in events if isinstance(event, CardSeen | CardUnreadable | CutCardSeen)]
    assert reports == [ReportId(1, number) for number in range(1, len(reports) + 1)]
