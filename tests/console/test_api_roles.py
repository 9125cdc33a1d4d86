"""Who may do what over HTTP."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from tablectl.console.auth import ALLOWED
from tablectl.table.actions import Action, PersonRole

from .orders import ACTIONS, RULINGS, order
from .running import PASSWORD, Console


def test_the_roles_table_names_every_action_once() -> None:
    kinds = {field.default for action in get_args(Action) for field in fields(action) if field.name == "kind"}
    assert kinds == set(ACTIONS)
    assert set(ALLOWED) == set(PersonRole)


@pytest.mark.parametrize("role", list(PersonRole))
def test_each_role_may_do_what_the_table_says_and_nothing_more(console: Console, role: PersonRole) -> None:
    pit, deal = {PersonRole.SUPERVISOR, PersonRole.ADMIN}, {PersonRole.SUPERVISOR, PersonRole.ADMIN, PersonRole.DEALER}
    care = {PersonRole.TECHNICIAN, PersonRole.ADMIN}
    with console.someone(role) as client:
        for number, kind in enumerate(sorted(ACTIONS)):
            allowed = role in (care if kind == "try_lamps" else pit if kind in RULINGS else deal)
            answer = client.post("/api/commands", json=order(kind, id=f"command-{number}"))
            assert answer.status_code == (200 if allowed else 403), (kind, answer.text)
            assert allowed or answer.json() == {"error": f"{'an auditor' if role is PersonRole.AUDITOR else f'a {role}'} may not do this"}
            assert any(asked.action.kind == kind for asked in console.table.asked) is allowed
        for path in ("/api/view", "/api/me", "/api/recovery"):
            assert client.get(path).status_code == 200
        assert client.get("/api/devices").status_code == (200 if role in pit | care else 403)
        for path in ("/api/journal", "/api/incidents"):
            assert client.get(path).status_code == (403 if role is PersonRole.DEALER else 200)
        user = {"name": "newcomer", "role": "viewer", "password": PASSWORD}
        lock = {"locked": True}
        for answer in (client.get("/api/users"), client.post("/api/users", json=user), client.post("/api/users/newcomer/lock", json=lock)):
            assert answer.status_code == (200 if role is PersonRole.ADMIN else 403)
        refused = [body["action"] for kind, body in console.table.notes if kind == "console_command_refused"]
        assert set(refused) == set(ACTIONS) - {asked.action.kind for asked in console.table.asked}
        assert client.get("/api/me").json()["may"] == sorted(ALLOWED[role])


def test_who_asks_for_what_the_role_may_not_is_on_record_once_and_then_counted(console: Console) -> None:
    asked = {
        "GET /api/journal": "/api/journal?limit=7",
        "GET /api/incidents": "/api/incidents",
        "GET /api/devices": "/api/devices",
        "GET /api/users": "/api/users",
        "GET /api/round": "/api/round",
        "GET /api/round/last-card": "/api/round/last-card",
        "GET /api/pending/{number}/what-if": "/api/pending/3/what-if",
        "POST /api/round/what-if": "/api/round/what-if",
        "POST /api/users": "/api/users",
        "POST /api/users/{name}/lock": "/api/users/my%20password/lock",
        "POST /api/users/{name}/role": "/api/users/my%20password/role",
    }
    with console.someone(PersonRole.DEALER) as client:
        for _ in range(3):
            for what, path in asked.items():
                method = what.partition(" ")[0]
                assert client.request(method, path, json={} if method == "POST" else None).status_code == 403
    refused = [body for kind, body in console.table.notes if kind == "console_request_refused"]
    assert refused == [{"person": "dealer", "role": "dealer", "asked": what, "address": "127.0.0.1"} for what in asked]
    assert console.served.refusals.counted(0.0, ending=True) == {"number": 2 * len(asked), "people": ["dealer"], "addresses": ["127.0.0.1"]}


def test_a_stranger_gets_log_in_health_and_the_empty_pages_only(console: Console) -> None:
    console.users.add("ana", PersonRole.VIEWER, PASSWORD)
    with console.client() as client:
        for method, path in [
            ("GET", "/api/me"),
            ("GET", "/api/view"),
            ("GET", "/api/journal"),
            ("GET", "/api/devices"),
            ("GET", "/api/incidents"),
            ("GET", "/api/recovery"),
            ("GET", "/api/users"),
            ("POST", "/api/users"),
            ("POST", "/api/users/ana/lock"),
            ("POST", "/api/commands"),
        ]:
            answer = client.request(method, path, json={} if method == "POST" else None)
            assert answer.status_code == 401, path
            assert answer.json()["error"] == "log in first"
        health = client.get("/healthz")
        assert (health.status_code, health.text) == (200, "ready\n")
        for path in ("/docs", "/openapi.json", "/redoc", "/assets/..%2findex.html", "/assets/none.js", "/api"):
            assert client.get(path).status_code == 404
        assert client.post("/api/logout", json={}).status_code == 200
    assert console.table.asked == []


WONDER = {"kind": "correct_round", "index": 2, "facts": [], "reason": "what if"}


@pytest.mark.parametrize("role", list(PersonRole))
def test_only_who_may_put_a_round_right_reads_its_facts_or_asks_what_would_be(console: Console, role: PersonRole) -> None:
    allowed = role in {PersonRole.SUPERVISOR, PersonRole.ADMIN}
    with console.someone(role) as client:
        read, asked = client.get("/api/round"), client.post("/api/round/what-if", json={"action": WONDER, "round": 12})
        void = client.post("/api/round/what-if", json={"action": order("void_round")["action"], "round": 12})
        second = client.get("/api/pending/3/what-if")
    assert {answer.status_code for answer in (read, asked, void, second)} == {200 if allowed else 403}
    assert [action.kind for action in console.table.wondered] == (["correct_round", "void_round"] if allowed else [])
    assert console.table.seconded == ([3] if allowed else [])
    if allowed:
        assert (read.json()["corrections"], read.json()["facts"][2]["face"]) == (1, None)
        assert (asked.json()["rule"], asked.json()["after"]) == ("UTH 9.1", None)
    assert console.table.asked == []


def test_what_would_be_is_asked_in_bounds_and_from_this_site(console: Console) -> None:
    with console.someone(PersonRole.SUPERVISOR) as client:
        for wrong in (
            order("release_hold")["action"],
            WONDER | {"facts": [{"kind": "pay_me"}]},
            WONDER | {"reason": "x" * 501},
            WONDER | {"index": -1},
        ):
            assert client.post("/api/round/what-if", json={"action": wrong, "round": 12}).status_code == 422
        assert client.post("/api/round/what-if", json={"action": WONDER}).json() == {"error": "round: Field required"}
        assert client.post("/api/round/what-if", json={"action": WONDER, "round": 12}, headers={"Origin": "http://evil.example"}).status_code == 403
    assert console.table.wondered == []
