"""The wall clock is set while the table runs: a warning until the next round, one record, and nothing that is measured follows it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.journal import Stamp
from tablectl.table.actions import VoidRound
from tablectl.table.clocks import set_by, step_between
from tablectl.table.events import ClockStepped
from tablectl.table.outcomes import HoldRaised, WarningGone
from tablectl.table.standing import hours_in_use
from tablectl.table.state import Cause
from tablectl_drivers.events import InputPressed

from .dealing import table, wagered
from .recording import CountingClock, Disk, running

SECOND = 10**9
HOUR = 3600 * SECOND
FORWARD = ClockStepped(10**18, 10**18 + 37 * HOUR)


@pytest.mark.parametrize(("wall_s", "by_s"), [(0.0, None), (0.9, None), (-0.9, None), (1.0, 1), (37 * 3600.0, 37 * 3600), (-600.0, -600)])
def test_a_step_is_told_from_a_clock_that_goes(wall_s: float, by_s: int | None) -> None:
    before, now = Stamp(10**18, 5 * SECOND, "boot", synced=False), Stamp(10**18 + 8 * SECOND + int(wall_s * SECOND), 13 * SECOND, "boot", synced=True)
    stepped = step_between(before, now)
    assert (None if stepped is None else (stepped.now_ns - stepped.expected_ns) // SECOND) == by_s


def test_how_far_is_said_in_words() -> None:
    assert [set_by(ns) for ns in (37 * HOUR, -600 * SECOND, 61 * SECOND + 4 * 10**8)] == [
        "forward by 1 d 13 h",
        "back by 10 min",
        "forward by 1 min 1 s",
    ]


def test_a_step_is_a_warning_until_the_next_round_and_play_goes_on() -> None:
    dealing = wagered()
    (told,) = (outcome for outcome in dealing.happen(FORWARD) if isinstance(outcome, HoldRaised))
    assert (told.hold.cause, told.hold.text) == (
        Cause.CLOCK_STEPPED,
        "The clock of this machine was set forward by 1 d 13 h: what was stamped before is off by that",
    )
    assert dealing.causes == []
    dealing.press("key.next")
    assert dealing.state.live.step.kind == "deal"
    dealing.command(VoidRound("nobody plays"))
    assert WarningGone(told.hold.id, "clock_stepped") in dealing.press("key.next")


@pytest.mark.parametrize("by", [37 * HOUR, -600 * SECOND])
def test_a_pack_opened_in_this_run_is_not_in_use_for_longer_by_it(by: int) -> None:
    dealing = table()
    before = dealing.state.life(1).since_ns
    assert before
    dealing.happen(ClockStepped(10**18, 10**18 + by))
    assert dealing.state.life(1).since_ns == before + by
    assert hours_in_use(replace(dealing.state, seen_ns=before + by + 23 * HOUR), 1) is None
    assert hours_in_use(replace(dealing.state, seen_ns=before + by + 25 * HOUR), 1) == 25


def test_a_pack_opened_in_an_earlier_run_keeps_its_time() -> None:
    dealing = table()
    before = dealing.state.life(1).since_ns
    dealing.happen(dealing.history[0][0])
    dealing.happen(FORWARD)
    assert dealing.state.life(1).since_ns == before


def test_the_loop_puts_each_step_on_record_once_also_when_nothing_else_happens(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = CountingClock()
        async with running(tmp_path / "table.journal", Disk(), clock=clock) as at:
            await at.drained()
            for by in (37 * HOUR, -600 * SECOND):
                clock.set_by += by
                for _ in range(3):
                    at.controller.tick()
                    at.controller.feed(InputPressed("panel", "seat3.ante"))
                    await at.drained()
            bodies = [json.loads(record.body) for record in at.records() if record.type == "clock_stepped"]
            assert [set_by(body["now_ns"] - body["expected_ns"]) for body in bodies] == ["forward by 1 d 13 h", "back by 10 min"]
            assert [hold.cause for hold in at.controller.state.warned] == [Cause.CLOCK_STEPPED]
            assert at.controller.state.live.placed[3, "ante"] == 6 * 500

    asyncio.run(scenario())
