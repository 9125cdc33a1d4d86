"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tablectl.config import CONFIG_VARIABLE, DEFAULT_PATH, LoadedConfig, load, locate

_FILE_HELP = f"Configuration file; otherwise ${CONFIG_VARIABLE}, otherwise {DEFAULT_PATH}."


def config_file(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--config", "config_path", type=click.Path(path_type=Path), metavar="FILE", help=_FILE_HELP)(command)


def settings(command: Callable[..., Any]) -> Callable[..., Any]:
    words = "Override a key of the file, such as console.port=8081."
    return click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help=words)(command)


json_lines = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def loaded(config_path: Path | None, settings: tuple[str, ...], level: str | None = None) -> LoadedConfig:
    """Read the configuration; the -v or -q of the command line counts like any other --set."""
    chosen = (*settings, f"log.level={level}") if level else settings
    return load(locate(config_path, os.environ), os.environ, chosen)
