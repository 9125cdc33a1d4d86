"""The whole driver over a pseudo terminal against the simulated engine, which was written from the protocol page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tablectl_drivers.catalog import DriverConfig, kind, open_driver
from tablectl_drivers.events import CardSeen, CardUnreadable, DeviceEvent, LinkLost, LinkUp, Role, Unwatched
from tablectl_drivers.ports import CardDevice
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.ssi.driver import SsiReader
from tablectl_drivers.ssi.session import Options
from tablectl_sim.faults import Line
from tablectl_sim.ssi_device import SsiDevice
from tablectl_sim.wires import Port, Wires

Eventually = Callable[[Callable[[], bool]], None]
CARDS: Final = DeckMap({f"0100{number}": MappedCard(2, face, 1, number) for number, face in enumerate(("Ah", "Kd", "Ts", "2c", "9h"), start=1)})


class Table:
    """Keeps what the reader told, and confirms every card at once."""

    def __init__(self, device: CardDevice) -> None:
        self.events: list[DeviceEvent] = []
        self.confirms = True
        self._device = device

    def take(self, event: DeviceEvent) -> None:
        self.events.append(event)
        if self.confirms and isinstance(event, CardSeen | CardUnreadable):
            self._device.confirm(event.report)

    def faces(self) -> list[str]:
        return [event.face for event in self.events if isinstance(event, CardSeen)]

    def saw(self, kind: type[DeviceEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port[SsiDevice]]:
    port = Port("reader", SsiDevice(), tmp_path / "reader", Line("reader"))
    wires = Wires((port,))
    wires.start()
    yield port
    wires.stop()


@pytest.fixture
def reader(port: Port[SsiDevice]) -> Iterator[CardDevice]:
    device = open_driver("ssi", DriverConfig("shoe", Role.SHOE, str(port.link), options=Options(led=True), deck_map=CARDS))
    yield device
    device.stop()


@pytest.fixture
def table(reader: CardDevice) -> Table:
    return Table(reader)


def _show(port: Port[SsiDevice], code: str) -> None:
    with port.lock:
        port.device.show(code, time.monotonic())


def test_the_catalog_says_what_it_needs() -> None:
    assert isinstance(open_driver("ssi", DriverConfig("shoe", Role.SHOE, "/dev/reader")), SsiReader)
    needs = kind("ssi")
    assert (needs.options, needs.reads_codes, needs.roles) == (Options, True, (Role.SHOE,))


def test_cards_come_in_order_each_with_its_beep(port: Port[SsiDevice], reader: CardDevice, table: Table, eventually: Eventually) -> None:
    reader.start(table.take, None)
    eventually(lambda: reader.health().connected)
    for number in range(1, 6):
        _show(port, f"0100{number}")
    eventually(lambda: port.device.idle and len(table.faces()) == 5)
    assert table.faces() == ["Ah", "Kd", "Ts", "2c", "9h"]
    _show(port, "4006381333931")
    eventually(lambda: table.saw(CardUnreadable) == 1 and port.device.lamp)
    assert port.device.beeps[-1] == 0x11
    assert 0 in port.device.beeps
    assert port.device.given_up == 0
    assert reader.health().identity is not None


def test_a_bad_check_and_a_lost_ack_cost_no_card_and_count_none_twice(
    port: Port[SsiDevice], reader: CardDevice, table: Table, eventually: Eventually
) -> None:
    reader.start(table.take, None)
    eventually(lambda: reader.health().connected)
    port.device.bad_checks = 1
    _show(port, "01001")
    eventually(lambda: table.faces() == ["Ah"])
    port.device.deaf_to_acks = 1
    port.device.noise = b"\x99\xff\x00AS\x00"
    _show(port, "01002")
    eventually(lambda: port.device.idle)  # two seconds later, by its second copy
    assert table.faces() == ["Ah", "Kd"]
    eventually(lambda: reader.health().counters["repeats"] == 1)


def test_what_the_record_does_not_take_the_engine_keeps_until_it_gives_up(
    port: Port[SsiDevice], reader: CardDevice, table: Table, eventually: Eventually
) -> None:
    table.confirms = False
    reader.start(table.take, None)
    eventually(lambda: reader.health().connected)
    _show(port, "01001")
    eventually(lambda: port.device.given_up == 1)
    assert table.faces() == ["Ah"]
    assert table.saw(LinkLost) == 0


def test_an_engine_that_stays_raw_is_not_taken(port: Port[SsiDevice], reader: CardDevice, table: Table, eventually: Eventually) -> None:
    port.device.keeps_raw = True
    reader.start(table.take, None)
    eventually(lambda: table.saw(LinkLost) == 1)
    _show(port, "01001")
    eventually(lambda: reader.health().counters["discarded_bytes"] > 0)
    assert not reader.health().connected
    assert table.faces() == []


def test_an_engine_that_lost_its_power_is_noticed_and_set_again(
    port: Port[SsiDevice], reader: CardDevice, table: Table, eventually: Eventually
) -> None:
    reader.start(table.take, None)
    eventually(lambda: reader.health().connected)
    with port.lock:
        port.device.switch_on(time.monotonic())
    eventually(lambda: table.saw(Unwatched) == 1 and table.saw(LinkUp) == 2)
    assert port.device.packeted
    _show(port, "01003")
    eventually(lambda: table.faces() == ["Ts"])


def test_a_pulled_plug_is_told_once_and_it_comes_back(port: Port[SsiDevice], reader: CardDevice, table: Table, eventually: Eventually) -> None:
    reader.start(table.take, None)
    eventually(lambda: reader.health().connected)
    port.unplug()
    eventually(lambda: table.saw(LinkLost) == 1)
    port.plug()
    eventually(lambda: table.saw(LinkUp) == 2)
    _show(port, "01002")
    eventually(lambda: table.faces() == ["Kd"])
    told = [type(event) for event in table.events if isinstance(event, LinkUp | LinkLost | Unwatched)]
    assert told == [LinkUp, LinkLost, Unwatched, LinkUp]


def test_a_mute_engine_is_lost_though_its_port_is_open(port: Port[SsiDevice], reader: CardDevice, table: Table, eventually: Eventually) -> None:
    reader.start(table.take, None)
    eventually(lambda: reader.health().connected)
    port.device.mute = True
    eventually(lambda: table.saw(LinkLost) == 1)
    assert LinkLost("shoe", "nothing heard for 3.5 s") in table.events
    port.device.mute = False
    eventually(lambda: reader.health().connected)
