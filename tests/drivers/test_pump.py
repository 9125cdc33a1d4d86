"""The pump with wires that fail on purpose: it always comes back, tells a loss once, and loses no event."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tablectl_drivers.admission import Expected
from tablectl_drivers.cdl import frames
from tablectl_drivers.cdl.session import Session
from tablectl_drivers.errors import LinkBroken, PortMissing
from tablectl_drivers.events import CardSeen, DeviceEvent, LinkLost, LinkUp
from tablectl_drivers.links.wake import Wake
from tablectl_drivers.pump import Pump

Eventually = Callable[[Callable[[], bool]], None]


class Wire:
    """A link in memory: says what it is given, and breaks when told."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = list(chunks)
        self.broken = threading.Event()
        self.closed = False

    def receive(self, timeout: float, wake: Wake) -> bytes:
        if self.chunks:
            return self.chunks.pop(0)
        wake.wait(min(timeout, 0.02))
        if self.broken.is_set():
            raise LinkBroken("pulled")
        return b""

    def send(self, data: bytes) -> None:
        assert data
        assert not self.closed

    def close(self) -> None:
        self.closed = True


class Bench:
    """A pump whose wires come from a list of ways to open one; the last way is used for ever."""

    def __init__(self, *ways: Callable[[], Wire]) -> None:
        self.events: list[DeviceEvent] = []
        self.opened_at: list[float] = []
        self.wires: list[Wire] = []
        self.refuse_next = False
        self._ways = list(ways)
        self.pump = Pump("shoe", "/dev/shoe", self._open, Session("shoe", Expected(), None), self._take)

    def _open(self) -> Wire:
        self.opened_at.append(time.monotonic())
        assert all(wire.closed for wire in self.wires), "a wire is closed before the next is opened"
        wire = (self._ways.pop(0) if len(self._ways) > 1 else self._ways[0])()
        self.wires.append(wire)
        return wire

    def _take(self, event: DeviceEvent) -> None:
        if self.refuse_next and isinstance(event, CardSeen):
            self.refuse_next = False
            raise RuntimeError("the queue is not ready")
        self.events.append(event)

    def saw(self, kind: type[DeviceEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)


@pytest.fixture
def bench() -> Iterator[Callable[..., Bench]]:
    benches: list[Bench] = []

    def make(*ways: Callable[[], Wire]) -> Bench:
        benches.append(Bench(*ways))
        return benches[-1]

    yield make
    for made in benches:
        made.pump.stop()


def _missing() -> Wire:
    raise PortMissing("no such port")


def _bug() -> Wire:
    raise ZeroDivisionError("a bug")


def _identity(tag: int, upcoming: int = 1) -> bytes:
    return frames.encode(frames.Identity(tag, 1, 1, 1, upcoming, "Maker", "Model", "Serial", "1"))


def _up(made: Bench, times: int) -> bool:
    return made.saw(LinkUp) == times


def _card(number: int) -> bytes:
    return frames.encode(frames.Report(0, 1, number, frames.CARD, 0x10, 3, 99))


def test_a_port_that_stays_away_is_tried_ever_more_slowly_and_told_once(bench: Callable[..., Bench], eventually: Eventually) -> None:
    made = bench(_missing)
    made.pump.start()
    eventually(lambda: len(made.opened_at) == 4)
    first, second, third = (later - before for before, later in zip(made.opened_at, made.opened_at[1:], strict=False))
    assert 0.25 <= first < 0.5 <= second < 1.0 <= third
    assert made.events == [LinkLost("shoe", "no such port")]
    assert made.pump.health().counters["open_failed"] >= 3


def test_why_a_port_cannot_be_had_is_told_as_it_was_found_last(bench: Callable[..., Bench], eventually: Eventually) -> None:
    refusals = [PortMissing("pulled out"), PortMissing("another program has it")]

    def refused() -> Wire:
        raise refusals.pop(0)

    made = bench(refused, refused, lambda: Wire(_identity(1)))
    made.pump.start()
    eventually(lambda: made.pump.health().trouble == "another program has it")
    eventually(lambda: _up(made, 1))
    eventually(lambda: made.pump.health().trouble == "")
    assert [event.reason for event in made.events if isinstance(event, LinkLost)] == ["pulled out"]


def test_a_bug_in_a_driver_ends_no_thread_and_is_logged(
    bench: Callable[..., Bench], eventually: Eventually, caplog: pytest.LogCaptureFixture
) -> None:
    made = bench(_bug, lambda: Wire(_identity(1)))
    with caplog.at_level(logging.ERROR, logger="tablectl_drivers.pump"):
        made.pump.start()
        eventually(lambda: made.saw(LinkUp) == 1)
    assert [type(event) for event in made.events] == [LinkLost, LinkUp]
    assert [(record.message, record.exc_info is not None) for record in caplog.records] == [("driver failed", True)]
    assert made.pump.health().counters["unexpected_errors"] == 1


def test_an_event_that_the_sink_refused_comes_again_and_only_once(bench: Callable[..., Bench], eventually: Eventually) -> None:
    made = bench(lambda: Wire(_identity(1), _card(1) + _card(2)), lambda: Wire(_identity(2, upcoming=3)))
    made.refuse_next = True
    made.pump.start()
    eventually(lambda: made.saw(LinkUp) == 2)
    assert [event.report.number for event in made.events if isinstance(event, CardSeen)] == [1, 2]


def test_a_wire_that_breaks_is_closed_then_opened_again_soon(bench: Callable[..., Bench], eventually: Eventually) -> None:
    made = bench(lambda: Wire(_identity(1)), lambda: Wire(_identity(2)))
    made.pump.start()
    eventually(lambda: made.saw(LinkUp) == 1)
    broke_at = time.monotonic()
    made.wires[0].broken.set()
    eventually(lambda: made.saw(LinkUp) == 2)
    assert made.opened_at[1] - broke_at < 1.0
    assert [type(event) for event in made.events] == [LinkUp, LinkLost, LinkUp]
    assert made.events[1] == LinkLost("shoe", "pulled")


def test_every_loss_and_return_is_in_the_log(bench: Callable[..., Bench], eventually: Eventually, caplog: pytest.LogCaptureFixture) -> None:
    made = bench(*[partial(Wire, _identity(tag)) for tag in (1, 2, 3)])
    with caplog.at_level(logging.INFO, logger="tablectl_drivers.pump"):
        made.pump.start()
        for number in (1, 2):
            eventually(partial(_up, made, number))
            made.wires[-1].broken.set()
        eventually(partial(_up, made, 3))
        eventually(lambda: [record.message for record in caplog.records] == ["link lost", "link back"] * 2)


def test_an_idle_pump_beats_and_stops_at_once_and_leaves_nothing_open(eventually: Eventually) -> None:
    before = _open_files()
    made = Bench(lambda: Wire(_identity(1)))
    made.pump.start()
    eventually(lambda: made.pump.health().connected)
    beat = made.pump.health().beat
    eventually(lambda: made.pump.health().beat > beat)
    assert time.monotonic() - made.pump.health().beat < 2.0
    began = time.monotonic()
    made.pump.stop()
    assert time.monotonic() - began < 1.0
    assert made.wires[0].closed
    assert _open_files() == before
    assert "pump shoe" not in {thread.name for thread in threading.enumerate()}
    assert made.saw(LinkLost) == 0


class SlowMachine(Wire):
    """A wire on a machine whose time passes only while something is waited for, and that stands still once, for as long as it is told."""

    def __init__(self, *chunks: bytes, stands: float) -> None:
        super().__init__(*chunks)
        self.now = 0.0
        self.stands = stands
        self.stood_at: float | None = None

    def read(self) -> float:
        return self.now

    def receive(self, timeout: float, wake: Wake) -> bytes:  # noqa: ARG002  nobody wakes it
        if self.chunks:
            return self.chunks.pop(0)
        if self.stood_at is None:
            self.now += self.stands
            self.stood_at = self.now
        else:
            self.now += max(timeout, 0.001)
        return b""


@pytest.mark.parametrize(("stands", "stalls"), [(0.4, 0), (60.0, 1), (7200.0, 1)])
def test_a_machine_that_stood_still_says_nothing_of_the_device(stands: float, stalls: int, eventually: Eventually) -> None:
    wire = SlowMachine(_identity(1), stands=stands)
    lost_at: list[float] = []
    pump = Pump(
        "shoe",
        "/dev/shoe",
        lambda: wire,
        Session("shoe", Expected(), None),
        lambda event: lost_at.append(wire.now) if isinstance(event, LinkLost) else None,
        clock=wire.read,
    )
    pump.start()
    eventually(lambda: bool(lost_at))
    pump.stop()
    assert wire.stood_at is not None
    heard = wire.stood_at - (0 if stalls else stands)  # only time in which somebody listened counts
    assert heard + 3.4 <= lost_at[0] <= heard + 3.6
    assert pump.health().counters["stalls"] == stalls


def _open_files() -> int:
    return len(os.listdir(Path("/proc/self/fd")))  # noqa: PTH208  # one listing, no objects
