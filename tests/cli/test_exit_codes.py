"""What a command prints where, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tablectl.cli import COMMANDS
from tests.cli.conftest import PROGRAM, Run

HEAVY = ("asyncio", "pydantic", "structlog", "fastapi", "uvicorn", "serial", "gpiozero", "sqlite3", "usb", "hypothesis", "tomllib")


def test_help_imports_nothing_heavy() -> None:
    code = f"import sys; from tablectl.cli import cli; cli(['--help'], standalone_mode=False); print(sorted({set(HEAVY)} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "simulate"])
def test_every_command_has_help(tablectl: Run, name: str) -> None:
    done = tablectl(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: tablectl {name}")


def test_help_lists_every_command(tablectl: Run) -> None:
    listed = tablectl("--help").out.partition("Commands:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == list(COMMANDS)


def test_the_version_is_told(tablectl: Run) -> None:
    assert tablectl("--version").out.startswith("tablectl, version ")


@pytest.mark.parametrize("arguments", [["rum"], ["settle", "uht"], ["-v", "-q", "check"], ["config", "show", "--nonsense"], ["run", "--seed", "1"]])
def test_wrong_usage_is_2(tablectl: Run, arguments: list[str]) -> None:
    done = tablectl(*arguments)
    assert (done.code, done.out) == (2, "")
    assert "Usage: tablectl" in done.err


@pytest.mark.parametrize("command", [["run"], ["check"], ["config", "show"], ["users", "list"], ["journal", "tail"]])
def test_a_configuration_that_is_not_there_is_78(tablectl: Run, command: list[str]) -> None:
    done = tablectl(*command, "--config", "nowhere.toml")
    assert (done.code, done.out) == (78, "")
    assert done.err == "tablectl: nowhere.toml: there is no such file\n"


def test_a_wrong_configuration_stops_the_daemon_with_78_and_no_traceback(tablectl: Run, table: Path) -> None:
    table.write_text(table.read_text("utf-8").replace("[journal]", "[jurnal]"), "utf-8")
    done = tablectl("run", "--config", table)
    assert done.code == 78
    assert "jurnal: unknown key; did you mean `journal`?" in done.err
    assert "Traceback" not in done.err


def test_the_configuration_is_found_by_the_environment(tablectl: Run, table: Path) -> None:
    assert tablectl("config", "show", environment={"TABLECTL_CONFIG": str(table)}).code == 0


def test_config_show_is_one_object_a_line(tablectl: Run, table: Path) -> None:
    done = tablectl("config", "show", "--json", "--config", table.name, environment={"TABLECTL__CONSOLE__PORT": "8081"})
    rows = {row["key"]: row for row in map(json.loads, done.out.splitlines())}
    assert rows["console.port"] == {"key": "console.port", "value": 8081, "origin": "TABLECTL__CONSOLE__PORT"}
    assert rows["table.seats"] == {"key": "table.seats", "value": 2, "origin": "table.toml:4"}


def test_config_init_writes_examples_that_are_right_and_never_overwrites(tablectl: Run, tmp_path: Path) -> None:
    first = tablectl("config", "init", "new")
    assert first.code == 0
    written = {path.name for path in (tmp_path / "new").glob("*-table.toml")}
    assert written >= {"uth-table.toml", "tx_bj-table.toml"}
    for name in written:
        assert tablectl("config", "show", "--config", tmp_path / "new" / name).code == 0
    again = tablectl("config", "init", "new")
    assert (again.code, again.out) == (1, "")
    assert "uth-table.toml" in again.err


def test_a_scenario_brings_its_own_configuration(tablectl: Run, table: Path) -> None:
    done = tablectl("run", "--simulate", "first-table", "--config", table)
    assert done.code == 2


def test_an_unexpected_failure_is_one_line_with_a_number(tmp_path: Path) -> None:
    """A verify command that lost a part of itself stands for any mistake in the program."""
    command = [
        sys.executable,
        "-c",
        "import tablectl.commands.verify as v; v.verify_journal = None; from tablectl.cli import main; main()",
        "verify",
        "x",
    ]
    quiet = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert quiet.returncode == 1
    (line,) = quiet.stderr.splitlines()
    assert line.startswith("tablectl: unexpected TypeError: ")
    assert "(incident " in line
    loud = subprocess.run([*command[:3], "-v", *command[3:]], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert loud.returncode == 1
    assert "Traceback" in loud.stderr


def test_a_reader_that_has_seen_enough_gets_no_traceback(table: Path) -> None:
    with subprocess.Popen([PROGRAM, "config", "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=table.parent) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(timeout=60)
    assert errors == b""


@pytest.mark.parametrize("arguments", [["rules", "uth"], ["config", "schema"], ["--help"], ["check", "--config", "table.toml"]], ids=" ".join)
@pytest.mark.usefixtures("table")
def test_a_full_disk_behind_what_is_printed_is_told_in_words(arguments: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, "tablectl: what this command prints cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (0, ["config", "show", "--config", "table.toml"]),
        (1, ["verify", "nowhere.db"]),
        (2, ["settle", "uht"]),
        (3, ["check", "--config", "table.toml"]),
        (78, ["run", "--config", "nowhere.toml"]),
    ],
)
@pytest.mark.usefixtures("table")
def test_the_process_ends_with_the_code(process: Run, code: int, arguments: list[str]) -> None:
    assert process(*arguments).code == code
