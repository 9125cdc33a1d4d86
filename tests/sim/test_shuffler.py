"""The shuffler's cycle on a fake clock: states, lights, counts, commands."""

from __future__ import annotations

import pytest

from tablectl_sim.cards import Card, new_pack
from tablectl_sim.cdl_wire import read_one
from tablectl_sim.errors import CannotDo
from tablectl_sim.shuffler import (
    CLEAR,
    COUNT_OVER,
    COUNT_SHORT,
    FOREIGN_CARD,
    IDLE,
    INCOMPLETE,
    JAM,
    LOADING,
    READY,
    RELEASE,
    SHUFFLE,
    SHUFFLING,
    STOP,
    VERIFYING,
    Cycle,
    Shuffler,
)


def _machine(seed: str = "a") -> Shuffler:
    machine = Shuffler(seed=seed, cycle=Cycle(1.0, 4.0, 1.0))
    machine.switch_on(0.0)
    return machine


def test_a_cycle_goes_through_its_states() -> None:
    machine = _machine()
    machine.insert(new_pack(1), 0.0)
    states: list[int] = []
    for tenth in range(70):
        machine.tick(tenth / 10)
        if not states or states[-1] != machine.state:
            states.append(machine.state)
    assert states == [LOADING, SHUFFLING, VERIFYING, READY]
    body = machine.body()
    assert (body.pack, body.loads, body.cards_in, body.cards_out, body.lights) == (1, 1, 52, 0, 0x001)
    pack = machine.take(7.0)
    assert pack != new_pack(1)
    assert set(pack) == set(new_pack(1))
    assert (machine.state, machine.body().cards_out) == (IDLE, 52)


def test_each_state_of_a_cycle_is_said_even_where_its_clock_comes_late() -> None:
    machine = _machine()
    machine.insert(new_pack(1), 0.0)
    machine.take_output()
    machine.tick(60.0)
    frames = [read_one(raw.strip(b"\0"))[0] for raw in machine.take_output()]
    assert [frame.payload[8] for frame in frames if frame is not None] == [SHUFFLING, VERIFYING, READY]


@pytest.mark.parametrize(
    ("cards", "miscount", "state"),
    [
        (new_pack(1)[1:], 0, COUNT_SHORT),
        ([*new_pack(1), Card(1, 3, 1)], 0, COUNT_OVER),
        ([Card(1, 3, 2), *new_pack(1)[1:]], 0, FOREIGN_CARD),
        (new_pack(1), -1, COUNT_SHORT),
        (new_pack(1), 1, COUNT_OVER),
    ],
)
def test_a_wrong_pack_is_red(cards: list[Card], miscount: int, state: int) -> None:
    machine = _machine()
    machine.miscount = miscount
    machine.insert(cards, 0.0)
    machine.tick(10.0)
    assert (machine.state, machine.body().lights) == (state, 0x100)


def test_same_seed_same_order() -> None:
    packs = []
    for seed in ("a", "a", "b"):
        machine = _machine(seed)
        machine.insert(new_pack(1), 0.0)
        machine.tick(10.0)
        packs.append(machine.take(10.0))
    assert packs[0] == packs[1] != packs[2]


def test_commands() -> None:
    machine = _machine()
    assert [machine.command(code, 0.0) for code in (SHUFFLE, RELEASE, STOP, CLEAR, 9)] == [2, 2, 2, 2, 3]
    machine.insert(new_pack(1), 0.0)
    machine.tick(2.0)
    assert [machine.command(code, 2.0) for code in (SHUFFLE, RELEASE, STOP)] == [1, 2, 0]
    assert machine.state == INCOMPLETE
    assert machine.command(CLEAR, 2.0) == 0
    machine.tick(9.0)
    assert machine.state == READY
    assert machine.command(RELEASE, 9.0) == 0


@pytest.mark.parametrize(("trouble", "state"), [("lid", INCOMPLETE), ("jam", JAM), ("reset", INCOMPLETE)])
def test_trouble_breaks_a_cycle_off(trouble: str, state: int) -> None:
    machine = _machine()
    machine.insert(new_pack(1), 0.0)
    machine.tick(2.0)
    if trouble == "lid":
        machine.set_lid(True, 2.0)
    elif trouble == "jam":
        machine.jam(2.0)
    else:
        machine.switch_on(2.0)
    machine.tick(20.0)
    assert (machine.state, machine.body().lights) == (state, 0x200)


def test_one_pack_at_a_time() -> None:
    machine = _machine()
    machine.insert(new_pack(1), 0.0)
    with pytest.raises(CannotDo, match="already"):
        machine.insert(new_pack(2), 0.0)
