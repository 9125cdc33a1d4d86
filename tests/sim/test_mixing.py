"""Shufflers that shuffle badly, each in its own way, and the fair one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tablectl_sim import scenario
from tablectl_sim.cards import Card, new_pack, shuffled
from tablectl_sim.errors import BadScenario
from tablectl_sim.mixing import Mixing, mixed
from tablectl_sim.shuffler import Cycle, Shuffler

PACK = new_pack(1)


def rising(cards: list[Card]) -> int:
    """How many rising sequences of a new pack are in these cards."""
    places = [cards.index(card) for card in PACK]
    return 1 + sum(after < before for before, after in pairwise(places))


def test_a_fair_shuffle_does_not_depend_on_the_order_before_it() -> None:
    assert mixed(PACK[::-1], "a") == mixed(PACK, "a") == shuffled(PACK, "a")


@pytest.mark.parametrize("riffles", [1, 2, 3])
def test_so_many_riffles_at_most_double_the_rising_sequences_each(riffles: int) -> None:
    for seed in range(20):
        cards = mixed(PACK, str(seed), Mixing(riffles=riffles))
        assert sorted(cards, key=PACK.index) == PACK
        assert 1 < rising(cards) <= 2**riffles


def test_what_stays_on_top_stays_and_the_rest_is_shuffled() -> None:
    cards = mixed(PACK, "a", Mixing(keeps_top=5))
    assert cards[:5] == PACK[:5]
    assert cards[5:] != PACK[5:]
    assert sorted(cards, key=PACK.index) == PACK


def test_a_share_of_cycles_mixes_nothing() -> None:
    assert mixed(PACK, "a", Mixing(repeats=1.0)) == PACK
    same = sum(mixed(PACK, str(seed), Mixing(repeats=0.3)) == PACK for seed in range(200))
    assert 40 < same < 80


def test_a_shuffler_mixes_as_its_scenario_says(tmp_path: Path) -> None:
    file = tmp_path / "worn.toml"
    file.write_text("[mixing]\nriffles = 2\nkeeps_top = 3\n")
    mixing = scenario.load(file).mixing
    assert mixing == Mixing(2, 3)
    machine = Shuffler(cycle=Cycle(1.0, 1.0, 1.0), mixing=mixing)
    machine.switch_on(0.0)
    machine.insert(PACK, 0.0)
    machine.tick(10.0)
    assert machine.take(10.0)[:3] == PACK[:3]


def test_a_table_without_a_shuffler_has_none_that_is_bad(tmp_path: Path) -> None:
    file = tmp_path / "worn.toml"
    file.write_text('game = "tx_bj"\n[mixing]\nriffles = 2\n')
    with pytest.raises(BadScenario, match="no shuffler that mixes otherwise"):
        scenario.load(file)
