"""A damaged card is found in the middle of a shoe: its pack is short until another is put in, and play waits for that or its rounds are marked."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from tablectl_sim.cards import Card

from .conftest import MakeTable
from .running import Supervisor, Table
from .test_irregularities import Ruling, Told, face, play

pytestmark = pytest.mark.timeout(300)


@dataclass
class Floor:
    """What the supervisor does with the torn card, at the table and at the console."""

    torn: list[Card] = field(default_factory=list)
    seen: dict[str, Any] = field(default_factory=dict)

    def take_out(self, table: Table, admin: Supervisor) -> None:
        """The next card of the shoe is torn: play is stopped and the card set aside."""
        admin.do(kind="press_key", key="supervisor")
        shoe = table.bench.world.shoe
        with shoe.lock:
            card = shoe.device.stack.popleft()
        self.torn.append(card)
        pack = admin.view()["shoe"]["pack"]
        admin.do(kind="take_out_card", pack=pack, card=face(card), reason="a corner is torn", from_shoe=True)
        self.seen = admin.view()
        (out,) = next(each["out"] for each in self.seen["packs"] if each["pack"] == pack)
        assert out["face"] == str(card)

    def put_in(self, table: Table, admin: Supervisor) -> None:
        """A card of the same face and back goes where the torn one was."""
        answer = self.replace(admin)
        assert answer["done"], answer
        shoe = table.bench.world.shoe
        with shoe.lock:
            shoe.device.stack.appendleft(self.torn.pop())

    def exchange(self, table: Table, admin: Supervisor) -> None:
        self.take_out(table, admin)
        short = next(hold for hold in self.seen["holds"] if hold["code"] == "pack_short")
        refused = admin.ask(kind="release_hold", hold=short["id"], reason="let us go on")
        assert not refused["done"], "not before the card is replaced"
        self.put_in(table, admin)

    def exchange_in_the_machine(self, table: Table, admin: Supervisor) -> None:
        """The round is invalid first: the packs held a wrong number of cards."""
        self.take_out(table, admin)
        assert self.replace(admin)["rule"] == "TX 8.2"
        admin.do(kind="void_round", reason="the packs hold 311 cards")
        self.put_in(table, admin)

    def replace(self, admin: Supervisor) -> dict[str, Any]:
        pack, out = next((pack["pack"], out["id"]) for pack in admin.view()["packs"] for out in pack["out"])
        return admin.ask(kind="replace_card", pack=pack, out=out, card=face(self.torn[0]), reason="of the same face and back")


@dataclass
class Booked:
    """What the record says of the card, in its order, and the rounds that drew cards while it was out."""

    steps: list[str] = field(default_factory=list)
    drawn_short: set[int] = field(default_factory=set)
    marked: list[int] = field(default_factory=list)


def booked(table: Table) -> Booked:
    found, out = Booked(), 0
    for record in table.records():
        match record.type:
            case "card_taken_out" | "card_replaced":
                out += 1 if record.type == "card_taken_out" else -1
                found.steps.append(f"{record.type} {json.loads(record.body)['out']}")
            case "fact_taken" if out and json.loads(record.body)["fact"]["kind"] == "card_dealt":
                assert record.round is not None
                found.drawn_short.add(record.round)
            case "dealt_short":
                assert json.loads(record.body)["out"] == [1]
                found.marked.append(json.loads(record.body)["round"])
            case _:
                pass
    return found


@pytest.fixture
def kept(table: MakeTable) -> tuple[MakeTable, list[Table]]:
    """The fixture `table`, and the tables that it made."""
    made: list[Table] = []

    def make(*arguments: Any, **options: Any) -> Table:  # noqa: ANN401 - handed on
        made.append(table(*arguments, **options))
        return made[-1]

    return make, made


def test_play_is_held_until_the_card_is_replaced(kept: tuple[MakeTable, list[Table]]) -> None:
    make, made = kept
    told = play(make, "shootout-card-out", Ruling(2, "settle_seat", Floor().exchange))
    assert told.endings == ["settled"] * 5
    assert held(told) == {"supervisor_called": 1, "pack_short": 1}
    assert booked(made[0]) == Booked(["card_taken_out 1", "card_replaced 1"])


@pytest.mark.soak
def test_where_the_house_plays_on_each_round_of_the_short_pack_is_marked(
    kept: tuple[MakeTable, list[Table]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLECTL__TABLE__SHORT_PACK", "flag")
    make, made = kept
    floor = Floor()

    def put_in(table: Table, admin: Supervisor) -> None:
        assert any("is dealt without 1 card" in text for text in admin.view()["warnings"])
        admin.do(kind="press_key", key="supervisor")
        floor.put_in(table, admin)

    told = play(make, "shootout-card-out", Ruling(2, "settle_seat", floor.take_out), Ruling(4, "settle_seat", put_in))
    assert told.endings == ["settled"] * 5
    assert held(told) == {"supervisor_called": 2, "pack_short": 1}, "the last is a warning, and play goes on"
    found = booked(made[0])
    assert found.steps == ["card_taken_out 1", "card_replaced 1"]
    assert {3, 4} <= found.drawn_short
    assert found.marked == sorted(found.drawn_short)
    listed = made[0].command("journal", "tail", str(made[0].journal), "--type", "dealt_short", "-n", "100")
    assert listed.stdout.count("dealt_short round") == len(found.marked)


def test_a_card_of_the_machine_is_replaced_between_rounds_and_shown_as_a_new_card(kept: tuple[MakeTable, list[Table]]) -> None:
    make, made = kept
    told = play(make, "blackjack-card-out", Ruling(2, "settle_seat", Floor().exchange_in_the_machine))
    assert sorted(told.endings) == ["settled"] * 3 + ["void"]
    assert held(told)["pack_short"] == 1
    assert booked(made[0]).steps == ["card_taken_out 1", "card_replaced 1"]
    void = told.endings.index("void") + 1
    assert told.tasks(void + 1) == ["approve", "shuffle"], "a supervisor approves what the dealer shows, and the dealer puts it in"


def held(told: Told) -> dict[str, int]:
    causes = {cause for _, cause in told.causes}
    return {cause: sum(count for (_, each), count in told.causes.items() if each == cause) for cause in causes}
