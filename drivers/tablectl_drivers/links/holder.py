"""Who has a device node open, as far as /proc tells."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_MAX_NAMED: Final = 3


def holders(port: str) -> str:
    """Say who has a `port` open that is known to be taken; other users' processes cannot be seen."""
    return ", ".join(named(port)[:_MAX_NAMED]) or "a process of another user"


def named(port: str) -> list[str]:
    """Name the processes that have `port` open, as `pid 812 (python3 watch.py)`, as far as this user may see."""
    node = os.path.realpath(port)
    return [f"pid {process.name} ({_command(process)})" for process in _processes() if _holds(process, node)]


def _processes() -> list[Path]:
    return sorted((entry for entry in Path("/proc").iterdir() if entry.name.isdecimal()), key=lambda entry: int(entry.name))


def _holds(process: Path, node: str) -> bool:
    try:
        return any(_target(handle) == node for handle in (process / "fd").iterdir())
    except OSError:
        return False  # gone, or not ours to look into


def _target(handle: Path) -> str | None:
    try:
        return str(handle.readlink())
    except OSError:
        return None


def _command(process: Path) -> str:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return "ended"
    return " ".join(word.decode(errors="replace") for word in words if word)
