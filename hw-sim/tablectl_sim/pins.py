"""A gpiozero pin factory whose lines end at the bench instead of at a chip.

`BenchFactory(chip=0)` is found by gpiozero under the name `tablectl_sim`. The environment variable TABLECTL_SIM_PANEL names the bench's socket.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import MethodType
from typing import Any, Final
from weakref import WeakMethod, ref

from gpiozero import (  # type: ignore[import-untyped]  # gpiozero has no type stubs
    BadPinFactory,
    BoardInfo,
    Factory,
    HeaderInfo,
    Pin,
    PinError,
    PinFixedPull,
    PinInfo,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinInvalidState,
    PinSetInput,
)

from tablectl_sim import sockets

PANEL_VARIABLE: Final = "TABLECTL_SIM_PANEL"
LINES: Final = 128
GREETING_S: Final = 5.0  # the bench answers at once; longer means that no bench is there

Handler = Callable[[float, int], None]
Info = Any  # gpiozero's own descriptions of pins and boards


class BenchGone(PinError):  # type: ignore[misc]  # gpiozero has no type stubs
    """The bench has stopped: an output cannot be set any more."""


class BenchPin(Pin):  # type: ignore[misc]  # gpiozero has no type stubs
    """One line. An input has the level that the bench drives; an output tells the bench its level at once."""

    def __init__(self, factory: BenchFactory, info: Info, level: int) -> None:
        super().__init__()
        self._factory, self._info = factory, info
        self._function = "input"
        self._pull = "floating"
        self._edges = "both"
        self._level = level
        self._driven = level
        self._handler: Callable[[], Handler | None] | None = None

    def __repr__(self) -> str:
        return f"{self._factory.chip}:{self._info.number}"

    def close(self) -> None:
        """Back to an input, as a released line is."""
        self._handler = None
        if self._function == "output" and self._factory.connected:
            self.function = "input"

    def output_with_state(self, state: float) -> None:
        self._function = "output"
        self._set_state(state)

    def input_with_pull(self, pull: str) -> None:
        self._set_function("input")
        self._set_pull(pull)

    def driven(self, level: int) -> Handler | None:
        """The bench drives the line. Returns the handler to call where the change is one that is listened for."""
        self._driven = level
        if self._function != "input" or level == self._level:
            return None
        self._level = level
        if self._handler is None or self._edges not in ("both", "rising" if level else "falling"):
            return None
        return self._handler()

    def _get_info(self) -> Info:
        return self._info

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"the function of pin {self!r} is input or output, not {value!r}")
        if value == self._function:
            return
        self._function = value
        if value == "input":
            self._level = self._driven
            self._factory.tell({"line": self._info.number, "function": "input"})
        else:
            self._set_state(self._level)

    def _get_state(self) -> int:
        return self._level

    def _set_state(self, value: float) -> None:
        if self._function != "output":
            raise PinSetInput(f"pin {self!r} is an input")
        if value not in (0, 1):
            raise PinInvalidState(f"pin {self!r} can be 0 or 1, not {value!r}")
        self._factory.tell({"line": self._info.number, "function": "output", "level": int(value)})
        self._level = int(value)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"pin {self!r} is an output")
        if value not in ("up", "down", "floating"):
            raise PinInvalidPull(f"the pull of pin {self!r} is up, down or floating, not {value!r}")
        self._pull = value  # the bench drives every line, so that the pull changes no level

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise PinInvalidBounce(f"pin {self!r} filters no bounces: leave bounce at None and filter in the reader")

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in ("none", "rising", "falling", "both"):
            raise PinInvalidEdges(f"the edges of pin {self!r} are none, rising, falling or both, not {value!r}")
        self._edges = value

    def _get_when_changed(self) -> Handler | None:
        return None if self._handler is None else self._handler()

    def _set_when_changed(self, value: Handler | None) -> None:
        # weak, as in gpiozero's own pins: a pin must not keep the device alive that owns it
        self._handler = None if value is None else WeakMethod(value) if isinstance(value, MethodType) else ref(value)


class BenchFactory(Factory):  # type: ignore[misc]  # gpiozero has no type stubs
    """The pins of one chip of the bench; every factory has its own connection and its own lines."""

    def __init__(self, chip: int = 0) -> None:
        """Return when all present levels are known. Raise BadPinFactory where no bench answers."""
        super().__init__()
        self.chip = chip
        self.connected = False
        self._pins: dict[int, BenchPin] = {}
        self._levels: dict[int, int] = {}
        self._lines = sockets.Lines()
        self._write_lock = threading.Lock()
        self._pin_lock = threading.Lock()
        self._board = _board(chip)
        self._peer = self._greet()
        self._reader = threading.Thread(target=self._read, name=f"bench pins {chip}", daemon=True)
        self._reader.start()

    def close(self) -> None:
        for pin in list(self._pins.values()):
            pin.close()
        self._pins.clear()
        self.connected = False
        with contextlib.suppress(OSError):  # the bench may have hung up first
            self._peer.shutdown(socket.SHUT_RDWR)
        if threading.current_thread() is not self._reader:
            self._reader.join()
        self._peer.close()

    def pin(self, name: int | str) -> BenchPin:
        for _, info in self._board.find_pin(name):
            with self._pin_lock:
                if info.number not in self._pins:
                    self._pins[info.number] = BenchPin(self, info, self._levels.get(info.number, 0))
                return self._pins[info.number]
        raise PinInvalidPin(f"a line of chip {self.chip} is a number from 0 to {LINES - 1}, not {name!r}")

    def ticks(self) -> float:
        return time.monotonic()

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier

    def tell(self, message: sockets.Message) -> None:
        """Send the state of a line to the bench. Raise BenchGone where it has stopped."""
        try:
            with self._write_lock:
                sockets.send(self._peer, message)
        except OSError as problem:
            self.connected = False
            raise BenchGone(f"chip {self.chip}: the bench has stopped ({problem})") from problem

    def _get_board_info(self) -> Info:
        return self._board

    def _greet(self) -> socket.socket:
        path = os.environ.get(PANEL_VARIABLE)
        if not path:
            raise BadPinFactory(f"{PANEL_VARIABLE} is not set: start a bench and set it to the path of its panel.sock")
        try:
            peer = sockets.connect(Path(path))
            peer.settimeout(GREETING_S)
            sockets.send(peer, {"chip": self.chip})
            while not self.connected:
                self._take(peer.recv(4096))
            peer.settimeout(None)
        except OSError as problem:
            raise BadPinFactory(f"no bench answers at {path} ({PANEL_VARIABLE}): {problem}") from problem
        return peer

    def _take(self, data: bytes) -> None:
        if not data:
            raise ConnectionError("the bench hung up")
        for message in self._lines.feed(data):
            if "levels" in message:
                self._levels = {int(line): int(level) for line, level in message["levels"].items()}
                self.connected = True
            elif "line" in message:
                self._drive(int(message["line"]), int(message["level"]))

    def _drive(self, line: int, level: int) -> None:
        now = self.ticks()
        with self._pin_lock:
            self._levels[line] = level
            pin = self._pins.get(line)
        if pin is not None and (handler := pin.driven(level)) is not None:
            handler(now, level)

    def _read(self) -> None:
        """A handler that raises ends this thread, and with it all further changes: so it is with a real chip's notify thread."""
        try:
            while self.connected:
                self._take(self._peer.recv(4096))
        except OSError:
            if self.connected:
                print(f"bench pins: chip {self.chip}: the bench has stopped, lines keep their last level", file=sys.stderr)
        finally:
            self.connected = False


def _board(chip: int) -> Info:
    pins = {
        line: PinInfo(line, f"GPIO{line}", frozenset({line, str(line), f"GPIO{line}"}), "", line + 1, 1, frozenset({"gpio"})) for line in range(LINES)
    }
    header = HeaderInfo(f"CHIP{chip}", LINES, 1, pins)
    return BoardInfo("bench", "bench", "1", "", "none", "tablectl_sim", 0, "none", 0, 0, 0, 0, False, False, 0, 0, {header.name: header}, "")
