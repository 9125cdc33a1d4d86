"""`tablectl devices test-lamps`: every lamp alight once, for a technician who watches the table."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Final

import click

from tablectl.commands.options import Seconds, config_file, json_lines, loaded, settings
from tablectl.errors import ConfigError, ProblemsFound, TryLater
from tablectl.wired import panel_config
from tablectl_drivers.errors import DriverError, LinkError

_SENSED: Final = {None: "", True: ": burns", False: ": DOES NOT BURN"}


@click.command("test-lamps")
@config_file
@settings
@click.option("--seconds", type=Seconds(0.2, 60.0), default=1.0, show_default=True, help="How long each lamp burns.")
@json_lines
def test_lamps(config_path: Path | None, settings: tuple[str, ...], seconds: float, *, as_json: bool) -> None:
    """Light every lamp of the panel, one after the other. The daemon must be stopped: watch the table."""
    from tablectl_drivers.panel_gpio.lamp_test import alight  # noqa: PLC0415 - brings gpiozero, which no other command needs

    config = loaded(config_path, settings)
    dark = []
    try:
        for each in alight(panel_config(config), seconds, time.sleep):
            if each.senses is False:
                dark.append(each.lamp)
            if as_json:
                click.echo(json.dumps({"lamp": each.lamp, "chip": each.line.chip, "line": each.line.number, "senses": each.senses}))
            else:
                click.echo(f"{each.lamp} ({each.line.chip}:{each.line.number}){_SENSED[each.senses]}")
    except DriverError as error:
        raise (TryLater if isinstance(error, LinkError) else ConfigError)(str(error)) from error
    if dark:
        raise ProblemsFound(f"{config.path}: {', '.join(dark)} did not burn, by its sense line")
