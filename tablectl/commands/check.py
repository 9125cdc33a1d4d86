"""`tablectl check`: everything that can be said of a table before it runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import serial

from tablectl.checks import Finding, Grade, findings
from tablectl.commands.options import config_file, json_lines, loaded, settings
from tablectl.config import LoadedConfig
from tablectl.errors import ProblemsFound
from tablectl.settings import DeviceSettings
from tablectl_drivers.catalog import kind
from tablectl_drivers.errors import DriverError
from tablectl_drivers.links import usb_bus
from tablectl_drivers.links.usb_port import is_usb, read

_MARKS = {Grade.FINE: "ok", Grade.WARNING: "warning", Grade.PROBLEM: "PROBLEM"}


@click.command()
@config_file
@settings
@click.option("--devices", is_flag=True, help="Also open every port, alone, and close it again.")
@json_lines
def check(config_path: Path | None, settings: tuple[str, ...], *, devices: bool, as_json: bool) -> None:
    """Say what would stop this table from working. Opens no device unless told to.

    Exit code 3 where something is wrong; where the journal or the file of users is such that `run` would not start, the exit code of `run`.
    """
    config = loaded(config_path, settings)
    problems, refused = 0, None
    for finding in (*findings(config), *(_opened(config) if devices else ())):
        problems += finding.grade is Grade.PROBLEM
        refused = refused or finding.refused
        if as_json:
            click.echo(json.dumps({"what": finding.what, "grade": finding.grade, "text": finding.text}, ensure_ascii=False))
        else:
            click.echo(f"{_MARKS[finding.grade]:<8} {finding.what}: {finding.text}")
    if problems:
        kind = type(refused) if refused else ProblemsFound
        raise kind(f"{config.path}: {problems} {'problem' if problems == 1 else 'problems'} found")


def _opened(config: LoadedConfig) -> Iterator[Finding]:
    for device in config.settings.devices:
        if kind(device.driver).gpio_lines(config.equipment.options[device.name]):
            continue  # its lines are opened with the panel's
        try:
            _open(device)
        except (OSError, ValueError, DriverError) as error:
            yield Finding(f"device {device.name}", Grade.PROBLEM, f"does not open: {error}")
        else:
            yield Finding(f"device {device.name}", Grade.FINE, "opens")


def _open(device: DeviceSettings) -> None:
    """Open a port and close it again."""
    if is_usb(device.port):
        usb_bus.look(usb_bus.load_backend(str(device.options.get("usb_backend", usb_bus.LIBUSB))), read(device.port))
    else:
        serial.Serial(device.port, exclusive=True, timeout=0).close()
