"""Every game over the wire against the real daemon: a dealer who follows the display, players who answer, and a record that says the same twice."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tablectl.engine.games import GAMES
from tablectl_sim import scenario as scenarios
from tablectl_sim.games import FELTS

from .conftest import MakeTable
from .running import PASSWORD, Supervisor, Table

CONFIG = Path(__file__).parents[2] / "config" / "rules"
SECONDS = 200.0

pytestmark = pytest.mark.timeout(300)
SECONDS_A_ROUND = 60.0
FULL_SPEED = {
    "tx_bj": "blackjack-full-speed",
    "casino_holdem": "casino-holdem-full-speed",
    "showdown_poker": "showdown-full-speed",
}  # Texas Shootout has a test of its own


def sit_down(table: Table) -> Supervisor:
    """Start the daemon, make accounts for the bench's dealer and supervisor, and let them in."""
    table.start()
    admin = table.supervisor()
    people = {"dealer": ("Dora", PASSWORD), "supervisor": ("Sam", PASSWORD)}
    for role, (name, password) in people.items():
        answer = admin.client.post("/api/users", json={"name": name, "password": password, "role": role})
        assert answer.status_code == 200, answer.text
    table.bench.sign_in(admin.url, people["dealer"], people["supervisor"])
    return admin


def deal(table: Table, rounds: int) -> list[dict[str, Any]]:
    """Deal to the end without a hold; return the bodies of the facts that the rounds took."""
    admin = sit_down(table)
    table.bench.deal()
    done = table.bench.dealer.done.wait(60 + SECONDS_A_ROUND * rounds)
    assert done, f"only {len(table.bench.rounds_played)} of {rounds} rounds were played; at last: {admin.view()['step']}"
    assert table.daemon.stop() == 0
    assert all(played.whole for played in table.bench.rounds_played)
    check(table, rounds)
    return facts_of(table)


def check(table: Table, rounds: int, *, holds: int = 0) -> None:
    """The rounds are settled, their sums are zero, nothing was refused, and the record can be computed and verified again."""
    records = table.records()
    kinds = Counter(record.type for record in records)
    assert kinds["hold_raised"] == holds, [record.body for record in records if record.type == "hold_raised"]
    assert kinds["refused"] == 0, [record.body for record in records if record.type == "refused"]
    ended = [json.loads(record.body) for record in records if record.type == "round_ended"]
    assert len(ended) == rounds
    assert {end["ending"] for end in ended} == {"settled"}
    assert all(end["house"] + sum(net for _, net in end["nets"]) == 0 for end in ended)
    table.recompute()


def rules(scenario: str) -> Path:
    return CONFIG / f"{scenarios.load(scenarios.find(scenario)).table.game}-document.toml"


def test_every_game_has_a_bench() -> None:
    """What the bench knows by heart and what the game says are written apart; they have to agree on names."""
    for name, game in GAMES.items():
        spots = {bet.name for bet in game.bets}
        felt = FELTS[name]
        assert set(felt.spots) <= spots
        assert {bet.name for bet in game.bets if bet.required} <= set(felt.spots)
        assert felt.most_seats == game.max_seats


@pytest.mark.soak  # the irregularities of each game are dealt in make test
@pytest.mark.parametrize("game", FULL_SPEED)
def test_rounds_are_settled_without_a_hold(table: MakeTable, game: str) -> None:
    rounds = 4
    said = Counter(fact["kind"] for fact in deal(table(FULL_SPEED[game], house_rules=rules(FULL_SPEED[game]), rounds=rounds), rounds))
    assert said["betting_closed"] == rounds
    assert said["seat_settled"] >= rounds


