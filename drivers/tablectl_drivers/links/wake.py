"""Ends the wait of a thread that sleeps on a file descriptor."""

from __future__ import annotations

import os
import select
import threading
from typing import Final

_PENDING: Final = 65536  # all that a pipe holds


class Wake:
    """A pipe of its own. `set` may be called from any thread at any time, also after `close`."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._lock = threading.Lock()
        self._closed = False

    def fileno(self) -> int:
        return self._read

    def set(self) -> None:
        with self._lock:
            if not self._closed:
                try:
                    os.write(self._write, b"\0")
                except BlockingIOError:
                    return  # a full pipe wakes as well

    def clear(self) -> None:
        try:
            os.read(self._read, _PENDING)
        except BlockingIOError:
            return

    def wait(self, timeout: float) -> None:
        """Sleep for `timeout` seconds or until `set`."""
        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        if poll.poll(max(timeout, 0.0) * 1000):
            self.clear()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            os.close(self._read)
            os.close(self._write)
