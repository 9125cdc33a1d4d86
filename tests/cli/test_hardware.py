"""What is plugged in: listings of the kernel, and a table that is checked against them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl import hardware
from tests.cli.conftest import Run


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """Two serial lines with nobody on them, behind names that stay."""
    masters, found = [], {}
    (tmp_path / "by-id").mkdir()
    for name in ("shoe", "shuffler"):
        master, slave = os.openpty()
        masters.append(master)
        found[name] = tmp_path / "by-id" / name
        found[name].symlink_to(os.ttyname(slave))
        os.close(slave)
    yield found
    for master in masters:
        os.close(master)


@pytest.fixture
def wired(table: Path, ports: dict[str, Path]) -> Path:
    """The table on those lines, with pins that need no chip, and the console's users in place."""
    text = table.read_text("utf-8").replace('"lgpio"', '"mock"')
    for name, path in ports.items():
        text = text.replace(f"/dev/tablectl/{name}", str(path))
    table.write_text(text, "utf-8")
    (table.parent / "users.db").touch()
    return table


def test_a_table_that_will_work_is_told_so(tablectl: Run, wired: Path) -> None:
    done = tablectl("check", "--devices", "--config", wired)
    assert (done.code, done.err) == (0, "")
    assert "PROBLEM" not in done.out
    assert "pin factory mock: loads" in done.out
    assert "lines: 4 lines, each used once" in done.out
    assert "device shoe: opens" in done.out


def on_lights(table: Path, options: str) -> None:
    """Let the shuffler be one that only has lights."""
    head, port, rest = table.read_text("utf-8").partition('driver = "cdl"\nport = "' + str(table.parent / "by-id" / "shuffler") + '"')
    assert port
    table.write_text(f'{head}driver = "lamps_in"\nport = "gpio"\noptions = {options}{rest}', "utf-8")


def test_a_shuffler_that_only_has_lights_is_checked_by_its_lines(tablectl: Run, wired: Path) -> None:
    on_lights(wired, '{ green = "header:22", red = "header:23" }')
    done = tablectl("check", "--devices", "--config", wired)
    assert (done.code, done.err) == (0, "")
    assert "device shuffler: on lines: green header:22, red header:23" in done.out
    assert "lines: 6 lines, each used once" in done.out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ('{ green = "header:22", red = "header:05" }', "shuffler red: line header:5 is already panel lamps.seat1.ante"),
        ('{ green = "header:22", red = "heeder:5" }', "shuffler red: there is no chip 'heeder', did you mean 'header'?"),
    ],
)
def test_a_line_that_the_panel_and_a_device_use_is_a_problem_and_stops_the_start(
    tablectl: Run, process: Run, wired: Path, options: str, told: str
) -> None:
    on_lights(wired, options)
    done = tablectl("check", "--config", wired)
    assert done.code == 3
    assert told in done.out
    done = process("run", "--config", wired)
    assert done.code == 78
    assert told in done.err


def test_options_of_lights_are_checked_when_the_configuration_is_read(tablectl: Run, wired: Path) -> None:
    on_lights(wired, '{ green = "header:22", blue = "header:23" }')
    done = tablectl("check", "--config", wired)
    assert done.code == 78
    assert "devices[1].options.blue: unknown key" in done.err
    assert "red" in done.err


def test_findings_are_objects_for_machines(tablectl: Run, wired: Path) -> None:
    found = [json.loads(line) for line in tablectl("check", "--json", "--config", wired).out.splitlines()]
    assert {"what": "device shoe", "grade": "fine", "text": str(wired.parent / "by-id" / "shoe")} in found
    assert {row["what"] for row in found} >= {"house rules", "journal", "console", "clock"}


def test_a_port_that_somebody_has_is_named_with_the_process(tablectl: Run, wired: Path, ports: dict[str, Path]) -> None:
    with ports["shoe"].open("rb", buffering=0):
        done = tablectl("check", "--config", wired)
    assert done.code == 3
    assert f"in use by pid {os.getpid()} (" in done.out


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('port = "', 'port = "/nowhere'), "nothing is plugged in there"),
        (('"journal.db"', '"missing/journal.db"'), "there is no such folder"),
        (('"mock"', '"lgpio"'), "there is no such chip"),
        (('factory = "mock"', 'factory = "lgpio"\nlabel = "pinctrl-of-nobody"'), "pinctrl-of-nobody"),
        (('factory = "mock"', 'factory = "mock"\nlabel = "pinctrl-rp1"'), "pin factory mock knows no labels and parents"),
        (('"header:27"', '"header:05"'), "panel lamps.seat1.ante: line header:5 is already panel inputs.key.next"),
    ],
)
def test_what_would_not_work_is_a_problem(tablectl: Run, wired: Path, change: tuple[str, str], problem: str) -> None:
    wired.write_text(wired.read_text("utf-8").replace(*change), "utf-8")
    done = tablectl("check", "--config", wired, "--set", "panel.chips[0].chip=99")
    assert done.code == 3
    assert "PROBLEM" in done.out
    assert problem in done.out


