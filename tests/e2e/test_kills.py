"""kill -9 of the daemon at random moments of a running table: nothing that was on record is lost, no card is lost or counted twice."""

from __future__ import annotations

import json
import random
import time
from functools import partial

import pytest

from tablectl.engine.games import GAMES
from tablectl.journal.clock import SystemClock
from tablectl.journal.keys import read_keys
from tablectl.journal.reader import Reader
from tablectl.journal.records import Record
from tablectl.journal.verification import verified
from tablectl.table.lamps import lamps
from tablectl.table.record.recovery import recover
from tablectl.table.state import Cause, TableState
from tablectl_sim.panel import Panel

from .conftest import MakeTable
from .running import Table

LIT_S = 0.6  # a blinking lamp is dark for at most half a second
MOST_EDGES = 150  # of lamps, between two kills: a round of three seats has about as many


def folded(table: Table) -> TableState:
    """The state by the record alone."""
    with Reader(table.journal) as reader:
        state = recover(GAMES, verified(reader), read_keys(table.seal_key), SystemClock().stamp()).state
    assert state is not None
    return state


def has_flickered(edges: int, panel: Panel) -> bool:
    return panel.edges >= edges


def kill_and_restart(table: Table, chance: random.Random, kills: int) -> None:
    for _ in range(kills):
        target = table.bench.panel.edges + chance.randint(1, MOST_EDGES)
        assert table.bench.panel.wait_for(partial(has_flickered, target), time.monotonic() + 60), "the table stands still"
        table.daemon.kill()
        before = table.records()
        expected = folded(table)
        table.start()
        after = table.records()
        assert [record.hash for record in after[: len(before)]] == [record.hash for record in before]
        reopened = next(record for record in after[len(before) :] if record.type == "table_opened")
        assert json.loads(reopened.body)["clean"] is False
        assert reopened.round == expected.live.number
        go_on(table)


def go_on(table: Table) -> None:
    """The supervisor compares the table with the screen, where a round was open."""
    if any(hold.cause is Cause.TABLE_CUT_OFF for hold in folded(table).holds):
        supervisor = table.supervisor()
        for hold in supervisor.view()["holds"]:
            supervisor.do(kind="release_hold", hold=hold["id"], reason="all lies as it should", along=[])


def every_card_once(records: list[Record]) -> None:
    seen: dict[tuple[str, int], list[int]] = {}
    for record in records:
        if record.type == "card_read":
            body = json.loads(record.body)
            seen.setdefault((body["device"], body["power_up"]), []).append(body["report"])
    for numbers in seen.values():
        distinct = sorted(set(numbers))
        assert distinct == list(range(distinct[0], distinct[0] + len(distinct)))
    taken = [record for record in records if record.type == "fact_taken" and json.loads(record.body)["fact"]["kind"] == "card_dealt"]
    assert len(taken) <= sum(len(set(numbers)) for numbers in seen.values())


def lamps_are_right(table: Table) -> None:
    """With nobody acting: the lamps after a start are those of the recorded state."""
    table.bench.dealer.stop()
    table.daemon.kill()
    table.start()
    go_on(table)
    expected = set(lamps(folded(table)))

    def lit(panel: Panel) -> bool:
        now = time.monotonic()
        return {name for name, lamp in panel.lamps().items() if lamp.level or now - lamp.fell_at < LIT_S} == expected

    def dark_ones_stay_dark(panel: Panel) -> bool:
        return lit(panel) and all(not lamp.level for name, lamp in panel.lamps().items() if name not in expected)

    assert table.bench.panel.wait_for(dark_ones_stay_dark, time.monotonic() + 20), (expected, table.bench.panel.lamps())


def run(table: Table, seed: int, kills: int) -> None:
    table.start()
    table.bench.deal()
    kill_and_restart(table, random.Random(seed), kills)
    lamps_are_right(table)
    assert table.daemon.stop() == 0
    records = table.records()
    every_card_once(records)
    assert {json.loads(record.body)["hold"]["cause"] for record in records if record.type == "hold_raised"} <= {"table_cut_off"}
    table.recompute()


@pytest.mark.timeout(300)
def test_kills_lose_nothing(table: MakeTable) -> None:
    run(table("kills", rounds=0), seed=1, kills=3)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(20))
def test_two_hundred_kills_lose_nothing(table: MakeTable, seed: int) -> None:
    run(table("kills", rounds=0, seed=seed), seed=1000 + seed, kills=10)
