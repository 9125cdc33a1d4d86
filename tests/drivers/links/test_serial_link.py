"""The serial link over pseudo terminals: the failures of a real port, in an operator's words."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import serial

from tablectl_drivers.cdl.driver import LINE
from tablectl_drivers.errors import LinkBroken, LinkError, PortBusy, PortDenied, PortMissing
from tablectl_drivers.links.serial_link import SerialLink
from tablectl_drivers.links.wake import Wake

if TYPE_CHECKING:
    from tests.drivers.conftest import Adapter

HOLDER = "import sys, serial; port = serial.Serial(sys.argv[1], exclusive=True); print('open', flush=True); sys.stdin.read()"
NOBODY = 65534


@pytest.fixture
def wake() -> Iterator[Wake]:
    wake = Wake()
    yield wake
    wake.close()


@pytest.fixture
def link(adapter: Adapter) -> Iterator[SerialLink]:
    adapter.plug()
    link = SerialLink(str(adapter.port), LINE)
    yield link
    link.close()


def test_bytes_pass_both_ways(link: SerialLink, adapter: Adapter, wake: Wake) -> None:
    link.send(b"\0who")
    assert adapter.heard(5.0) == b"\0who"
    adapter.say(b"\0me\xff")
    assert link.receive(5.0, wake) == b"\0me\xff"
    assert link.receive(0.0, wake) == b""


def test_what_came_before_the_port_was_opened_is_not_read(adapter: Adapter, wake: Wake) -> None:
    adapter.plug()
    adapter.say(b"stale")
    link = SerialLink(str(adapter.port), LINE)
    assert link.receive(0.05, wake) == b""
    link.close()


def test_another_thread_ends_the_wait(link: SerialLink, wake: Wake) -> None:
    threading.Timer(0.05, wake.set).start()
    began = time.monotonic()
    assert link.receive(10.0, wake) == b""
    assert time.monotonic() - began < 5.0


def test_a_wake_that_came_early_is_not_lost_and_wakes_once(link: SerialLink, wake: Wake) -> None:
    for _ in range(100_000):
        wake.set()  # more than a pipe holds
    began = time.monotonic()
    assert link.receive(10.0, wake) == b""
    assert time.monotonic() - began < 5.0
    began = time.monotonic()
    link.receive(0.1, wake)
    assert time.monotonic() - began >= 0.09


def test_a_closed_wake_may_still_be_set() -> None:
    wake = Wake()
    wake.close()
    wake.set()


def test_a_pulled_plug_breaks_reading_and_writing(link: SerialLink, adapter: Adapter, wake: Wake) -> None:
    adapter.unplug()
    with pytest.raises(LinkBroken, match=r"it was unplugged, or its port .*shoe broke"):
        link.receive(5.0, wake)
    with pytest.raises(LinkBroken, match=r"it was unplugged, or its port .*shoe broke"):
        link.send(b"who")
    link.close()
    link.close()


def test_a_device_that_takes_nothing_does_not_hold_the_writer(link: SerialLink) -> None:
    began = time.monotonic()
    with pytest.raises(LinkBroken, match="took no data"):
        link.send(bytes(1_000_000))
    assert time.monotonic() - began < 5.0


def test_a_machine_that_stands_still_while_it_writes_breaks_no_link(link: SerialLink, adapter: Adapter, monkeypatch: pytest.MonkeyPatch) -> None:
    leaps = count(step=60.0)
    monkeypatch.setattr(serial.serialutil.Timeout, "TIME", lambda _=None: next(leaps))  # a minute passes wherever pyserial looks at the clock
    link.send(b"who")
    assert adapter.heard(5.0) == b"who"


def test_a_missing_port_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortMissing, match=r"there is no port .*no_shoe;"):
        SerialLink(str(tmp_path / "no_shoe"), LINE)


def test_a_file_that_is_no_serial_port_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("cards")
    with pytest.raises(LinkBroken, match="cannot be used as a serial port"):
        SerialLink(str(tmp_path / "notes.txt"), LINE)


def test_a_busy_port_names_who_holds_it(adapter: Adapter) -> None:
    adapter.plug()
    with subprocess.Popen([sys.executable, "-c", HOLDER, adapter.node], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(PortBusy, match=rf"another program uses the port: .*pid {holder.pid} \(.*{adapter.node}\)"):
            SerialLink(str(adapter.port), LINE)
        holder.communicate()
    SerialLink(str(adapter.port), LINE).close()


def test_a_port_that_may_not_be_opened_names_the_group(adapter: Adapter) -> None:
    adapter.plug()
    Path(adapter.node).chmod(0)
    with _no_root(), pytest.raises(PortDenied, match=r"may not open the port; it must run as a member of group \w+"):
        SerialLink(adapter.node, LINE)


@contextmanager
def _no_root() -> Iterator[None]:
    """Root may open everything, so it steps down for the while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("fault", [PortMissing, PortBusy, PortDenied, LinkBroken])
def test_every_failure_is_a_link_error_and_what_python_calls_it(fault: Callable[[str], LinkError]) -> None:
    assert isinstance(fault("x"), OSError)
    assert str(fault("x")) == "x"