def test_a_file_is_no_device(tablectl: Run, wired: Path, ports: dict[str, Path]) -> None:
    ports["shoe"].unlink()
    ports["shoe"].touch()
    assert "this is not a device" in tablectl("check", "--config", wired).out


def test_warnings_do_not_fail_a_check(tablectl: Run, wired: Path) -> None:
    (wired.parent / "users.db").unlink()
    done = tablectl("check", "--config", wired, "--set", "console.host=0.0.0.0")
    assert done.code == 0
    assert "nobody can log in" in done.out
    assert "listens on 0.0.0.0 without encryption" in done.out


def test_every_lamp_is_lit_once(tablectl: Run, wired: Path) -> None:
    done = tablectl("devices", "test-lamps", "--config", wired, "--seconds", "0.2")
    assert (done.code, done.out) == (0, "seat1.ante (header:5)\nlamp.hold (header:6)\n")


@pytest.mark.parametrize("seconds", ["nan", "0.1", "inf"])
def test_a_lamp_burns_for_a_time_that_there_is(tablectl: Run, wired: Path, seconds: str) -> None:
    done = tablectl("devices", "test-lamps", "--config", wired, "--seconds", seconds)
    assert (done.code, done.out) == (2, "")
    assert "Invalid value for '--seconds'" in done.err


def test_a_lamp_that_is_sensed_dark_fails_the_lamp_test(tablectl: Run, wired: Path) -> None:
    wired.write_text(wired.read_text("utf-8").replace("[journal]", '[panel.sense]\n"lamp.hold" = "header:16"\n\n[journal]'), "utf-8")
    done = tablectl("devices", "test-lamps", "--config", wired, "--seconds", "0.2", "--json")
    assert done.code == 3
    assert json.loads(done.out.splitlines()[1]) == {"lamp": "lamp.hold", "chip": "header", "line": 6, "senses": False}
    assert "lamp.hold did not burn, by its sense line" in done.err


def test_g03_a_table_whose_pins_cannot_be_had_does_not_go_on_with_others(process: Run, tablectl: Run, wired: Path) -> None:
    wired.write_text(wired.read_text("utf-8").replace('"mock"', '"rpigpio"'), "utf-8")
    done = process("run", "--config", wired)
    assert done.code == 78
    assert "chip 'header': pin factory 'rpigpio' needs the Python library 'RPi', which is not installed" in done.err
    assert "READY" not in done.out + done.err
    assert "pin factory rpigpio: does not load" in tablectl("check", "--config", wired).out


def test_a_lamp_test_of_a_wiring_that_cannot_be(tablectl: Run, wired: Path) -> None:
    wired.write_text(wired.read_text("utf-8").replace('"header:6"', '"header:99"'), "utf-8")
    done = tablectl("devices", "test-lamps", "--config", wired)
    assert done.code == 78
    assert "lamps.lamp.hold (line 99 of chip 'header'): there is no such line" in done.err


def test_stable_names_are_found_by_what_they_point_at(tmp_path: Path, ports: dict[str, Path]) -> None:
    (tmp_path / "by-path").mkdir()
    (tmp_path / "by-path" / "usb-1.2").symlink_to(ports["shoe"])
    names = hardware.stable_names((tmp_path / "by-id", tmp_path / "by-path", tmp_path / "missing"))
    assert names[os.path.realpath(ports["shoe"])] == (str(ports["shoe"]), str(tmp_path / "by-path" / "usb-1.2"))


def test_the_list_of_devices_is_made_without_a_configuration(tablectl: Run) -> None:
    done = tablectl("devices", "list", "--json")
    assert done.code == 0
    assert all(json.loads(line)["kind"] in ("serial", "usb", "gpiochip") for line in done.out.splitlines())
