"""A table that is played for long: nothing grows but its journal, that as fast as the page on lasting says, and a clock that is set alarms nobody."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from tablectl.journal import Kind, Reader, Record, verify

from .dealing import STEPS

ROOT: Final = Path(__file__).parents[2]
RISE: Final = 5 * 2**20
"""Bytes of memory."""
OFF: Final = 0.15
"""How far a run may be off what the page says of a long one."""


def play(events: int, folder: Path, deadline_s: float) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.longrun.dealing", str(events), folder], cwd=ROOT, check=True, timeout=deadline_s, stdout=subprocess.PIPE
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def stated(what: str) -> float:
    """A figure of the page on lasting."""
    found = re.search(rf"\| {what} \| ([\d,]+) bytes", (ROOT / "docs" / "lasting.md").read_text())
    assert found, what
    return float(found[1].replace(",", ""))


def nothing_grows(found: dict[str, Any]) -> None:
    first, *_, last = sizes = found["sizes"]
    assert max(size["memory"] for size in sizes) - first["memory"] < RISE
    for what in ("threads", "handles", "tasks"):
        assert len({size[what] for size in sizes}) == 1, what
    assert found["journal"] / last["events"] == pytest.approx(stated("an event"), rel=OFF)
    assert found["journal"] / last["rounds"] == pytest.approx(stated("a round"), rel=OFF)


def the_clock_alarmed_nobody(path: Path) -> None:
    """Two steps are two records; each is a warning, nothing else is told, and the order is that of the numbers."""
    steps: list[Record] = []
    told: list[dict[str, Any]] = []
    before: Record | None = None
    with Reader(path) as reader:
        for record in reader.records():
            if record.type == "clock_stepped":
                steps.append(record)
            if record.type == "hold_raised":
                told.append(json.loads(record.body)["hold"])
            if before is not None and record.kind is Kind.EVENT:
                assert record.seq > before.seq
                assert record.stamp.mono_ns >= before.stamp.mono_ns
            before = record if record.kind is Kind.EVENT else before
    moved = [json.loads(record.body) for record in steps]
    assert [body["now_ns"] - body["expected_ns"] for body in moved] == list(STEPS.values())
    assert [(hold["cause"], hold["severity"]) for hold in told] == [("clock_stepped", "warn")] * len(STEPS)


def run(events: int, folder: Path, deadline_s: float) -> None:
    found = play(events, folder, deadline_s)
    assert all(after["rounds"] > before["rounds"] for before, after in pairwise(found["sizes"]))
    nothing_grows(found)
    the_clock_alarmed_nobody(folder / "table.journal")
    assert verify(folder / "table.journal").sound


@pytest.mark.timeout(900)
def test_ten_thousand_events_leave_nothing_behind_but_their_record(in_memory: Path) -> None:
    run(10_000, in_memory, 900)


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_two_million_events_leave_nothing_behind_but_their_record(tmp_path: Path) -> None:
    run(2_000_000, tmp_path, 4 * 3600)
