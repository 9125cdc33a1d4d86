"""A shoe with nothing but a reader of codes: rounds are dealt, the dealer says when a pack is in, and a daemon that was away is in doubt."""

from __future__ import annotations

import json
import time
from collections import Counter

import pytest

from .conftest import MakeTable

pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize(
    ("scenario", "rounds"),
    [("plain-reader", 2), pytest.param("tag-reader", 1, marks=pytest.mark.soak), pytest.param("desk-reader", 1, marks=pytest.mark.soak)],
)
def test_rounds_are_dealt_from_a_shoe_that_only_reads_codes(table: MakeTable, scenario: str, rounds: int) -> None:
    dealt = table(scenario, rounds=rounds)
    dealt.start()
    dealt.bench.deal()
    assert dealt.bench.dealer.done.wait(200)
    assert dealt.daemon.stop() == 0
    kinds = Counter(record.type for record in dealt.records())
    assert kinds["hold_raised"] == 0, [record.body for record in dealt.records() if record.type == "hold_raised"]
    ended = [json.loads(record.body) for record in dealt.records() if record.type == "round_ended"]
    assert [end["ending"] for end in ended] == ["settled"] * rounds
    assert kinds["pack_loaded"] == rounds
    dealt.recompute()


def test_a_daemon_that_was_killed_does_not_know_what_was_drawn_meanwhile(table: MakeTable) -> None:
    dealt = table("plain-reader", rounds=3)
    dealt.start()
    dealt.bench.deal()
    assert dealt.bench.panel.wait_for(lambda panel: panel.edges > 40, time.monotonic() + 60)
    dealt.daemon.kill()
    dealt.start()
    supervisor = dealt.supervisor()
    with supervisor.live() as live:
        held = live.wait(lambda view: bool(view["holds"]), 30, "a hold")
        assert {hold["code"] for hold in held["holds"]} >= {"device_unwatched"}
    assert dealt.daemon.stop() == 0
