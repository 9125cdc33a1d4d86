"""Words to the service manager, over a real socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.notify import notify, watchdog_interval


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """A service manager's socket, and how NOTIFY_SOCKET names it."""
    name = str(tmp_path / "notify") if request.param == "path" else f"@tablectl-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.settimeout(5)
        listener.bind(name.replace("@", "\0", 1))
        yield listener, name


def test_one_message_is_one_datagram(manager: tuple[socket.socket, str]) -> None:
    listener, name = manager
    assert notify("READY=1\nSTATUS=At the table", {"NOTIFY_SOCKET": name})
    assert notify("WATCHDOG=1", {"NOTIFY_SOCKET": name})
    assert [listener.recv(4096), listener.recv(4096)] == [b"READY=1\nSTATUS=At the table", b"WATCHDOG=1"]


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1234"}, {"NOTIFY_SOCKET": "/nowhere/notify"}])
def test_nobody_listening_is_no_failure(environment: dict[str, str]) -> None:
    assert notify("READY=1", environment) is False


def test_a_manager_that_does_not_read_holds_nobody_up(manager: tuple[socket.socket, str]) -> None:
    _, name = manager
    answers = [notify(f"STATUS={number}", {"NOTIFY_SOCKET": name}) for number in range(2000)]
    assert answers[0] is True
    assert answers[-1] is False


def test_the_environment_of_the_process_counts(manager: tuple[socket.socket, str], monkeypatch: pytest.MonkeyPatch) -> None:
    listener, name = manager
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    monkeypatch.setenv("WATCHDOG_USEC", "10000000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    assert notify("STOPPING=1")
    assert listener.recv(4096) == b"STOPPING=1"
    assert watchdog_interval() == 5.0


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 5.0),
        ({"WATCHDOG_USEC": "500000"}, 0.25),  # shorter than a second, the limit that a fixed pause would miss
        ({"WATCHDOG_USEC": "500000", "WATCHDOG_PID": str(os.getpid())}, 0.25),
        ({"WATCHDOG_USEC": "500000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_pings_come_at_half_the_limit(environment: dict[str, str], seconds: float | None) -> None:
    assert watchdog_interval(environment) == seconds
