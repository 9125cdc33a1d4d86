"""USB/IP against literal bytes from its page."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_sim.errors import BadUsbIp
from tablectl_sim.plugs import Plugs
from tablectl_sim.shoe import Shoe
from tablectl_sim.usb_gadget import Gadget, Setup
from tablectl_sim.usbip_session import UsbIpSession
from tablectl_sim.usbip_wire import (
    AskImport,
    AskList,
    Submit,
    Unlink,
    read_command,
    read_question,
    refuse_import,
    say_import,
    say_list,
    submitted,
    unlinked,
)


def _bytes(text: str) -> bytes:
    return bytes.fromhex(re.sub(r"00\*(\d+)", lambda match: "00" * int(match[1]), text))


_LINES: Final = Path(__file__).with_name("usbip_vectors.txt").read_text(encoding="utf-8").splitlines()
VECTORS: Final = {cells[0].strip(): _bytes(cells[2]) for line in _LINES if not line.startswith("#") for cells in [line.split("|")]}
READ: Final = {
    "ask list": AskList(),
    "ask 1-1.4": AskImport("1-1.4"),
    "get descriptor": Submit(1, 0, True, 18, bytes.fromhex("8006000100001200")),
    "bulk to device": Submit(2, 1, False, 3, bytes(8), b"abc"),
    "bulk to host": Submit(3, 1, True, 512, bytes(8)),
    "unlink 3": Unlink(4, 3),
}


@pytest.fixture
def gadget() -> Gadget:
    gadget = Gadget(Shoe())
    Plugs().plug(gadget, 1, 4)
    return gadget


@pytest.mark.parametrize("name", READ)
def test_what_a_host_says_is_read_whole_and_not_before(name: str) -> None:
    read = read_question if name.startswith("ask") else read_command
    wire = VECTORS[name]
    for cut in range(len(wire)):
        held = bytearray(wire[:cut])
        assert read(held) is None
        assert held == wire[:cut]
    held = bytearray(wire + b"next")
    assert read(held) == READ[name]
    assert held == b"next"


def test_what_a_device_says(gadget: Gadget) -> None:
    assert say_list([]) == VECTORS["nothing there"]
    assert say_list([gadget]) == VECTORS["say list"]
    assert say_import(gadget) == VECTORS["say import"]
    assert refuse_import(4) == VECTORS["no such device"]
    assert refuse_import(2) == VECTORS["taken"]
    assert submitted(2, 0, taken=3) == VECTORS["took 3"]
    assert submitted(3, 0, b"hi") == VECTORS["brought 2"]
    assert submitted(3, -errno.EPIPE) == VECTORS["stalled"]
    assert unlinked(4, -errno.ECONNRESET) == VECTORS["unlinked"]
    assert unlinked(4, 0) == VECTORS["too late"]


def test_a_setup_packet_is_little_endian() -> None:
    command = read_command(bytearray(VECTORS["get descriptor"]))
    assert isinstance(command, Submit)
    assert command.request() == Setup(0x80, 6, 0x0100, 0, b"", 18)
    assert [Submit(1, 1, to_host, 0, b"").pipe for to_host in (False, True)] == [0x01, 0x81]
    assert [Submit(1, 0, to_host, 0, b"").pipe for to_host in (False, True)] == [0, 0]


@pytest.mark.parametrize(
    ("wire", "told"),
    [
        ("0106 8005 00000000", "expected USB/IP of version 0111, and 0106 came"),
        ("0111 8004 00000000", r"expected the question for a list \(8005\) or for a device \(8003\), and 8004 came"),
    ],
)
def test_a_question_that_is_none(wire: str, told: str) -> None:
    with pytest.raises(BadUsbIp, match=told):
        read_question(bytearray(_bytes(wire)))


@pytest.mark.parametrize(
    ("wire", "told"),
    [
        ("00000009 00*44", r"expected a transfer \(1\) or an unlink \(2\), and command 9 came"),
        ("00000001 00000007 00*12 00000000 7fffffff 00*20", "transfer 7: expected 1048576 bytes at most, and 2147483647 are asked for"),
    ],
)
def test_a_command_that_is_none(wire: str, told: str) -> None:
    with pytest.raises(BadUsbIp, match=told):
        read_command(bytearray(_bytes(wire)))


@given(st.lists(st.sampled_from([VECTORS[name] for name in READ if not name.startswith("ask")]), max_size=8), st.data())
def test_any_cut_of_a_stream_is_answered_alike(commands: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(commands)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    answers = []
    for parts in ([stream], pieces):
        gadget = Gadget(Shoe())
        Plugs().plug(gadget, 1, 4)
        session = UsbIpSession(gadget)
        answers.append(b"".join(session.receive(part, 0.0) for part in parts))
    assert answers[0] == answers[1]
