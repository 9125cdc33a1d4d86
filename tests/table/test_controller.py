"""The table's one loop on a real journal: nothing acts before it is durable, everything waits for its turn, everybody is answered."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
import structlog

from tablectl.journal import Kind, secret_of, verify
from tablectl.table.actions import PersonRole, PressKey, SetWager, TryLamps, VoidRound
from tablectl.table.events import CommandGiven, PanelFailed
from tablectl.table.state import Cause
from tablectl_drivers.events import (
    CardSeen,
    CardsMissed,
    CardUnreadable,
    CommandAnswered,
    CutCardSeen,
    InputPressed,
    LinkLost,
    LinkNoisy,
    LinkUp,
    ReportId,
)
from tablectl_drivers.ports import Pattern

from .dealing import DECK, IDENTITY, SHOE, SHUFFLER, wagered
from .recording import DEADLINE_S, SEALER, Disk, Running, running

Scenario = Callable[[Running], Awaitable[None]]
READY = [event for event, _ in wagered().history[1:]]


def key(name: str) -> InputPressed:
    return InputPressed("panel", name)


def card(number: int, face: str) -> CardSeen:
    return CardSeen(SHOE, ReportId(1, number), face, 1, 99)


TRY: Final = CommandGiven("try", "Tim", PersonRole.TECHNICIAN, TryLamps())


def void(id: str) -> CommandGiven:
    return CommandGiven(id, "Kim", PersonRole.SUPERVISOR, VoidRound("no cards"))


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def play(tmp_path: Path, disk: Disk) -> Callable[[Scenario], None]:
    """Run a scenario at a table with wagers at two seats; at its end nothing was ever seen that was not on record."""

    async def run(scenario: Scenario) -> None:
        async with running(tmp_path / "table.journal", disk, READY) as at:
            await scenario(at)
            assert at.effects.undue == []
        assert verify(at.writer.path).sound

    return lambda scenario: asyncio.run(run(scenario))


async def gate_reached(disk: Disk) -> None:
    assert await asyncio.to_thread(disk.at_gate.wait, DEADLINE_S)


def events(at: Running) -> list[str]:
    return [record.type for record in at.records() if record.kind is Kind.EVENT][1 + len(READY) :]


def test_what_is_fed_is_on_record_before_anybody_sees_it(play: Callable[[Scenario], None], disk: Disk) -> None:
    async def scenario(at: Running) -> None:
        await at.drained()
        shown = len(at.effects.told)
        disk.gate.clear()
        at.controller.feed(key("key.next"))
        at.controller.feed(card(1, "Ah"))
        await gate_reached(disk)
        assert len(at.effects.told) == shown
        assert at.controller.state.live.step.kind == "take_wagers"
        disk.gate.set()
        await at.drained()
        assert at.controller.state.shoe.drawn == 1
        assert at.effects.of("show")[-1][0]["lamp.deal"] is Pattern.ON
        assert at.effects.of("confirm") == [(SHOE, ReportId(1, 1))]

    play(scenario)


def test_lamps_are_shown_at_the_start_before_anything_happens(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        await at.drained()
        assert [(lamps["key.next"], wink) for lamps, wink in at.effects.of("show")] == [(Pattern.SLOW, frozenset())]

    play(scenario)


def test_what_waits_together_is_committed_together(play: Callable[[Scenario], None], disk: Disk) -> None:
    async def scenario(at: Running) -> None:
        disk.gate.clear()
        at.controller.feed(key("seat3.ante"))
        await gate_reached(disk)
        for _ in range(50):
            at.controller.feed(key("seat3.ante"))
        disk.gate.set()
        await at.drained()
        assert at.controller.state.live.placed[3, "ante"] == 51 * 500
        assert disk.commits <= 4, "two batches of events, two of outcomes"
        assert len(events(at)) == 51

    play(scenario)


def test_a_slow_disk_holds_up_no_device(play: Callable[[Scenario], None], disk: Disk) -> None:
    async def scenario(at: Running) -> None:
        disk.gate.clear()
        at.controller.feed(key("key.next"))
        await gate_reached(disk)
        readers = [threading.Thread(target=at.controller.feed, args=(LinkLost(SHUFFLER, f"loss {n}"),), daemon=True) for n in range(20)]
        for reader in readers:
            reader.start()
        for reader in readers:
            await asyncio.to_thread(reader.join, DEADLINE_S)
        assert not any(reader.is_alive() for reader in readers)
        at.controller.tick()
        assert at.controller.state.live.step.kind == "take_wagers"
        disk.gate.set()
        await at.drained()
        assert events(at) == ["key_pressed"] + ["device_down"] * 20

    play(scenario)


def test_events_happen_in_the_order_in_which_they_were_fed(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        for number, face in enumerate(DECK[:6], start=1):
            at.controller.feed(card(number, str(face)))
        await at.controller.drained()
        at.controller.put(PanelFailed("no chip"))
        at.controller.feed(key("key.next"))
        await at.drained()
        assert events(at) == ["card_read"] * 6 + ["panel_failed", "key_pressed"]
        assert set(at.controller.state.shoe.seen) == set(DECK[:6])
        assert at.controller.cursor == max(record.seq for record in at.records() if record.kind is Kind.EVENT)

    play(scenario)


@pytest.mark.parametrize(
    ("reports", "confirmed"),
    [
        ([card(1, "Ah")], ReportId(1, 1)),
        ([card(1, "Ah"), card(2, "Kd"), card(3, "7c")], ReportId(1, 3)),
        ([CardUnreadable(SHOE, ReportId(1, 1), 1, 9)], ReportId(1, 1)),
        ([CutCardSeen(SHOE, ReportId(1, 1))], ReportId(1, 1)),
        ([CardsMissed(SHOE, ReportId(1, 1), ReportId(1, 4))], ReportId(1, 4)),
        ([card(1, "Ah"), card(1, "Ah")], ReportId(1, 1)),
        ([LinkUp(SHOE, IDENTITY[SHOE], ReportId(1, 5))], ReportId(1, 5)),
    ],
    ids=["one", "last of three", "unreadable", "cut card", "missed", "repeat", "where the record begins"],
)
def test_the_last_report_on_record_is_confirmed(play: Callable[[Scenario], None], disk: Disk, reports: list[Any], confirmed: ReportId) -> None:
    async def scenario(at: Running) -> None:
        disk.gate.clear()
        at.controller.feed(key("seat3.ante"))
        await gate_reached(disk)
        for report in reports:
            at.controller.feed(report)
        disk.gate.set()
        await at.drained()
        assert at.effects.of("confirm") == [(SHOE, confirmed)]

    play(scenario)


def test_a_command_is_answered_once_it_is_on_record(play: Callable[[Scenario], None], disk: Disk) -> None:
    async def scenario(at: Running) -> None:
        disk.gate.clear()
        answer = asyncio.create_task(at.controller.command(void("one")))
        await gate_reached(disk)
        assert not answer.done()
        disk.gate.set()
        assert (await asyncio.wait_for(answer, DEADLINE_S)).done

    play(scenario)


def test_the_same_command_twice_has_one_effect_and_one_answer(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        answers = await asyncio.gather(*(at.controller.command(void("one")) for _ in range(2)), at.controller.command(void("two")))
        await at.drained()
        assert [answer.done for answer in answers] == [True, True, False]
        assert answers[0] == answers[1]
        assert [record.type for record in at.records()].count("round_ended") == 1

    play(scenario)


def test_somebody_who_no_longer_waits_for_an_answer_stops_nothing(play: Callable[[Scenario], None], disk: Disk) -> None:
    async def scenario(at: Running) -> None:
        disk.gate.clear()
        answer = asyncio.create_task(at.controller.command(void("one")))
        await gate_reached(disk)
        answer.cancel()
        disk.gate.set()
        await at.drained()
        assert at.controller.state.live.step.kind == "round_over"

    play(scenario)


def test_a_refused_command_is_on_record_with_its_answer(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        wager = CommandGiven("one", "Kim", PersonRole.VIEWER, SetWager(1, "ante", 500))
        assert not (await at.controller.command(wager)).done
        await at.drained()
        *_, event, outcome = at.records()
        assert (event.type, event.correlation, outcome.type, outcome.cause) == ("command_given", "command:one", "answered", event.seq)
        assert outcome.correlation == event.correlation

    play(scenario)


def test_every_record_names_its_source_and_its_round(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        at.controller.feed(card(1, "Ah"))
        at.controller.feed(key("key.fold"))
        await at.drained()
        read, pressed = (record for record in at.records()[-6:] if record.kind is Kind.EVENT)
        assert (read.correlation, pressed.correlation, read.round) == ("shoe:1:1", "key_pressed:1", 1)
        assert (secret_of(read, SEALER), "Ah" in read.body) == ('{"card":"Ah"}', False)

    play(scenario)


def test_noise_and_answers_to_commands_are_logged_and_change_nothing(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        with structlog.testing.capture_logs() as lines:
            at.controller.feed(LinkNoisy(SHOE, 12, 1))
            at.controller.feed(CommandAnswered(SHUFFLER, "shuffle", accepted=False, detail="busy"))
            await at.drained()
        assert [(line["event"], line["device"]) for line in lines] == [("noise received", SHOE), ("command answered", SHUFFLER)]
        assert events(at) == []

    play(scenario)


def test_a_taken_press_winks_and_a_refused_one_does_not(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        for number, face in enumerate(DECK[:6], start=1):
            at.controller.feed(card(number, str(face)))
        await at.drained()
        for button in ("key.next", "key.fold"):
            at.controller.feed(key(button))
            await at.drained()
        assert [wink for _, wink in at.effects.of("show")][-2:] == [frozenset({"key.next"}), frozenset()]

    play(scenario)


def test_the_log_of_a_round_holds_no_face(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        with structlog.testing.capture_logs() as lines:
            for number, face in enumerate([*DECK[:4], DECK[0]], start=1):
                at.controller.feed(card(number, str(face)))
            await at.drained()
        assert [line["cause"] for line in lines if line["event"] == "hold raised"] == [Cause.CARD_IMPOSSIBLE.value]
        assert not any(str(face) in json.dumps(lines, default=str) for face in DECK)

    play(scenario)


def test_a_sign_of_life_is_shown_without_any_input(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        await at.drained()
        at.controller.beat = 0.0
        at.controller.tick()
        await at.drained()
        assert at.controller.beat > 0

    play(scenario)


def test_the_lamps_are_tried_once_it_is_on_record_and_behind_what_is_shown(play: Callable[[Scenario], None]) -> None:
    async def scenario(at: Running) -> None:
        refused = await at.controller.command(TRY)
        assert not refused.done
        assert at.effects.of("try_lamps") == []
        await at.controller.command(CommandGiven("call", "Dan", PersonRole.DEALER, PressKey("supervisor")))
        assert (await at.controller.command(replace(TRY, id="again"))).done
        assert (await at.controller.command(replace(TRY, id="again"))).done
        assert at.effects.of("try_lamps") == [()]
        shown = [call[0] for call in at.effects.told]
        assert shown[shown.index("try_lamps") - 1] == "show"
        given = [json.loads(record.body) for record in at.records() if record.type == "command_given"]
        assert next((one["person"], one["action"]["kind"]) for one in given if one["id"] == "again") == ("Tim", "try_lamps")

    play(scenario)
