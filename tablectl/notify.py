"""Telling systemd how the daemon is: one datagram a message, and nothing at all where no service manager listens."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Final

_MICROSECOND: Final = 1e-6


def notify(message: str, environment: Mapping[str, str] | None = None) -> bool:
    """Send `READY=1`, `WATCHDOG=1`, `STATUS=...` or `STOPPING=1`; return whether somebody was there to hear it.

    A manager that does not take the message is no reason to stop a table, so failures are only answered with False.
    """
    address = (os.environ if environment is None else environment).get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    if address.startswith("@"):  # systemd writes the leading zero byte of an abstract socket as @
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as peer:
        try:
            peer.sendto(message.encode(), socket.MSG_DONTWAIT, address)
        except OSError:
            return False
    return True


def watchdog_interval(environment: Mapping[str, str] | None = None) -> float | None:
    """Seconds between two `WATCHDOG=1`: half of what the manager allows, or None where it sets no limit for this process."""
    given = os.environ if environment is None else environment
    limit = given.get("WATCHDOG_USEC", "")
    if not limit.isdecimal() or int(limit) == 0 or given.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(limit) * _MICROSECOND / 2
