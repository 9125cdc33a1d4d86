"""`tablectl simulate`: hand the rest of the line to the simulator."""

from __future__ import annotations

import subprocess
import sys

import click

from tablectl.commands.simulator import installed


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def simulate(arguments: tuple[str, ...]) -> None:
    """Run the simulator of the table's devices on its own; every argument is the simulator's."""
    command = [sys.executable, "-m", installed().module, *arguments]
    raise SystemExit(subprocess.run(command, check=False).returncode)  # noqa: S603  # what the person typed, no shell
