"""What the commands share that list from a journal: its path, a time of day, and a table for a spreadsheet that runs nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from tablectl.commands.options import json_lines, loaded
from tablectl.errors import ProblemsFound, TablectlError
from tablectl.journal import ClearSealer, Filter, Reader, Sealer
from tablectl.journal.checkpoints import Knows
from tablectl.journal.errors import JournalDamaged, JournalError, SecretUnreadable
from tablectl.journal.portable import row

T = TypeVar("T")

_S: Final = 1_000_000_000
_FIRST, _LAST = -(2**63), 2**63 - 1  # the times that a record can have


class Moment(click.ParamType[int]):
    """A date and time, in UTC where it names no zone, as nanoseconds. One that no record can have is before or after all of them."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401  click's own signature
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"expected a time such as 2026-05-01T22:00 or 2026-05-01T22:00:00+02:00, found {value}", param, ctx)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return min(max(round(aware.timestamp()) * _S, _FIRST), _LAST)


journal_path = click.argument("path", metavar="[JOURNAL]", required=False, type=click.Path(path_type=Path))


def json_or_csv(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command print its list as text, or in one of two other forms."""

    @wraps(command)
    def in_one_form(*, as_json: bool, as_csv: bool, **given: Any) -> Any:  # noqa: ANN401 - handed on
        if as_json and as_csv:
            raise click.UsageError("--json and --csv exclude each other")
        return command(as_json=as_json, as_csv=as_csv, **given)

    return json_lines(click.option("--csv", "as_csv", is_flag=True, help="A table for a spreadsheet; no cell of it is a formula.")(in_one_form))


@contextmanager
def explained() -> Iterator[None]:
    """Turn the journal's refusals into the command line's, each with its exit code."""
    try:
        yield
    except JournalDamaged as error:
        raise ProblemsFound(str(error)) from error
    except JournalError as error:
        raise TablectlError(str(error)) from error


public_key = click.option(
    "--public-key", "key", type=click.Path(path_type=Path), metavar="FILE", help="The table's public key: the checkpoints have to be signed by it."
)


def public_keys(path: Path | None) -> Knows | None:
    """The keys of the file that `public_key` names."""
    if path is None:
        return None
    from tablectl.journal.signing import read_public  # noqa: PLC0415 - only who has a key needs the cipher

    return read_public(path)


seal_key = click.option(
    "--seal-key", "key", type=click.Path(path_type=Path), metavar="FILE", help="The key that sealed its faces, where they are sealed."
)


def sealer_of(path: Path | None) -> Sealer:
    """What opens the faces, with the keys of the file that `seal_key` names."""
    if path is None:
        return ClearSealer()
    from tablectl.journal.keys import read_keys  # noqa: PLC0415 - only who has a key needs the cipher

    return read_keys(path)


@contextmanager
def unsealed(journal: Path) -> Iterator[None]:
    """Say how the key is given, where a face cannot be read without it."""
    try:
        yield
    except SecretUnreadable as error:
        raise TablectlError(f"{journal}: {error}; --seal-key FILE names the file with the key that sealed it") from error


def configured(config_path: Path | None) -> Path:
    """The journal of the configured table."""
    config = loaded(config_path, ())
    return config.at(config.settings.journal.path)


@contextmanager
def opened(path: Path | None, config_path: Path | None) -> Iterator[Reader]:
    """The journal that is named, or that of the configured table; also while it is written."""
    with explained(), Reader(path or configured(config_path)) as reader:
        yield reader


def round_missing(reader: Reader, number: int) -> str | None:
    """Why a journal has no round of this number; None where it has."""
    newest = reader.page(limit=1, filter=Filter(types=frozenset({"round_opened"}))).records
    last = json.loads(newest[0].body)["round"] if newest else 0
    if 1 <= number <= last:
        return None
    return f"there is no round {number} on record; the last one is round {last}" if last else "there is no round on record yet"


def at(wall_ns: int) -> str:
    """A moment in UTC, or nothing where there is none."""
    return datetime.fromtimestamp(wall_ns / _S, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if wall_ns else ""


def print_list(found: Iterable[T], line: Callable[[T], str], head: Sequence[str], cells: Callable[[T], Sequence[str | int]], *, as_csv: bool) -> None:
    """A line for each; or a table with its `head`, and the `cells` of each."""
    if as_csv:
        click.echo(row(head), nl=False)
    for each in found:
        click.echo(row(cells(each)) if as_csv else line(each), nl=not as_csv)
