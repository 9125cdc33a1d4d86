"""Packs that leave the bench's table and come to it, wherever they lie: none is lost, none is there twice, and the other one is dealt on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tablectl_sim.cards import new_pack
from tablectl_sim.faults import Line
from tablectl_sim.games import SHOOTOUT, TX_BJ, UTH, Felt, Supply
from tablectl_sim.shoe import Shoe
from tablectl_sim.shuffler import Shuffler
from tablectl_sim.wires import Port
from tablectl_sim.world import World


def opened(felt: Felt, folder: Path) -> World:
    """A table with its plugs pulled, and its first pack in the shoe."""
    shoe = Port("shoe", Shoe(), folder / "shoe", Line("1"))
    shuffler = Port("shuffler", Shuffler(pack_size=felt.pack.size), folder / "shuffler", Line("2")) if felt.supply.has_shuffler else None
    world = World(shoe, shuffler, (1, 2), "seed", table=felt)
    world.open_table()
    if shuffler is not None:
        shoe.device.load(shuffler.device.take(0.0), 0.0)
        shuffler.device.insert(world.rack, 0.0)
        world.rack = []
    return world


def lies(world: World) -> tuple[int, int, Counter[int]]:
    """The pack in the shoe, the one in the shuffler, and how many cards of which back lie on the felt and in the rack."""
    inside = world.shuffler.device.body().pack if world._table.supply.has_shuffler else 0
    return world.shoe.device.body().pack, inside, Counter(card.back for card in (*world.felt, *world.rack))


def deal(world: World, count: int) -> None:
    for _ in range(count):
        assert world.draw() is not None


@pytest.mark.parametrize("felt", [UTH, SHOOTOUT])
def test_the_pack_that_is_dealt_leaves_with_what_lies_on_the_felt(felt: Felt, tmp_path: Path) -> None:
    world = opened(felt, tmp_path)
    deal(world, 4)
    assert world.has(1)
    world.take_out(1)
    assert (lies(world), world.has(1), world.has(2)) == ((0, 2, Counter()), False, True)


def test_of_a_pack_that_is_left_alone_the_cards_go_round_by_the_shuffler(tmp_path: Path) -> None:
    world = opened(UTH, tmp_path)
    world.take_out(2)
    assert lies(world) == (1, 0, Counter())
    deal(world, 4)
    world.gather()
    assert lies(world) == (0, 1, Counter())
    assert sorted(world.shuffler.device.take(0.0), key=str) == sorted(new_pack(1), key=str)


def test_a_new_pack_waits_while_the_shuffler_has_one_and_goes_in_where_it_has_none(tmp_path: Path) -> None:
    world = opened(UTH, tmp_path)
    world.take_out(1)
    world.bring(1)
    assert lies(world) == (0, 2, Counter({1: 52}))
    world.take_out(2)
    assert lies(world) == (0, 1, Counter())


def test_with_two_packs_nothing_goes_in_before_its_turn(tmp_path: Path) -> None:
    world = opened(UTH, tmp_path)
    deal(world, 4)
    world.gather()
    world.collect()
    assert lies(world) == (0, 2, Counter({1: 52}))


def test_what_is_left_in_the_shoe_is_shuffled_where_nothing_else_is(tmp_path: Path) -> None:
    world = opened(SHOOTOUT, tmp_path)
    world.take_out(2)
    deal(world, 4)
    world.collect()
    assert lies(world) == (0, 1, Counter())


def test_a_machine_that_deals_gets_the_other_pack_and_then_the_new_one(tmp_path: Path) -> None:
    assert TX_BJ.supply is Supply.MACHINE
    world = opened(TX_BJ, tmp_path)
    size = TX_BJ.pack.size
    world.take_out(1)
    assert lies(world) == (2, 0, Counter())
    world.bring(1)
    assert lies(world) == (2, 0, Counter({1: size}))
    world.new_cards()
    assert lies(world) == (1, 0, Counter({2: size}))
    world.take_out(2)
    deal(world, 3)
    world.new_cards()
    assert (lies(world), len(world.shoe.device.stack)) == ((1, 0, Counter()), size), "with no other pack the same cards are shuffled anew"
