"""The whole drivers of both tag readers over pseudo terminals, with the simulated readers at the far end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablectl_drivers import catalog
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.errors import PortBusy
from tablectl_drivers.events import CardSeen, CardUnreadable, CommandAnswered, DeviceEvent, LinkLost, LinkUp, ReportId, Role, Unwatched
from tablectl_drivers.feig_obid.driver import LINE as FEIG_LINE
from tablectl_drivers.links.serial_link import LineSetting, SerialLink
from tablectl_drivers.pn532_hsu.driver import LINE as PN532_LINE
from tablectl_drivers.ports import CardDevice, Command
from tablectl_sim.faults import Line
from tablectl_sim.wires import Port, Wires
from tests.drivers.reading.tag_desk import KINDS, Kind, SimReader

Eventually = Callable[[Callable[[], bool]], None]


class Bench:
    """A driver, a wire and a simulated reader."""

    def __init__(self, kind: Kind, folder: Path) -> None:
        self.kind = kind
        self.reader = kind.device()
        self.port: Port[SimReader] = Port("shoe", self.reader, folder / "by-id" / "shoe", Line("seed"))
        self.wires = Wires((self.port,))
        config = DriverConfig("shoe", Role.SHOE, str(self.port.link), options=kind.options(), deck_map=kind.deck_map)
        self.device: CardDevice = catalog.open_driver(kind.name, config)
        self.events: list[DeviceEvent] = []

    def show(self, number: int) -> None:
        with self.port.lock:
            self.reader.show(self.kind.code(number), time.monotonic())

    def saw(self, kind: type[DeviceEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def faces(self) -> list[str]:
        return [event.face for event in self.events if isinstance(event, CardSeen)]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(request.param, tmp_path)
    bench.wires.start()
    yield bench
    bench.device.stop()
    bench.wires.stop()


def _cards(bench: Bench, numbers: range, eventually: Eventually) -> None:
    """Put cards one after another, each when the one before was told and has been taken."""
    for number in numbers:
        told = len(bench.faces()) + 1
        with bench.port.lock:
            bench.reader.put(bench.kind.code(number), time.monotonic())
        eventually(lambda told=told: len(bench.faces()) == told)  # type: ignore[misc]  # bound at once
        with bench.port.lock:
            bench.reader.take(bench.kind.code(number), time.monotonic())


def test_cards_that_pass_come_in_their_order_with_their_reports(bench: Bench, eventually: Eventually) -> None:
    bench.device.start(bench.events.append, None)
    eventually(lambda: bench.saw(LinkUp) == 1)
    _cards(bench, range(1, 11), eventually)
    assert bench.faces() == [bench.kind.face(number) for number in range(1, 11)]
    assert [event.report for event in bench.events if isinstance(event, CardSeen)] == [ReportId(1, number) for number in range(1, 11)]
    assert bench.saw(CardUnreadable) == 0
    health = bench.device.health()
    assert health.connected
    assert health.identity == next(event.identity for event in bench.events if isinstance(event, LinkUp))
    eventually(lambda: bench.device.health().counters["cards"] == 10)


def test_a_pulled_plug_is_told_once_and_what_passed_meanwhile_is_in_doubt(bench: Bench, eventually: Eventually) -> None:
    bench.device.start(bench.events.append, ReportId(4, 17))
    eventually(lambda: bench.saw(LinkUp) == 1)
    _cards(bench, range(1, 3), eventually)
    bench.port.unplug()
    bench.show(3)
    eventually(lambda: bench.saw(LinkLost) == 1)
    eventually(lambda: not bench.reader.field.tags)
    bench.port.plug()
    eventually(lambda: bench.saw(LinkUp) == 2)
    _cards(bench, range(4, 6), eventually)
    told = [event for event in bench.events if isinstance(event, LinkUp | LinkLost | Unwatched)]
    assert [type(event) for event in told] == [Unwatched, LinkUp, LinkLost, Unwatched, LinkUp]
    assert [(event.report, event.face) for event in bench.events if isinstance(event, CardSeen)] == [
        (ReportId(5, 1), bench.kind.face(1)),
        (ReportId(5, 2), bench.kind.face(2)),
        (ReportId(6, 1), bench.kind.face(4)),
        (ReportId(6, 2), bench.kind.face(5)),
    ]


@pytest.mark.parametrize("after", [1, 4, 9, 15])
def test_a_line_cut_within_an_answer_makes_no_card_and_comes_back(bench: Bench, eventually: Eventually, after: int) -> None:
    bench.device.start(bench.events.append, None)
    eventually(lambda: bench.saw(LinkUp) == 1)
    with bench.port.lock:
        bench.port.line.cut_after = after
    eventually(lambda: not bench.port.plugged)
    bench.port.plug()
    eventually(lambda: bench.saw(LinkUp) == 2)
    assert bench.faces() == []
    assert bench.saw(CardUnreadable) == 0


def test_a_reader_that_comes_late_is_found(bench: Bench, eventually: Eventually) -> None:
    bench.port.unplug()
    bench.device.start(bench.events.append, None)
    eventually(lambda: bench.saw(LinkLost) == 1)
    assert "there is no port" in repr(bench.events)
    bench.port.plug()
    eventually(lambda: bench.saw(LinkUp) == 1)


def test_a_silent_reader_is_lost_although_its_port_is_open(bench: Bench, eventually: Eventually) -> None:
    bench.device.start(bench.events.append, None)
    eventually(lambda: bench.saw(LinkUp) == 1)
    with bench.port.lock:
        bench.port.line.mute = True
    eventually(lambda: bench.saw(LinkLost) == 1)
    assert not bench.device.health().connected
    with bench.port.lock:
        bench.port.line.mute = False
    eventually(lambda: bench.saw(LinkUp) == 2)


def test_a_second_program_on_the_port_is_refused(bench: Bench, eventually: Eventually) -> None:
    bench.device.start(bench.events.append, None)
    eventually(lambda: bench.saw(LinkUp) == 1)
    with pytest.raises(PortBusy):
        SerialLink(str(bench.port.link), LineSetting(9600))


def test_an_adapter_that_holds_bytes_for_sixteen_milliseconds_is_no_missing_answer(bench: Bench, eventually: Eventually) -> None:
    with bench.port.lock:
        bench.port.line.delay_s = 0.016
    bench.device.start(bench.events.append, None)
    eventually(lambda: bench.device.health().counters.get("looks", 0) >= 40)
    assert bench.device.health().counters["round_trip_ms"] >= 16
    assert bench.saw(LinkLost) == 0


def test_confirmations_change_nothing_and_commands_are_refused(bench: Bench, eventually: Eventually) -> None:
    bench.device.start(bench.events.append, None)
    eventually(lambda: bench.saw(LinkUp) == 1)
    bench.device.confirm(ReportId(1, 0))
    bench.device.command(Command.SHUFFLE)
    eventually(lambda: bench.saw(CommandAnswered) == 1)
    assert not next(event.accepted for event in bench.events if isinstance(event, CommandAnswered))


def test_the_lines_are_as_the_makers_say() -> None:
    assert LineSetting(38400, "E") == FEIG_LINE
    assert LineSetting(115200, "N") == PN532_LINE


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_catalog_says_what_the_driver_needs(kind: Kind) -> None:
    needs = catalog.kind(kind.name)
    assert (needs.options, needs.reads_codes, needs.roles) == (kind.options, True, (Role.SHOE,))
