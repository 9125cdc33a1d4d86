"""A conversation is captured, played back against the same driver, and made a transcript of."""

from __future__ import annotations

import json
import queue
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl_drivers.catalog import DriverConfig, open_driver
from tablectl_drivers.events import CardSeen, CardUnreadable, DeviceEvent, LinkLost, LinkUp, Role, StatusChanged
from tablectl_drivers.transcript import event_of
from tablectl_sim.line_device import LineDevice
from tests.cli.conftest import PROGRAM, Run
from tests.cli.test_watch import until
from tests.cli.wired_shoe import draw, plugged_in, shoe_at
from tests.drivers.playing import play, settings_of
from tests.drivers.transcribe import session_of, transcript

CAPTURED = Path(__file__).parents[1] / "drivers" / "transcripts" / "captured" / "cdl_unplugged_and_noisy.txt"
TOLD = (LinkUp, LinkLost, CardSeen, CardUnreadable, StatusChanged)


def capture(path: Path, driver: str, port: Path, scene: Callable[[subprocess.Popen[str]], None], *arguments: str) -> str:
    """Capture what happens in a scene; return what the command says in the end."""
    command = [str(PROGRAM), "devices", "capture", "--driver", driver, "--role", "shoe", "--port", str(port), *arguments, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until(process, "LinkUp")
        scene(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    return out


def events_in(path: Path) -> list[str]:
    lines = [line.split(" ", 2)[1:] for line in path.read_text("utf-8").splitlines()]
    return [words[1] for words in lines if words[0] == "!" and words[1].split()[0] in {kind.__name__ for kind in TOLD}]


def replayed(path: Path, driver: str, link: Path, count: int) -> list[str]:
    """Play a capture to the driver that made it; return so many of its events."""
    heard: queue.SimpleQueue[DeviceEvent] = queue.SimpleQueue()
    told: list[str] = []
    command = [sys.executable, "-m", "tablectl_sim", "play", str(path), "--port", str(link), "--speed", "max"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        until(process, "device ready")
        device = open_driver(driver, DriverConfig("shoe", Role.SHOE, str(link)))
        device.start(heard.put, None)
        while len(told) < count:
            if isinstance(event := heard.get(timeout=20), TOLD):
                told.append(event_of(event))
        assert "played to the end, " in process.communicate(timeout=20)[0]
        device.stop()
    return told


def test_a_capture_of_a_shoe_is_secret_and_plays_back(tmp_path: Path) -> None:
    path = tmp_path / "capture.txt"

    def scene(process: subprocess.Popen[str]) -> None:
        draw(port)
        assert "face" not in until(process, "CardSeen")
        port.unplug()
        until(process, "LinkLost")
        draw(port)
        port.plug()
        until(process, "LinkUp")
        until(process, "CardSeen")
        port.line.add_junk(40)
        draw(port)
        until(process, "CardSeen")

    with shoe_at(tmp_path / "shoe") as port:
        out = capture(path, "cdl", port.link, scene)
    assert " bytes from the device, " in out
    assert "only this user may read it, keep it secret" in out
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    captured = events_in(path)
    assert [words.split("face=")[1][:2] for words in captured if words.startswith("CardSeen")] == ["Ah", "Kd", "Ts"]
    assert replayed(path, "cdl", port.link, len(captured)) == captured

    lines, differences = transcript(path)
    assert differences == []
    fresh = tmp_path / "transcript.txt"
    fresh.write_text("\n".join(lines), "utf-8")
    given, written = settings_of(fresh)
    play(session_of(given), written)
    assert lines[0] == "host driver=cdl role=shoe"
    assert sum(" ! CardSeen " in line for line in lines) == 3


def test_a_capture_of_a_device_that_nobody_asks_plays_back_once_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "capture.txt"

    def scene(process: subprocess.Popen[str]) -> None:
        for code in ("01001Ah3", "01002Kd0"):
            with port.lock:
                port.device.show(code, time.monotonic())
            until(process, "CardUnreadable")

    with plugged_in(LineDevice(), tmp_path / "reader") as port:
        capture(path, "ascii_line", port.link, scene, "--option", "baud=115200", "--acknowledge")
    assert path.read_text("utf-8").startswith("host driver=ascii_line role=shoe baud=115200\n")
    captured = events_in(path)
    assert [words.rsplit("code=")[1] for words in captured if "code=" in words] == ["01001Ah3", "01002Kd0"]
    assert replayed(path, "ascii_line", port.link, len(captured)) == captured
    lines, differences = transcript(path)
    assert differences == []
    assert [line.split(" ", 1)[1] for line in lines if " confirm " in line] == ["confirm 1/1", "confirm 1/2"]


def test_a_captured_fault_is_played_to_the_daemon(tablectl: Run, table: Path) -> None:
    port = table.parent / "shoe"
    text = table.read_text("utf-8").replace('"lgpio"', '"mock"').replace("/dev/tablectl/shoe", str(port)).replace("port = 8080", "port = 0")
    table.write_text(text, "utf-8")
    player = [sys.executable, "-m", "tablectl_sim", "play", str(CAPTURED), "--port", str(port), "--speed", "max"]
    with subprocess.Popen(player, stdout=subprocess.PIPE, text=True) as playing:
        until(playing, "device ready")
        with subprocess.Popen([PROGRAM, "run", "--config", table], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as daemon:
            assert "played to the end, " in playing.communicate(timeout=60)[0]
            daemon.terminate()
    rows = [json.loads(line) for line in tablectl("journal", "tail", "--json", "-n", "100", table.parent / "journal.db").out.splitlines()]
    told = [row["type"] for row in rows if row["body"].get("device") == "shoe" and row["type"] in {"card_read", "device_down"}]
    assert told[:4] == ["card_read", "device_down", "card_read", "card_read"]


def test_a_capture_goes_to_a_new_file_and_says_when_nothing_came(tablectl: Run, tmp_path: Path) -> None:
    with shoe_at(tmp_path / "shoe") as port:
        port.line.mute = True
        arguments = ("devices", "capture", "--driver", "cdl", "--role", "shoe", "--port", port.link, "--seconds", "0.3", tmp_path / "file")
        done = tablectl(*arguments)
        assert done.code == 3
        assert "not one byte came from shoe" in done.err
        done = tablectl(*arguments)
        assert done.code == 1
        assert "is there already; a capture goes to a new file" in done.err


@pytest.mark.parametrize("words", [(), ("a", "b", "c")])
def test_a_capture_is_of_one_device_to_one_file(tablectl: Run, words: tuple[str, ...]) -> None:
    assert tablectl("devices", "capture", "--driver", "cdl", "--role", "shoe", "--port", "/nowhere", *words).code == 2


def test_one_device_of_a_configuration_has_to_be_named(tablectl: Run, table: Path) -> None:
    done = tablectl("devices", "capture", "--config", table, "file")
    assert done.code == 2
    assert "say which device: shoe, shuffler" in done.err
