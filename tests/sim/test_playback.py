"""A capture played back: at its times, waiting for the host, and what a host does differently is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import tty
from math import inf
from pathlib import Path

import pytest

from tablectl_sim.captures import Act, What, read
from tablectl_sim.cli import main
from tablectl_sim.errors import BadCapture
from tablectl_sim.play import play
from tablectl_sim.playback import Playback

CAPTURE = r"""
# A device that is asked twice, and pulled out in between.
host driver=nobody
0 open
10 > 01 02  ; who?
40 < "I am\r"
41 ! LinkUp
1000 < 05
2000 close "it was unplugged"
2250 close "there is no port"
3000 open
3010 > 03
3020 < 06
3500 end
"""


class Host:
    def __init__(self, text: str = CAPTURE, speed: float = 1.0) -> None:
        self.told: list[str] = []
        self.device = Playback(read(text), speed, self.told.append)
        self.device.switch_on(100.0)

    def at(self, now: float, said: bytes = b"") -> bytes:
        if said:
            self.device.receive(said, now)
        self.device.tick(now)
        return b"".join(self.device.take_output())


def test_it_speaks_at_the_captured_times_and_waits_where_the_device_had_waited() -> None:
    host = Host()
    assert (host.device.plugged, host.device.waits) == (True, True)
    assert host.at(104.0) == b""
    host.device.go_on(105.0)  # the host has the port open
    assert host.at(107.0, b"\1") == b""
    assert host.at(107.04, b"\2") == b""
    assert host.at(107.06) == b""
    assert host.at(107.08) == b"I am\r"
    assert host.at(108.0) == b""
    assert host.at(108.04) == b"\5"
    assert host.at(109.04) == b""
    assert (host.device.plugged, host.device.waits) == (False, True)
    host.device.go_on(110.0)
    assert host.at(110.9) == b""
    assert not host.device.plugged
    host.at(111.1)
    assert (host.device.plugged, host.device.waits) == (True, True)
    host.device.go_on(120.0)
    assert host.at(121.0, b"\3") == b""
    assert host.at(121.02) == b"\6"
    assert not host.device.done
    host.at(121.6)
    assert host.device.done
    assert (host.told, host.device.differences) == ([], 0)


def test_at_full_speed_it_waits_for_the_host_alone() -> None:
    host = Host(speed=inf)
    host.device.go_on(100.0)
    assert host.at(100.0) == b""
    assert host.at(100.0, b"\1\2") == b"I am\r\5"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b"\7\7\1\2", "line 5: the host said more before it: 07 07"),
        (b"\7", "line 5: the host was to say 01 02, and said 07"),
        (b"", "line 5: the host was to say 01 02, and said nothing for 5 s"),
    ],
)
def test_what_a_host_does_differently_is_told_and_the_play_goes_on(said: bytes, told: str) -> None:
    host = Host()
    host.device.go_on(100.0)
    answer = b"".join((host.at(100.0, said), host.at(100.06), host.at(105.1), host.at(105.2)))
    assert answer[:5] == b"I am\r"
    assert host.told == [told]


def test_a_host_that_never_stops_talking_takes_no_more_memory() -> None:
    host = Host()
    for hundredth in range(200):
        host.at(100 + hundredth / 100, b"\7" * 100)
    assert len(host.device._held) <= 4096


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: expected a first line that begins with the word host"),
        ("0 open", "line 1: expected a first line that begins with the word host"),
        ("host\nsoon open", "line 2: expected milliseconds, an act and its words, found 'soon open'"),
        ("host\n0 ? 01", "line 2: expected one of open, close, <, >, end, !, command, confirm, found '?'"),
        ("host\n0 < 0", "line 2: expected bytes in hexadecimal or in quotes, found '0'"),
        ("host\n0 > WHO tag=1", "line 2: expected bytes in hexadecimal or in quotes, found 'WHO tag=1'"),
        ('host\n0 < "\\x"', "line 2: "),
        ("host\n5 < 01\n4 < 02", "line 3: 4 ms is earlier than the line before it"),
        ("host\n0 open\n1 end", "the device says nothing in this capture"),
    ],
)
def test_what_is_no_capture(text: str, told: str) -> None:
    with pytest.raises(BadCapture) as refused:
        read(text)
    assert told in str(refused.value)


def test_bytes_may_be_digits_and_text() -> None:
    assert read('host\n3 < 04D0 ff "a b\\n"')[0] == Act(2, 0.003, What.DEVICE, b"\x04\xd0\xffa b\n")


def test_the_time_begins_when_a_host_opens_the_port(tmp_path: Path) -> None:
    acts = read('host\n0 open\n1 < "first"\n2 < "second"\n3 end')
    link = tmp_path / "reader"
    playing = threading.Thread(target=play, args=(acts, link, inf, threading.Event(), print))
    playing.start()
    pause = threading.Event()
    while not link.exists():
        pause.wait(0.01)
    pause.wait(0.1)  # long enough for all of it to be said to nobody
    host = os.open(link, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(host)
    said = b""
    while len(said) < 11:
        said += os.read(host, 64)
    assert said == b"firstsecond"
    playing.join(10)
    assert not link.exists()
    os.close(host)


def test_a_play_ends_by_a_signal(tmp_path: Path) -> None:
    capture, link = tmp_path / "capture.txt", tmp_path / "reader"
    capture.write_text(CAPTURE, "utf-8")
    command = [sys.executable, "-m", "tablectl_sim", "play", str(capture), "--port", str(link)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"device ready {link}\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20)[0] == "played not to the end, 0 differences of the host\n"
    assert process.returncode == 0


def test_a_file_that_is_no_capture_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", str(tmp_path / "nowhere"), "--port", "x"]) == 2
    assert "nowhere: " in capsys.readouterr().err
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert main(["play", str(tmp_path / "binary"), "--port", "x"]) == 2
