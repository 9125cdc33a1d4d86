"""Whose hand a command is: the user of this machine. For the table's record, and for the machine's log where only the daemon may write the former."""

from __future__ import annotations

import os
import pwd
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

LOG: Final = Path("/dev/log")
LOGIN_UID: Final = Path("/proc/self/loginuid")  # the kernel keeps it through sudo and su
NO_LOGIN: Final = 2**32 - 1
NOTICE: Final = 10 << 3 | 5  # of the facility authpriv
WAIT_S: Final = 1.0


def hand() -> str:
    """The user of this machine, and whoever logged in to it where that is another. No name of the console's looks like this."""
    user, login = _name(os.geteuid()), _logged_in()
    return f"{user} of this machine" + (f" (logged in as {login})" if login not in (None, user) else "")


def told(what: str) -> None:
    """Tell the machine's log, as `tablectl`, what this user did; where there is no such log nobody is told."""
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.settimeout(WAIT_S)
        log.connect(str(LOG))
        log.send(f"<{NOTICE}>tablectl: {hand()} {_line(what)}".encode())


def _line(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)


def _logged_in() -> str | None:
    with suppress(OSError, ValueError):
        uid = int(LOGIN_UID.read_text())
        return None if uid == NO_LOGIN else _name(uid)
    return None


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