def test_a_shoe_is_dealt_over_its_end_and_a_change_of_dealers(table: MakeTable) -> None:
    """The cut card comes out in the second round, again in the fourth; the third begins with a new dealer as well."""
    facts = deal(table("shootout-full-speed", house_rules=rules("shootout-full-speed"), rounds=5), 5)
    kinds = [fact["kind"] for fact in facts]
    called = [fact["reason"] for fact in facts if fact["kind"] == "shuffle_called"]
    assert called == ["there is no pack in the shoe", "the cut card came out", "the cut card came out"]
    assert kinds.count("cut_card_out") == 2
    tasks = [fact["task"] for fact in facts if fact["kind"] == "prepared" and not fact["refused"]]
    assert tasks == ["shuffle", "approve", "cut", "load"] * 3
    assert kinds.count("dealer_came") == 2
    burned = [fact for fact in facts if fact["kind"] == "card_dealt" and fact["place"]["area"] == "burn"]
    assert len(burned) == 3 + 2, "one after each shuffle, one of each new dealer"


def test_new_cards_that_a_supervisor_orders_go_into_the_machine(table: MakeTable) -> None:
    dealt = table("blackjack-full-speed", house_rules=rules("blackjack-full-speed"), rounds=2)
    admin = sit_down(dealt)
    admin.do(kind="order_shuffle", reason="a card is worn")
    dealt.bench.deal()
    assert dealt.bench.dealer.done.wait(SECONDS), admin.view()["step"]
    assert admin.view()["shoe"]["pack"] == 2
    assert dealt.daemon.stop() == 0
    check(dealt, 2)


def test_a_card_that_is_drawn_too_early_is_used_as_the_next(table: MakeTable) -> None:
    dealt = table("early-card", house_rules=rules("early-card"))
    look_after(dealt, {"card_not_due"})
    check(dealt, 2, holds=1)
    drawn = [record for record in dealt.records() if record.type == "card_read"]
    placed = [fact for fact in facts_of(dealt) if fact["kind"] == "card_dealt"]
    assert len(drawn) == len(placed), "the card counts as the one that came next, and none is lost"


@pytest.mark.parametrize(("scenario", "causes"), [pytest.param("exposed-card", set(), marks=pytest.mark.soak), ("card-too-many", {"card_not_due"})])
def test_cards_that_went_wrong_are_gathered_and_dealt_again(table: MakeTable, scenario: str, causes: set[str]) -> None:
    dealt = table(scenario, house_rules=rules(scenario))
    look_after(dealt, causes, misdeal=scenario == "card-too-many")
    check(dealt, 2, holds=len(causes))
    tasks = [body["task"] for body in facts_of(dealt) if body["kind"] == "prepared"]
    assert tasks.count("gather") == 1
    wagered = [body for body in facts_of(dealt) if body["kind"] == "betting_closed"]
    assert len(wagered) == 2, "the wagers stand while the cards are dealt again"


def test_a_machine_that_jams_stops_play_until_it_is_cleared(table: MakeTable) -> None:
    dealt = table("jam-machine", house_rules=rules("jam-machine"))
    look_after(dealt, {"device_fault", "error_light"})
    check(dealt, 2, holds=2)


def look_after(table: Table, causes: set[str], *, misdeal: bool = False) -> None:
    """Deal to the end, and release what is held as a supervisor does; just these causes have to come."""
    admin = sit_down(table)
    seen: set[str] = set()
    table.bench.deal()
    with admin.live() as live:
        for view in live.views(SECONDS):
            if table.bench.dealer.done.is_set():
                break
            for hold in (view or admin.view())["holds"]:
                if misdeal and hold["code"] not in seen:
                    admin.do(kind="declare_misdeal", reason="a wrong number of cards")
                seen.add(hold["code"])
                admin.ask(kind="release_hold", hold=hold["id"], reason="looked at it")
    assert table.bench.dealer.done.is_set(), admin.view()["step"]
    assert table.daemon.stop() == 0
    assert seen == causes


def facts_of(table: Table) -> list[dict[str, Any]]:
    return [json.loads(record.body)["fact"] for record in table.records() if record.type == "fact_taken"]
