"""What tests on a real kernel share: the chips and sockets of the machine that `make hil` boots."""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hil.kernel_gpio import Chip
from tests.hil.kernel_usb import Sockets

PATIENCE_S = 60.0  # the machine's processor is simulated
MACHINE = Path("/usr/lib/hil-boot")
Eventually = Callable[[Callable[[], bool]], None]


def waiting(patience_s: float) -> Eventually:
    """What waits until a condition holds, for so long."""

    def wait(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + patience_s
        pause = select.poll()
        while not condition():
            assert time.monotonic() < end, "it did not happen in time"
            pause.poll(20)

    return wait


@pytest.fixture(scope="session", autouse=True)
def in_the_machine() -> None:
    if not MACHINE.exists():
        pytest.fail("these tests make chips and devices in the kernel, and are run in a machine of their own: make hil", pytrace=False)


@pytest.fixture
def eventually() -> Eventually:
    return waiting(PATIENCE_S)


@pytest.fixture
def chips() -> Iterator[dict[str, Chip]]:
    """An expander, the header of a Pi 4, and a second expander that says the same of itself, in this order of numbers."""
    chips = {
        "left": Chip("left", "mcp23017", 16, high=(0, 15)),
        "header": Chip("header", "pinctrl-bcm2711", 58, high=(5, 8, 27)),
        "right": Chip("right", "mcp23017", 16, high=(0, 15)),
    }
    for chip in chips.values():
        chip.plug()
    yield chips
    for chip in chips.values():
        chip.remove()


@pytest.fixture
def sockets() -> Iterator[Sockets]:
    with Sockets() as sockets:
        yield sockets
