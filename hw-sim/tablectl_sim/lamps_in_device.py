"""A shuffler that shows lights and has a lid, and nothing else; written from the page on lights and lids alone. Its outputs are open collectors:
a line is low while its light burns or its lid is closed."""

from __future__ import annotations

import threading
import time
from math import inf
from typing import Final

from tablectl_sim.panel import Panel

LIGHTS: Final = ("green", "amber", "red")
LID: Final = "lid"
HIGH, LOW = 1, 0


class LampsInDevice:
    """Lights that burn (True), are dark (False) or flash at so many Hz, with a part of the period lit. Time is an argument."""

    def __init__(self) -> None:
        self.lid_open = False
        self.burnt_out: set[str] = set()
        """Lights whose lamp is broken, or whose wire is cut."""
        self.lit_share = 0.5
        self._shown: dict[str, tuple[bool | float, float]] = dict.fromkeys(LIGHTS, (False, 0.0))

    def show(self, now: float, **lights: bool | float) -> None:
        """Change all lights at once; one that is not named goes dark. A flash begins lit."""
        for name in LIGHTS:
            self._shown[name] = (lights.get(name, False), now)

    def burns(self, name: str, now: float) -> bool:
        pattern, since = self._shown[name]
        if name in self.burnt_out:
            return False
        return pattern if isinstance(pattern, bool) else (now - since) * pattern % 1.0 < self.lit_share

    def levels(self, now: float) -> dict[str, int]:
        """The level of each line."""
        return {name: LOW if self.burns(name, now) else HIGH for name in LIGHTS} | {LID: HIGH if self.lid_open else LOW}

    def next_change(self, now: float) -> float:
        """When a light changes by itself."""
        return min((self._flips_at(name, now) for name in LIGHTS), default=inf)

    def _flips_at(self, name: str, now: float) -> float:
        pattern, since = self._shown[name]
        if isinstance(pattern, bool):
            return inf
        cycles, share = divmod((now - since) * pattern, 1.0)
        return since + (cycles + (self.lit_share if share < self.lit_share else 1.0)) / pattern


class Cable:
    """Puts the levels of a machine on the lines of a panel's inputs, in a thread of its own."""

    def __init__(self, machine: LampsInDevice, panel: Panel) -> None:
        self._machine, self._panel = machine, panel
        self._changed = threading.Condition()
        self._stopping = False
        self._put(time.monotonic())
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join()

    def show(self, **lights: bool | float) -> None:
        with self._changed:
            self._machine.show(time.monotonic(), **lights)
            self._changed.notify()

    def lid(self, *, is_open: bool) -> None:
        with self._changed:
            self._machine.lid_open = is_open
            self._changed.notify()

    def _run(self) -> None:
        with self._changed:
            while not self._stopping:
                now = time.monotonic()
                self._put(now)
                due = self._machine.next_change(now) - now
                self._changed.wait(None if due == inf else max(due, 0.0))

    def _put(self, now: float) -> None:
        for name, level in self._machine.levels(now).items():
            (self._panel.release if level == HIGH else self._panel.hold)(name)
