"""Stamps of this machine's clocks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tablectl.journal import SystemClock
from tablectl.journal.clock import BOOT_ID, kernel_clock_synchronised


def test_a_stamp_holds_the_clocks_of_this_machine() -> None:
    clock = SystemClock()
    before = time.time_ns(), time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    stamp = clock.stamp()
    after = time.time_ns(), time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    assert before[0] <= stamp.wall_ns <= after[0]
    assert before[1] <= stamp.mono_ns <= after[1]
    assert stamp.boot_id == BOOT_ID.read_text().strip()
    assert stamp.synced is kernel_clock_synchronised()


@pytest.mark.parametrize("synced", [True, False])
def test_a_stamp_says_whether_the_clock_was_synchronised(synced: bool) -> None:
    assert SystemClock(synchronised=lambda: synced).stamp().synced is synced


def test_a_kernel_without_a_boot_id_is_an_error_at_start(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SystemClock(boot_id=tmp_path / "boot_id")
