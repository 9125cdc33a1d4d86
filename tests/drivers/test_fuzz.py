"""Fuzzing that is led by the ways which each driver takes through its code: nothing is raised, no card comes of nothing, none counts twice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest
from cobs import cobs  # type: ignore[import-untyped]  # ships no types

from tablectl_drivers.events import CardSeen, CardsMissed, CardUnreadable, CutCardSeen, DeviceEvent
from tablectl_drivers.reaction import Reaction
from tablectl_sim.hid_keyboard_device import KEYS
from tests.drivers.conftest import crc16

from .bad_lines import FACES, RIGS, SETTLES_S, SPOILERS, Bench, Rig
from .fuzzing import Fuzz, Input, Piece

REPORT: Final = 0x83
RANKS, SUITS = "A23456789TJQK", "cdhs"
SHORT: Final = 30
LONG: Final = 3000


def _text(rig: Rig, stream: bytes) -> Counter[str]:
    codes = {rig.code(index): face for index, face in enumerate(FACES, start=1)}
    return Counter({face: stream.count(code.encode()) for code, face in codes.items()})


def _packets(rig: Rig, stream: bytes) -> Counter[str]:
    """What whole SSI packets say: the code stands behind length, opcode, source, status and kind of code, and two bytes make the sum zero."""
    told = Counter[str]()
    for index, face in enumerate(FACES, start=1):
        code = rig.code(index).encode()
        at = stream.find(code)
        while at >= 0:
            head, tail = stream[max(at - 5, 0) : at + len(code)], stream[at + len(code) : at + len(code) + 2]
            told[face] += head[:1] == bytes((len(head),)) and (sum(head) + int.from_bytes(tail, "big")) & 0xFFFF == 0
            at = stream.find(code, at + 1)
    return told


def _tag(rig: Rig, stream: bytes) -> Counter[str]:
    return Counter({face: stream.count(bytes.fromhex(rig.code(index))) for index, face in enumerate(FACES, start=1)})


def _keys(rig: Rig, stream: bytes) -> Counter[str]:
    """A code was typed where its keys went down one after the other; how often is not told by this."""
    typed = Counter[str]()
    for index, face in enumerate(FACES, start=1):
        down = iter(stream)
        if all(KEYS[letter][1] in down for letter in rig.code(index)):
            typed[face] = len(stream)
    return typed


def _reports(_rig: Rig, stream: bytes) -> Counter[str]:
    """What whole CDL/1 reports of cards say (CDL/1 1 and 4)."""
    told = Counter[str]()
    for encoded in stream.split(b"\0"):
        try:
            body = cobs.decode(encoded)
        except cobs.DecodeError:
            continue
        if len(body) > 15 and body[1] == REPORT and crc16(body[:-2]) == int.from_bytes(body[-2:], "big"):
            face = body[12]
            told[_face(face)] += 1
    return told


def _face(byte: int) -> str:
    rank, suit = (byte >> 4) - 1, byte & 0xF
    return RANKS[rank] + SUITS[suit] if 0 <= rank < len(RANKS) and suit < len(SUITS) else ""


SAID: Final[dict[str, Callable[[Rig, bytes], Counter[str]]]] = {
    "cdl": _reports,
    "cdl over USB": _reports,
    "ssi": _packets,
    "ascii_line": _text,
    "hid_pos": _text,
    "hid_keyboard": _keys,
    "feig_obid": _tag,
    "pn532_hsu": _tag,
}
"""How often a stream says each face at most, told without the drivers."""


def _conversation(rig: Rig, spoiled: str = "") -> Input:
    """What the simulated device says while four cards go by."""
    pieces: list[Piece] = []
    last = 0.0

    def overhear(now: float, way: str, data: bytes) -> None:
        nonlocal last
        if way == "<":
            pieces.append((now - last, data))
            last = now

    bench = Bench(rig, overhear)
    if spoiled:
        bench.spoil(SPOILERS[spoiled], random.Random(7))
    bench.deal(4)
    return tuple(pieces)


def _run(rig: Rig, said: Callable[[Rig, bytes], Counter[str]], given: Input) -> None:
    session, now = rig.session(rig.deck_map), 0.0
    events: list[DeviceEvent] = []

    def take(reaction: Reaction) -> None:
        events.extend(reaction.events)
        for event in reaction.events:
            if isinstance(event, CardSeen | CardUnreadable | CutCardSeen):
                events.extend(session.confirm(event.report, now).events)

    def wait(seconds: float) -> None:
        nonlocal now
        end = now + seconds
        while (due := session.deadline()) <= end:
            now = max(now, due)
            take(session.tick(now))
        now = end

    take(session.open(now))
    for pause, data in given:
        wait(pause)
        if data:
            take(session.receive(data, now))
    wait(SETTLES_S)
    seen = Counter(event.face for event in events if isinstance(event, CardSeen))
    assert seen <= said(rig, b"".join(data for _, data in given)), given
    reports = [event.report for event in events if isinstance(event, CardSeen | CardUnreadable | CutCardSeen)]
    missed = [event.last for event in events if isinstance(event, CardsMissed)]
    assert len(set(reports)) == len(reports) == len({*reports} - {*missed}), given
    session.close("the end")


@pytest.mark.parametrize("times", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", RIGS)
def test_whatever_comes_is_no_error_no_card_of_nothing_and_none_twice(name: str, times: int) -> None:
    rig, said = RIGS[name], SAID[name]
    fuzz = Fuzz(lambda given: _run(rig, said, given), "tablectl_drivers", random.Random(f"{name} {times}"))
    fuzz.begin([_conversation(rig), _conversation(rig, "everything")])
    known = len(fuzz.reached)
    fuzz.go_on(times)
    assert fuzz.tried == times + 2
    assert len(fuzz.reached) > known, "nothing new was reached, so that nothing leads it"
