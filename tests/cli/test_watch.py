"""What devices tell, live: in words without a face, for machines, and to the end."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablectl_sim.shoe import Shoe
from tablectl_sim.wires import Port
from tests.cli.conftest import PROGRAM, Run
from tests.cli.wired_shoe import draw, shoe_at


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Port[Shoe]]:
    with shoe_at(tmp_path / "shoe") as port:
        yield port


@pytest.fixture
def watching(shoe: Port[Shoe]) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start `tablectl devices watch` at the shoe."""
    running = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [str(PROGRAM), "devices", "watch", "--driver", "cdl", "--role", "shoe", "--port", str(shoe.link), *arguments]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.communicate()


def until(process: subprocess.Popen[str], word: str) -> str:
    """The next line with this word; pytest's own time limit ends a wait for one that never comes."""
    assert process.stdout is not None
    for line in process.stdout:
        if word in line:
            return line
    raise AssertionError(f"it ended without {word}: {process.communicate()[1]}")


def test_events_are_lines_without_faces_and_counters_come_at_the_end(watching: Callable[..., subprocess.Popen[str]], shoe: Port[Shoe]) -> None:
    process = watching()
    assert ' shoe LinkUp role=shoe maker="Bench Works" model="Shoe 1" serial=0001 firmware=1.0 resumed_at=1/0' in until(process, "LinkUp")
    draw(shoe)
    assert until(process, "CardSeen").rstrip().endswith(" shoe CardSeen report=1/1 pack=1 quality=98")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1].startswith("shoe counters: good_frames ")
    assert shoe.device.unconfirmed == 1


def test_faces_are_shown_where_they_are_asked_for_with_a_warning(watching: Callable[..., subprocess.Popen[str]], shoe: Port[Shoe]) -> None:
    process = watching("--faces", "--acknowledge")
    until(process, "LinkUp")
    draw(shoe)
    assert "face=Ah" in until(process, "CardSeen")
    draw(shoe)
    until(process, "CardSeen")
    process.send_signal(signal.SIGINT)
    assert "whoever sees this screen knows cards that lie face down" in process.communicate(timeout=20)[1]
    assert shoe.device.unconfirmed < 2, "the first was acknowledged before the second was told"


def test_events_and_counters_are_objects_for_machines(watching: Callable[..., subprocess.Popen[str]], shoe: Port[Shoe]) -> None:
    process = watching("--json", "--every", "0.2")
    up = json.loads(until(process, '"LinkUp"'))
    assert (up["device"], up["resumed_at"]) == ("shoe", {"power_up": 1, "number": 0})
    draw(shoe)
    seen = json.loads(until(process, '"CardSeen"'))
    assert {"face", "code"}.isdisjoint(seen)
    assert (seen["report"], seen["pack"]) == ({"power_up": 1, "number": 1}, 1)
    assert json.loads(until(process, '"counters"'))["counters"]["opened"] == 1


def test_a_port_that_never_opened_is_told_at_the_end(tablectl: Run) -> None:
    done = tablectl("devices", "watch", "--driver", "cdl", "--role", "shoe", "--port", "/nowhere", "--seconds", "0.5")
    assert done.code == 75
    assert 'LinkLost reason="there is no port /nowhere; is the device plugged in and switched on?"' in done.out


def test_what_a_device_is_has_to_be_said_where_its_driver_is_for_more_than_one(tablectl: Run) -> None:
    done = tablectl("devices", "watch", "--driver", "cdl", "--port", "/nowhere")
    assert done.code == 2
    assert "driver cdl is for a shoe or a shuffler: say which by --role" in done.err
