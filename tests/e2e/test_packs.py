"""The register of packs over the wire: two persons at the console, packs that pass the shoe, packs that take turns, and one that is rejected."""

from __future__ import annotations

import json
import time

import httpx
import pytest

from tablectl_sim.cards import new_pack

from .conftest import MakeTable
from .running import PASSWORD, Supervisor, Table
from .test_games import sit_down

SECONDS = 100.0

pytestmark = pytest.mark.timeout(300)


def dealer_at(table: Table, admin: Supervisor) -> Supervisor:
    """Ben, a dealer, with a log-in of his own."""
    added = admin.client.post("/api/users", json={"name": "Ben", "role": "dealer", "password": PASSWORD})
    assert added.status_code == 200, added.text
    client = httpx.Client(base_url=admin.url, headers={"Origin": admin.url}, timeout=20)
    table._clients.append(client)
    assert client.post("/api/login", json={"name": "Ben", "password": PASSWORD}).status_code == 200
    return Supervisor(admin.url, client)


def by_two(first: Supervisor, second: Supervisor, **action: object) -> None:
    answer = first.ask(**action)
    assert (answer["done"], answer["text"]) == (True, "waits for a second person")
    second.do(kind="second_action", pending=second.view()["pending"][-1]["id"])


def read_through(table: Table, admin: Supervisor) -> None:
    """Pack 1 comes out of the shuffler, passes the shoe card by card, and goes back."""
    world = table.bench.world
    deadline = time.monotonic() + SECONDS
    with admin.live() as live:
        live.wait(lambda view: any(device["activity"] == "ready" for device in view["devices"]), SECONDS, "a pack in the shuffler")
        with world.shuffler.lock, world.shoe.lock:
            now = time.monotonic()
            pack = world.shuffler.device.take(now)
            world.shuffler.flush(now)
            world.shoe.device.load(pack, now)
            world.shoe.flush(now)
        while len(world.felt) < len(pack) and time.monotonic() < deadline:
            world.draw()
        live.wait(lambda view: view["packs"][0]["passed"] == len(pack), SECONDS, "the whole pack read")
    with world.shuffler.lock, world.shoe.lock:
        now = time.monotonic()
        world.shoe.device.unload(now)
        world.shoe.flush(now)
        world.shuffler.device.insert(list(world.felt), now)
        world.felt.clear()
        world.shuffler.flush(now)


