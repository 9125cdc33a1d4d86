"""Plays a capture at a pty behind a name: plugs come out and go in as they did."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tablectl_sim.captures import Act
from tablectl_sim.faults import Line
from tablectl_sim.playback import Playback
from tablectl_sim.wires import Port, Wires

LOOK_S: Final = 0.01
LEAST_S: Final = 0.05  # what was just written takes a moment to lie at the host's end
UNREAD_S: Final = 1.0  # a host is given so long to read what was said before the plug comes out


def play(acts: tuple[Act, ...], link: Path, speed: float, stop: threading.Event, tell: Callable[[str], None]) -> Playback:
    """Play to the end, or until `stop`. `tell` hears when the port is there, and of each difference."""
    playback = Playback(acts, speed, tell)
    port = Port("device", playback, link, Line("capture"))
    wires = Wires((port,))
    wires.start()
    tell(f"device ready {link}")
    plug = _Plug(port, playback)
    try:
        while not stop.wait(LOOK_S):
            with port.lock:
                plug.move(time.monotonic())
                if playback.done and not port.plugged:
                    break
    finally:
        wires.stop()
    return playback


class _Plug:
    """Puts the plug where the playback wants it, and tells it when that is done."""

    def __init__(self, port: Port[Playback], playback: Playback) -> None:
        self._port = port
        self._playback = playback
        self._leaving_since: float | None = None

    def move(self, now: float) -> None:
        port, playback = self._port, self._playback
        wanted = playback.plugged and not playback.done
        if not port.plugged and wanted:
            port.plug()
        elif port.plugged and not wanted:
            self._leave(now)
        if playback.waits and (port.is_open() if wanted else not port.plugged):
            playback.go_on(now)

    def _leave(self, now: float) -> None:
        since = self._leaving_since = now if self._leaving_since is None else self._leaving_since
        if now >= since + (UNREAD_S if self._port.unread() else LEAST_S):
            self._port.unplug()
            self._leaving_since = None
