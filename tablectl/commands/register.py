"""What the commands share that list from a journal: its path, a time of day, and a table for a spreadsheet that runs nothing."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click

from tablectl.commands.journal import configured, explained
from tablectl.journal import Reader

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_S: Final = 1_000_000_000


class Moment(click.ParamType[int]):
    """A date and time, in UTC where it names no zone, as nanoseconds."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401  click's own signature
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"expected a time such as 2026-05-01T22:00 or 2026-05-01T22:00:00+02:00, found {value}", param, ctx)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return round(aware.timestamp()) * _S


@contextmanager
def opened(path: Path | None, config_path: Path | None) -> Iterator[Reader]:
    """The journal that is named, or that of the configured table; also while it is written."""
    with explained(), Reader(path or configured(config_path)) as reader:
        yield reader


def at(wall_ns: int) -> str:
    """A moment in UTC, or nothing where there is none."""
    return datetime.fromtimestamp(wall_ns / _S, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if wall_ns else ""


def write_csv(head: Sequence[str], rows: Iterable[Sequence[str | int]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    click.echo(text.getvalue(), nl=False)


def cell(value: str | int) -> str | int:
    """A text that a spreadsheet would take for a formula gets an apostrophe, which it shows as text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
