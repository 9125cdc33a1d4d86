"""The lines of a machine's lights as a link: changes as they are reported, and every level now and then."""

from __future__ import annotations

import select
import time
from collections import deque
from typing import Final

from tablectl_drivers.errors import DriverError, LinkBroken, LinkError, NoEdges
from tablectl_drivers.lamps_in.frames import Level, encode
from tablectl_drivers.links.wake import Wake
from tablectl_drivers.panel_gpio.chips import Lines
from tablectl_drivers.panel_gpio.wiring import Wiring

POLL_S: Final = 0.25  # a change that was not reported is noticed after this time
BLIND_POLL_S: Final = 0.025  # where the chip reports no changes: four readings in the shorter half of a flash at 5 Hz


class LampLines:
    """Lines that are held. Raises WiringError for one that cannot be, LinkError for what another attempt may cure."""

    def __init__(self, wiring: Wiring) -> None:
        self._names = tuple(wiring.inputs)
        self._levels: dict[str, bool] = {}
        self._heard: deque[Level] = deque()
        self._wake = Wake()
        self._poll_at = 0.0
        self._poll_s = POLL_S
        try:
            self._lines = self._open(wiring)
        except BaseException:
            self._wake.close()
            raise

    def receive(self, timeout: float, wake: Wake) -> bytes:
        """Wait until a level is another. The first call tells all of them."""
        end = time.monotonic() + timeout
        while True:
            now = time.monotonic()
            said = self._take_heard() + (self._read_all(now) if now >= self._poll_at else b"")
            if said or now >= end or self._sleep(min(end, self._poll_at) - now, wake):
                return said

    def send(self, data: bytes) -> None:
        """There is nobody to send to."""
        raise LinkBroken(f"{len(data)} bytes for lights")

    def close(self) -> None:
        self._lines.close()
        self._wake.close()

    def _open(self, wiring: Wiring) -> Lines:
        try:
            return Lines.open(wiring, self._hear)
        except NoEdges:
            self._poll_s = BLIND_POLL_S
            return Lines.open(wiring, None)

    def _take_heard(self) -> bytes:
        said = b""
        while self._heard:
            level = self._heard.popleft()
            self._levels[level.line] = level.active
            said += encode(level)
        return said

    def _read_all(self, now: float) -> bytes:
        self._poll_at = now + self._poll_s
        said = b""
        for name in self._names:
            active = self._lines.is_down(name)
            if self._levels.get(name) is not active:
                self._levels[name] = active
                said += encode(Level(name, active, now))
        return said

    def _sleep(self, seconds: float, wake: Wake) -> bool:
        """Wait for a change of a line or for `wake`; tell if it was that."""
        poll = select.poll()
        poll.register(wake.fileno(), select.POLLIN)
        poll.register(self._wake.fileno(), select.POLLIN)
        ready = {handle for handle, _ in poll.poll(max(seconds, 0.0) * 1000)}
        if self._wake.fileno() in ready:
            self._wake.clear()
        if wake.fileno() in ready:
            wake.clear()
        return wake.fileno() in ready

    def _hear(self, name: str, active: bool, at: float) -> None:
        self._heard.append(Level(name, active, at))
        self._wake.set()


def open_lines(wiring: Wiring) -> LampLines:
    """Open them for the pump, to which every failure is one of the link."""
    try:
        return LampLines(wiring)
    except LinkError:
        raise
    except DriverError as error:
        raise LinkBroken(str(error)) from error
