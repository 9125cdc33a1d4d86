"""The bench's USB as a process without a kernel has it: pyusb over the socket, beside pyusb on the bus of its own process."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
import usb.core  # type: ignore[import-untyped]  # ships no types
import usb.util  # type: ignore[import-untyped]

from tablectl_drivers.errors import LinkBroken, PortMissing
from tablectl_drivers.links import usb_bus
from tablectl_drivers.links.usb_port import read
from tablectl_sim import sockets
from tablectl_sim.errors import CannotDo
from tablectl_sim.hid_pos_device import KEYBOARD_FACE, SCANNER_FACE, HidPosScanner, gadget
from tablectl_sim.incidents import Fault
from tablectl_sim.pins import PANEL_VARIABLE
from tablectl_sim.pytest_plugin import MakeBench
from tablectl_sim.shoe import Shoe
from tablectl_sim.usb_backend import Bus
from tablectl_sim.usb_gadget import Face, Gadget
from tablectl_sim.usbip_backend import BenchUsb, bench_bus
from tablectl_sim.usbip_server import UsbIpServer

PORT = read("usb:1-1.4")
WHO: Final = bytes.fromhex("06 01 01 01 d8 bc 00")  # of vectors.txt
PACKET: Final = 512
MANY: Final = 2000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "usb.sock"


@pytest.fixture
def server(path: Path) -> Iterator[UsbIpServer]:
    with UsbIpServer(path) as server:
        yield server


@pytest.fixture
def scanner(server: UsbIpServer) -> HidPosScanner:
    scanner = HidPosScanner()
    server.plug(gadget(scanner), 1, 4)
    return scanner


@pytest.fixture
def host(path: Path) -> BenchUsb:
    return BenchUsb(path)


@contextmanager
def found(bus: BenchUsb | Bus) -> Iterator[usb.core.Device]:
    """The device in the socket, given back in the end."""
    device = usb_bus.find(bus, PORT)
    try:
        yield device
    finally:
        usb.util.dispose_resources(device)


@pytest.mark.parametrize("face", [SCANNER_FACE, KEYBOARD_FACE])
def test_a_device_says_of_itself_what_it_says_on_the_bus_of_its_own_process(server: UsbIpServer, host: BenchUsb, face: Face) -> None:
    bus = Bus()
    bus.plug(gadget(HidPosScanner(), faces=(face,)), 1, 4)
    server.plug(gadget(HidPosScanner(), faces=(face,)), 1, 4)
    with found(bus) as near, found(host) as far:
        assert usb_bus.about(near) == usb_bus.about(far)
        assert usb_bus.place(near) == usb_bus.place(far) == "usb:1-1.4"
        for one, other in ((near, far), (near[0], far[0]), (near[0][0, 0], far[0][0, 0]), (near[0][0, 0][0], far[0][0, 0][0])):
            assert _values(one) == _values(other)
        assert far.get_active_configuration().bConfigurationValue == 1


def _values(descriptor: object) -> dict[str, object]:
    """What stands in it, but for lengths, which only a cable has."""
    return {name: value for name, value in vars(descriptor).items() if name[0] in "bi" and name not in {"bLength", "backend", "bInterval"}}


def test_bytes_pass_both_ways(server: UsbIpServer, host: BenchUsb) -> None:
    shoe = Shoe()
    shoe.switch_on(0.0)
    server.plug(Gadget(shoe), 1, 4)
    with found(host) as device:
        assert device.write(0x01, WHO, 500) == len(WHO)
        said = b""
        while shoe.identity.serial.encode() not in said:
            said += bytes(device.read(0x81, PACKET, 500))


def test_what_comes_as_the_time_is_over_comes_once_and_in_order(server: UsbIpServer, scanner: HidPosScanner, host: BenchUsb) -> None:
    codes = [f"card {number:03}" for number in range(150)]
    got, late = list[str](), 0
    with found(host) as device, ThreadPoolExecutor() as people:
        showing = people.submit(_show, server, scanner, codes)
        while len(got) < len(codes) and not (showing.done() and late > MANY):
            try:
                report = bytes(device.read(0x81, 64, 1))
            except usb.core.USBTimeoutError:
                late += 1
            else:
                got.append(report[5 : 5 + report[1]].decode())
    assert got == codes
    assert late > 0


def _show(server: UsbIpServer, scanner: HidPosScanner, codes: list[str]) -> None:
    between = threading.Event()
    for code in codes:
        with server.lock:
            scanner.show(code, 0.0)
        between.wait(0.003)


def test_a_stall_is_told_and_cleared(server: UsbIpServer, scanner: HidPosScanner, host: BenchUsb) -> None:
    with found(host) as device:
        server.plugged()[0].faults.stalls = 1
        with pytest.raises(usb.core.USBError) as stalled:
            device.read(0x81, 64, 500)
        assert stalled.value.errno == errno.EPIPE
        device.clear_halt(0x81)
        _show(server, scanner, ["Ah"])
        assert bytes(device.read(0x81, 64, 500))[5:7] == b"Ah"


@pytest.mark.usefixtures("scanner")
def test_one_host_has_a_device_until_it_lets_go_of_it(path: Path, host: BenchUsb) -> None:
    with found(host) as device, found(BenchUsb(path)) as other:
        assert device.get_active_configuration()
        with pytest.raises(usb.core.USBError) as refused:
            other.get_active_configuration()
        assert refused.value.errno == errno.EBUSY
        usb.util.dispose_resources(device)
        assert other.get_active_configuration()


@pytest.mark.usefixtures("scanner")
def test_a_pulled_plug_ends_what_waits_and_back_in_it_is_another_address(server: UsbIpServer, host: BenchUsb) -> None:
    plugged = server.plugged()[0]
    with found(host) as device:
        pull = threading.Timer(0.05, server.unplug, (plugged,))
        pull.start()
        with pytest.raises(usb.core.USBError) as gone:
            device.read(0x81, 64, 5000)
        pull.join()
        assert gone.value.errno == errno.ENODEV
        with pytest.raises(PortMissing), found(host):
            pass
        server.plug(plugged, 1, 4)
        with found(host) as again:
            assert again.address != device.address


def test_a_plug_on_the_usb_can_be_pulled_and_nothing_on_it_spoilt(bench: MakeBench) -> None:
    desk = bench("usb-scanner")
    for kind in ("cut", "junk", "flip_bits", "lost_confirm", "delay", "silent_hang"):
        with pytest.raises(CannotDo, match="the shoe has no serial line that could be spoilt"):
            desk.timeline.do(Fault(kind))
    desk.timeline.do(Fault("unplug"))
    assert not desk.shoe.plugged
    desk.timeline.do(Fault("replug"))
    assert desk.shoe.plugged


def test_a_bench_that_is_not_there_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with UsbIpServer(path):
        assert path.exists()
    assert not path.exists()
    with pytest.raises(LinkBroken, match="the devices on the USB cannot be listed"):
        usb_bus.find(BenchUsb(path), PORT)
    monkeypatch.delenv(PANEL_VARIABLE, raising=False)
    assert bench_bus.__wrapped__() is None


def test_an_answer_that_is_no_usb_ip_is_an_error_and_nobody_waits(path: Path) -> None:
    listener = sockets.listen(path)

    def answer() -> None:
        peer, _ = listener.accept()
        with peer:
            peer.sendall(b"HTTP/1.1 400 Bad Request\r\n")
            peer.recv(64)

    answering = threading.Thread(target=answer)
    answering.start()
    with pytest.raises(LinkBroken, match="cannot be listed"):
        usb_bus.find(BenchUsb(path), PORT)
    answering.join()
    listener.close()
