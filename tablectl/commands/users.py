"""`tablectl users`: who may log in to the console. A password comes from a prompt or from stdin, never from the line that others can read."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from tablectl.commands.options import config_file, json_lines, loaded
from tablectl.console.errors import UsersError
from tablectl.console.users import Users
from tablectl.errors import TablectlError
from tablectl.table.actions import PersonRole

_role = click.argument("role", type=click.Choice([role.value for role in PersonRole]))


@contextmanager
def _opened(config_path: Path | None) -> Iterator[Users]:
    config = loaded(config_path, ())
    try:
        with Users(config.at(config.settings.console.users)) as users:
            yield users
    except UsersError as error:
        raise TablectlError(str(error)) from error


def _password() -> str:
    """Ask twice at a terminal; otherwise read one line."""
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    return sys.stdin.readline().rstrip("\r\n")


@click.group()
def users() -> None:
    """Keep the list of who may log in to the console, and as what."""


@users.command("list")
@config_file
@json_lines
def list_users(config_path: Path | None, *, as_json: bool) -> None:
    """List everybody with role and state."""
    with _opened(config_path) as store:
        for user in store.everyone():
            created = datetime.fromtimestamp(user.created, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
            if as_json:
                click.echo(json.dumps({"name": user.name, "role": user.role.value, "created": created, "locked": user.locked}))
            else:
                click.echo(f"{user.name:<32} {user.role.value:<10} since {created}{'  locked' if user.locked else ''}")


@users.command()
@click.argument("name")
@_role
@config_file
def add(name: str, role: str, config_path: Path | None) -> None:
    """Let NAME log in as ROLE. The password is asked for, or read from stdin."""
    with _opened(config_path) as store:
        store.add(name, PersonRole(role), _password())


@users.command("role")
@click.argument("name")
@_role
@config_file
def set_role(name: str, role: str, config_path: Path | None) -> None:
    """Give NAME another ROLE."""
    with _opened(config_path) as store:
        store.set_role(name, PersonRole(role))


@users.command()
@click.argument("name")
@config_file
def passwd(name: str, config_path: Path | None) -> None:
    """Set a new password for NAME and end the sessions there are."""
    with _opened(config_path) as store:
        store.set_password(name, _password())


@users.command()
@click.argument("name")
@click.option("--undo", is_flag=True, help="Let the person log in again.")
@config_file
def lock(name: str, config_path: Path | None, *, undo: bool) -> None:
    """Keep NAME out, at once."""
    with _opened(config_path) as store:
        store.set_locked(name, not undo)
