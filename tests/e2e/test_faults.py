"""What goes wrong at a table, over the wire: the right hold with the right cause, a person who puts it right, and no wrong settlement."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from tablectl.journal.records import Record

from .conftest import MakeTable
from .running import Supervisor, Table, View

SECONDS = 200.0

pytestmark = pytest.mark.timeout(300)
STARVED = {"device_lost"}
"""What a machine without time to spare makes of a simulated device, beside what it is told to do."""
NOT_RELEASED_YET = "The cause is still there"


@dataclass(frozen=True)
class Case:
    """`causes` are the holds that have to come (any of a set, where the wire decides); `others` may come with them. `void` says that the round
    cannot be played on."""

    scenario: str
    causes: frozenset[str]
    others: frozenset[str] = frozenset()
    void: bool = False


def case(scenario: str, *causes: str, others: Iterable[str] = (), void: bool = False) -> Case:
    return Case(scenario, frozenset(causes), frozenset(others), void)


CASES = [
    case("unplug", "device_lost"),
    case("silent-hang", "device_lost"),
    case("flip-bits"),
    case("lost-confirm"),
    case("button-stuck"),
    case("misread", "card_unreadable", others={"round_unsettled"}, void=True),
    case("wrong-face", "card_impossible", others={"round_unsettled"}, void=True),
    case("foreign-card", "card_of_other_pack", others={"round_unsettled", "device_fault", "wrong_count", "error_light", "lid_open"}, void=True),
    case("wrong-count", "wrong_count", others={"error_light", "lid_open"}),
    case("unshuffled", "pack_order", void=True),
    case("jam", "device_fault", others={"error_light", "lid_open"}),
    case("sorting-light", "unknown_light"),
    case("lid-open", "lid_open", others={"device_fault", "error_light"}),
    case("power-up", "device_restarted", others={"device_lost", "pack_unverified", "pack_changed"}, void=True),
]

ALIKE = [
    case("unplug-long", "device_lost"),
    case("cut", "device_lost"),
    case("junk"),
    case("drop-bytes"),
    case("repeat-bytes"),
    case("delay"),
    case("chatter"),
    case("hostile-texts"),
    case("duplicate-card", "card_impossible", others={"round_unsettled", "wrong_count"}, void=True),
    case("missing-card", "wrong_count", others={"error_light", "lid_open"}),
    case("unknown-light", "unknown_light"),
    case("red-light", "error_light", others={"device_fault"}),
]
"""More of a kind that is among CASES, whose parts have tests of their own at the drivers: run by make soak."""


@pytest.mark.parametrize("fault", [*CASES, *(pytest.param(each, marks=pytest.mark.soak) for each in ALIKE)], ids=lambda case: case.scenario)
def test_a_fault_holds_play_until_a_person_releases_it(table: MakeTable, fault: Case) -> None:
    dealt = table(fault.scenario)
    dealt.start()
    supervisor = dealt.supervisor()
    dealt.bench.deal()
    causes = look_after(dealt, supervisor, fault)
    assert dealt.bench.dealer.done.is_set(), f"{len(dealt.bench.rounds_played)} rounds were played; at last: {supervisor.view()['step']}"
    assert dealt.daemon.stop() == 0
    assert fault.causes <= causes <= fault.causes | fault.others | (STARVED if fault.causes else set())
    records = dealt.records()
    settled_only_what_was_read(records)
    dealt.recompute()


def look_after(table: Table, supervisor: Supervisor, fault: Case) -> set[str]:
    """Watch the table as a supervisor does: void what cannot be played on, and release each hold once its cause is gone."""
    causes: set[str] = set()
    voided: set[int] = set()
    with supervisor.live() as live:
        for view in live.views(SECONDS):
            if table.bench.dealer.done.is_set():
                break
            shown = view or supervisor.view()
            causes |= {hold["code"] for hold in shown["holds"]}
            if shown["holds"]:
                put_right(supervisor, shown, fault, voided)
    return causes


def put_right(supervisor: Supervisor, view: View, fault: Case, voided: set[int]) -> None:
    began = view["board"] or view["dealer"] or any(seat["cards"] for seat in view["seats"])
    if fault.void and began and view["round"] not in voided:
        voided.add(view["round"])
        supervisor.ask(kind="void_round", reason=f"the scenario {fault.scenario}")
    for hold in view["holds"]:
        answer = supervisor.ask(kind="release_hold", hold=hold["id"], reason="looked at the table, all is right")
        assert answer["done"] or NOT_RELEASED_YET in answer["text"] or "not open" in answer["text"], answer


def settled_only_what_was_read(records: list[Record]) -> None:
    """No seat was taken or paid while play was held, or on a card that nobody could name."""
    held: set[int] = set()
    for record in records:
        body = json.loads(record.body)
        match record.type:
            case "hold_raised" if body["hold"]["severity"] == "stop":
                held.add(body["hold"]["id"])
            case "hold_released":
                held.discard(body["hold"])
            case "fact_taken" if body["fact"]["kind"] == "seat_settled":
                assert not held, record
            case "cards_shown":
                pass
            case "round_ended":
                assert body["house"] + sum(net for _, net in body["nets"]) == 0
                if body["ending"] != "settled":
                    assert body["house"] == 0
            case _:
                pass
