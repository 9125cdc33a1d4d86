"""Everything heavy that the console needs, in one import that the daemon makes once the table is ready."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tablectl.console.app import create_app
from tablectl.console.ports import LiveTable
from tablectl.console.server import Server
from tablectl.console.state import Console
from tablectl.console.users import Users


@dataclass(frozen=True, slots=True)
class Started:
    """`first_code` is None once there is an admin."""

    console: Console
    server: Server
    users: Users
    first_code: str | None


def steady(wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> Callable[[], float]:
    """The wall clock as it was at the start, and the seconds since: whoever sets the clock of the machine logs nobody out."""
    begun = wall() - monotonic()
    return lambda: begun + monotonic()


def start(table: LiveTable, users: Path, session_hours: int, ready: Callable[[], bool]) -> Started:
    """Make the console for a socket that the caller listens on already. Raise StoreUnusable where the users' file cannot be used."""
    store = Users(users, steady())
    console = Console(table, store, session_hours * 3600.0, ready)
    return Started(console, Server(create_app(console)), store, store.first_code())
