"""`tablectl users`: who may log in to the console. A password comes from a prompt or from stdin, never from the line that others can read."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from tablectl.commands.hand import hand
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
    """Keep the list of who may log in to the console, and as what.

    Each change goes on the table's record, with the user of this machine who made it: at once where the table runs, or else at its next start.
    Nobody is removed, for a name on record stays one person's: who may not log in any more is locked.
    """


@users.command("list")
@config_file
@json_lines
def list_users(config_path: Path | None, *, as_json: bool) -> None:
    """List everybody with role, since when, the last log-in, and who is locked out."""
    with _opened(config_path) as store:
        for user in store.everyone():
            created, last = _at(user.created), user.last_log_in and _at(user.last_log_in)
            if as_json:
                told = {"name": user.name, "role": user.role.value, "created": created, "locked": user.locked, "last_log_in": last}
                click.echo(json.dumps(told))
            else:
                logged_in = f"last log-in {last}" if last else "never logged in"
                click.echo(f"{user.name:<32} {user.role.value:<10} since {created}  {logged_in}{'  locked' if user.locked else ''}")


def _at(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


@users.command()
@click.argument("name")
@_role
@config_file
def add(name: str, role: str, config_path: Path | None) -> None:
    """Let NAME log in as ROLE. The password is asked for, or read from stdin."""
    with _opened(config_path) as store:
        store.add(name, PersonRole(role), _password(), store.outside.leaving("console_user_added", person=name, role=role, by=hand()))


@users.command("role")
@click.argument("name")
@_role
@config_file
def set_role(name: str, role: str, config_path: Path | None) -> None:
    """Give NAME another ROLE."""
    with _opened(config_path) as store:
        store.set_role(name, PersonRole(role), store.outside.leaving("console_user_role", person=name, role=role, by=hand()))


@users.command()
@click.argument("name")
@config_file
def passwd(name: str, config_path: Path | None) -> None:
    """Set a new password for NAME and end the sessions there are."""
    with _opened(config_path) as store:
        store.set_password(name, _password(), store.outside.leaving("console_password_set", person=name, by=hand()))


@users.command()
@click.argument("name")
@click.option("--undo", is_flag=True, help="Let the person log in again.")
@config_file
def lock(name: str, config_path: Path | None, *, undo: bool) -> None:
    """Keep NAME out, at once."""
    with _opened(config_path) as store:
        store.set_locked(name, not undo, store.outside.leaving("console_user_locked", person=name, locked=not undo, by=hand()))
