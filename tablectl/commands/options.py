"""Options that several commands share."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any, Final

import click

from tablectl.config import CONFIG_VARIABLE, DEFAULT_PATH, LoadedConfig, load, locate
from tablectl.equipment import read_options
from tablectl_drivers.catalog import Kind

MOST_RECORDS: Final = 2**53 - 1  # of records and rounds: no journal has more, and SQLite counts a little further

_FILE_HELP = f"Configuration file; otherwise ${CONFIG_VARIABLE}, otherwise {DEFAULT_PATH}."


def config_file(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--config", "config_path", type=click.Path(path_type=Path), metavar="FILE", help=_FILE_HELP)(command)


def settings(command: Callable[..., Any]) -> Callable[..., Any]:
    words = "Override a key of the file, such as console.port=8081."
    return click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help=words)(command)


class Whole(click.ParamType[int]):
    """A whole number within bounds, refused in words."""

    name = "N"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401  click's own signature
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or (self._least is not None and number < self._least) or (self._most is not None and number > self._most):
            self.fail(f"expected a whole number{self._bounds()}, found {value}", param, ctx)
        return number

    def _bounds(self) -> str:
        if self._most is not None:
            return f" from {self._least} to {self._most}"
        return "" if self._least is None else f", {self._least} or more"


class Seconds(click.FloatRange):
    """A time within bounds; `nan` and `inf` are none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401  click's own signature
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"expected a number of seconds, found {value}", param, ctx)
        return number


json_lines = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def loaded(config_path: Path | None, settings: tuple[str, ...], level: str | None = None) -> LoadedConfig:
    """Read the configuration; the -v or -q of the command line counts like any other --set."""
    chosen = (*settings, f"log.level={level}") if level else settings
    return load(locate(config_path, os.environ), os.environ, chosen)


def driver_options(needs: Kind, given: tuple[str, ...]) -> Any:  # noqa: ANN401  what a driver calls its options
    """Read the KEY=VALUE of --option as this driver's own options."""
    pairs = [text.partition("=") for text in given]
    if missing := next((key for key, sign, _ in pairs if not sign), None):
        raise click.UsageError(f"--option {missing}: expected KEY=VALUE")
    options, mistakes = read_options(needs, {key: _value(text) for key, _, text in pairs})
    if mistakes:
        raise click.UsageError("\n".join(f"--option {mistake.path[-1]}: {mistake.text}" for mistake in mistakes))
    return options


def option_text(value: object) -> str:
    """The VALUE that `driver_options` reads as this value."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _value(text: str) -> object:
    """A number, a list, true and false as in JSON; anything else is text."""
    with suppress(ValueError):
        if not isinstance(value := json.loads(text), dict | str):
            return value
    return text