def test_inspected_packs_take_turns_and_the_same_one_twice_holds_play(table: MakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    for rule in ("INSPECT", "ALTERNATE"):
        monkeypatch.setenv(f"TABLECTL__TABLE__PACK_RULES__{rule}__ON", "true")
    made = table("full-speed", rounds=3)
    made.start()
    ana = made.supervisor()
    ben = dealer_at(made, ana)
    for pack in (1, 2):
        by_two(ben, ana, kind="open_pack", pack=pack, seal=f"A-{pack}")
    by_two(ben, ana, kind="count_pack", pack=2, cards=52)
    ben.do(kind="scan_pack", pack=1)
    read_through(made, ana)
    by_two(ben, ana, kind="confirm_scan", pack=1)
    receipt = ana.view()["packs"][0]["receipt"]
    assert (receipt["right"], receipt["way"], receipt["counted"], receipt["model"]) == (True, "shoe", 52, "Shoe 1"), receipt
    assert [one["person"] for one in receipt["people"]] == ["Ben", "Ana"]
    for hold in ana.view()["holds"]:
        ana.do(kind="release_hold", hold=hold["id"], reason="both packs are inspected")
    made.bench.deal()
    assert made.bench.dealer.done.wait(SECONDS)
    raised = [json.loads(record.body)["hold"] for record in made.records() if record.type == "hold_raised"]
    assert [(hold["cause"], hold["device"]) for hold in raised] == [("pack_uninspected", "shuffler")], "and none while they were dealt"
    last = dealt_last(made)
    assert [pack["rounds"] for pack in ana.view()["packs"]] in ([2, 1], [1, 2])
    with ana.live() as live:
        world = made.bench.world
        with world.shoe.lock:
            now = time.monotonic()
            world.shoe.device.load(new_pack(last), now)
            world.shoe.flush(now)
        view = live.wait(lambda view: any(hold["code"] == "pack_repeated" for hold in view["holds"]), SECONDS, "the same pack twice")
    assert {hold["code"] for hold in view["holds"]} == {"pack_repeated", "pack_unverified"}
    assert made.daemon.stop() == 0
    printed = made.command("packs", "receipt", "2", str(made.journal))
    assert "Shoe 1" in printed.stdout, printed.stderr
    replayed = made.command("replay", "--seal-key", str(made.seal_key), str(made.journal))
    assert replayed.returncode == 0, replayed.stdout


def dealt_last(table: Table) -> int:
    """The pack of the last round that had cards."""
    loaded = dealt = 0
    for record in table.records():
        body = json.loads(record.body)
        if record.type == "pack_loaded":
            loaded = body["pack"]
        elif record.type == "fact_taken" and body["fact"]["kind"] == "card_dealt":
            dealt = loaded
    return dealt


def test_a_pack_that_the_shuffler_counts_wrong_is_replaced_and_does_not_come_back(table: MakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLECTL__TABLE__PACK_RULES__REJECT__ON", "true")
    made = table("wrong-count")
    made.start()
    ana = made.supervisor()
    made.bench.deal()
    refusals: set[str] = set()
    with ana.live() as live:
        for view in live.views(SECONDS):
            holds = (view or ana.view())["holds"]
            if any(hold["code"] == "pack_withdrawn" for hold in holds):
                break
            for hold in holds:
                refusals.add(refused := ana.ask(kind="release_hold", hold=hold["id"], reason="looked at it")["text"])
                if "has to leave the table" in refused:
                    ana.ask(kind="release_hold", hold=hold["id"], reason="counted by hand", replacement=3 - hold["rejects"])
    withdrawn = [json.loads(record.body) for record in made.records() if record.type == "pack_withdrawn"]
    assert [(body["standing"], body["pack"] + body["replacement"]) for body in withdrawn] == [("quarantined", 3)]
    rejected = withdrawn[0]["pack"]
    assert f"Pack {rejected} was counted wrong and has to leave the table: name the pack that takes its place" in refusals
    (hold,) = [hold for hold in ana.view()["holds"] if hold["code"] == "pack_withdrawn"]
    assert (hold["active"], hold["text"]) == (
        True,
        f"In the shuffler: Pack {rejected} is quarantined and does not come back into play: counted by hand",
    )
    assert not ana.ask(kind="release_hold", hold=hold["id"], reason="let us go on")["done"]
    assert made.daemon.stop() == 0


@pytest.mark.parametrize("order", ["retire_pack", pytest.param("quarantine_pack", marks=pytest.mark.soak)])
def test_people_take_a_pack_that_is_out_of_play_from_the_table_and_go_on(table: MakeTable, order: str) -> None:
    """A retired one is replaced under its number, and of a quarantined one the other pack is dealt alone; the record can be computed again."""
    made = table("full-speed", rounds=3)
    admin = sit_down(made)
    made.bench.deal()
    with admin.live() as live:
        view = live.wait(lambda view: view["round"] > 1 and view["shoe"]["seen"] > 1, SECONDS, "cards of the second round")
        gone = view["shoe"]["pack"]
        admin.do(kind=order, pack=gone, reason="its corners are worn")
        live.wait(lambda view: view["holds"] and not any(hold["active"] for hold in view["holds"]), SECONDS, "the pack taken out")
        if order == "retire_pack":
            live.wait(lambda view: view["packs"][gone - 1]["standing"] == "opened", SECONDS, "a new pack under its number")
        if admin.view()["step"]["kind"] != "round_over":
            admin.ask(kind="void_round", reason="its pack is out of play")
        for hold in admin.view()["holds"]:
            admin.do(kind="release_hold", hold=hold["id"], reason="the pack is gone")
    assert made.bench.dealer.done.wait(SECONDS), f"{admin.view()['step']}, {admin.view()['holds']}"
    assert not made.bench.world.has(gone) or order == "retire_pack"
    standing = [pack["standing"] for pack in admin.view()["packs"]]
    assert ("quarantined" in standing) == (order == "quarantine_pack")
    assert "retired" not in standing
    assert made.daemon.stop() == 0
    replayed = made.command("replay", "--seal-key", str(made.seal_key), str(made.journal))
    assert replayed.returncode == 0, replayed.stdout
