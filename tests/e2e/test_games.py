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
SECONDS_A_ROUND = 15.0
FULL_SPEED = {"tx_bj": "blackjack-full-speed", "casino_holdem": "casino-holdem-full-speed", "showdown_poker": "showdown-full-speed"}


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
    done = table.bench.dealer.done.wait(20 + SECONDS_A_ROUND * rounds)
    assert done, f"only {len(table.bench.rounds_played)} of {rounds} rounds were played; at last: {admin.view()['step']}"
    assert table.daemon.stop() == 0
    assert all(played.whole for played in table.bench.rounds_played)
    check(table, rounds)
    return [json.loads(record.body)["fact"] for record in table.records() if record.type == "fact_taken"]


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
    for words in (("replay", str(table.journal)), ("verify", str(table.journal))):
        done = table.command(*words)
        assert done.returncode == 0, done.stdout + done.stderr


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


@pytest.mark.parametrize("game", FULL_SPEED)
def test_rounds_are_settled_without_a_hold(table: MakeTable, game: str) -> None:
    rounds = 4
    said = Counter(fact["kind"] for fact in deal(table(FULL_SPEED[game], house_rules=rules(FULL_SPEED[game]), rounds=rounds), rounds))
    assert said["betting_closed"] == rounds
    assert said["seat_settled"] >= rounds
