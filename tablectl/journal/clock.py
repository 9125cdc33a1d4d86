"""Where stamps come from. Everything that must be repeatable takes stamps as values and never asks a clock."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from tablectl.journal.records import Stamp

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
TIME_ERROR: Final = 5  # adjtimex(2): "the system clock is not synchronized"
TIMEX_BYTES: Final = 512  # struct timex has 208 bytes on 64-bit Linux; the kernel writes no more than that


class Stamper(Protocol):
    def stamp(self) -> Stamp:
        """Return the present moment. Any thread."""
        ...


@cache
def _adjtimex() -> Callable[[ctypes.Array[ctypes.c_char]], int]:
    function: Callable[[ctypes.Array[ctypes.c_char]], int] = ctypes.CDLL(None).adjtimex
    return function


def kernel_clock_synchronised() -> bool:
    """Tell whether a time service keeps the wall clock, by the kernel's word (chrony, ntpd and systemd-timesyncd all tell it)."""
    only_read = ctypes.create_string_buffer(TIMEX_BYTES)  # modes = 0 changes nothing and needs no right
    return 0 <= _adjtimex()(only_read) != TIME_ERROR


class SystemClock:
    """The clocks of this machine. Raises OSError at construction where the kernel gives no boot id."""

    def __init__(self, boot_id: Path = BOOT_ID, synchronised: Callable[[], bool] = kernel_clock_synchronised) -> None:
        self._boot_id = boot_id.read_text("ascii").strip()
        self._synchronised = synchronised

    def stamp(self) -> Stamp:
        return Stamp(time.time_ns(), time.clock_gettime_ns(time.CLOCK_MONOTONIC), self._boot_id, self._synchronised())
