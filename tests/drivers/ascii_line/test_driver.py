"""The whole driver over a pseudo terminal against the simulated scanner, which was written from the protocol page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tablectl_drivers.ascii_line.driver import LineReader
from tablectl_drivers.ascii_line.session import Options
from tablectl_drivers.catalog import DriverConfig, kind, open_driver
from tablectl_drivers.events import CardSeen, CardUnreadable, DeviceEvent, LinkLost, LinkUp, Role, Unwatched
from tablectl_drivers.ports import CardDevice
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_sim.faults import Line
from tablectl_sim.line_device import LineDevice
from tablectl_sim.wires import Port, Wires

Eventually = Callable[[Callable[[], bool]], None]
CARDS: Final = DeckMap({"01001Ah3": MappedCard(2, "Ah", 1, 1), "01002Kd0": MappedCard(2, "Kd", 1, 2), "01003Ts0": MappedCard(2, "Ts", 1, 3)})


class Desk:
    """Keeps what the reader told."""

    def __init__(self) -> None:
        self.events: list[DeviceEvent] = []

    def faces(self) -> list[str]:
        return [event.face if isinstance(event, CardSeen) else "?" for event in self.events if isinstance(event, CardSeen | CardUnreadable)]

    def saw(self, kind: type[DeviceEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port[LineDevice]]:
    port = Port("reader", LineDevice(b"\r\n", "]C0"), tmp_path / "reader", Line("reader"))
    wires = Wires((port,))
    wires.start()
    yield port
    wires.stop()


@pytest.fixture
def reader(port: Port[LineDevice]) -> Iterator[CardDevice]:
    device = open_driver("ascii_line", DriverConfig("shoe", Role.SHOE, str(port.link), deck_map=CARDS))
    yield device
    device.stop()


def _show(port: Port[LineDevice], code: str) -> None:
    with port.lock:
        port.device.show(code, time.monotonic())


def test_the_catalog_says_what_it_needs() -> None:
    assert isinstance(open_driver("ascii_line", DriverConfig("shoe", Role.SHOE, "/dev/reader")), LineReader)
    needs = kind("ascii_line")
    assert (needs.options, needs.reads_codes, needs.roles) == (Options, True, (Role.SHOE,))


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\r\r", b"\n\r", b""])
def test_cards_come_in_order_however_a_line_ends(end: bytes, port: Port[LineDevice], reader: CardDevice, desk: Desk, eventually: Eventually) -> None:
    port.device.end = end
    reader.start(desk.events.append, None)
    eventually(lambda: desk.saw(LinkUp) == 1)
    for number, code in enumerate(CARDS.cards, start=1):
        _show(port, code)
        eventually(lambda number=number: len(desk.faces()) == number)  # type: ignore[misc]  # mypy sees no type for a default
    assert desk.faces() == ["Ah", "Kd", "Ts"]
    assert reader.health().counters["cannot_be_asked"] == 1


def test_what_a_bad_reading_prints_is_a_doubt_and_the_next_card_is_right(
    port: Port[LineDevice], reader: CardDevice, desk: Desk, eventually: Eventually
) -> None:
    reader.start(desk.events.append, None)
    eventually(lambda: desk.saw(LinkUp) == 1)
    _show(port, "01001Ah3")
    eventually(lambda: desk.faces() == ["Ah"])
    eventually(lambda: reader.health().counters["quiet_s"] >= 2)  # past its boot
    for fault in ("glued", "cut"):
        setattr(port.device, fault, 1)
        _show(port, "01002Kd0")
        eventually(lambda: desk.faces()[-1] == "?")
        _show(port, "01003Ts0")
        eventually(lambda: desk.faces()[-1] == "Ts")
    port.device.stalls_s = 0.5
    _show(port, "01002Kd0")
    eventually(lambda: len(desk.faces()) == 7)
    assert desk.faces() == ["Ah", "?", "Ts", "?", "Ts", "?", "?"]


def test_a_pulled_plug_is_told_once_and_it_comes_back(port: Port[LineDevice], reader: CardDevice, desk: Desk, eventually: Eventually) -> None:
    reader.start(desk.events.append, None)
    eventually(lambda: desk.saw(LinkUp) == 1)
    port.unplug()
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert not reader.health().connected
    port.plug()
    eventually(lambda: desk.saw(LinkUp) == 2)
    _show(port, "01002Kd0")
    eventually(lambda: desk.faces() == ["Kd"])
    told = [type(event) for event in desk.events if isinstance(event, LinkUp | LinkLost | Unwatched)]
    assert told == [LinkUp, LinkLost, Unwatched, LinkUp]
