"""Who is at a port, asked with the daemon stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.commands.choosing import Chosen
from tablectl.commands.probe import Found, look_at
from tablectl_drivers.catalog import DriverConfig
from tablectl_drivers.cdl.driver import LINE
from tablectl_drivers.events import Role
from tablectl_drivers.lamps_in.driver import Options
from tablectl_drivers.links.serial_link import SerialLink
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Gpio
from tablectl_sim.cdl_wire import Kind, read_one
from tablectl_sim.hid_pos_device import HidPosScanner, gadget
from tablectl_sim.lamps_in_device import LID, LIGHTS, Cable, LampsInDevice
from tablectl_sim.line_device import LineDevice
from tablectl_sim.panel import Panel, Wire
from tablectl_sim.pins import PANEL_VARIABLE
from tablectl_sim.shoe import Shoe
from tablectl_sim.usb_backend import process_bus
from tablectl_sim.wires import Port
from tests.cli.conftest import Run
from tests.cli.wired_shoe import draw, plugged_in, shoe_at

PROBE = ("devices", "probe")


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Port[Shoe]]:
    with shoe_at(tmp_path / "shoe") as port:
        yield port


def test_a_device_says_who_and_how_it_is(tablectl: Run, shoe: Port[Shoe]) -> None:
    draw(shoe)
    done = tablectl(*PROBE, "--driver", "cdl", "--port", shoe.link)
    assert (done.code, done.err) == (0, "")
    who, how, round_trip, *_ = done.out.splitlines()  # a busy machine may be slow enough for the warning
    assert who == f"shoe: Bench Works Shoe 1, a shoe, serial 0001, firmware 1.0 (driver cdl on {shoe.link})"
    assert how == "    loaded; lights green off, amber off, red off; lid closed; pack 1, 1 put in since power-up; 4 cards in, 1 cards out"
    assert round_trip.startswith("    round trip ")
    assert shoe.device.unconfirmed == 1, "a probe must not make a device forget a card"


def test_what_was_found_is_an_object_for_machines(tablectl: Run, shoe: Port[Shoe]) -> None:
    done = tablectl(*PROBE, "--json", "--driver", "cdl", "--role", "shoe", "--port", shoe.link)
    row = json.loads(done.out)
    assert (row["found"], row["why"]) == ("fine", "")
    assert row["identity"] == {"role": "shoe", "maker": "Bench Works", "model": "Shoe 1", "serial": "0001", "firmware": "1.0"}
    assert (row["status"]["activity"], row["status"]["cards_in"]) == ("loaded", 4)
    assert bool(row["warnings"]) is (row["round_trip_ms"] > 100)


def test_s13_a_slow_round_trip_is_warned_of(tablectl: Run, shoe: Port[Shoe]) -> None:
    shoe.line.delay_s = 0.15
    done = tablectl(*PROBE, "--driver", "cdl", "--port", shoe.link)
    assert done.code == 0
    assert "    warning: a round trip of " in done.out
    assert " ms is above 100 ms" in done.out


def test_a_device_of_another_role_is_told(tablectl: Run, shoe: Port[Shoe]) -> None:
    done = tablectl(*PROBE, "--driver", "cdl", "--role", "shuffler", "--port", shoe.link)
    assert done.code == 3
    assert "another device answers: role shoe, maker Bench Works, model Shoe 1, serial 0001; expected role shuffler" in done.out


def test_a_device_that_says_nothing_is_told(tablectl: Run, shoe: Port[Shoe]) -> None:
    shoe.line.mute = True
    done = tablectl(*PROBE, "--driver", "cdl", "--port", shoe.link)
    assert done.code == 3
    assert "the device does not say who it is" in done.out


def test_bytes_of_another_protocol_are_told(tablectl: Run, tmp_path: Path) -> None:
    with plugged_in(Shoe(), tmp_path / "shoe") as port:
        port.line.add_junk(400)
        done = tablectl(*PROBE, "--driver", "pn532_hsu", "--port", port.link)
    assert done.code == 3
    assert "bytes came that make no sense; are the driver and the speed of the line the right ones?" in done.out


def test_a_busy_port_names_its_holder(tablectl: Run, shoe: Port[Shoe]) -> None:
    link = SerialLink(str(shoe.link), LINE)
    try:
        done = tablectl(*PROBE, "--driver", "cdl", "--port", shoe.link)
    finally:
        link.close()
    assert done.code == 75
    assert f"another program uses the port: pid {os.getpid()} (" in done.err


def test_a_port_that_is_not_there(tablectl: Run) -> None:
    done = tablectl(*PROBE, "--driver", "cdl", "--port", "/nowhere")
    assert done.code == 75
    assert "there is no port /nowhere; is the device plugged in and switched on?" in done.err


def test_a_scanner_that_cannot_be_asked_is_not_said_to_be_there(tablectl: Run, tmp_path: Path) -> None:
    with plugged_in(LineDevice(), tmp_path / "scanner") as port:
        done = tablectl(*PROBE, "--driver", "ascii_line", "--port", port.link, "--option", "baud=115200")
    assert done.code == 0
    assert "    tells of cards and of nothing else" in done.out
    assert "    warning: this kind cannot be asked whether it is there; only the port is known to be open" in done.out


class Sulking(Shoe):
    """Says who it is and never how it is."""

    def take_output(self) -> list[bytes]:
        frames = [(sent, read_one(sent.strip(b"\0"))[0]) for sent in super().take_output()]
        return [sent for sent, frame in frames if frame is None or frame.kind is not Kind.STATUS]


def test_a_device_that_tells_no_status_is_named_and_not_fine(tablectl: Run, tmp_path: Path) -> None:
    with plugged_in(Sulking(), tmp_path / "shoe") as port:
        done = tablectl(*PROBE, "--driver", "cdl", "--port", port.link)
    assert done.code == 3
    assert done.out.startswith("shoe: Bench Works Shoe 1, a shoe, serial 0001, firmware 1.0 (")
    assert "    says who it is, and told no status within 5 s\n" in done.out


def test_a_scanner_on_the_usb_is_named(tablectl: Run) -> None:
    usb = (*PROBE, "--driver", "hid_pos", "--option", "usb_backend=tablectl_sim", "--option", 'symbologies=["C","d"]', "--port")
    scanner = gadget(HidPosScanner())
    process_bus().plug(scanner, 1, 4)
    done = tablectl(*usb, "usb:1-1.4")
    assert (done.code, done.err) == (0, "")
    assert "Scanner 1, a shoe, serial 0001" in done.out
    assert tablectl(*usb, "usb:1-1.5").code == 75
    assert tablectl(*usb, "usb:x").code == 78
    process_bus().unplug(scanner)


def test_a_machine_that_only_has_lights_is_looked_at_by_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wires = {name: Wire(0, line) for line, name in enumerate((*LIGHTS, LID))}
    panel = Panel(tmp_path / "panel.sock", wires, {})
    monkeypatch.setenv(PANEL_VARIABLE, str(panel.path))
    panel.start()
    cable = Cable(LampsInDevice(), panel)
    cable.start()
    cable.show(green=True)
    options = Options(**{name: f"bench:{wire.line}" for name, wire in wires.items()})  # type: ignore[arg-type]  # names are checked by the class
    config = DriverConfig("shuffler", Role.SHUFFLER, "gpio", options=options, gpio=Gpio((ChipConfig("bench", "tablectl_sim"),)))
    probed = look_at(chosen := Chosen("lamps_in", config))
    cable.stop()
    panel.stop()
    assert probed.found is Found.FINE
    assert list(probed.lines(chosen)) == [
        "shuffler: lights only, a shuffler (driver lamps_in on gpio)",
        "    ready; lights green steady, amber off, red off; lid closed; pack none, 0 put in since power-up; counts no cards",
    ]


def test_all_devices_of_a_configuration_or_one(tablectl: Run, table: Path, shoe: Port[Shoe]) -> None:
    table.write_text(table.read_text("utf-8").replace("/dev/tablectl/shoe", str(shoe.link)).replace("/dev/tablectl/shuffler", "/nowhere"), "utf-8")
    done = tablectl(*PROBE, "--config", table)
    assert done.code == 75
    assert [line.split(":")[0] for line in done.out.splitlines() if not line.startswith(" ")] == ["shoe", "shuffler"]
    assert tablectl(*PROBE, "--config", table, "shoe").code == 0
    done = tablectl(*PROBE, "--config", table, "shoo")
    assert done.code == 2
    assert "has no device 'shoo'; did you mean `shoe`?" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Give --driver (ascii_line, cdl, "),
        (("--port", "/dev/ttyUSB0"), "Say which --driver speaks to /dev/ttyUSB0: ascii_line, cdl, "),
        (("--driver", "cdi", "--port", "x"), "there is no driver 'cdi'; did you mean `cdl`?"),
        (("--driver", "nobody", "--port", "x"), "there is no driver 'nobody'; known here: ascii_line, cdl, feig_obid, "),
        (("--driver", "cdl"), "--driver goes with --port"),
        (("--driver", "ssi", "--port", "x", "--role", "shuffler"), "driver ssi is for a shoe, not for a shuffler"),
        (("--driver", "ssi", "--port", "x", "--option", "bauds=1"), "--option bauds: unknown key"),
        (("--driver", "lamps_in", "--port", "x", "--option", "green=a:1", "--option", "red=a:2"), "reads lines of GPIO chips"),
        (("--driver", "hid_pos", "--port", "usb:0c2e:0b61", "--option", 'symbologies=["C"'), "--option symbologies"),
    ],
)
def test_nothing_is_tried_blindly(tablectl: Run, arguments: tuple[str, ...], told: str) -> None:
    done = tablectl(*PROBE, *arguments)
    assert done.code == 2
    assert told in done.err
