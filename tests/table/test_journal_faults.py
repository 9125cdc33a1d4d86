"""The loop while its journal fails: play is held, what comes in is kept, and afterwards everything is on record once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.engine.games import GAMES
from tablectl.journal import Kind, Record, verify
from tablectl.table.actions import PersonRole, SetWager
from tablectl.table.events import CommandGiven
from tablectl.table.record.recovery import recover
from tablectl.table.record.replay import replay
from tablectl.table.state import Cause
from tablectl_drivers.events import CardSeen, InputPressed, ReportId
from tablectl_drivers.ports import ALARM

from .dealing import DECK, SHOE, wagered
from .recording import DEADLINE_S, SEALER, CountingClock, Disk, Running, running

READY = [event for event, _ in wagered().history[1:]]
PRESSES = ("seat3.ante", "seat3.blind", "seat3.ante", "seat3.blind", "key.next")

# what the commits meet that come after the opening; the first ones are events, outcomes, events, outcomes, ...
PLANS = {
    "fails": ["fails"],
    "lands": ["lands"],
    "outcomes fail": ["fine", "fails"],
    "outcomes land": ["fine", "lands"],
    "retry fails": ["fails", "fails", "fails"],
    "retry lands": ["lands", "lands", "fails"],
    "fails after retry": ["fails", "fine", "fails"],
    "lands after retry": ["fails", "fine", "lands"],
    "outcomes after retry": ["fails", "fine", "fine", "fails", "lands"],
    "both": ["lands", "fine", "fine", "lands", "fine", "fails"],
    "comes and goes": ["fails", "fine", "fine", "lands", "fine", "fine", "fails", "fine", "fine", "lands"],
}


def events(records: list[Record]) -> list[Record]:
    return [record for record in records if record.kind is Kind.EVENT][1 + len(READY) :]


async def at_gate(disk: Disk) -> None:
    assert await asyncio.to_thread(disk.at_gate.wait, DEADLINE_S)
    disk.at_gate.clear()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(DEADLINE_S):
        while not true():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0)


async def told_of_the_fault(at: Running) -> None:
    await until(lambda: at.controller.interrupted is not None)


def is_sound(at: Running) -> None:
    """The file, a recovery and a replay all tell the same as the running table."""
    records = at.records()
    found = recover(GAMES, records, SEALER, CountingClock().stamp())
    assert (found.state, found.cursor, found.missing) == (at.controller.state, at.controller.cursor, ())
    assert replay(GAMES, records, SEALER).first is None
    assert at.effects.undue == []
    causes = Counter((record.cause, record.type, record.body) for record in records if record.kind is Kind.OUTCOME)
    assert set(causes.values()) == {1}


@pytest.mark.parametrize("together", [True, False], ids=["together", "one by one"])
@pytest.mark.parametrize("plan", PLANS)
def test_everything_is_on_record_once_whichever_commit_fails(tmp_path: Path, plan: str, together: bool) -> None:
    async def scenario() -> None:
        disk = Disk()
        async with running(tmp_path / "table.journal", disk, READY) as at:
            disk.plan = list(PLANS[plan])
            if together:
                disk.gate.clear()
            for press in PRESSES:
                at.controller.feed(InputPressed("panel", press))
                if not together:
                    await at.drained()
            disk.gate.set()
            await at.drained()
            assert disk.plan == [], "the plan was carried out"
            is_sound(at)
            recorded = [record for record in events(at.records()) if record.type == "key_pressed"]
            assert [json.loads(record.body)["input"] for record in recorded] == list(PRESSES)
            interruptions = [record for record in events(at.records()) if record.type == "journal_interrupted"]
            assert len(interruptions) >= 1
            assert [hold.cause for hold in at.controller.state.holds] == [Cause.JOURNAL_INTERRUPTED] * len(interruptions)
            assert at.controller.interrupted is None
            shown = [lamps.get("lamp.hold") for lamps, _ in at.effects.of("show")]
            first = shown.index("fast")
            assert set(shown[first:]) == {"fast"}, "once held, held until a supervisor releases it"
            alarms = [ALARM in wink for _, wink in at.effects.of("show")]
            assert 1 <= sum(alarms) <= len(interruptions)
            assert alarms[first], "with the lamp"
        assert verify(at.writer.path).sound

    asyncio.run(scenario())


def test_the_same_button_twice_in_a_commit_that_landed_is_two_presses_with_outcomes_of_their_own(tmp_path: Path) -> None:
    async def scenario() -> None:
        disk = Disk()
        async with running(tmp_path / "table.journal", disk, READY) as at:
            disk.gate.clear()
            at.controller.feed(InputPressed("panel", "seat1.triple_bonus"))
            await at_gate(disk)
            for _ in range(3):
                at.controller.feed(InputPressed("panel", "seat3.ante"))
            disk.plan = ["fine", "fine", "lands"]
            disk.gate.set()
            await at.drained()
            assert at.controller.state.live.placed[3, "ante"] == 3 * 500
            is_sound(at)

    asyncio.run(scenario())


def test_while_nothing_can_be_recorded_play_is_shown_as_held_and_input_is_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        disk = Disk()
        async with running(tmp_path / "table.journal", disk, READY) as at:
            state = at.controller.state
            disk.plan = ["fails"] * 5
            at.controller.feed(InputPressed("panel", "key.next"))
            await told_of_the_fault(at)
            disk.gate.clear()
            assert at.controller.state == state, "nothing happened that is not on record"
            assert [hold.cause for hold in at.controller.shown.holds] == [Cause.JOURNAL_INTERRUPTED]
            lamps, _ = at.effects.of("show")[-1]
            assert lamps["lamp.hold"] == "fast"
            assert "key.next" not in lamps
            assert at.effects.told[-1] == ("changed",)
            wager = CommandGiven("one", "Kim", PersonRole.DEALER, SetWager(1, "ante", 1000))
            answer = asyncio.create_task(at.controller.command(wager))
            at.controller.feed(CardSeen(SHOE, ReportId(1, 1), str(DECK[0]), 1, 99))
            await asyncio.sleep(0)
            assert at.effects.of("confirm") == []
            assert not answer.done()
            disk.gate.set()
            assert not (await asyncio.wait_for(answer, DEADLINE_S)).done, "betting was closed before"
            await at.drained()
            assert [record.type for record in events(at.records())] == ["key_pressed", "journal_interrupted", "command_given", "card_read"]
            assert at.effects.of("confirm") == [(SHOE, ReportId(1, 1))]
            assert at.controller.state.shoe.drawn == 1
            assert at.controller.shown == at.controller.state
            is_sound(at)

    asyncio.run(scenario())


def test_the_resumed_marker_lies_between_what_failed_and_what_came_after(tmp_path: Path) -> None:
    async def scenario() -> None:
        disk = Disk()
        async with running(tmp_path / "table.journal", disk, READY) as at:
            disk.plan = ["lands"]
            at.controller.feed(InputPressed("panel", "key.next"))
            await at.drained()
            tail = [record.type for record in at.records()][-5:]
            assert tail == ["key_pressed", "resumed", "fact_taken", "journal_interrupted", "hold_raised"]

    asyncio.run(scenario())


def test_a_fault_is_noticed_although_nothing_happens_any_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        disk = Disk()
        async with running(tmp_path / "table.journal", disk, READY) as at:
            disk.plan = ["fine", "fails"]
            at.controller.feed(InputPressed("panel", "key.next"))
            await at.controller.drained()
            at.controller.tick()
            await until(lambda: bool(at.controller.state.holds))
            await at.drained()
            assert [record.type for record in events(at.records())] == ["key_pressed", "journal_interrupted"]
            is_sound(at)

    asyncio.run(scenario())


def test_what_is_kept_aside_waits_for_the_disk_like_every_input_and_changes_no_state(tmp_path: Path) -> None:
    async def scenario() -> None:
        disk = Disk()
        async with running(tmp_path / "table.journal", disk, READY) as at:
            disk.plan = ["fails", "fails"]
            at.controller.keep("console_login", {"person": "Kim"})
            await told_of_the_fault(at)
            assert [hold.cause for hold in at.controller.shown.holds] == [Cause.JOURNAL_INTERRUPTED]
            at.controller.feed(InputPressed("panel", "seat3.ante"))
            await at.drained()
            told = [(record.type, json.loads(record.body)) for record in at.records() if record.type in {"console_login", "key_pressed"}]
            assert told[-2] == ("console_login", {"person": "Kim"}), "in the order in which it came"
            assert told[-1][0] == "key_pressed"
            assert [hold.cause for hold in at.controller.state.holds] == [Cause.JOURNAL_INTERRUPTED]
            is_sound(at)

    asyncio.run(scenario())
