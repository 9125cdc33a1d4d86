"""Hardware for the panel's tests: a stub of the library lgpio under gpiozero's real code for it, and another distribution's pins."""

from __future__ import annotations

import importlib
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from gpiozero.pins.mock import MockPin  # type: ignore[import-untyped]  # it carries no types

from tablectl_drivers.events import DeviceEvent
from tablectl_drivers.panel_gpio import finding

DEADLINE_S = 10.0


class Ears:
    """A sink that a test can listen at."""

    def __init__(self) -> None:
        self._heard: SimpleQueue[DeviceEvent] = SimpleQueue()

    def __call__(self, event: DeviceEvent) -> None:
        self._heard.put(event)

    def next(self) -> DeviceEvent:
        return self._heard.get(timeout=DEADLINE_S)

    def nothing_came(self) -> bool:
        return self._heard.empty()


@pytest.fixture
def ears() -> Ears:
    return Ears()


class OtherBench:
    """The outside world of the factory `other`: fingers on its inputs, eyes on its lamps."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module
        self._changes: SimpleQueue[tuple[str, bool, float]] = module.OtherPin.changes

    def pin(self, line: int, chip: int = 0) -> MockPin:
        factory = next(factory for factory in reversed(self._module.OtherFactory.opened) if factory.chip == chip)
        return factory.pin(line)

    def hold_from_the_start(self, line: int) -> None:
        self._module.OtherPin.held.add(f"GPIO{line}")

    def press(self, line: int) -> None:
        self.pin(line).drive_low()

    def release(self, line: int) -> None:
        self.pin(line).drive_high()

    def next_change(self) -> tuple[str, bool, float]:
        return self._changes.get(timeout=DEADLINE_S)

    def nothing_changed(self) -> bool:
        return self._changes.empty()


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> OtherBench:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "other_distribution"))
    monkeypatch.delitem(sys.modules, "other_pins", raising=False)
    return OtherBench(importlib.import_module("other_pins"))


class Sysfs:
    """The kernel's listing of GPIO chips, as the test lays it out."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "bus").mkdir()

    @property
    def bus(self) -> Path:
        return self._folder / "bus"

    def put(self, number: int, parent: str, label: str, device: str = "") -> None:
        chip = self._folder / "devices" / parent / f"gpiochip{number}"
        chip.mkdir(parents=True)
        (chip / "ngpio").write_text("16\n")
        if label:
            (chip / "label").write_text(f"{label}\n")
        if device:
            (chip.parent / "name").write_text(f"{device}\n")
        (self.bus / chip.name).symlink_to(chip)

    def take(self, number: int) -> None:
        (self.bus / f"gpiochip{number}").unlink()


@pytest.fixture
def sysfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sysfs:
    """A machine whose chips are those that the test puts in."""
    (tmp_path / "sys").mkdir()
    listing = Sysfs(tmp_path / "sys")
    monkeypatch.setattr(finding, "GPIO_CHIPS", listing.bus)
    monkeypatch.setattr(finding, "NODES", tmp_path / "no nodes")
    return listing


class LgpioError(Exception):
    """lgpio's error derives from Exception alone and quotes its text."""

    def __str__(self) -> str:
        return repr(self.args[0])


