"""Everything heavy that the console needs, in one import that the daemon makes once the table is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tablectl.console.app import create_app
from tablectl.console.ports import LiveTable
from tablectl.console.server import Server
from tablectl.console.users import Users


@dataclass(frozen=True, slots=True)
class Started:
    """`first_code` is None once there is an admin."""

    server: Server
    users: Users
    first_code: str | None


def start(table: LiveTable, users: Path, session_hours: int, ready: Callable[[], bool]) -> Started:
    """Make the console for a socket that the caller listens on already. Raise StoreUnusable where the users' file cannot be used."""
    store = Users(users)
    return Started(Server(create_app(table, store, session_hours=session_hours, ready=ready)), store, store.first_code())
