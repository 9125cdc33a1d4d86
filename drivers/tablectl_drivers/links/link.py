"""What a pump needs of a wire."""

from __future__ import annotations

from typing import Protocol

from tablectl_drivers.links.wake import Wake


class Link(Protocol):
    """An open wire, used and closed by the thread that opened it. Every failure is a LinkError."""

    def receive(self, timeout: float, wake: Wake) -> bytes:
        """Return what has come; nothing after `timeout` seconds or when woken."""
        ...

    def send(self, data: bytes) -> None:
        """Hand all bytes to the wire within a bounded time."""
        ...

    def close(self) -> None:
        """Give the wire back; never fails."""
        ...
