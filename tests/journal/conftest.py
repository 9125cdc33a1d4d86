"""A journal in a folder of its own, stamps that count, and SQLite connections that fail or wait when told to."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tablectl.journal import ClearSealer, Draft, Kind, Stamp, Writer, canonical, open_for_writing

DEADLINE_S = 20.0
NOBODY = 65534


class CountingClock:
    """A stamper whose every stamp is one second after the one before."""

    def __init__(self) -> None:
        self.seconds = 0

    def stamp(self) -> Stamp:
        self.seconds += 1
        return Stamp(1_700_000_000_000_000_000 + self.seconds * 10**9, self.seconds * 10**9, "boot-1", synced=True)


@dataclass
class Disk:
    """What the next commits meet. `errors` are raised one per COMMIT, before it or (`too_late`) after it took place;
    while `gate` is clear, commits wait. `checkpoint_error` is what every checkpoint meets."""

    errors: list[sqlite3.Error] = field(default_factory=list)
    too_late: bool = False
    gate: threading.Event = field(default_factory=threading.Event)
    at_gate: threading.Event = field(default_factory=threading.Event)
    commits: int = 0
    checkpoints: int = 0
    checkpoint_error: sqlite3.Error | None = None

    def connect(self, path: Path) -> sqlite3.Connection:
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401 -- sqlite3 takes anything
                if "wal_checkpoint" in sql:
                    disk.checkpoints += 1
                    if disk.checkpoint_error is not None:
                        raise disk.checkpoint_error
                if sql != "COMMIT":
                    return super().execute(sql, *values)
                disk.at_gate.set()
                assert disk.gate.wait(DEADLINE_S)
                if not disk.errors:
                    disk.commits += 1
                    return super().execute(sql)
                if disk.too_late:
                    super().execute(sql)
                raise disk.errors.pop(0)

        return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Connection)


def _sqlite_error(code: int, text: str) -> sqlite3.Error:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.fixture
def clock() -> CountingClock:
    return CountingClock()


@pytest.fixture
def disk() -> Disk:
    disk = Disk()
    disk.gate.set()
    return disk


@pytest.fixture
def sqlite_error() -> Callable[[int, str], sqlite3.Error]:
    return _sqlite_error


@pytest.fixture
def disk_full() -> Callable[[], sqlite3.Error]:
    return lambda: _sqlite_error(sqlite3.SQLITE_FULL, "database or disk is full")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@pytest.fixture
def open_journal(path: Path, clock: CountingClock) -> Iterator[Callable[..., Writer]]:
    """Open `path`, or another, for writing; whatever is still open at the end of the test is closed."""
    opened: list[Writer] = []

    def open_one(where: Path = path, **more: Any) -> Writer:  # noqa: ANN401 -- keywords of open_for_writing
        writer = open_for_writing(where, stamper=clock, sealer=ClearSealer(), **more)
        opened.append(writer)
        return writer

    yield open_one
    for writer in opened:
        writer.close()


@pytest.fixture
def draft(clock: CountingClock) -> Callable[..., Draft]:
    def make(number: int = 0, **more: Any) -> Draft:  # noqa: ANN401 -- fields of Draft
        given: dict[str, Any] = {"kind": Kind.EVENT, "type": "card_read", "body": canonical({"number": number}), "stamp": clock.stamp()}
        return Draft(**{**given, **more})

    return make


@pytest.fixture
def too_new() -> Callable[[Path], None]:
    """Give a journal the schema version of a later release."""
    return lambda path: _run_sql(path, "PRAGMA user_version = 99")


@pytest.fixture
def other_database() -> Callable[[Path], None]:
    """Make a SQLite database that is no journal."""
    return lambda path: _run_sql(path, "CREATE TABLE notes (text)")


@pytest.fixture
def tamper() -> Callable[[Path, str], None]:
    """Run SQL on a journal as somebody would who can write the file: with the guards taken off first."""

    def run(path: Path, sql: str) -> None:
        guards = "DROP TRIGGER record_is_never_changed; DROP TRIGGER record_is_never_removed; DROP TRIGGER meta_is_never_changed;"
        _run_sql(path, f"PRAGMA ignore_check_constraints = ON; {guards} {sql}")

    return run


@pytest.fixture
def snapshot() -> Callable[[Path, Path], Path]:
    """Copy a journal with its write-ahead file into a folder, as a power cut would leave it."""

    def take(path: Path, folder: Path) -> Path:
        folder.mkdir()
        for part in (path, Path(f"{path}-wal")):
            shutil.copy(part, folder)
        return folder / path.name

    return take


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder whose every parent may be entered by everybody, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def without_rights() -> Callable[[Path], AbstractContextManager[None]]:
    """Nobody may write in the folder meanwhile, and root steps down to be nobody."""

    @contextmanager
    def step_down(folder: Path) -> Iterator[None]:
        root = os.geteuid() == 0
        folder.chmod(0o555)
        if root:
            os.seteuid(NOBODY)
        try:
            yield
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)

    return step_down


def _run_sql(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)
