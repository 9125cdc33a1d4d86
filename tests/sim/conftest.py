"""A peer at the bench's doors that shows lamps by a script: enough of a table for a dealer to deal at, and no daemon."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
import tty
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Final, Literal

import pytest

from tablectl_sim.bench import Bench
from tablectl_sim.cdl_wire import Frame, Kind, read_one, write
from tablectl_sim.pins import PANEL_VARIABLE, BenchFactory
from tablectl_sim.tableconfig import buttons, lamps

Pattern = Literal["on", "slow", "fast"]
Shown = dict[str, Pattern]
Event = tuple[str, str]  # ("press", button), ("long", button), ("card", ""), ("pack", ""), ("hold", ""), ("release", ""), ("void", "")
# and what a panel that fails shows: ("lit", "wagers"), ("lit", "none")
HALF: Final = {"slow": 0.5, "fast": 0.125}
WINK_S: Final = 0.002
LONG_PRESS_S: Final = 0.3
MANDATORY: Final = ("ante", "blind")


class Script:
    """A round of the game as lamps: `show` is a generator that is sent events and yields lamps."""

    def __init__(self, seats: int) -> None:
        self.seats = range(1, seats + 1)
        self.rounds: list[dict[str, object]] = []
        self.strays: list[str] = []

    def show(self, *, void: bool = False) -> Generator[Shown, Event, None]:
        """`void` begins with a round that a supervisor has just ended."""
        if void:
            yield from self._until("key.next", {"key.next": "slow"})
        while True:
            yield from self._round()

    def _round(self) -> Generator[Shown, Event, None]:
        placed = yield from self._wagers()
        playing = [seat for seat in self.seats if f"seat{seat}.ante" in placed]
        said: dict[int, list[str]] = {seat: [] for seat in playing}
        standing: Shown = dict.fromkeys(placed, "on")
        yield from self._cards(2 * len(playing) + 2, standing)
        for board in (0, 3, 5):
            if board:
                yield from self._cards(3 if board == 3 else 2, standing)
            for seat in playing:
                if not {"raise", "fold"} & set(said[seat]):
                    said[seat].append((yield from self._choice(seat, board == 5, standing)))
        for name in ["dealer", *(f"{what} {seat}" for seat in playing for what in ("hand", "settled")), "over"]:
            result: Shown = {f"seat{name[-1]}.{bet}": "slow" for bet in ("ante", "blind", "play")} if name.startswith("settled") else {}
            yield from self._until("key.next", {"key.next": "slow", **result})
        self.rounds.append({"placed": placed, "said": said})

    def _wagers(self) -> Generator[Shown, Event, dict[str, int]]:
        placed: dict[str, int] = {}
        loaded = False
        while True:
            spots = [f"seat{seat}.{bet}" for seat in self.seats for bet in MANDATORY]
            shown: Shown = {name: "on" if name in placed else "slow" for name in spots} | dict.fromkeys(placed, "on")
            equal = all(placed.get(f"seat{seat}.ante") == placed.get(f"seat{seat}.blind") for seat in self.seats)
            if placed and equal:
                shown["key.next"] = "slow"
            if not loaded:
                shown["lamp.pack"] = "slow"
            what, name = yield shown
            if what == "pack":
                loaded = True
            elif name == "key.next" and "key.next" in shown and loaded:
                return placed
            elif what == "press" and name.startswith("seat"):
                placed[name] = placed.get(name, 0) + 1
            elif what == "long":
                placed.pop(name, None)

    def _cards(self, count: int, standing: Shown) -> Generator[Shown, Event, None]:
        for _ in range(count):
            while (yield standing | {"lamp.deal": "on"})[0] != "card":
                self.strays.append("a press while cards are due")

    def _choice(self, seat: int, last: bool, standing: Shown) -> Generator[Shown, Event, str]:
        spot, other = f"seat{seat}.play", "key.fold" if last else "key.next"
        while True:
            what, name = yield standing | {spot: "fast", other: "slow"}
            if name in (spot, other):
                return "raise" if name == spot else "fold" if last else "check"
            self.strays.append(f"{what} {name} while seat {seat} has to speak")

    def _until(self, button: str, shown: Shown) -> Generator[Shown, Event, None]:
        while (event := (yield shown)) != ("press", button):
            self.strays.append(f"{event} while {button} is due")


class LampPeer:
    """Runs a script on the bench's lines. `journal` holds every event; a new peer that is given it goes on from there."""

    def __init__(self, bench: Bench, journal: list[Event] | None = None) -> None:
        self.script = Script(bench.scenario.seats)
        self.journal: list[Event] = []
        self._events: queue.Queue[Event] = queue.Queue()
        self._show = self.script.show()
        self._shown = next(self._show)
        self._held = False
        self._lit = "all"
        self._blink_from: dict[str, float] = {}
        for event in journal or ():
            self._take(event)
        self._inputs, self._outputs = BenchFactory(chip=0), BenchFactory(chip=1)
        self._handlers = [self._listen(name, wire.line) for name, wire in buttons(bench.scenario.seats).items()]
        self._lamps = {name: self._outputs.pin(wire.line) for name, wire in lamps(bench.scenario.seats).items()}
        for pin in self._lamps.values():
            pin.output_with_state(0)
        self._hosts = {name: os.open(bench.ports / name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK) for name in ("shoe", "shuffler")}
        for host in self._hosts.values():
            tty.setraw(host)
        self._bytes = dict.fromkeys(self._hosts, b"")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lamp peer", daemon=True)
        self._thread.start()

    def tell(self, event: Event) -> None:
        self._events.put(event)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self._outputs.close()
        self._inputs.close()
        for host in self._hosts.values():
            os.close(host)

    def _listen(self, name: str, line: int) -> Callable[[float, int], None]:
        down_at = 0.0

        def changed(ticks: float, state: int) -> None:
            nonlocal down_at
            if not state:
                down_at = ticks
                self._events.put(("press", name))
            elif ticks - down_at > LONG_PRESS_S:
                self._events.put(("long", name))

        self._inputs.pin(line).when_changed = changed
        return changed

    def _run(self) -> None:
        who_at = 0.0
        while not self._stop.is_set():
            if time.monotonic() > who_at:  # a device that hears nothing for 5 s falls silent
                who_at = time.monotonic() + 1.0
                for name in self._hosts:
                    self._say(name, Kind.WHO)
            for name in self._hosts:
                self._read(name)
            with contextlib.suppress(queue.Empty):
                while True:
                    event = self._events.get(timeout=0.001)
                    winks = self._shown.get("key.next")
                    self._take(event)
                    if winks and self._shown.get("key.next") == winks and event[0] == "press":
                        self._lamps["key.next"].state = 0
                        self._stop.wait(WINK_S)
                        self._blink_from["key.next"] = time.monotonic()
                    self._light()
            self._light()

    def _take(self, event: Event) -> None:
        self.journal.append(event)
        if event[0] == "lit":
            self._lit = event[1]
        elif event[0] in ("hold", "release"):
            self._held = event[0] == "hold"
        elif event[0] == "void":
            self._show = self.script.show(void=True)
            self._shown = next(self._show)
        elif not self._held or event[0] != "press":
            before, self._shown = self._shown, self._show.send(event)
            for name, pattern in self._shown.items():
                if before.get(name) != pattern:
                    self._blink_from[name] = time.monotonic()

    def _light(self) -> None:
        now = time.monotonic()
        shown: Shown = {"lamp.hold": "on"} if self._held else self._shown
        if self._lit != "all":
            shown = {name: pattern for name, pattern in shown.items() if self._lit == "wagers" and name.endswith(MANDATORY)}
        for name, pin in self._lamps.items():
            pattern = shown.get(name)
            half = HALF.get(pattern or "", 0.0)
            level = int(pattern == "on" or (bool(half) and int((now - self._blink_from.get(name, 0.0)) / half) % 2 == 0))
            if pin.state != level:
                pin.state = level

    def _say(self, name: str, kind: Kind, *numbers: int) -> None:
        os.write(self._hosts[name], write(Frame(kind, 0, b"".join(number.to_bytes(4, "big") for number in numbers))))

    def _read(self, name: str) -> None:
        with contextlib.suppress(BlockingIOError):
            self._bytes[name] += os.read(self._hosts[name], 4096)
        *whole, self._bytes[name] = self._bytes[name].split(b"\0")
        for encoded in whole:
            frame, _ = read_one(encoded)
            if frame is not None and frame.kind is Kind.IDENTITY:
                self._say(name, Kind.RESEND, int.from_bytes(frame.payload[1:5], "big"), self._known("card") + 1 if name == "shoe" else 1)
            elif frame is not None and name == "shoe":
                self._hear(frame)

    def _known(self, kind: str) -> int:
        return sum(1 for what, _ in self.journal if what == kind)

    def _hear(self, frame: Frame) -> None:
        if frame.kind is Kind.STATUS and int.from_bytes(frame.payload[13:15], "big") > self._known("pack"):
            self._take(("pack", ""))
        elif frame.kind is Kind.REPORT:
            number = int.from_bytes(frame.payload[4:8], "big")
            if number == self._known("card") + 1:
                self._take(("card", ""))
            self._say("shoe", Kind.CONFIRM, int.from_bytes(frame.payload[:4], "big"), number)


@pytest.fixture
def house_rules(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text('id = "bench"\n', encoding="utf-8")
    return path


@pytest.fixture
def seat_peer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., LampPeer]]:
    """Start a peer at a bench in place of the one before; with its `journal` the new one goes on where that one was."""
    peers: list[LampPeer] = []

    def seat(bench: Bench, journal: list[Event] | None = None) -> LampPeer:
        monkeypatch.setenv(PANEL_VARIABLE, bench.environment[PANEL_VARIABLE])
        if peers:
            peers.pop().stop()
        peers.append(LampPeer(bench, journal))
        return peers[-1]

    yield seat
    if peers:
        peers[-1].stop()
