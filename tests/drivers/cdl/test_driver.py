"""The whole driver over a pseudo terminal, with a device at the far end that shares no code with it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.cdl.driver import LINE, CdlDevice
from tablectl_drivers.errors import PortBusy
from tablectl_drivers.events import CardSeen, CommandAnswered, DeviceEvent, LinkLost, LinkUp, ReportId, Role, WrongDevice
from tablectl_drivers.links.serial_link import SerialLink
from tablectl_drivers.ports import Command

if TYPE_CHECKING:
    from tests.drivers.conftest import Adapter, Peer

Eventually = Callable[[Callable[[], bool]], None]


class Desk:
    """Keeps what the device told."""

    def __init__(self) -> None:
        self.events: list[DeviceEvent] = []

    def saw(self, kind: type[DeviceEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def numbers(self) -> list[int]:
        return [event.report.number for event in self.events if isinstance(event, CardSeen)]


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def device(adapter: Adapter) -> Iterator[CdlDevice]:
    device = CdlDevice(DriverConfig("shoe", Role.SHOE, str(adapter.port)))
    yield device
    device.stop()


def test_a_card_is_told_and_its_confirmation_leaves_at_once(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer) -> None:
    adapter.plug()
    device.start(desk.events.append, None)
    peer.run(lambda: desk.saw(LinkUp) == 1)
    waits = []
    for _ in range(20):
        peer.draw(0xA2)
        peer.run(lambda: len(desk.numbers()) == len(peer.faces))
        began = time.monotonic()
        device.confirm(ReportId(7, len(peer.faces)))
        peer.run(lambda: peer.confirmed == len(peer.faces))
        waits.append(time.monotonic() - began)
    assert sorted(waits)[10] < 0.1  # without a wake it would be the rest of a second
    assert {event.face for event in desk.events if isinstance(event, CardSeen)} == {"Th"}
    assert device.health().connected
    assert device.health().identity == next(event.identity for event in desk.events if isinstance(event, LinkUp))


def test_health_shows_the_last_frames_and_of_a_report_no_byte(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer) -> None:
    adapter.plug()
    device.start(desk.events.append, None)
    peer.run(lambda: desk.saw(LinkUp) == 1)
    peer.draw(0xA2)
    peer.run(lambda: desk.numbers() == [1])
    seen = device.health().glimpses
    assert [(one.way, one.kind) for one in seen][:3] == [(">", "who"), ("<", "identity"), (">", "resend")]
    assert b"Maker" in seen[1].data
    assert [one.data for one in seen if one.kind == "report"] == [b""]
    device.stop()
    assert device.health().glimpses[: len(seen)] == seen, "also when the link is gone"


def test_a_pulled_plug_is_told_once_and_the_cards_drawn_meanwhile_come_once(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer) -> None:
    adapter.plug()
    device.start(desk.events.append, ReportId(7, 0))
    peer.draw(0x10)
    peer.run(lambda: desk.numbers() == [1])
    adapter.unplug()
    peer.reconnected()
    peer.draw(0x11)
    adapter.plug()
    peer.draw(0x12)
    peer.run(lambda: len(desk.numbers()) == 3)
    assert desk.numbers() == [1, 2, 3]
    assert [type(event) for event in desk.events if isinstance(event, LinkUp | LinkLost)] == [LinkUp, LinkLost, LinkUp]


def test_a_device_that_comes_late_is_found(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer, eventually: Eventually) -> None:
    device.start(desk.events.append, None)
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert "there is no port" in repr(desk.events)
    assert not device.health().connected
    adapter.plug()
    peer.run(lambda: desk.saw(LinkUp) == 1)


def test_a_second_program_on_the_port_is_refused_and_takes_no_byte(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer) -> None:
    adapter.plug()
    device.start(desk.events.append, None)
    peer.run(lambda: desk.saw(LinkUp) == 1)
    for _ in range(50):
        peer.draw(0xD3)
        with pytest.raises(PortBusy):
            SerialLink(str(adapter.port), LINE)
    peer.run(lambda: len(desk.numbers()) == 50)
    assert desk.numbers() == list(range(1, 51))


def test_a_command_reaches_the_device_and_its_answer_the_desk(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer) -> None:
    adapter.plug()
    device.start(desk.events.append, None)
    peer.run(lambda: desk.saw(LinkUp) == 1)
    device.command(Command.STOP)
    peer.run(lambda: desk.saw(CommandAnswered) == 1)
    assert peer.commands == [3]
    assert desk.events[-1] == CommandAnswered("shoe", "stop", accepted=True, detail="accepted")


def test_a_shuffler_at_the_port_of_the_shoe_is_refused(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer) -> None:
    adapter.plug()
    peer.role = 2
    device.start(desk.events.append, None)
    peer.run(lambda: desk.saw(WrongDevice) == 1)
    assert not device.health().connected


def test_a_stopped_device_can_be_started_again_but_not_twice(device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer) -> None:
    adapter.plug()
    device.start(desk.events.append, None)
    with pytest.raises(RuntimeError, match="started twice"):
        device.start(desk.events.append, None)
    peer.run(lambda: desk.saw(LinkUp) == 1)
    device.stop()
    device.confirm(ReportId(7, 1))
    device.command(Command.STOP)
    assert not device.health().connected
    assert device.health().counters["opened"] == 1
    device.start(desk.events.append, None)
    peer.run(lambda: desk.saw(LinkUp) == 2)


def test_what_an_adapter_says_at_another_speed_before_the_first_frame_is_junk_and_no_ace(
    device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer, eventually: Eventually
) -> None:
    adapter.plug()
    device.start(desk.events.append, ReportId(7, 0))
    eventually(lambda: bool(adapter.heard()))  # what comes before the port is open is dropped uncounted
    junk = b"\x99\xff\xfe\x80AS\xc3\x28\x00As\r\n\xf0\x9f" * 3
    adapter.say(junk)
    peer.draw(0x23)
    peer.run(lambda: desk.numbers() == [1])
    assert [event.face for event in desk.events if isinstance(event, CardSeen)] == ["2s"]
    assert desk.saw(LinkUp) == 1
    peer.run(lambda: device.health().counters["discarded_bytes"] >= len(junk) - junk.count(0))


def test_an_adapter_that_comes_back_under_another_number_is_found_by_its_stable_name(
    device: CdlDevice, desk: Desk, adapter: Adapter, peer: Peer, eventually: Eventually
) -> None:
    adapter.plug()
    device.start(desk.events.append, ReportId(7, 0))
    peer.draw(0x10)
    peer.run(lambda: desk.numbers() == [1])
    before = adapter.node
    adapter.unplug()
    eventually(lambda: desk.saw(LinkLost) == 1)
    taken = [*os.openpty()]
    while _number(os.ttyname(taken[-1])) < _number(before):  # until somebody else has the old one
        taken += os.openpty()
    try:
        peer.reconnected()
        adapter.plug()
        assert adapter.node != before
        peer.draw(0x11)
        peer.run(lambda: desk.numbers() == [1, 2])
    finally:
        for end in taken:
            os.close(end)
    assert [type(event) for event in desk.events if isinstance(event, LinkUp | LinkLost)] == [LinkUp, LinkLost, LinkUp]


def _number(node: str) -> int:
    return int(node.rpartition("/")[2])