class StubLgpio(types.ModuleType):
    """As much of lgpio 0.2.2 as gpiozero uses, with chips of 40 lines, every call on a line noted and one thread that reports edges.

    As in the real library an exception in a handler ends that thread.
    """

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    SET_BIAS_DISABLE, SET_BIAS_PULL_UP, SET_BIAS_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = LgpioError

    def __init__(self, chips: int) -> None:
        super().__init__("lgpio")
        self.calls: list[tuple[Any, ...]] = []
        self.gone: set[int] = set()
        self.busy: set[tuple[int, int]] = set()
        self.no_edges: set[int] = set()
        self._chips = chips
        self._open: dict[int, int] = {}
        self._flags: dict[tuple[int, int], int] = {}
        self._levels: dict[tuple[int, int], int] = {}
        self._callbacks: list[tuple[int, int, Callable[..., None]]] = []
        self._reports: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._notify = threading.Thread(target=self._report, daemon=True)
        self._notify.start()

    # the outside world

    def level(self, chip: int, line: int) -> int:
        return self._levels.get((chip, line), 0)

    def latch(self, chip: int, line: int) -> None:
        """Leave a line as another program left it: an output that is high."""
        self._levels[chip, line] = 1
        self._flags[chip, line] = 2

    def drive(self, chip: int, line: int, level: int, late_s: float = 0.0) -> None:
        """Change a level; a late report bears the time of the change all the same."""
        self._levels[chip, line] = level
        for handle, number, call in list(self._callbacks):
            if (self._open.get(handle), number) == (chip, line):
                self._reports.put(partial(call, handle, line, level, time.monotonic_ns() - int(late_s * 1e9)))

    def open_chips(self) -> list[int]:
        return sorted(self._open.values())

    def stop(self) -> None:
        self._reports.put(None)
        self._notify.join(DEADLINE_S)

    def _report(self) -> None:
        while (call := self._reports.get()) is not None:
            call()

    # the library

    def gpiochip_open(self, chip: int) -> int:
        if chip in self.gone or chip >= self._chips:
            raise LgpioError("can not open gpiochip")
        handle = len(self.calls) + 1
        self.calls.append(("open", chip))
        self._open[handle] = chip
        return handle

    def gpiochip_close(self, handle: int) -> None:
        self.calls.append(("close", self._open.pop(handle)))

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> None:
        self._claim("input", handle, line, flags)

    def gpio_claim_alert(self, handle: int, line: int, edges: int, flags: int = 0) -> None:
        assert edges == self.BOTH_EDGES
        if self._open[handle] in self.no_edges:
            raise LgpioError("bad event request")
        self._claim("alert", handle, line, flags)

    def gpio_claim_output(self, handle: int, line: int, level: int = 0, flags: int = 0) -> None:
        key = self._key(handle, line)
        self.calls.append(("output", *key, level))
        self._levels[key] = level
        self._flags[key] = flags | 2

    def gpio_free(self, handle: int, line: int) -> None:
        self._key(handle, line)

    def gpio_get_mode(self, handle: int, line: int) -> int:
        return self._flags.get(self._key(handle, line), 0)

    def gpio_read(self, handle: int, line: int) -> int:
        return self.level(*self._key(handle, line))

    def gpio_write(self, handle: int, line: int, level: int) -> None:
        key = self._key(handle, line)
        self.calls.append(("write", *key, int(level)))
        self._levels[key] = int(level)

    def callback(self, handle: int, line: int, edges: int, call: Callable[..., None]) -> types.SimpleNamespace:
        assert edges == self.BOTH_EDGES
        entry = (handle, line, call)
        self._callbacks.append(entry)
        return types.SimpleNamespace(cancel=lambda: self._callbacks.remove(entry))

    def _claim(self, kind: str, handle: int, line: int, flags: int) -> None:
        key = self._key(handle, line)
        self.calls.append((kind, *key, flags))
        if flags == self.SET_PULL_UP:
            self._levels.setdefault(key, 1)
        # lgpio's pull flags and the kernel's bits in the mode are the same numbers
        self._flags[key] = flags

    def _key(self, handle: int, line: int) -> tuple[int, int]:
        chip = self._open[handle]
        if chip in self.gone:
            raise LgpioError("bad lineinfo IOCTL")
        if line >= 40:
            raise LgpioError("bad GPIO number")
        if (chip, line) in self.busy:
            raise LgpioError("GPIO busy")
        return chip, line


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[StubLgpio]:
    stub = StubLgpio(chips=9)
    monkeypatch.setitem(sys.modules, "lgpio", stub)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    yield stub
    stub.stop()
    sys.modules.pop("gpiozero.pins.lgpio", None)
