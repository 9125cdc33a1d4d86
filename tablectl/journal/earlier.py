"""Check what lies before a checkpoint while the table is at work: in a thread that takes little of the processor, and lets others have it at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

from tablectl.journal.chain import Difference, Finding
from tablectl.journal.errors import JournalDamaged, JournalError
from tablectl.journal.reader import Reader
from tablectl.journal.records import Head
from tablectl.journal.verification import verified

AT_ONCE: Final = 10  # records; the interpreter belongs to this thread for well below a millisecond at a time
PAUSE_S: Final = 0.002
NICE: Final = 19

log = structlog.get_logger(__name__)


def check_until(path: Path, head: Head, pause: Callable[[], bool] = lambda: False) -> JournalDamaged | None:
    """What is wrong with the records of a journal up to this one, which has this hash. `pause` is called every few records, and ends it by True."""
    last = 0
    try:
        with Reader(path) as reader:
            for record in verified(reader):
                last = record.seq
                if last == head.seq:
                    if record.hash == head.hash:
                        return None
                    return Finding(last, Difference.REWRITTEN, "the chain holds up to here, but a later checkpoint knows another record").error()
                if last % AT_ONCE == 0 and pause():
                    return None
    except JournalDamaged as error:
        return error
    return Finding(last + 1, Difference.TRUNCATED, f"it is missing, and a checkpoint follows record {head.seq}").error()


class EarlierCheck:
    """Runs once. `found` is called in its thread, and only where something is wrong."""

    def __init__(self, path: Path, head: Head, found: Callable[[JournalDamaged], None]) -> None:
        self._path = path
        self._head = head
        self._found = found
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="earlier records", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End it, also before its time."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        with suppress(OSError):  # without the right to it, it is as nice as the rest
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        try:
            damage = check_until(self._path, self._head, lambda: self._stop.wait(PAUSE_S))
        except JournalError as error:
            log.error("the earlier part of the journal could not be checked", path=str(self._path), error=str(error))  # noqa: TRY400 - the words say it all
            return
        if damage is not None:
            log.error("the earlier part of the journal is damaged", path=str(self._path), error=str(damage))
            self._found(damage)
        elif not self._stop.is_set():
            log.info("the earlier part of the journal holds", path=str(self._path), records=self._head.seq)
