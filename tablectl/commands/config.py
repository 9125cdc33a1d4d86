"""`tablectl config`: the effective values, the schema for editors, and a first file."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import click

from tablectl.commands.examples import examples
from tablectl.commands.options import config_file, json_lines, loaded, settings
from tablectl.config import leaves, schema_text
from tablectl.errors import TablectlError
from tablectl.locator import join_path


@click.group()
def config() -> None:
    """Show a configuration, or start one."""


@config.command()
@config_file
@settings
@json_lines
def show(config_path: Path | None, settings: tuple[str, ...], *, as_json: bool) -> None:
    """Print every value in force and who set it."""
    found = loaded(config_path, settings)
    rows = [(join_path(path), value) for path, value in leaves(found.settings.model_dump(mode="json")).items()]
    rows += [("house rules", f"{found.rules.id} version {found.rules.version}, sha256 {found.rules_hash}")]
    for key, value in rows:
        origin = found.origins.get(key, str(found.rules_path))
        if as_json:
            click.echo(json.dumps({"key": key, "value": value, "origin": origin}, ensure_ascii=False))
        else:
            click.echo(f"{f'{key} = {json.dumps(value, ensure_ascii=False)}':<60} # {origin}")


@config.command()
def schema() -> None:
    """Print the JSON schema of the configuration file, for editors."""
    click.echo(schema_text(), nl=False)


@config.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False), default=".")
def init(directory: Path) -> None:
    """Write a commented example for each game. House rules and schema come with it, all to DIRECTORY; nothing that exists is overwritten."""
    source = examples()
    tables = (path.name for path in sorted(source.glob("*-table.toml")))
    names = [*tables, "tablectl.schema.json", *(f"rules/{path.name}" for path in sorted((source / "rules").glob("*.toml")))]
    taken = [name for name in names if (directory / name).exists()]
    if taken:
        raise TablectlError(f"{directory}: {', '.join(taken)} exists already; nothing was written")
    try:
        for name in names:
            target = directory / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((source / name).read_bytes())
    except OSError as error:
        for name in names:
            with suppress(OSError):
                (directory / name).unlink()
        raise TablectlError(f"{error.filename or directory}: cannot be written: {error.strerror}") from error
    for name in names:
        click.echo(str(directory / name))
