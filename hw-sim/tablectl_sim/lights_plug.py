"""A shuffler that nobody talks to: its lamps and its lid are on lines of the panel's inputs, and that is all that a table knows of it."""

from __future__ import annotations

import threading
from typing import Final

from tablectl_sim.lamps_in_device import HIGH, LID, LIGHTS, LampsInDevice
from tablectl_sim.panel import Panel
from tablectl_sim.shuffler import Shuffler

FLASH_HZ: Final = 1.25
STEADY: Final = 1  # of the four bits that a light has


class LightsOnlyShuffler(Shuffler):
    """People look at it, and follow it by that."""

    @property
    def is_followed(self) -> bool:
        return True


class LightsPlug:
    """The cable of its optocouplers. Where that is pulled, all lamps look dark and the lid open."""

    master: Final = None

    def __init__(self, name: str, device: LightsOnlyShuffler, panel: Panel) -> None:
        self.name, self.device, self.lock, self.plugged = name, device, threading.RLock(), False
        self._panel = panel
        self._machine = LampsInDevice()
        self._lights = -1
        self._levels: dict[str, int] = {}

    def plug(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False

    def read(self, now: float) -> None:
        """Nothing goes to it."""

    def tick(self, now: float) -> None:
        with self.lock:
            self.device.tick(now)
            self.flush(now)

    def flush(self, now: float) -> None:
        with self.lock:
            self.device.take_output()
            body = self.device.body()
            if body.lights != self._lights:
                self._lights = body.lights
                patterns = (body.lights >> 4 * place & 0xF for place in range(len(LIGHTS)))
                self._machine.show(now, **{name: FLASH_HZ if bits > STEADY else bool(bits) for name, bits in zip(LIGHTS, patterns, strict=True)})
            self._machine.lid_open = body.lid_open
            for name, level in self._machine.levels(now).items():
                self._put(line(self.name, name), level if self.plugged else HIGH)

    def _put(self, name: str, level: int) -> None:
        if self._levels.get(name) != level:
            self._levels[name] = level
            (self._panel.release if level == HIGH else self._panel.hold)(name)


def line(device: str, name: str) -> str:
    """The name of a line at the bench."""
    return f"{device}.{name}"


def lines(device: str) -> dict[str, str]:
    """The names of its lines by what is on them."""
    return {name: line(device, name) for name in (*LIGHTS, LID)}
