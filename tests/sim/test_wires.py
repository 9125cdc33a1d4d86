"""Ptys under stable names, opened with nothing but os.open; and what a bad line does."""

from __future__ import annotations

import contextlib
import os
import select
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl_sim.cards import new_pack
from tablectl_sim.cdl_wire import Frame, Kind, read_one, write
from tablectl_sim.errors import CannotDo
from tablectl_sim.faults import Line, Spoil
from tablectl_sim.shoe import Shoe
from tablectl_sim.wires import Port, Wires

WHO = bytes.fromhex("06010101D8BC00")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port[Shoe]]:
    port = Port("shoe", Shoe(), tmp_path / "by-id" / "shoe", Line("seed"))
    wires = Wires((port,))
    wires.start()
    yield port
    wires.stop()


def _open(port: Port[Shoe]) -> int:
    host = os.open(port.link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(host)
    return host


def _read_until(host: int, kind: Kind, seconds: float = 5.0) -> list[Frame]:
    """Frames up to the first of a kind."""
    deadline = time.monotonic() + seconds
    data = b""
    while time.monotonic() < deadline:
        select.select([host], [], [], 0.1)
        with contextlib.suppress(BlockingIOError):  # what was there may be flushed just now
            data += os.read(host, 4096)
        frames = [frame for frame, _ in map(read_one, data.split(b"\0")[:-1]) if frame is not None]
        if frames and any(frame.kind is kind for frame in frames):
            return frames
    raise AssertionError(f"no {kind!r} in {data!r}")


def test_who_is_answered(port: Port[Shoe]) -> None:
    host = _open(port)
    os.write(host, WHO)
    assert _read_until(host, Kind.IDENTITY)[-1].tag == 1
    os.close(host)


def test_unplug_hangs_up_and_replug_is_another_pty_with_the_same_power_up(port: Port[Shoe]) -> None:
    host, node = _open(port), port.link.resolve()
    port.unplug()
    assert not port.link.exists()
    poll = select.poll()
    poll.register(host, select.POLLIN)
    assert poll.poll(2000)[0][1] & select.POLLHUP
    with pytest.raises(CannotDo):
        port.unplug()
    port.plug()
    assert port.link.resolve() != node, "the old node is still held open, so the new one has another number"
    os.close(host)
    host = _open(port)
    os.write(host, WHO)
    identity = _read_until(host, Kind.IDENTITY)[-1]
    assert identity.payload[1:5] == bytes([0, 0, 0, 1])
    os.close(host)


def test_cards_drawn_while_unplugged_are_kept(port: Port[Shoe]) -> None:
    port.unplug()
    with port.lock:
        port.device.load(new_pack(1), time.monotonic())
        for _ in range(3):
            port.device.draw(time.monotonic())
    port.plug()
    host = _open(port)
    os.write(host, write(Frame(Kind.RESEND, 0, bytes([0, 0, 0, 1, 0, 0, 0, 1]))))
    frames = _read_until(host, Kind.REPORT)
    assert [frame.payload[7] for frame in frames if frame.kind is Kind.REPORT] == [1, 2, 3]
    os.close(host)


def test_a_cut_line_comes_out_after_so_many_bytes(port: Port[Shoe]) -> None:
    host = _open(port)
    with port.lock:
        port.line.cut_after = 4
    deadline = time.monotonic() + 3
    while port.plugged and time.monotonic() < deadline:
        select.select([], [], [], 0.01)
    assert not port.plugged
    os.close(host)


def test_an_unread_port_keeps_no_more_than_a_tty_does(port: Port[Shoe]) -> None:
    with port.lock:
        for second in range(4000):
            port.device.tick(time.monotonic() + second)
        for _ in range(100):
            port.flush(time.monotonic())
    assert port.lost_bytes > 0
    host = _open(port)
    os.write(host, WHO)
    _read_until(host, Kind.IDENTITY)
    os.close(host)


def test_a_paced_line_takes_its_time(tmp_path: Path) -> None:
    port = Port("shoe", Shoe(), tmp_path / "shoe", Line("seed"), bytes_per_s=1000.0)
    port.plug()
    port.line.add_junk(500)
    sent_at_once = []
    host = _open(port)
    for hundredth in range(1, 100):
        port.flush(100 + hundredth / 100)
        if select.select([host], [], [], 0)[0]:
            sent_at_once.append(len(os.read(host, 4096)))
    assert sum(sent_at_once) == 500
    assert max(sent_at_once) <= 20
    assert len(sent_at_once) >= 40
    os.close(host)
    port.unplug()


class TestLine:
    def test_clean(self) -> None:
        line = Line("s")
        line.to_host(b"abc\0", 0.0)
        assert line.due_to_host(0.0) == b"abc\0"
        assert line.to_device(b"xy") == b"xy"

    @pytest.mark.parametrize(("spoil", "length"), [(Spoil.DROP, 3), (Spoil.REPEAT, 5), (Spoil.FLIP, 4)])
    def test_one_byte_of_each_of_the_next_frames(self, spoil: Spoil, length: int) -> None:
        line = Line("s")
        line.spoil_next(spoil, 1)
        line.to_host(b"abc\0", 0.0)
        spoiled = line.due_to_host(0.0)
        assert spoiled != b"abc\0"
        assert len(spoiled) == length
        line.to_host(b"abc\0", 0.0)
        assert line.due_to_host(0.0) == b"abc\0"

    def test_same_seed_same_noise(self) -> None:
        noise = []
        for seed in ("s", "s", "t"):
            line = Line(seed)
            line.add_junk(40)
            noise.append(line.due_to_host(0.0))
        assert noise[0] == noise[1] != noise[2]

    def test_late(self) -> None:
        line = Line("s")
        line.delay_s = 0.3
        line.to_host(b"abc\0", 1.0)
        assert line.due_to_host(1.2) == b""
        assert line.due_to_host(1.3) == b"abc\0"

    def test_only_confirms_are_lost(self) -> None:
        confirm, resend = (write(Frame(kind, 0, bytes(8))) for kind in (Kind.CONFIRM, Kind.RESEND))
        line = Line("s")
        line.lost_confirms = 1
        assert line.to_device(confirm[:5]) == b""
        assert line.to_device(confirm[5:] + resend + confirm) == resend + confirm
        line.lost_confirms = -1
        assert line.to_device(confirm * 3 + WHO) == WHO

    def test_mute(self) -> None:
        line = Line("s")
        line.mute = True
        line.to_host(b"abc\0", 0.0)
        assert line.due_to_host(0.0) == b""
        assert line.to_device(WHO) == b""
