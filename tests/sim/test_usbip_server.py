"""The server of USB/IP as a host meets it: a socket, a list, an import, transfers that end well and otherwise. No kernel is needed."""

from __future__ import annotations

import errno
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import pytest

from tablectl_sim.cards import card
from tablectl_sim.cli import main
from tablectl_sim.errors import CannotDo
from tablectl_sim.hid_pos_device import KEYBOARD_FACE, REPORT_DESCRIPTOR, SCANNER_FACE, HidPosScanner
from tablectl_sim.hid_pos_device import gadget as scanner_gadget
from tablectl_sim.shoe import Shoe
from tablectl_sim.usb_desk import UsbDesk
from tablectl_sim.usb_gadget import FOR_EVER, Gadget
from tablectl_sim.usbip_server import UsbIpServer
from tests.sim.usbip_host import End, Refused, UsbIpHost

WHO = bytes.fromhex("06 01 01 01 D8 BC 00")  # of vectors.txt
SCAN = b"\x02\x08]C001001Ah3"


@pytest.fixture
def server() -> Iterator[UsbIpServer]:
    with UsbIpServer() as server:
        yield server


@pytest.fixture
def shoe(server: UsbIpServer) -> Gadget:
    shoe = Shoe()
    shoe.switch_on(0.0)
    shoe.load([card("Ah"), card("2c")], 0.0)
    gadget = Gadget(shoe)
    server.plug(gadget, 1, 4)
    return gadget


@pytest.fixture
def host(server: UsbIpServer, shoe: Gadget) -> Iterator[UsbIpHost]:
    with UsbIpHost(server.port) as host:
        assert host.take("1-1.4") == 1 << 16 | shoe.address
        yield host


def heard(host: UsbIpHost, wanted: bytes) -> bytes:
    """Read the pipe until this was said; a shoe tells its status unasked."""
    said = b""
    while wanted not in said:
        host.ask(1, 512)
        end = host.end()
        assert end.status == 0
        said += end.data
    return said


def test_the_list_says_what_is_plugged_in(server: UsbIpServer, shoe: Gadget) -> None:
    server.plug(scanner_gadget(HidPosScanner()), 2)
    with UsbIpHost(server.port) as host:
        assert host.list() == [("1-1.4", 0x1209, 0x0001, [b"\xff\0\0"]), ("1-2", 0x0C2E, 0x0B61, [b"\x03\0\0"])]
    server.unplug(shoe)
    with UsbIpHost(server.port) as host:
        assert [place for place, *_ in host.list()] == ["1-2"]


def test_one_host_has_a_device_and_no_other(server: UsbIpServer, host: UsbIpHost) -> None:
    with UsbIpHost(server.port) as second, pytest.raises(Refused, match="2"):
        second.take("1-1.4")
    with UsbIpHost(server.port) as third, pytest.raises(Refused, match="4"):
        third.take("1-1.5")
    host.socket.close()
    again: UsbIpHost | None = None
    for _ in range(1000):  # the server sees within a tick that the first has let it go
        again = UsbIpHost(server.port)
        try:
            again.take("1-1.4")
        except Refused:
            again.socket.close()
        else:
            break
    assert again is not None
    assert again.control(0x80, 0, 0, 0, 2).data == b"\x01\x00"
    again.socket.close()


def test_descriptors_are_read_in_pieces_as_a_kernel_does(host: UsbIpHost) -> None:
    device = bytes.fromhex("12 01 00 02 00 00 00 40 09 12 01 00 00 01 01 02 03 01")
    assert host.control(0x80, 6, 0x0100, 0, 8).data == device[:8]
    assert host.control(0x80, 6, 0x0100, 0, 64).data == device
    configuration = bytes.fromhex("09 02 20 00 01 01 00 80 32  09 04 00 00 02 ff 00 00 00  07 05 01 02 00 02 00  07 05 81 02 00 02 00")
    assert host.control(0x80, 6, 0x0200, 0, 9).data == configuration[:9]
    assert host.control(0x80, 6, 0x0200, 0, 255).data == configuration
    assert host.control(0x80, 6, 0x0300, 0, 255).data == b"\x04\x03\x09\x04"
    assert host.control(0x80, 6, 0x0303, 0x0409, 255).data == b"\x0a\x03" + "0001".encode("utf-16-le")
    assert host.control(0x80, 6, 0x0600, 0, 10).status == -errno.EPIPE  # a device qualifier, which a device of one speed has not


