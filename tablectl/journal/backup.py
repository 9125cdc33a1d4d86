"""Copy a whole journal while it is in use, and check the copy.

The copy is of one moment: a read transaction holds it, which in WAL mode keeps no writer waiting, and without which SQLite would begin anew at each
commit. It goes in steps, so that the disk is not taken for long; meanwhile the write-ahead file grows, for it cannot be used again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from tablectl.journal.connections import connect_reader, explained
from tablectl.journal.errors import JournalExists
from tablectl.journal.lock import MODE
from tablectl.journal.reader import identify
from tablectl.journal.store import sync_folder
from tablectl.journal.verification import Verification, verify

STEP_PAGES: Final = 256
PAUSE_S: Final = 0.002
PART: Final = ".part"


def back_up(journal: Path, target: Path, progress: Callable[[int, int], None] = lambda _done, _pages: None) -> Verification:
    """Copy a journal into a file that is not there yet, without side files, and verify that; a copy that does not hold is not kept.

    `progress` is told how many pages are copied, and how many there are. Raises what a reader does, `JournalExists`, and OSError.
    """
    if target.exists():
        raise JournalExists(f"{target}: is there already; a backup is a file of its own")
    part = target.with_name(target.name + PART)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE))
    try:
        with closing(connect_reader(journal)) as source, closing(sqlite3.connect(part, isolation_level=None)) as copy, explained(part):
            source.execute("BEGIN")
            with explained(journal):
                identify(source, journal)
            source.backup(copy, pages=STEP_PAGES, progress=lambda _status, left, pages: progress(pages - left, pages), sleep=PAUSE_S)
            copy.execute("PRAGMA journal_mode = DELETE")
        found = verify(part)
        if found.sound:
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.rename(target)
            sync_folder(target.absolute().parent)
        return replace(found, path=target)
    finally:
        part.unlink(missing_ok=True)
