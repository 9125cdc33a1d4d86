"""The USB link over a bus in this process: pyusb's own code, the failures of a real bus, in an operator's words."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablectl_drivers.errors import LinkBroken, LinkError, PortAmbiguous, PortBusy, PortDenied, PortMissing, UnknownDriver
from tablectl_drivers.links import usb_bus
from tablectl_drivers.links.usb_interface import Interface, Transfer, Unfit, Wanted
from tablectl_drivers.links.usb_link import UsbLink, UsbWire
from tablectl_drivers.links.usb_port import read
from tablectl_drivers.links.wake import Wake
from tablectl_sim.usb_backend import Bus, process_bus
from tablectl_sim.usb_gadget import BULK, BULK_PAIR, FOR_EVER, HID_CLASS, INTERRUPT, End, Face, Gadget, Label

PATIENCE_S = 5.0
BACKEND = "tablectl_sim"
PIPES = Wanted("pair of bulk pipes", 0xFF, Transfer.BULK, sends=True, said_again=True, prepare=lambda interface: interface.packet)
HEARD_ONCE = Wanted("pair of bulk pipes", 0xFF, Transfer.BULK, sends=True, said_again=False, prepare=lambda interface: interface.packet)
KEYBOARD = Face(HID_CLASS, (End(0x82, INTERRUPT, 8),), 1, 1)


class Pad:
    """What is inside: keeps what it hears, and says what it is given."""

    def __init__(self) -> None:
        self.heard = b""
        self.out: list[bytes] = []

    def switch_on(self, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> None:  # noqa: ARG002
        self.heard += data

    def take_output(self) -> list[bytes]:
        out, self.out = self.out, []
        return out


@pytest.fixture
def bus() -> Iterator[Bus]:
    bus = process_bus()
    yield bus
    bus.clear()


@pytest.fixture
def pad() -> Pad:
    return Pad()


@pytest.fixture
def gadget(bus: Bus, pad: Pad) -> Gadget:
    gadget = Gadget(pad)
    bus.plug(gadget, 1, 4)
    return gadget


@pytest.fixture
def wake() -> Iterator[Wake]:
    wake = Wake()
    yield wake
    wake.close()


@pytest.fixture
def opened() -> Iterator[Callable[..., UsbLink]]:
    links: list[UsbLink] = []

    def make(port: str = "usb:1-1.4", wanted: Wanted = PIPES) -> UsbLink:
        links.append(UsbWire(port, BACKEND, wanted).open())
        return links[-1]

    yield make
    for link in links:
        link.close()


def _heard(link: UsbLink, wake: Wake, length: int) -> bytes:
    deadline = time.monotonic() + PATIENCE_S
    data = b""
    while len(data) < length:
        assert time.monotonic() < deadline, f"only {data!r} came"
        data += link.receive(0.1, wake)
    return data


def _end(link: UsbLink, wake: Wake) -> LinkError:
    """Why it broke."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            assert link.receive(0.1, wake) == b""
        except LinkError as error:
            return error
    pytest.fail("it did not break")


def _say(bus: Bus, pad: Pad, *transfers: bytes) -> None:
    with bus.lock:
        pad.out += transfers
        bus.lock.notify_all()


@pytest.mark.parametrize("port", ["usb:1-1.4", "usb:1209:0001", "usb:1209:0001:0001"])
@pytest.mark.usefixtures("gadget")
def test_bytes_pass_both_ways_however_the_device_is_named(opened: Callable[..., UsbLink], bus: Bus, pad: Pad, wake: Wake, port: str) -> None:
    link = opened(port)
    link.send(b"\0who")
    assert pad.heard == b"\0who"
    _say(bus, pad, b"\0me", b"\xff")
    assert _heard(link, wake, 4) == b"\0me\xff"
    assert link.receive(0.0, wake) == b""


@pytest.mark.usefixtures("gadget")
def test_each_transfer_comes_whole_and_alone(opened: Callable[..., UsbLink], bus: Bus, pad: Pad, wake: Wake) -> None:
    link = opened()
    _say(bus, pad, *(bytes([number]) * 64 for number in range(1, 101)))
    got: list[bytes] = []
    while len(got) < 100:
        if data := link.receive(PATIENCE_S, wake):
            got.append(data)
    assert got == [bytes([number]) * 64 for number in range(1, 101)]


