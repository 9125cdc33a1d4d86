"""Both tag readers on lines that break, lose and bend bytes: no card is wrong, and none is told twice."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl_drivers.events import LinkLost, Unwatched
from tests.drivers.reading.tag_desk import KINDS, Kind, up

both = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@both
def test_a_plug_pulled_at_any_byte_of_an_answer_makes_no_card_of_the_rest(kind: Kind) -> None:
    length = 0
    while True:
        desk = up(kind)
        desk.device.put(kind.code(1), desk.now)
        left = length
        cut = False

        def pull(piece: bytes) -> bytes:
            nonlocal left, cut
            passed, left = piece[:left], left - len(piece)
            cut = cut or left < 0
            return b"" if cut and not passed else passed

        desk.spoil = pull
        desk.run(0.2)
        if not cut:
            break
        told = desk.faces()
        desk.close()
        desk.spoil = bytes
        desk.device.switch_on(desk.now)
        desk.open()
        desk.run(1.0)
        assert desk.session.up
        assert desk.faces() == told, f"cut after {length} bytes"
        assert (desk.unreadable, desk.saw(LinkLost), desk.saw(Unwatched)) == (0, 1, 1)
        length += 1
        if told:
            break
    assert length > 16


@both
def test_random_bytes_make_no_card(kind: Kind) -> None:
    _random_bytes(kind, 60)


@both
@pytest.mark.soak
def test_a_million_random_bytes_make_no_card(kind: Kind) -> None:
    _random_bytes(kind, 1000)


def _random_bytes(kind: Kind, blocks: int) -> None:
    chance = random.Random(20260101)
    desk = up(kind)
    for _ in range(blocks):
        desk.events += desk.session.receive(chance.randbytes(1000), desk.now).events
        desk.run(0.1)
    assert desk.faces() == []


class Spoiler:
    """Loses, doubles or bends one byte of some pieces."""

    def __init__(self, seed: int, chance: float) -> None:
        self._random = random.Random(seed)
        self._chance = chance

    def __call__(self, piece: bytes) -> bytes:
        if self._random.random() >= self._chance:
            return piece
        at = self._random.randrange(len(piece))
        bent = bytes((piece[at] ^ 1 << self._random.randrange(8),))
        return piece[:at] + self._random.choice((b"", piece[at : at + 1] * 2, bent)) + piece[at + 1 :]


_STEPS = st.lists(st.tuples(st.integers(1, 4), st.sampled_from([0.05, 0.2, 0.6])), max_size=12)


@both
@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from([0.05, 0.3, 0.7]), _STEPS)
def test_on_any_bad_line_no_card_is_wrong_and_none_is_told_twice(kind: Kind, seed: int, chance: float, steps: list[tuple[int, float]]) -> None:
    desk = up(kind)
    desk.spoil = Spoiler(seed, chance)
    puts: Counter[str] = Counter()
    lying: set[int] = set()
    for number, seconds in steps:
        if number in lying:
            lying.remove(number)
            desk.take(number, seconds)
        else:
            lying.add(number)
            puts[kind.face(number)] += 1
            desk.put(number, seconds)
    desk.run(1.0)
    told = Counter(desk.faces())
    assert all(told[face] <= puts[face] for face in told)
