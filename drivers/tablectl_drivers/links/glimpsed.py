"""The last frames that passed over the links of one device, as far as its driver shows them."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from tablectl_drivers.glimpses import Glimpse, Watches
from tablectl_drivers.links.link import Link
from tablectl_drivers.links.tapped import FROM_DEVICE, TO_DEVICE, Tapped

KEPT: Final = 32
SILENCE_S: Final = 0.5  # no frame of any driver goes on after it


class Glimpsed:
    """Any thread. `clock` gives monotonic seconds, `wall_ns` the time that a person reads."""

    def __init__(self, watches: Watches, clock: Callable[[], float] = time.monotonic, wall_ns: Callable[[], int] = time.time_ns) -> None:
        self._watches = {FROM_DEVICE: watches.from_device, TO_DEVICE: watches.to_device}
        self._clock = clock
        self._wall_ns = wall_ns
        self._lock = threading.Lock()
        self._last: deque[Glimpse] = deque(maxlen=KEPT)
        self._passed = dict.fromkeys(self._watches, (0.0, 0))  # when the last bytes passed, by both clocks

    def tap(self, open_link: Callable[[], Link]) -> Link:
        """See `links/tapped.py: Tap`."""
        return Tapped(open_link, self.note)

    def note(self, act: str, what: bytes | str) -> None:
        with self._lock:
            if act not in self._watches or isinstance(what, str):
                for way in self._watches:
                    self._end(way)
                return
            self._end_after_silence(act)
            self._passed[act] = self._clock(), self._wall_ns()
            self._keep(self._watches[act].feed(what, self._passed[act][1]))

    def last(self) -> tuple[Glimpse, ...]:
        """The oldest first."""
        with self._lock:
            for way in self._watches:
                self._end_after_silence(way)
            return tuple(self._last)

    def _end_after_silence(self, way: str) -> None:
        if self._clock() >= self._passed[way][0] + SILENCE_S:
            self._end(way)

    def _end(self, way: str) -> None:
        self._keep(self._watches[way].end(self._passed[way][1]))

    def _keep(self, found: list[Glimpse]) -> None:
        for glimpse in found:
            joined = self._last[-1].with_next(glimpse) if self._last else None
            if joined is not None:
                self._last[-1] = joined
            else:
                self._last.append(glimpse)