def test_a_full_packet_does_not_wait_for_the_next(opened: Callable[..., UsbLink], bus: Bus, pad: Pad, wake: Wake) -> None:
    slow = Face(0xFF, (End(0x01, BULK, 64), End(0x81, BULK, 64)))
    bus.plug(Gadget(pad, faces=(slow,)), 2)
    link = opened("usb:1-2")
    _say(bus, pad, b"x" * 128, b"y" * 70)
    began = time.monotonic()
    assert [_heard(link, wake, 1) for _ in range(4)] == [b"x" * 64, b"x" * 64, b"y" * 64, b"y" * 6]
    assert time.monotonic() - began < 0.4  # a read that waits for more waits half a second


def test_what_was_said_before_anybody_listened_is_dropped_and_counted(gadget: Gadget, bus: Bus, pad: Pad, wake: Wake) -> None:
    gadget.waiting.extend((b"an old", b" frame"))
    wire = UsbWire("usb:1-1.4", BACKEND, PIPES)
    link = wire.open()
    _say(bus, pad, b"new")
    assert _heard(link, wake, 3) == b"new"
    assert wire.counters()["old_bytes"] == len("an old frame")
    link.close()


@pytest.mark.usefixtures("gadget")
def test_another_thread_ends_the_wait(opened: Callable[..., UsbLink], wake: Wake) -> None:
    link = opened()
    threading.Timer(0.05, wake.set).start()
    began = time.monotonic()
    assert link.receive(10.0, wake) == b""
    assert time.monotonic() - began < PATIENCE_S


@pytest.mark.usefixtures("gadget")
def test_at_rest_nothing_turns(opened: Callable[..., UsbLink], bus: Bus, pad: Pad, wake: Wake) -> None:
    link = opened()
    _say(bus, pad, b"x")
    assert _heard(link, wake, 1) == b"x"
    assert link.receive(0.0, wake) == b""
    began = time.monotonic()
    assert link.receive(0.3, wake) == b""
    assert time.monotonic() - began >= 0.29


def test_a_pulled_plug_breaks_reading_and_writing(opened: Callable[..., UsbLink], gadget: Gadget, bus: Bus, wake: Wake) -> None:
    link = opened()
    bus.unplug(gadget)
    assert "it was unplugged, or its port usb:1-1.4 (usb:1-1.4) broke" in str(_end(link, wake))
    with pytest.raises(LinkBroken):
        link.receive(0.0, wake)
    with pytest.raises(LinkBroken, match="it was unplugged, or its port"):
        link.send(b"who")
    link.close()
    link.close()


def test_a_pulled_plug_that_shows_only_as_silence_is_found(opened: Callable[..., UsbLink], gadget: Gadget, bus: Bus, wake: Wake) -> None:
    link = opened()
    gadget.faults.lingers = True
    bus.unplug(gadget)
    began = time.monotonic()
    assert "is not at usb:1-1.4 (usb:1-1.4) any more" in str(_end(link, wake))
    assert time.monotonic() - began < 3.5


def test_a_device_that_answers_nothing_any_more_is_found(opened: Callable[..., UsbLink], gadget: Gadget, wake: Wake) -> None:
    link = opened()
    gadget.faults.deaf = True
    assert "answers nothing: it was unplugged or hangs" in str(_end(link, wake))


@pytest.mark.usefixtures("gadget")
def test_a_quiet_device_is_not_lost(opened: Callable[..., UsbLink], wake: Wake) -> None:
    link = opened()
    assert link.receive(1.3, wake) == b""  # two reads that bring nothing, and two looks whether it is there
    link.send(b"still there")


def test_a_device_that_takes_nothing_does_not_hold_the_writer(opened: Callable[..., UsbLink], gadget: Gadget) -> None:
    link = opened()
    gadget.faults.deaf = True
    began = time.monotonic()
    with pytest.raises(LinkBroken, match=r"took no data for 0\.5 s"):
        link.send(b"who")
    assert time.monotonic() - began < PATIENCE_S


@pytest.mark.usefixtures("gadget")
def test_one_stall_is_cleared_counted_and_logged_and_reading_goes_on(
    gadget: Gadget, bus: Bus, pad: Pad, wake: Wake, caplog: pytest.LogCaptureFixture
) -> None:
    wire = UsbWire("usb:1-1.4", BACKEND, PIPES)
    link = wire.open()
    with caplog.at_level(logging.WARNING):
        for halts in (1, 2, 3, 4):  # not in a row
            gadget.faults.stalls = 1
            _say(bus, pad, b"card")
            assert _heard(link, wake, 4) == b"card"
            assert (wire.counters()["halts"], gadget.did["halts cleared"], wire.counters()["resets"]) == (halts, halts, 0)
    assert [record.message for record in caplog.records] == ["usb pipe stalled"] * 4
    link.close()


