"""A link that is listened to: what passes is noted, and passes unchanged.

It stands between a pump and its link, and whoever wants to listen puts it there through `DriverConfig.tap`; a driver does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablectl_drivers.errors import LinkError
from tablectl_drivers.links.link import Link
from tablectl_drivers.links.wake import Wake

OPENED: Final = "open"
CLOSED: Final = "close"
FROM_DEVICE: Final = "<"
TO_DEVICE: Final = ">"

Tap = Callable[[Callable[[], Link]], Link]
"""Opens a link by the function that it is given, and may stand before it."""

Note = Callable[[str, bytes | str], None]
"""Takes what happened (one of the four words above), and the bytes that passed, or why it is closed. Called by the thread that owns the link."""


def untapped(open_link: Callable[[], Link]) -> Link:
    """Open the link, and nobody listens."""
    return open_link()


class Tapped:
    """Fills Link by another one."""

    def __init__(self, open_link: Callable[[], Link], note: Note) -> None:
        self._note = note
        try:
            self._link = open_link()
        except LinkError as error:
            note(CLOSED, str(error))
            raise
        note(OPENED, b"")

    def receive(self, timeout: float, wake: Wake) -> bytes:
        try:
            data = self._link.receive(timeout, wake)
        except LinkError as error:
            self._note(CLOSED, str(error))
            raise
        if data:
            self._note(FROM_DEVICE, data)
        return data

    def send(self, data: bytes) -> None:
        self._note(TO_DEVICE, data)
        try:
            self._link.send(data)
        except LinkError as error:
            self._note(CLOSED, str(error))
            raise

    def close(self) -> None:
        self._link.close()
