"""The dealer and the players at a table of lamps, through the same sockets and ptys that a daemon uses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablectl_sim.bench import Bench
from tablectl_sim.control import order
from tablectl_sim.pace import FULL

Make = Callable[..., Bench]
Seat = Callable[..., Any]  # gives a LampPeer of conftest.py, which cannot be imported from here
LONG = 40.0


@pytest.fixture
def table(bench: Make, house_rules: Path) -> Make:
    """Three seats at full speed."""

    def make(scenario: str = "first-table", **options: object) -> Bench:
        return bench(scenario, house_rules=house_rules, **({"speed": FULL} | options))

    return make


def test_rounds_are_dealt_to_the_end(table: Make, seat_peer: Seat) -> None:
    bench = table(rounds=3)
    peer = seat_peer(bench)
    bench.deal()
    assert bench.dealer.done.wait(LONG)
    assert [(played.number, played.seats, played.cards, played.whole) for played in bench.rounds_played] == [
        (number, (1, 2, 3), 13, True) for number in (1, 2, 3)
    ]
    assert peer.script.strays == []
    assert bench.shuffler is not None
    with bench.shuffler.lock:
        packs = {bench.shuffler.device.body().pack} | {card.back for card in bench.world.rack}
    assert packs == {1, 2}, "the packs alternate, and none is lost"


def test_the_same_seed_plays_the_same_rounds(table: Make, seat_peer: Seat) -> None:
    lives = []
    for seed in (7, 7, 8):
        bench = table(rounds=1, seed=seed)
        peer = seat_peer(bench)
        bench.deal()
        assert bench.dealer.done.wait(LONG)
        lives.append(peer.script.rounds)
        bench.dealer.stop()
    assert lives[0] == lives[1] != lives[2]


@pytest.mark.parametrize(
    ("cards", "presses"),
    [(0, 3), (3, 0), (8, 2), (13, 5)],
    ids=["wagers", "holes", "choices", "settling"],
)
def test_a_daemon_that_dies_and_comes_back_finds_the_dealer_in_the_same_round(table: Make, seat_peer: Seat, cards: int, presses: int) -> None:
    bench = table(rounds=1)
    peer = seat_peer(bench)

    def reached() -> bool:
        events = [what for what, _ in peer.journal]
        seen = events.count("card")
        return seen > cards or (seen == cards and events[::-1].index("card" if cards else "pack") >= presses) if "pack" in events else False

    bench.deal()
    assert _until(reached)
    peer = seat_peer(bench, peer.journal)
    assert bench.dealer.done.wait(LONG)
    assert [played.whole for played in bench.rounds_played] == [True]
    assert [set(played["said"]) for played in peer.script.rounds] == [{1, 2, 3}]


def test_no_card_is_drawn_while_play_is_held(table: Make, seat_peer: Seat) -> None:
    bench = table(rounds=1)
    peer = seat_peer(bench)
    peer.tell(("hold", ""))
    assert bench.panel.wait_for(lambda panel: bool(panel.lamp("lamp.hold").level), time.monotonic() + LONG)
    bench.deal()
    assert not bench.panel.wait_for(lambda _: len(peer.journal) > 1, time.monotonic() + 1.0)
    peer.tell(("release", ""))
    assert bench.dealer.done.wait(LONG)


def test_lamps_that_all_go_dark_are_no_new_round(table: Make, seat_peer: Seat) -> None:
    """As they do when the daemon is killed: the wagers' lamps are the last that were lit, and the round goes on when it comes back."""
    bench = table(rounds=1)
    peer = seat_peer(bench)
    bench.deal()
    assert _until(lambda: [what for what, _ in peer.journal].count("card") >= 8)
    for lit, seconds in (("wagers", 3.0), ("none", 1.5)):  # longer than a press is waited for, and than a blinking lamp is remembered
        peer.tell(("lit", lit))
        assert not bench.panel.wait_for(lambda _: bool(bench.rounds_played), time.monotonic() + seconds)
    seat_peer(bench, [event for event in peer.journal if event[0] != "lit"])
    assert bench.dealer.done.wait(LONG)
    assert [played.whole for played in bench.rounds_played] == [True]


def test_a_round_that_is_voided_in_the_middle_is_cleared_away(table: Make, seat_peer: Seat) -> None:
    bench = table(rounds=2)
    peer = seat_peer(bench)
    bench.deal()
    assert bench.panel.wait_for(lambda _: len(peer.journal) >= 14, time.monotonic() + LONG)
    for event in ("hold", "void", "release"):
        peer.tell((event, ""))
    assert bench.dealer.done.wait(LONG)
    assert [played.whole for played in bench.rounds_played] == [False, True]
    assert len(peer.script.rounds) == 1


def test_wagers_that_do_not_fit_together_are_placed_again(table: Make, seat_peer: Seat) -> None:
    """The peer counts one press twice, so that ante and blind differ until the seat's wagers are taken back."""
    bench = table(rounds=1)
    peer = seat_peer(bench)
    peer.tell(("press", "seat2.ante"))
    bench.deal()
    assert bench.dealer.done.wait(LONG)
    (played,) = peer.script.rounds
    assert played["placed"]["seat2.ante"] == played["placed"]["seat2.blind"]


def test_noise_costs_no_card(table: Make, seat_peer: Seat) -> None:
    bench = table(rounds=1)
    seat_peer(bench)
    assert order(bench.directory / "bench.sock", {"do": "junk", "device": "shoe", "count": 30}) == {"ok": True}
    bench.deal()
    assert bench.dealer.done.wait(LONG)
    status = order(bench.directory / "bench.sock", {"do": "status"})
    assert status["rounds"] == 1
    assert status["devices"]["shoe"]["plugged"]


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"do": "explode"}, "kind: expected"),
        ({"do": "press", "button": "key.nix"}, "expected one of seat1.ante"),
        ({"do": "replug", "device": "shoe"}, "the shoe is plugged in already"),
        ({"do": "wrong_face"}, "no card has been dealt yet"),
    ],
)
def test_orders_that_make_no_sense_are_refused(table: Make, message: dict[str, object], error: str) -> None:
    bench = table()
    answer = order(bench.directory / "bench.sock", message)
    assert not answer["ok"]
    assert error in answer["error"]


def test_a_pulled_plug_goes_back_in_after_its_time(table: Make) -> None:
    bench = table()
    assert order(bench.directory / "bench.sock", {"do": "unplug", "device": "shoe", "for_s": 1.0})["ok"]
    assert not bench.shoe.plugged
    assert _until(lambda: bench.shoe.plugged)


def _until(true: Callable[[], bool]) -> bool:
    pause, deadline = threading.Event(), time.monotonic() + LONG
    while not true() and time.monotonic() < deadline:
        pause.wait(0.002)
    return true()