def test_a_writer_that_meets_a_stall_clears_it_and_writes_again(opened: Callable[..., UsbLink], gadget: Gadget, bus: Bus, pad: Pad) -> None:
    link = opened()
    with bus.lock:
        gadget.halted.add(0x01)
    link.send(b"who")
    assert pad.heard == b"who"


def test_a_pipe_that_stalls_for_ever_is_reset_and_the_device_called_failed(gadget: Gadget, wake: Wake) -> None:
    wire = UsbWire("usb:1-1.4", BACKEND, PIPES)
    link = wire.open()
    gadget.faults.stalls = FOR_EVER
    assert "failed: a pipe stalled 3 times in a row, and it was reset" in str(_end(link, wake))
    assert gadget.did["reset"] == 0  # by the thread that closes
    link.close()
    assert (gadget.did["reset"], wire.counters()["halts"], wire.counters()["resets"]) == (1, 3, 1)
    with pytest.raises(LinkBroken, match="stalled 3 times in a row"):
        wire.open()
    assert gadget.did["reset"] == 2
    gadget.faults.stalls = 0
    gadget.halted.clear()
    wire.open().close()


def test_where_nothing_is_said_again_a_stall_is_a_loss(gadget: Gadget, wake: Wake) -> None:
    wire = UsbWire("usb:1-1.4", BACKEND, HEARD_ONCE)
    link = wire.open()
    gadget.faults.stalls = 1
    assert "stalled: what it had to say then is lost" in str(_end(link, wake))
    link.close()
    assert gadget.did["reset"] == 0
    wire.open().close()


def test_a_missing_device_is_named() -> None:
    for port in ("usb:1-9", "usb:1209:0001", "usb:1209:0001:0001"):
        with pytest.raises(PortMissing, match=f"there is no device at {port}; is it plugged in"):
            UsbWire(port, BACKEND, PIPES).open()


def test_two_with_one_serial_number_are_both_named_and_the_socket_demanded(bus: Bus, pad: Pad) -> None:
    twins = [Gadget(pad), Gadget(pad)]
    for number, twin in enumerate(twins, start=2):
        bus.plug(twin, 1, number)
    for port in ("usb:1209:0001", "usb:1209:0001:0001"):
        with pytest.raises(PortAmbiguous, match=f"{port} is 2 devices: name one by its socket, usb:1-1.2 or usb:1-1.3"):
            UsbWire(port, BACKEND, PIPES).open()
    UsbWire("usb:1-1.3", BACKEND, PIPES).open().close()
    assert [twin.did["closed"] for twin in twins] == [1, 2]  # what was opened to read the numbers was closed
    bus.unplug(twins[0])
    UsbWire("usb:1209:0001:0001", BACKEND, PIPES).open().close()


def test_the_serial_number_tells_two_of_a_kind_apart(bus: Bus, pad: Pad) -> None:
    for port, serial in enumerate(("0007", "0008"), start=1):
        bus.plug(Gadget(pad, label=Label(serial=serial)), port)
    link = UsbWire("usb:1209:0001:0008", BACKEND, PIPES).open()
    assert link.about.serial == "0008"
    link.close()


@pytest.mark.parametrize("port", ["usb:1-1.4", "usb:1209:0001", "usb:1209:0001:0001"])
def test_a_missing_right_names_the_rule_that_gives_it(gadget: Gadget, port: str) -> None:
    gadget.faults.locked = True
    with pytest.raises(PortDenied) as refusal:
        UsbWire(port, BACKEND, PIPES).open()
    rule = 'SUBSYSTEM=="usb", ATTR{idVendor}=="1209", ATTR{idProduct}=="0001", GROUP="dialout", MODE="0660"'
    assert str(refusal.value).startswith(f"{port}: this program may not open the device; ")
    assert str(refusal.value).endswith(rule)


def test_a_device_that_another_program_has_is_busy(gadget: Gadget) -> None:
    gadget.faults.taken = True
    with pytest.raises(PortBusy, match="another program or a driver of the kernel uses the device: "):
        UsbWire("usb:1-1.4", BACKEND, PIPES).open()
    assert gadget.did["opened"] == gadget.did["closed"]


