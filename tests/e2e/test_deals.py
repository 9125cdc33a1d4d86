"""Rounds over the wire: cards as bytes on a pty, presses as levels, and at the end a record that says the same when it is computed again."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from .conftest import MakeTable
from .running import Table

SECONDS_A_ROUND = 12.0  # a loaded machine loses presses of some milliseconds, and the dealer presses again


def deal(table: Table, rounds: int) -> None:
    table.start()
    table.bench.deal()
    assert table.bench.dealer.done.wait(60 + SECONDS_A_ROUND * rounds), f"only {len(table.bench.rounds_played)} of {rounds} rounds were played"
    assert table.daemon.stop() == 0


def check(table: Table, rounds: int) -> None:
    records = table.records()
    kinds = Counter(record.type for record in records)
    assert kinds["hold_raised"] == 0, [record.body for record in records if record.type == "hold_raised"]
    ended = [json.loads(record.body) for record in records if record.type == "round_ended"]
    assert len(ended) >= rounds
    assert {end["ending"] for end in ended} == {"settled"}
    assert all(end["house"] + sum(net for _, net in end["nets"]) == 0 for end in ended)
    assert records[-1].type == "stopped"
    table.recompute()


@pytest.mark.timeout(300)
def test_rounds_at_full_speed_raise_no_hold_and_replay_the_same(table: MakeTable) -> None:
    dealt = table("full-speed", rounds=8)
    deal(dealt, 8)
    check(dealt, 8)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_thousand_rounds_at_full_speed_raise_no_hold(table: MakeTable) -> None:
    dealt = table("full-speed", rounds=1000)
    deal(dealt, 1000)
    check(dealt, 1000)
