"""A simulated shoe at a pty, for commands that speak to devices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from tablectl_sim.cards import card
from tablectl_sim.faults import Line
from tablectl_sim.shoe import Shoe
from tablectl_sim.wires import Port, WireDevice, Wires

D = TypeVar("D", bound=WireDevice)


@contextmanager
def plugged_in(device: D, link: Path) -> Iterator[Port[D]]:
    """The device runs behind this name."""
    port = Port(link.name, device, link, Line("bench"))
    wires = Wires((port,))
    wires.start()
    yield port
    wires.stop()


@contextmanager
def shoe_at(link: Path, faces: str = "Ah Kd Ts 2c") -> Iterator[Port[Shoe]]:
    """A shoe with these cards."""
    with plugged_in(Shoe(), link) as port:
        with port.lock:
            port.device.load([card(face) for face in faces.split()], time.monotonic())
        yield port


def draw(port: Port[Shoe]) -> None:
    with port.lock:
        port.device.draw(time.monotonic())
