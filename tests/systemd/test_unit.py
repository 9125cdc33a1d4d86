"""The unit, the udev rules and the user: checked by systemd's own tools, and against what the program says of itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tablectl.errors import ConfigError
from tablectl.journal.keys import CREDENTIAL
from tablectl.journal.signing import CREDENTIAL as SIGNING

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "tablectl.service"
RULES = ROOT / "systemd" / "udev" / "70-tablectl.rules"
SYSUSERS = ROOT / "systemd" / "sysusers.d" / "tablectl.conf"
EXPOSURE_LIMIT = 25  # tenths: 2.5 of 10

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NO systemd-analyze HERE: the unit was not checked by systemd")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The unit as on a table, with a program that exists on this machine."""
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("ExecStart=/opt/tablectl/bin/tablectl ", f"ExecStart={sys.executable} "), "utf-8")
    return unit


def verify(unit: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)


def service() -> dict[str, list[str]]:
    """Read the [Service] section; a key may be there more than once."""
    found: dict[str, list[str]] = {}
    section = UNIT.read_text("utf-8").partition("[Service]\n")[2].partition("[Install]")[0]
    for line in section.splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def test_the_unit_never_runs_a_table_on_a_bench() -> None:
    assert [line.split()[1:] for line in service()["ExecStart"]] == [["run"]], "without --bench a table on a bench is refused with 78"
    assert "78" in service()["RestartPreventExitStatus"]
    assert not any("BENCH" in line for line in service().get("Environment", []))


@needs_systemd
def test_systemd_has_nothing_to_say_against_the_unit(installed: Path) -> None:
    done = verify(installed)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_systemd
@pytest.mark.parametrize(
    ("right", "wrong"), [("WatchdogSec=", "WatchdogSecs="), ("Type=notify", "Type=notifyy"), ("StateDirectory=", "StateDirectories=")]
)
def test_systemd_would_have_said_something(installed: Path, right: str, wrong: str) -> None:
    installed.write_text(installed.read_text("utf-8").replace(right, wrong), "utf-8")
    assert verify(installed).stderr


@needs_systemd
def test_the_credentials_that_the_unit_offers_are_ones_that_the_daemon_looks_for(installed: Path) -> None:
    text = installed.read_text("utf-8")
    assert re.findall(r"^#LoadCredential(?:Encrypted)?=([^:]+):", text, re.MULTILINE) == [CREDENTIAL, CREDENTIAL, SIGNING, SIGNING]
    for line in re.findall(r"^#(LoadCredential.*)$", text, re.MULTILINE):
        installed.write_text(text.replace(f"#{line}", line), "utf-8")
        done = verify(installed)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_systemd
def test_the_daemon_is_little_exposed(installed: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE_LIMIT}", "--no-pager", str(installed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_configuration_that_cannot_work_is_not_tried_again() -> None:
    assert service()["RestartPreventExitStatus"] == [str(ConfigError.exit_code)]


def test_no_reload_is_promised_that_the_program_does_not_keep() -> None:
    assert "ExecReload" not in service()


def test_the_working_directory_is_one_that_the_daemon_may_write() -> None:
    unit = service()
    assert unit["WorkingDirectory"] == [f"/run/{unit['RuntimeDirectory'][0]}"]


def test_user_and_groups_of_the_unit_are_made() -> None:
    made = {line.split()[1] for line in SYSUSERS.read_text("utf-8").splitlines() if line[:1] in ("u", "g")}
    unit = service()
    assert {unit["User"][0], unit["Group"][0], *unit["SupplementaryGroups"][0].split()} <= made


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="NO systemd-sysusers HERE: the user was not checked by systemd")
def test_systemd_would_make_the_user(tmp_path: Path) -> None:
    done = subprocess.run(["systemd-sysusers", "--dry-run", f"--root={tmp_path}", str(SYSUSERS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Creating user 'tablectl'" in done.stdout + done.stderr


# What stands in a udev rule: KEY, a name in braces where the key has one, an operator that the key allows, a text in quotes.
TERM = re.compile(r'(?P<key>[A-Z_]+)(?:\{(?P<name>[A-Za-z0-9_./]+)\})?(?P<operator>==|!=|\+=|:=|=)"(?P<value>[^"]*)"')
MATCHES = {"KERNEL", "SUBSYSTEM", "ATTR", "ATTRS", "ENV", "ACTION"}
ASSIGNMENTS = {"SYMLINK", "GROUP", "MODE", "ENV", "TAG"}


def rules() -> list[list[re.Match[str]]]:
    lines = [line for line in RULES.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    parsed = []
    for line in lines:
        terms = [TERM.fullmatch(term.strip()) for term in line.split(", ")]
        assert all(terms), f"not a udev rule: {line}"
        parsed.append([term for term in terms if term])
    return parsed


def test_every_udev_rule_matches_before_it_assigns() -> None:
    for rule in rules():
        kinds = ["match" if term["operator"] in ("==", "!=") else "assign" for term in rule]
        assert kinds == sorted(kinds, key=["match", "assign"].index)
        assert set(kinds) == {"match", "assign"}
        for term, kind in zip(rule, kinds, strict=True):
            assert term["key"] in (MATCHES if kind == "match" else ASSIGNMENTS)
            assert (term["name"] is not None) == (term["key"] in ("ATTR", "ATTRS", "ENV"))


def test_the_example_uses_names_that_the_udev_rules_make() -> None:
    links = {term["value"] for rule in rules() for term in rule if term["key"] == "SYMLINK"}
    devices = tomllib.loads((ROOT / "config" / "uth-table.toml").read_text("utf-8"))["devices"]
    assert {device["port"].removeprefix("/dev/") for device in devices} <= links


def test_nothing_is_open_to_everybody() -> None:
    assert {term["value"] for rule in rules() for term in rule if term["key"] == "MODE"} == {"0660"}


def udevadm_verifies() -> bool:
    """Only newer versions can; asking an older one for help on it fails."""
    if shutil.which("udevadm") is None:
        return False
    return subprocess.run(["udevadm", "verify", "--help"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not udevadm_verifies(), reason="udevadm here cannot verify: the rules were only read by the test's own reader")
def test_udevadm_accepts_the_rules() -> None:
    done = subprocess.run(["udevadm", "verify", "--resolve-names=never", str(RULES)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
