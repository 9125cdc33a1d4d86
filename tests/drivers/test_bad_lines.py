"""One law for all card drivers, whatever the line does: no wrong card, no card twice, and every doubt holds play at the table."""

from __future__ import annotations

import random

import pytest

from .bad_lines import BETWEEN_CARDS_S, RIGS, ROUND, SETTLES_S, SPOILERS, Bench, Rig, Spoiler, clean

rigs = pytest.mark.parametrize("rig", RIGS.values(), ids=RIGS)
spoilers = pytest.mark.parametrize("spoiler", SPOILERS.values(), ids=SPOILERS)


@rigs
def test_on_a_good_line_every_card_is_there_and_nothing_holds_play(rig: Rig) -> None:
    bench = Bench(rig)
    bench.deal(ROUND)
    bench.check()
    assert (list(bench.dealing.state.shoe.seen), bench.dealing.causes) == (bench.drawn, [])


@rigs
@spoilers
def test_on_a_bad_line_no_card_is_wrong_none_is_twice_and_every_doubt_holds_play(rig: Rig, spoiler: Spoiler) -> None:
    for seed in range(2):
        _deal_over(rig, spoiler, seed)


@pytest.mark.soak
@rigs
@spoilers
def test_three_hundred_rounds_on_a_bad_line(rig: Rig, spoiler: Spoiler) -> None:
    for seed in range(300):
        _deal_over(rig, spoiler, 1000 + seed)


def _deal_over(rig: Rig, spoiler: Spoiler, seed: int) -> None:
    bench = Bench(rig)
    bench.spoil(spoiler, random.Random(seed))
    bench.deal(ROUND - 1)
    bench.to_host = bench.to_device = clean
    bench.deal(1)
    bench.run(SETTLES_S)
    bench.check()


@rigs
def test_a_plug_pulled_at_any_byte_leaves_the_card_once_or_in_doubt(rig: Rig) -> None:
    for offset in range(200):
        bench = Bench(rig)
        bench.deal(1)
        left = offset

        def cut(piece: bytes) -> list[tuple[float, bytes]]:
            nonlocal left
            passed, left = piece[: max(left, 0)], left - len(piece)
            return [(0.0, passed)]

        bench.to_host = cut
        bench.draw()
        bench.run(BETWEEN_CARDS_S)
        counted = bench.dealing.state.shoe.drawn
        bench.unplug()
        bench.run(1.0)
        bench.to_host = clean
        bench.plug()
        bench.run(3.0)
        bench.deal(2)
        bench.run(SETTLES_S)
        bench.check()
        if counted > 1:
            return
    raise AssertionError("the card never came through")