def test_the_descriptor_of_reports_stands_behind_its_interface(server: UsbIpServer) -> None:
    server.plug(scanner_gadget(HidPosScanner()), 2)
    with UsbIpHost(server.port) as host:
        host.take("1-2")
        whole = host.control(0x80, 6, 0x0200, 0, 255).data
        length = len(REPORT_DESCRIPTOR).to_bytes(2, "little")
        assert whole[9:] == bytes.fromhex("09 04 00 00 01 03 00 00 00  09 21 11 01 00 01 22") + length + bytes.fromhex("07 05 81 03 40 00 04")
        assert host.control(0x81, 6, 0x2200, 0, 255).data == REPORT_DESCRIPTOR


def test_a_configuration_is_set_and_told(host: UsbIpHost, shoe: Gadget) -> None:
    shoe.configuration = 0
    assert host.control(0x80, 8, 0, 0, 1).data == b"\0"
    assert host.control(0x00, 9, 1, 0).status == 0
    assert host.control(0x80, 8, 0, 0, 1).data == b"\1"
    assert host.control(0x00, 9, 2, 0).status == -errno.EPIPE
    assert host.control(0x01, 11, 0, 0).status == 0
    assert host.control(0x01, 11, 1, 0).status == -errno.EPIPE
    assert shoe.did["configured"] == 1


def test_a_shoe_answers_over_its_pipes(host: UsbIpHost) -> None:
    sent = host.send(1, WHO)
    assert host.end() == End(sent, 0, len(WHO), b"")
    assert heard(host, b"Bench Works").endswith(b"\0")


def test_a_transfer_that_waits_ends_when_something_is_said(server: UsbIpServer) -> None:
    scanner = HidPosScanner()
    server.plug(scanner_gadget(scanner), 2)
    with UsbIpHost(server.port) as host:
        host.take("1-2")
        first, second = host.ask(1, 64), host.ask(1, 64)
        with server.lock:
            scanner.show("01001Ah3", 0.0)
            scanner.show("01002Kd0", 0.0)
        ends = [host.end(), host.end()]
        assert [end.number for end in ends] == [first, second]
        assert ends[0].data.startswith(SCAN)
        assert [end.length for end in ends] == [64, 64]


def test_a_transfer_is_filled_by_packets_until_one_is_short(server: UsbIpServer) -> None:
    scanner = HidPosScanner()
    server.plug(scanner_gadget(scanner), 2)
    with UsbIpHost(server.port) as host:
        host.take("1-2")
        with server.lock:
            scanner.mishaps.cut_last = True
            scanner.show("0" * 57, 0.0)  # two reports, the second cut to 17 bytes
        host.ask(1, 256)
        assert host.end().length == 64 + 17
        with server.lock:
            scanner.show("1", 0.0)
        host.ask(1, 8)
        assert host.end().status == -errno.EOVERFLOW


def test_a_transfer_is_unlinked_once(host: UsbIpHost, shoe: Gadget) -> None:
    shoe.faults.deaf = True
    waiting = host.ask(1, 512)
    unlink = host.unlink(waiting)
    end = host.end()
    assert (end.number, end.status) == (unlink, -errno.ECONNRESET)
    late = host.unlink(waiting)
    end = host.end()
    assert (end.number, end.status) == (late, 0)


def test_a_deaf_device_answers_nothing_and_goes_on_when_it_hears_again(host: UsbIpHost, shoe: Gadget) -> None:
    shoe.faults.deaf = True
    first = host.send(0, setup=bytes.fromhex("0009010000000000"))
    second = host.send(1, WHO)
    unlink = host.unlink(99)
    assert host.end().number == unlink  # it was read after the two, and is answered by the server alone
    shoe.faults.deaf = False
    assert [(end.number, end.status) for end in (host.end(), host.end())] == [(first, 0), (second, 0)]


