"""A shoe with nothing but a reader of codes: rounds are dealt, the dealer says when a pack is in, and a daemon that was away is in doubt."""

from __future__ import annotations

import json
import time
from collections import Counter

import pytest

from tablectl_sim.incidents import Fault

from .conftest import MakeTable
from .running import Live, Table, View
from .test_devices import device, wait_for

pytestmark = pytest.mark.timeout(300)
ON_BENCH = {"typing-scanner": ("--bench",)}
"""What a table that says to be on a bench is started with."""


@pytest.mark.parametrize(
    ("scenario", "rounds"),
    [
        ("plain-reader", 2),
        *(
            pytest.param(each, 1, marks=pytest.mark.soak)
            for each in ("tag-reader", "desk-reader", "usb-scanner", "typing-scanner", "printing-scanner")
        ),
    ],
)
def test_rounds_are_dealt_from_a_shoe_that_only_reads_codes(table: MakeTable, scenario: str, rounds: int) -> None:
    dealt = table(scenario, rounds=rounds)
    dealt.start(*ON_BENCH.get(scenario, ()))
    assert dealt.supervisor().view()["bench"] is (scenario in ON_BENCH)
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


@pytest.mark.parametrize("scenario", ["typing-scanner", pytest.param("usb-scanner", marks=pytest.mark.soak)])
def test_what_a_scanner_on_the_usb_still_held_when_the_daemon_was_killed_is_no_card(table: MakeTable, scenario: str) -> None:
    """Cards go past it by hand, as nobody deals here; it is unplugged and plugged in again as well."""
    scanned, words = table(scenario), ON_BENCH.get(scenario, ())
    scanned.start(*words)
    supervisor = scanned.supervisor()
    wait_for(supervisor, "shoe", {"idle", "busy"}, 30)
    scanned.bench.world.new_cards(1)
    with supervisor.live() as live:
        for count in (1, 2, 3):
            read_by_hand(scanned, live, count)
        scanned.bench.timeline.do(Fault("unplug"))
        live.wait(lambda view: "device_lost" in codes(view), 30, "a shoe that is lost")
        scanned.bench.timeline.do(Fault("replug"))
        live.wait(lambda view: "device_unwatched" in codes(view), 30, "a shoe that nobody watched")
    scanned.daemon.kill()
    assert scanned.bench.world.draw() is not None
    scanned.start(*words)
    supervisor = scanned.supervisor()
    wait_for(supervisor, "shoe", {"idle", "busy"}, 30)
    assert sum(counter["count"] for counter in device(supervisor, "shoe")["counters"] if counter["name"] == "old_bytes") > 0
    with supervisor.live() as live:
        read_by_hand(scanned, live, 4)
    assert scanned.daemon.stop() == 0
    assert [json.loads(record.body)["mark"] for record in scanned.records() if record.type == "card_read"] == ["face"] * 4
    scanned.recompute()


def read_by_hand(table: Table, live: Live, count: int) -> None:
    assert table.bench.world.draw() is not None
    live.wait(lambda view: view["shoe"]["seen"] == count, 30, f"{count} cards")


def codes(view: View) -> set[str]:
    return {hold["code"] for hold in view["holds"]}
