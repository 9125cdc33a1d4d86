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
from tablectl_drivers.catalog import kind

_MARKS = {Grade.FINE: "ok", Grade.WARNING: "warning", Grade.PROBLEM: "PROBLEM"}


@click.command()
@config_file
@settings
@click.option("--devices", is_flag=True, help="Also open every port, alone, and close it again.")
@json_lines
def check(config_path: Path | None, settings: tuple[str, ...], *, devices: bool, as_json: bool) -> None:
    """Say what would stop this table from working. Opens no device unless told to."""
    config = loaded(config_path, settings)
    problems = 0
    for finding in (*findings(config), *(_opened(config) if devices else ())):
        problems += finding.grade is Grade.PROBLEM
        if as_json:
            click.echo(json.dumps({"what": finding.what, "grade": finding.grade, "text": finding.text}, ensure_ascii=False))
        else:
            click.echo(f"{_MARKS[finding.grade]:<8} {finding.what}: {finding.text}")
    if problems:
        raise ProblemsFound(f"{config.path}: {problems} {'problem' if problems == 1 else 'problems'} found")


def _opened(config: LoadedConfig) -> Iterator[Finding]:
    for device in config.settings.devices:
        if kind(device.driver).gpio_lines(config.equipment.options[device.name]):
            continue  # its lines are opened with the panel's
        try:
            serial.Serial(device.port, exclusive=True, timeout=0).close()
        except (OSError, ValueError) as error:
            yield Finding(f"device {device.name}", Grade.PROBLEM, f"does not open: {error}")
        else:
            yield Finding(f"device {device.name}", Grade.FINE, "opens")
