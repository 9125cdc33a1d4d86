"""The command at a terminal: a bench that comes up, takes an order, and goes away on a signal."""

from __future__ import annotations

import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tablectl_sim.cli import main
from tablectl_sim.errors import BadScenario
from tablectl_sim.incidents import Fault, Moment
from tablectl_sim.tables import Section

SIM = [sys.executable, "-m", "tablectl_sim"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_bench_comes_up_takes_orders_and_stops(tmp_path: Path, house_rules: Path, number: signal.Signals) -> None:
    folder = tmp_path / "bench"
    arguments = [*SIM, "bench", "first-table", "--dir", str(folder), "--house-rules", str(house_rules), "--console-port", "8099"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bench:
        assert bench.stdout is not None
        assert bench.stdout.readline() == f"bench ready {folder}\n"
        assert (folder / "by-id" / "shoe").exists()
        assert tomllib.loads((folder / "table.toml").read_text(encoding="utf-8"))["console"]["port"] == 8099
        assert (folder / "rules.toml").read_text(encoding="utf-8") == house_rules.read_text(encoding="utf-8")
        assert main(["do", str(folder), "unplug", "shoe"]) == 0
        assert not (folder / "by-id" / "shoe").exists()
        assert main(["do", str(folder), "unplug", "shoe"]) == 1
        assert main(["do", str(folder), "chatter", "seat1.ante", "count=3"]) == 0
        bench.send_signal(number)
        out, err = bench.communicate(timeout=20)
    assert (bench.returncode, err) == (0, "")
    assert out.splitlines() == ["fault unplug", "fault chatter"]
    assert not (folder / "panel.sock").exists()


def test_power_ups_are_counted_across_benches(tmp_path: Path, house_rules: Path) -> None:
    for count in (1, 2):
        arguments = [*SIM, "bench", "first-table", "--dir", str(tmp_path / "b"), "--house-rules", str(house_rules)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as bench:
            assert bench.stdout is not None
            bench.stdout.readline()
            bench.send_signal(signal.SIGTERM)
        assert (tmp_path / "b" / "shoe.power-ups").read_text(encoding="ascii") == f"{count}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["bench", "nowhere", "--dir", "x"], 2, "there is no file and no scenario 'nowhere'"),
        (["bench", "first-table", "--dir", "a-file"], 2, "--dir: expected a folder, or a name that is free, and a-file is a file"),
        (["bench", "first-table", "--dir", "a-file/x"], 2, "--dir: a-file/x cannot be made: Not a directory"),
        (["bench", "first-table", "--dir", "x", "--house-rules", "a-file"], 2, "expected a file of UTF-8 text, not 'a-file'"),
        (["bench", "first-table", "--dir", "x", "--speed", "quick"], 2, '--speed: expected "max" or a number'),
        (["bench", "first-table", "--dir", "x", "--house-rules", "/nowhere.toml"], 2, "expected a file, not '/nowhere.toml'"),
        (["do", "/nowhere", "unplug", "shoe"], 1, "no bench answers at /nowhere/bench.sock"),
    ],
)
def test_mistakes(  # noqa: PLR0917 - three fixtures and a table
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-file").write_bytes(b"\xff")
    assert main(arguments) == code
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--rounds", "--seed"])
@pytest.mark.parametrize("value", ["-1", "abc"])
def test_a_number_of_nothing_is_wrong_usage(capsys: pytest.CaptureFixture[str], option: str, value: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "first-table", "--dir", "x", f"{option}={value}"])
    assert stopped.value.code == 2
    assert f"argument {option}: expected a whole number, 0 or more, not '{value}'" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["usbip", "cdl", "--port"], ["bench", "first-table", "--dir", "nowhere", "--console-port"]])
@pytest.mark.parametrize("value", ["-1", "65536", "99999999999999999999", "abc"])
def test_what_is_no_port_is_told_at_once(capsys: pytest.CaptureFixture[str], arguments: list[str], value: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*arguments[:-1], f"{arguments[-1]}={value}"])
    assert stopped.value.code == 2
    assert f"expected a whole number from 0 to 65535, not {value!r}" in capsys.readouterr().err


@pytest.mark.parametrize(("kind", "count", "right"), [("misread", -1, False), ("misread", 0, False), ("misread", 1, True), ("wrong_count", -1, True)])
def test_an_order_that_asks_for_nothing_is_refused(kind: str, count: int, *, right: bool) -> None:
    order = Section("order", "", {"kind": kind, "count": count})
    if right:
        assert Fault.read(order, Moment()).count == count
    else:
        with pytest.raises(BadScenario, match=f"count: expected a whole number from 1 to 10000, not {count}"):
            Fault.read(order, Moment())


def test_the_scenarios_are_listed_in_lines_of_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "nowhere", "--dir", "x"])
    assert all(len(line) <= 100 for line in capsys.readouterr().err.splitlines())


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    assert "first-table" in capsys.readouterr().out
