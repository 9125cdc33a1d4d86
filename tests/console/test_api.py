"""What the console answers over HTTP, and that nothing else answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablectl.console.errors import NameTaken
from tablectl.console.gate import CSP
from tablectl.console.ports import Answer
from tablectl.console.refusals import EACH
from tablectl.engine.cards import Card
from tablectl.engine.facts import seat as seat_place
from tablectl.table.actions import DeclareMisdeal, IdentifyCard, PersonRole

from .orders import order
from .peer import SHOE
from .running import PASSWORD, Console, running


def test_first_run_makes_the_first_admin_and_logs_in(console: Console) -> None:
    code = console.users.first_code()
    with console.client() as client:
        assert client.get("/api/me").json() == {"error": "log in first", "first": True, "bench": False}
        form = {"code": "AAAA-AAAA-AAAA", "name": "ana", "password": PASSWORD}
        assert client.post("/api/first", json=form).status_code == 403
        assert client.post("/api/first", json=form | {"code": code, "password": "short"}).status_code == 422
        done = client.post("/api/first", json=form | {"code": code})
        assert done.status_code == 200
        cookie = done.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert "secure" not in cookie, "this was plain http"
        assert client.get("/api/me").json()["role"] == "admin"
        assert client.post("/api/first", json=form | {"code": code}).status_code == 403
    assert [kind for kind, _ in console.table.notes] == ["console_login_refused", "console_user_added", "console_login", "console_login_refused"]


def test_wrong_log_ins_are_noted_and_made_to_wait(console: Console) -> None:
    console.users.add("ana", PersonRole.DEALER, PASSWORD)
    with console.client() as client:
        for _ in range(3):
            assert client.post("/api/login", json={"name": "ana", "password": "wrong password"}).status_code == 401
        later = client.post("/api/login", json={"name": "ana", "password": PASSWORD})
        assert later.status_code == 429
        assert later.json()["wait_s"] >= 1
        assert client.post("/api/login", json={"name": "my-secret-typed-here", "password": "x"}).status_code == 401
    refused = [body["person"] for kind, body in console.table.notes if kind == "console_login_refused"]
    assert refused == ["ana", "ana", "ana", "ana", None], "a name that nobody has may be a password"


def test_who_knocks_without_end_is_told_by_a_number(console: Console) -> None:
    form = {"code": "never", "name": "ana", "password": PASSWORD}
    with console.client() as client:
        for _ in range(EACH + 7):
            assert client.post("/api/first", json=form).status_code == 403
    assert len(console.table.notes) == EACH
    console.do(console.served.record_now(ending=True))
    assert console.table.notes[EACH:] == [("console_refusals_counted", {"number": 7, "people": [], "addresses": ["127.0.0.1"]})]


def test_what_the_command_line_did_goes_on_record_once_it_can(console: Console) -> None:
    left = console.users.outside.leaving
    console.users.add("bo", PersonRole.DEALER, PASSWORD, left("console_user_added", person="bo", role="dealer", by="root of this machine"))
    with pytest.raises(NameTaken):
        console.users.add("bo", PersonRole.DEALER, PASSWORD, left("console_user_added", person="bo", role="admin", by="root of this machine"))
    console.table.unrecordable = "no space left on the disk"
    console.do(console.served.record_now())
    console.table.unrecordable = ""
    for _ in range(2):
        console.do(console.served.record_now())
    record = {"person": "bo", "role": "dealer", "by": "root of this machine", "left": 1}
    assert console.table.notes == [("console_user_added", record)]


def test_a_command_after_log_out_is_refused_and_noted(console: Console) -> None:
    with console.someone(PersonRole.SUPERVISOR) as client:
        cookies = dict(client.cookies)
        client.post("/api/logout", json={})
        with console.client() as other:
            other.cookies.update(cookies)
            assert other.post("/api/commands", json=order("release_hold")).status_code == 401
    assert console.table.asked == []
    assert ("console_command_refused", {"person": "supervisor", "cause": "the session has ended", "address": "127.0.0.1"}) in console.table.notes


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", None])
def test_a_request_from_another_site_changes_nothing(console: Console, origin: str | None) -> None:
    with console.someone(PersonRole.ADMIN) as client:
        headers = dict(client.headers)
        headers.pop("origin")
        if origin is not None:
            headers["origin"] = origin
        request = httpx.Request(
            "POST",
            f"{console.url}/api/commands",
            json=order("void_round"),
            headers={"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())} | ({"Origin": origin} if origin else {}),
        )
        with httpx.Client() as bare:
            assert bare.send(request).status_code == 403
    assert console.table.asked == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"nothing", "JSON"),
        (b"{}", "id: Field required"),
        ({"id": "short", "action": {"kind": "press_key", "key": "next"}}, "id"),
        ({"id": "a-new-command", "action": {"kind": "pay_me"}}, "action"),
        ({"id": "a-new-command", "action": {"kind": "void_round", "reason": "why"}}, "round must say which round void_round is meant for"),
        (order("void_round") | {"round": "12"}, "round"),
        (order("void_round") | {"round": -1}, "round"),
        (order("set_wager", amount="1250"), "integer"),
        (order("set_wager", amount=-1), "amount is -1"),
        (order("set_wager", amount=10**13), "amount"),
        (order("set_wager", bet="x" * 65), "bet has 65 characters"),
        (order("void_round", reason="  "), "reason must say something"),
        (order("void_round", reason="x" * 501), "reason has 501"),
        (order("void_round", reason="a\u202eb"), "reason holds characters that cannot be printed"),
        (order("identify_card", card={"rank": 15, "suit": "h"}), "rank"),
        (order("press_key", key="stop"), "key"),
        (order("set_wager", marks=["p_red", " "]), "marks must say something"),
        (order("set_wager", marks=["p_red"] * 17), "marks has 17 entries"),
        (order("choose_hands", hands=[["Ah", "1h"]]), "a card is a rank and a suit"),
        (order("correct_round", facts=[{"kind": "wager_placed", "seat": 1, "bet": "ante", "amount": -5}]), "facts.amount is -5"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused_in_words(console: Console, body: bytes | dict[str, Any], words: str) -> None:
    with console.someone(PersonRole.ADMIN) as client:
        answer = client.post("/api/commands", content=body) if isinstance(body, bytes) else client.post("/api/commands", json=body)
    assert answer.status_code == 422
    assert words in answer.json()["error"]
    assert "Value error" not in answer.json()["error"]
    assert console.table.asked == []


def test_a_body_without_end_is_refused(console: Console) -> None:
    with console.someone(PersonRole.ADMIN) as client:
        assert client.post("/api/commands", content=b" " * 20_000).status_code == 413


def test_a_command_reaches_the_table_as_it_was_said(console: Console) -> None:
    console.table.answer = Answer(done=False, text="It is seat 3's turn", rule="UTH 4.2")
    with console.someone(PersonRole.SUPERVISOR) as client:
        answer = client.post("/api/commands", json=order("identify_card"))
        client.post("/api/commands", json=order("declare_misdeal", id="another-command", reason="<b>=1+1</b>"))
    assert answer.json() == {"done": False, "text": "It is seat 3's turn", "rule": "UTH 4.2", "at": None}
    first, second = console.table.asked
    assert first.action == IdentifyCard(seat_place(3), 1, Card.parse("Qh"), "looked at it")
    assert (first.id, first.person, first.role) == ("a-new-command", "supervisor", PersonRole.SUPERVISOR)
    assert (second.action, second.round) == (DeclareMisdeal("<b>=1+1</b>"), 12)


@pytest.mark.parametrize("kind", ["release_hold", "new_dealer"])
def test_what_concerns_no_round_needs_none(console: Console, kind: str) -> None:
    asked = order(kind)
    del asked["round"]
    with console.someone(PersonRole.SUPERVISOR) as client:
        assert client.post("/api/commands", json=asked).status_code == 200


def test_journal_pages_are_cut_by_before_and_limit(console: Console) -> None:
    with console.someone(PersonRole.AUDITOR) as client:
        newest = client.get("/api/journal", params={"limit": 3}).json()
        older = client.get("/api/journal", params={"limit": 2, "before": newest[-1]["seq"]}).json()
        assert [row["seq"] for row in newest + older] == [841, 840, 839, 838, 837]
        for wrong in (
            {"limit": 0},
            {"limit": 1000},
            {"before": "x"},
            {"before": 2**70},
            {"kind": "x"},
            {"type": "a-b"},
            {"round": -1},
            {"round": 2**70},
        ):
            answer = client.get("/api/journal", params=wrong)
            assert answer.status_code == 422
            assert "error" in answer.json()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"kind": "outcome", "limit": 2}, [840, 830]),
        ({"type": "hold_raised", "before": 830, "limit": 1}, [820]),
        ({"round": 7, "kind": "event", "limit": 3}, [799, 798, 797]),
        ({"round": 0, "type": "hold_raised", "limit": 200}, [90, 80, 70, 60, 50, 40, 30, 20, 10]),
        ({"kind": "marker"}, []),
    ],
)
def test_journal_pages_are_of_the_kind_type_and_round_that_were_asked_for(console: Console, asked: dict[str, Any], found: list[int]) -> None:
    with console.someone(PersonRole.AUDITOR) as client:
        assert [row["seq"] for row in client.get("/api/journal", params=asked).json()] == found


def test_every_answer_carries_the_headers_and_nothing_is_kept_by_caches(console: Console) -> None:
    with console.client() as client:
        for path in ("/", "/healthz", "/api/me", "/none", "/assets/none"):
            headers = client.get(path).headers
            assert headers["content-security-policy"] == CSP
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers
        assert client.get("/api/me").headers["cache-control"] == "no-store"
    assert "unsafe" not in CSP
    assert "frame-ancestors 'none'" in CSP


def test_pages_that_are_not_built_say_how_to_build_them(tmp_path: Path) -> None:
    with running(tmp_path, static=tmp_path / "static") as console, console.client() as client:
        answer = client.get("/t/UTH-07")
    assert answer.status_code == 503
    assert "npm run build" in answer.text


def test_texts_of_devices_travel_as_text(console: Console) -> None:
    hostile = replace(SHOE, identity="<img src=x onerror=1>", text="</script><script>1</script>")
    console.do(console.table.show(replace(console.table.shown, table="=1+1", devices=(hostile,))))
    with console.client() as client:
        console.users.add("ana", PersonRole.TECHNICIAN, PASSWORD)
        assert client.post("/api/login", json={"name": "ana", "password": PASSWORD}).status_code == 200
        answer = client.get("/api/view")
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["devices"][0]["identity"] == "<img src=x onerror=1>"


def test_an_admin_adds_and_locks_people(console: Console) -> None:
    with console.someone(PersonRole.ADMIN) as admin, console.client() as client:
        new = {"name": "bo", "role": "dealer", "password": PASSWORD}
        assert admin.post("/api/users", json=new).json()["role"] == "dealer"
        assert admin.post("/api/users", json=new).status_code == 409
        assert admin.post("/api/users", json=new | {"name": "<i>"}).status_code == 422
        assert admin.post("/api/users", json=new | {"name": "cy", "role": "king"}).status_code == 422
        assert client.post("/api/login", json={"name": "bo", "password": PASSWORD}).status_code == 200
        assert admin.post("/api/users/bo/lock", json={"locked": True}).status_code == 200
        assert client.get("/api/me").status_code == 401
        assert client.post("/api/login", json={"name": "bo", "password": PASSWORD}).status_code == 401
        assert client.get("/api/me").json()["why"] == "your account was locked; an admin can unlock it"
        assert admin.post("/api/users/bo/lock", json={"locked": False}).status_code == 200
        assert client.post("/api/login", json={"name": "bo", "password": PASSWORD}).json()["role"] == "dealer"
        assert admin.post("/api/users/bo/role", json={"role": "supervisor"}).status_code == 200
        assert client.get("/api/me").json()["role"] == "supervisor", "it counts at once"
        assert admin.post("/api/users/bo/role", json={"role": "king"}).status_code == 422
        assert admin.post("/api/users/nobody/role", json={"role": "viewer"}).status_code == 404
        assert admin.post("/api/users/admin/role", json={"role": "viewer"}).status_code == 409
        assert client.post("/api/users/bo/role", json={"role": "admin"}).status_code == 403
        assert admin.post("/api/users/nobody/lock", json={"locked": True}).status_code == 404
        assert admin.post("/api/users/admin/lock", json={"locked": True}).status_code == 409
        assert {row["name"]: row["locked"] for row in admin.get("/api/users").json()} == {"admin": False, "bo": False}
    assert ("console_user_role", {"person": "bo", "role": "supervisor", "by": "admin"}) in console.table.notes


def test_a_person_changes_the_own_password_and_other_sessions_end(console: Console) -> None:
    with console.someone(PersonRole.DEALER) as here, console.someone(PersonRole.DEALER) as there:
        change = {"old": PASSWORD, "new": "another long password"}
        wrong = here.post("/api/password", json=change | {"old": "not this one"})
        assert (wrong.status_code, wrong.json()["error"]) == (403, "the old password is wrong")
        assert here.post("/api/password", json=change | {"new": "short"}).status_code == 422
        assert here.post("/api/password", json=change).status_code == 200
        assert here.get("/api/me").status_code == 200
        assert there.get("/api/me").json()["why"] == "your session was ended, as after a change of the password; log in again"
        assert there.post("/api/login", json={"name": "dealer", "password": PASSWORD}).status_code == 401
        assert there.post("/api/login", json={"name": "dealer", "password": "another long password"}).status_code == 200
    assert [body["person"] for kind, body in console.table.notes if kind == "console_password_changed"] == ["dealer"]
    with console.client() as stranger:
        assert stranger.post("/api/password", json=change).status_code == 401


def test_while_nothing_can_be_recorded_people_get_in_and_nothing_else_is_done(console: Console) -> None:
    full = {"error": "nothing can be recorded: no space left on the disk"}
    with console.someone(PersonRole.ADMIN) as admin:
        console.users.add("bo", PersonRole.DEALER, PASSWORD)
        code = console.users.first_code()
        assert code is None
        console.table.unrecordable = "/var/lib/tablectl/table.journal: no space left on the disk"
        with console.client() as client:
            assert client.post("/api/login", json={"name": "bo", "password": "wrong password"}).status_code == 401
            assert client.post("/api/login", json={"name": "bo", "password": PASSWORD}).status_code == 200
            assert client.get("/api/view").status_code == 200
            assert client.post("/api/logout", json={}).status_code == 200
        for path, body in (
            ("/api/commands", order("void_round")),
            ("/api/users", {"name": "cy", "role": "viewer", "password": PASSWORD}),
            ("/api/users/bo/lock", {"locked": True}),
            ("/api/users/bo/role", {"role": "viewer"}),
            ("/api/password", {"old": PASSWORD, "new": "another long password"}),
        ):
            answer = admin.post(path, json=body)
            assert (answer.status_code, answer.json()) == (503, full), path
    assert [(user.name, user.role, user.locked) for user in console.users.everyone()] == [
        ("admin", PersonRole.ADMIN, False),
        ("bo", PersonRole.DEALER, False),
    ]
    assert console.users.log_in("admin", PASSWORD, "here").name == "admin", "the old password is the one"
    assert [kind for kind, _ in console.table.notes] == ["console_login", "console_login_refused", "console_login", "console_logout"]


def test_the_first_admin_is_made_with_its_record_or_not_at_all(console: Console) -> None:
    form = {"code": console.users.first_code(), "name": "ana", "password": PASSWORD}
    with console.client() as client:
        console.table.unrecordable = "no space left on the disk"
        assert client.post("/api/first", json=form).status_code == 503
        assert console.users.everyone() == ()
        console.table.unrecordable = ""
        assert client.post("/api/first", json=form).status_code == 200, "the code still holds"
