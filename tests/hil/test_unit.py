"""The unit as it is shipped, on a booted systemd: with the example table's configuration, its own user, its rights by udev and its sandbox."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tablectl_drivers.links.usb_port import udev_rule
from tablectl_sim.cards import card
from tablectl_sim.cdl_device import Identity
from tablectl_sim.shoe import Shoe
from tablectl_sim.shuffler import Shuffler
from tablectl_sim.usb_gadget import Gadget, Label
from tests.hil.conftest import Eventually, waiting
from tests.hil.kernel_gpio import Chip
from tests.hil.kernel_usb import Sockets

pytestmark = [pytest.mark.hil, pytest.mark.timeout(1800)]

ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = Path("/opt/tablectl/bin/tablectl")
DROP_IN: Final = "[Service]\nTimeoutStartSec=600\nWatchdogSec=40\n"  # the processor is simulated


def systemctl(*words: str) -> str:
    done = subprocess.run(["systemctl", *words, "tablectl.service"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (
        done.stderr + subprocess.run(["journalctl", "-b", "-n", "60", "--no-pager"], capture_output=True, text=True, check=True).stdout
    )
    return done.stdout.strip()


def shown(name: str) -> str:
    return systemctl("show", "--value", f"--property={name}")


@pytest.fixture
def eventually() -> Eventually:
    """A start of the daemon takes a minute and more here."""
    return waiting(600.0)


@pytest.fixture
def expanders() -> Iterator[dict[str, Chip]]:
    """The chips that the example table has, at the addresses that this kernel gives them."""
    chips = {"header": Chip("table-header", "pinctrl-bcm2711", 58, high=(17, 22, 27))}
    chips |= {f"1-002{number}": Chip(f"table-{number}", "mcp23017", 16, high=range(16) if number < 2 else ()) for number in range(4)}
    for chip in chips.values():
        chip.plug()
    yield chips
    for chip in chips.values():
        chip.remove()


@pytest.fixture
def shoe(sockets: Sockets) -> tuple[Shoe, str, str]:
    """A shoe and a shuffler in sockets, and their ports."""
    shoe = Shoe(Identity(serial="S-1"))
    shoe.switch_on(0.0)
    shoe.load([card(text) for text in ("Ah", "2c", "Td", "Ks")], 0.0)
    shuffler = Shuffler(Identity(serial="S-2"))
    shuffler.switch_on(0.0)
    ports = sockets.plug(Gadget(shoe, label=Label(serial="S-1")), 1), sockets.plug(Gadget(shuffler, label=Label(serial="S-2")), 2)
    return shoe, *ports


@pytest.fixture
def installed(expanders: dict[str, Chip], shoe: tuple[Shoe, str, str]) -> Iterator[None]:
    """As the pages say: unit, rules, user, configuration. The program is that of the working copy."""
    for source, target in (
        ("systemd/tablectl.service", "/etc/systemd/system"),
        ("systemd/udev/70-tablectl.rules", "/etc/udev/rules.d"),
        ("systemd/sysusers.d/tablectl.conf", "/etc/sysusers.d"),
        ("config/rules/uth-trade.toml", "/etc/tablectl/rules"),
    ):
        Path(target).mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, target)
    drop_in = Path("/etc/systemd/system/tablectl.service.d/machine.conf")
    drop_in.parent.mkdir()
    drop_in.write_text(DROP_IN, "utf-8")
    Path("/etc/udev/rules.d/71-tablectl.rules").write_text(udev_rule(0x1209, 0x0001) + "\n", "utf-8")
    config = (ROOT / "config/uth-table.toml").read_text("utf-8").replace('"pinctrl-rp1"', '"pinctrl-bcm2711"')
    for old, new in zip(("/dev/tablectl/shoe", "/dev/tablectl/shuffler"), shoe[1:], strict=True):
        assert f'"{old}"' in config
        config = config.replace(f'"{old}"', f'"{new}"')
    for parent in set(expanders) - {"header"}:
        config = config.replace(f'"{parent}"', f'"{expanders[parent].parent}"')
    Path("/etc/tablectl/tablectl.toml").write_text(config, "utf-8")
    PROGRAM.parent.mkdir(parents=True)
    carried = "\n".join(f"export {name}={os.environ[name]}" for name in ("PYTHONPATH", "PYTHONPYCACHEPREFIX"))
    PROGRAM.write_text(f'#!/bin/sh\n{carried}\nexec python3 -m tablectl "$@"\n', "utf-8")
    PROGRAM.chmod(0o755)
    for command in (
        ["systemd-sysusers"],
        ["udevadm", "control", "--reload"],
        ["udevadm", "trigger", "--settle", "--subsystem-match=usb", "--subsystem-match=gpio"],
        ["systemctl", "daemon-reload"],
    ):
        subprocess.run(command, check=True)
    subprocess.run([sys.executable, "-c", "import tablectl.bootstrap"], check=True)  # by root, so it is compiled once and not at each start
    yield
    subprocess.run(["systemctl", "kill", "--signal=KILL", "tablectl.service"], check=False)
    subprocess.run(["systemctl", "stop", "tablectl.service"], check=False)


@pytest.mark.usefixtures("installed")
def test_the_unit_starts_in_its_sandbox_and_keeps_a_card_of_a_shoe_on_the_usb(
    shoe: tuple[Shoe, str, str], sockets: Sockets, eventually: Eventually
) -> None:
    firmware = shoe[0]
    systemctl("start")
    assert shown("ActiveState") == "active"
    assert Path(f"/proc/{shown('MainPID')}").owner() == "tablectl"
    with sockets.lock:
        assert firmware.draw(0.0) is not None
    eventually(lambda: firmware.unconfirmed == 0)  # a report is confirmed when it is durable, and not before
