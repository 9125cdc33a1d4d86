"""One daemon per journal: an exclusive lock on a file beside it, which names its holder.

The kernel drops the lock with the process, however it ends; the lock file itself stays.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tablectl.journal.connections import explained
from tablectl.journal.errors import JournalBusy

MODE: Final = 0o640
PID_BYTES: Final = 32


class JournalLock:
    """Held from construction until `release`. Raises `JournalBusy` with the holder's process id, or `JournalUnreachable`."""

    def __init__(self, journal: Path) -> None:
        path = Path(f"{journal}.lock")
        with explained(journal):
            self._fd: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE)
            try:
                self._take(self._fd, journal)
            except BaseException:
                self.release()
                raise

    def _take(self, fd: int, journal: Path) -> None:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = _pid(os.pread(fd, PID_BYTES, 0))
            raise JournalBusy(f"{journal}: process {pid or 'of unknown id'} has this journal; two daemons cannot write one journal", pid) from None
        os.ftruncate(fd, 0)
        os.pwrite(fd, b"%d\n" % os.getpid(), 0)

    def release(self) -> None:
        """Let others have the journal; a second call does nothing."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def holder(journal: Path) -> int | None:
    """The process that has this journal, 0 where it does not say which, None where there is none. Changes nothing and needs only to read."""
    try:
        fd = os.open(f"{journal}.lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _pid(os.pread(fd, PID_BYTES, 0)) or 0
    finally:
        os.close(fd)
    return None


def _pid(text: bytes) -> int | None:
    with suppress(ValueError):
        return int(text)
    return None