def test_only_the_interface_that_is_needed_is_taken_from_the_kernel_and_given_back(bus: Bus, pad: Pad) -> None:
    gadget = Gadget(pad, faces=(KEYBOARD, BULK_PAIR), drivers={0, 1})
    bus.plug(gadget, 2)
    link = UsbWire("usb:1-2", BACKEND, PIPES).open()
    assert (gadget.drivers, gadget.claimed) == ({0}, {1})
    link.close()
    assert (gadget.drivers, gadget.claimed) == ({0, 1}, set())
    assert (gadget.did["detached 0"], gadget.did["detached 1"], gadget.did["attached 1"]) == (0, 1, 1)
    assert gadget.did["opened"] == gadget.did["closed"]


def test_a_configuration_is_set_only_where_none_is(bus: Bus, gadget: Gadget, pad: Pad) -> None:
    UsbWire("usb:1-1.4", BACKEND, PIPES).open().close()
    assert gadget.did["configured"] == 0
    fresh = Gadget(pad, configuration=0)
    bus.plug(fresh, 2)
    UsbWire("usb:1-2", BACKEND, PIPES).open().close()
    assert (fresh.did["configured"], fresh.configuration) == (1, 1)


@pytest.mark.parametrize(
    ("face", "reason"),
    [
        (KEYBOARD, "its interfaces are of other kinds"),
        (Face(0xFF, (End(0x81, BULK),)), "its interfaces are of other kinds"),
        (Face(0xFF, (End(0x81, INTERRUPT), End(0x01, INTERRUPT))), "its interfaces are of other kinds"),
    ],
)
def test_a_device_without_the_pipes_is_refused(bus: Bus, pad: Pad, face: Face, reason: str) -> None:
    gadget = Gadget(pad, faces=(face,), drivers={0})
    bus.plug(gadget, 2)
    with pytest.raises(LinkBroken, match=f"the device at usb:1-2 .* has no pair of bulk pipes: {reason}"):
        UsbWire("usb:1-2", BACKEND, PIPES).open()
    assert gadget.drivers == {0}


def test_an_interface_that_a_driver_refuses_is_given_back_and_the_reason_told(bus: Bus, pad: Pad) -> None:
    def choosy(interface: Interface) -> int:
        interface.claim()
        raise Unfit(f"interface {interface.number} is a stranger")

    gadget = Gadget(pad, faces=(BULK_PAIR, BULK_PAIR), drivers={0, 1})
    bus.plug(gadget, 2)
    with pytest.raises(LinkBroken, match="interface 0 is a stranger; interface 1 is a stranger"):
        UsbWire("usb:1-2", BACKEND, Wanted("friend", 0xFF, Transfer.BULK, sends=True, said_again=True, prepare=choosy)).open()
    assert (gadget.drivers, gadget.claimed) == ({0, 1}, set())


def test_a_device_that_vanishes_while_it_is_opened_is_missing(bus: Bus, gadget: Gadget) -> None:
    def pull(interface: Interface) -> int:
        bus.unplug(gadget)
        interface.claim()
        return interface.packet

    with pytest.raises(PortMissing, match=r"no device at usb:1-1\.4 any more"):
        UsbWire("usb:1-1.4", BACKEND, Wanted("pair", 0xFF, Transfer.BULK, sends=True, said_again=True, prepare=pull)).open()


def test_a_backend_is_chosen_by_name_and_an_unknown_one_refused() -> None:
    with pytest.raises(UnknownDriver, match=r"there is no USB backend 'libusb', there is libusb1, tablectl_sim"):
        UsbWire("usb:1-1", "libusb", PIPES)


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("usb.backend.libusb1.get_backend", lambda: None)
    with pytest.raises(LinkBroken, match=r"install the package libusb-1\.0-0"):
        UsbWire("usb:1-1", "libusb1", PIPES).open()


@pytest.mark.usefixtures("gadget")
def test_nothing_is_left_open(opened: Callable[..., UsbLink]) -> None:
    before = len(os.listdir(Path("/proc/self/fd")))  # noqa: PTH208  # one listing, no objects
    opened().close()
    assert len(os.listdir(Path("/proc/self/fd"))) == before  # noqa: PTH208
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("usb ")]


def test_a_look_opens_reads_and_closes(gadget: Gadget, bus: Bus) -> None:
    about = usb_bus.look(bus, read("usb:1-1.4"))
    assert (about.vendor, about.maker, about.model, about.serial) == (0x1209, "Bench Works", "Model 1", "0001")
    assert gadget.did["opened"] == gadget.did["closed"] == 1
    assert gadget.claimed == set()
    gadget.faults.locked = True
    with pytest.raises(PortDenied, match="may not open the device"):
        usb_bus.look(bus, read("usb:1-1.4"))
