"""Unix sockets with JSON lines, and a way around the 108 bytes that a socket's path may have."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

LONGEST_PATH: Final = 100  # sun_path holds 108 with its closing zero
LONGEST_LINE: Final = 1 << 16

Message = dict[str, Any]


def _at(path: Path, use: Callable[[str], None]) -> None:
    """Call with an address that reaches the path, however long it is."""
    if len(os.fsencode(path)) <= LONGEST_PATH:
        use(str(path))
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        use(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)


def listen(path: Path) -> socket.socket:
    """A listening socket at the path; a stale one is replaced."""
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX)
    _at(path, server.bind)
    server.listen()
    return server


def connect(path: Path) -> socket.socket:
    """Raise OSError where nobody listens."""
    client = socket.socket(socket.AF_UNIX)
    try:
        _at(path, client.connect)
    except OSError:
        client.close()
        raise
    return client


def send(peer: socket.socket, message: Message) -> None:
    peer.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\n")


class Lines:
    """Collects received bytes and gives whole messages. A line that is no JSON object is counted and skipped."""

    def __init__(self) -> None:
        self.bad = 0
        self._held = b""

    def feed(self, data: bytes) -> list[Message]:
        *whole, self._held = (self._held + data).split(b"\n")
        if len(self._held) > LONGEST_LINE:
            self._held = b""
            self.bad += 1
        messages = []
        for line in whole:
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if isinstance(message, dict):
                messages.append(message)
            else:
                self.bad += 1
        return messages