def test_a_pipe_stalls_until_its_halt_is_cleared(host: UsbIpHost, shoe: Gadget) -> None:
    shoe.faults.stalls = 1
    for _ in range(2):
        host.send(1, WHO)
        assert host.end().status == -errno.EPIPE
    assert host.control(0x02, 1, 0, 0x01).status == 0
    host.send(1, WHO)
    assert host.end().status == 0
    shoe.faults.stalls = FOR_EVER
    host.control(0x02, 1, 0, 0x01)
    host.send(1, WHO)
    assert host.end().status == -errno.EPIPE
    shoe.faults.stalls = 0
    assert host.control(0x00, 9, 1, 0).status == 0  # as a reset ends
    host.send(1, WHO)
    assert host.end().status == 0


def test_a_plug_that_is_pulled_ends_the_connection_with_a_transfer_waiting(server: UsbIpServer, host: UsbIpHost, shoe: Gadget) -> None:
    with server.lock:
        shoe.waiting.clear()
        shoe.faults.deaf = True
    host.ask(1, 512)
    server.unplug(shoe)
    with pytest.raises(ConnectionError):
        host.end()
    with UsbIpHost(server.port) as again, pytest.raises(Refused, match="4"):
        again.take("1-1.4")
    before = shoe.address
    server.plug(shoe, 1, 4)
    with UsbIpHost(server.port) as again:
        assert again.take("1-1.4") == 1 << 16 | shoe.address
    assert shoe.address > before


def test_a_host_that_talks_nonsense_is_hung_up_on_and_the_next_is_served(server: UsbIpServer, host: UsbIpHost) -> None:
    host.socket.sendall(b"\0\0\0\x09" + bytes(44))
    with pytest.raises(ConnectionError):
        host.end()
    with UsbIpHost(server.port) as stranger:
        stranger.socket.sendall(b"GET / HTTP/1.1\r\n\r\n")
        with pytest.raises(ConnectionError):
            stranger.read(1)
    with UsbIpHost(server.port) as guest:
        assert len(guest.list()) == 1


def test_a_device_with_two_voices_is_not_played(server: UsbIpServer) -> None:
    with pytest.raises(CannotDo, match="has not exactly one pipe to the host"):
        server.plug(scanner_gadget(HidPosScanner(), faces=(SCANNER_FACE, KEYBOARD_FACE)), 3)


def test_a_port_that_is_taken_is_said(server: UsbIpServer) -> None:
    with pytest.raises(CannotDo, match=f"nothing can listen at 127.0.0.1:{server.port}: "), UsbIpServer(("127.0.0.1", server.port)):
        pass


@contextmanager
def piped() -> Iterator[tuple[TextIO, TextIO]]:
    """Both ends of a pipe, the one to read first."""
    read, write = os.pipe()
    with os.fdopen(read) as reading, os.fdopen(write, "w") as writing:
        yield reading, writing


def test_a_person_at_a_terminal_has_a_device_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    with piped() as (terminal, orders), piped() as (screen, told):
        monkeypatch.setattr("sys.stdin", terminal)
        monkeypatch.setattr("sys.stdout", told)
        command = threading.Thread(target=main, args=(["usbip", "hid_pos", "--port", "0"],))
        command.start()
        ready = re.match(r"usbip ready 127\.0\.0\.1:(\d+) 1-1, as root: modprobe vhci-hcd; usbip ", screen.readline())
        assert ready is not None
        with UsbIpHost(int(ready[1])) as host:
            host.take("1-1")
            host.ask(1, 64)
            orders.write("code 01001Ah3\n")
            orders.flush()
            assert host.end().data.startswith(SCAN)
            orders.write("unplug\nunplug\ncard Ah\nreplug\n")
            orders.close()
            with pytest.raises(ConnectionError):
                host.read(1)
        command.join()
        told.close()
        lines = screen.read().splitlines()
    expected = "expected an order (card Ah (of a shoe), code TEXT (of a scanner), unplug, replug, stall), not 'card Ah'"
    assert lines == ["done", "done", "the device Scanner 1 is not plugged in", expected, "done"]


def test_a_shoe_on_a_desk(server: UsbIpServer) -> None:
    desk = UsbDesk("cdl", server)
    with UsbIpHost(server.port) as host:
        host.take(desk.place)
        host.send(1, bytes.fromhex("03 01 03 01 01 01 01 01 01 01 01 01 01 01"))  # noise: a shoe answers none
        host.end()
        desk.obey("stall")
        host.ask(1, 512)
        assert host.end().status == -errno.EPIPE
        host.control(0x02, 1, 0, 0x81)
        desk.obey("card Ah")
        host.ask(1, 512)
        assert host.end().status == 0
