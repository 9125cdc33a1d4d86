"""The bench's own host of USB/IP against literal bytes from the page."""

from __future__ import annotations

import errno

import pytest

from tablectl_sim.errors import BadUsbIp
from tablectl_sim.usbip_asking import Ended, Listed, ask_import, ask_list, read_end, read_import, read_list, submit, unlink
from tests.sim.test_usbip_wire import VECTORS

SHOE = Listed("1-1.4", 1, 2, 0x1209, 0x0001, 0x0100)
DIRECTIONS = {2: False, 3: True, 4: False}
ENDS = {
    "took 3": Ended(2, 0, 3),
    "brought 2": Ended(3, 0, 2, b"hi"),
    "stalled": Ended(3, -errno.EPIPE),
    "unlinked": Ended(4, -errno.ECONNRESET),
    "too late": Ended(4, 0),
}


def test_what_a_host_says() -> None:
    assert ask_list() == VECTORS["ask list"]
    assert ask_import("1-1.4") == VECTORS["ask 1-1.4"]
    assert submit(SHOE.number, 2, 0x01, bytes(8), data=b"abc") == VECTORS["bulk to device"]
    assert submit(SHOE.number, 3, 0x81, bytes(8), wanted=512) == VECTORS["bulk to host"]
    assert unlink(SHOE.number, 4, 3) == VECTORS["unlink 3"]


def test_a_list_is_read_whole_and_not_before() -> None:
    assert read_list(VECTORS["nothing there"]) == []
    wire = VECTORS["say list"]
    assert [read_list(wire[:cut]) for cut in range(len(wire))] == [None] * len(wire)
    assert read_list(wire) == [SHOE]


def test_an_import_is_given_or_refused_with_its_reason() -> None:
    wire = VECTORS["say import"]
    assert [read_import(wire[:cut]) for cut in range(len(wire))] == [None] * len(wire)
    assert read_import(wire) == 0
    assert [read_import(VECTORS[name]) for name in ("taken", "no such device")] == [2, 4]


@pytest.mark.parametrize("name", ENDS)
def test_the_end_of_a_transfer_is_read_whole_and_not_before(name: str) -> None:
    wire = VECTORS[name]
    for cut in range(len(wire)):
        held = bytearray(wire[:cut])
        assert read_end(held, DIRECTIONS) is None
        assert held == wire[:cut]
    held = bytearray(wire + b"next")
    assert read_end(held, DIRECTIONS) == ENDS[name]
    assert held == b"next"


def test_what_is_no_answer() -> None:
    with pytest.raises(BadUsbIp, match="expected the answer 0005 of version 0111, and 0003 of 0111 came"):
        read_list(VECTORS["say import"])
    with pytest.raises(BadUsbIp, match="command 3 of number 3 with 2 bytes came"):
        read_end(bytearray(VECTORS["brought 2"]), {})
