"""Runs one conversation over one link in a thread of its own, and opens the link again whenever it is lost.

Knows neither the wire nor the protocol: both come in from outside.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from math import inf
from typing import Final, Protocol

from tablectl_drivers.errors import LinkError
from tablectl_drivers.events import DeviceEvent, Identity, ReportId
from tablectl_drivers.links.link import Link
from tablectl_drivers.links.wake import Wake
from tablectl_drivers.listening import ListeningClock
from tablectl_drivers.ports import Command, Health, Sink
from tablectl_drivers.reaction import Reaction

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 5.0
IDLE_S: Final = 1.0
STOP_TIMEOUT_S: Final = 5.0
_log = logging.getLogger(__name__)


class Conversation(Protocol):
    """A protocol's session: no I/O, time comes in as the seconds of a ListeningClock."""

    @property
    def up(self) -> bool: ...

    @property
    def identity(self) -> Identity | None: ...

    def counters(self) -> Mapping[str, int]: ...

    def open(self, now: float) -> Reaction: ...

    def close(self, reason: str) -> Reaction: ...

    def receive(self, data: bytes, now: float) -> Reaction: ...

    def tick(self, now: float) -> Reaction: ...

    def confirm(self, report: ReportId, now: float) -> Reaction: ...

    def command(self, command: Command, now: float) -> Reaction: ...

    def deadline(self) -> float: ...


class Pump:
    """The one owner of a link. `confirm`, `command`, `health` and `stop` may be called from any thread. `clock` gives monotonic seconds."""

    def __init__(
        self,
        device: str,
        port: str,
        open_link: Callable[[], Link],
        conversation: Conversation,
        sink: Sink,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._port = port
        self._open_link = open_link
        self._conversation = conversation
        self._sink = sink
        self._wake = Wake()
        self._clock = ListeningClock(clock)
        self._stopping = threading.Event()
        self._confirms: deque[ReportId] = deque(maxlen=1)  # a later confirmation covers an earlier one
        self._commands: deque[Command] = deque()
        self._undelivered: deque[DeviceEvent] = deque()
        self._counts = dict.fromkeys(("opened", "open_failed", "broken", "unexpected_errors"), 0)
        self._pause = FIRST_PAUSE_S
        self._last_reason: str | None = None
        self._trouble = ""
        self._health = Health(port, connected=False, beat=time.monotonic())
        self._thread = threading.Thread(target=self._run, name=f"pump {device}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Close the link and end the thread; returns when it has ended."""
        self._stopping.set()
        self._wake.set()
        if self._thread is threading.current_thread():
            return
        self._thread.join(STOP_TIMEOUT_S)
        if self._thread.is_alive():
            _log.error("pump did not stop", extra={"device": self._device, "port": self._port})
        else:
            self._wake.close()

    def confirm(self, report: ReportId) -> None:
        self._confirms.append(report)
        self._wake.set()

    def command(self, command: Command) -> None:
        self._commands.append(command)
        self._wake.set()

    def health(self) -> Health:
        return self._health

    def _run(self) -> None:
        reason: str | None = None
        while not self._stopping.is_set():
            try:
                if reason is not None:
                    self._lose(reason)
                reason = self._hold_link()
            except Exception as error:  # noqa: BLE001  # the thread must outlive a bug: without it no card is ever seen again
                reason = self._unexpected(error)

    def _hold_link(self) -> str | None:
        """Open the link and talk until it breaks; return why it did, in an operator's words."""
        try:
            link = self._open_link()
        except LinkError as error:
            self._counts["open_failed"] += 1
            return str(error)
        self._counts["opened"] += 1
        self._trouble = ""
        try:
            self._talk(link)
        except LinkError as error:
            self._counts["broken"] += 1
            return str(error)
        finally:
            link.close()
        return None

    def _talk(self, link: Link) -> None:
        conversation = self._conversation
        now = self._clock.now(waited=inf)
        self._do(conversation.open(now), link)
        while not self._stopping.is_set():
            self._beat()
            wait = min(conversation.deadline() - self._clock.now(), IDLE_S)
            data = link.receive(wait, self._wake)
            now = self._clock.now(waited=wait)
            if data:
                self._do(conversation.receive(data, now), link)
            self._read_mail(now, link)
            self._do(conversation.tick(now), link)
            if conversation.up:
                self._pause = FIRST_PAUSE_S
                self._tell_return()

    def _lose(self, reason: str) -> None:
        """Tell the loss, then wait before the next try, longer each time, and answer in the meantime."""
        if reason != self._last_reason:
            _log.warning("link lost", extra={"device": self._device, "reason": reason})
        self._last_reason = self._trouble = reason
        until = self._clock.now(waited=inf) + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE_S)
        try:
            self._do(self._conversation.close(reason), None)
        finally:
            self._rest(until)

    def _tell_return(self) -> None:
        if self._last_reason is not None:
            _log.info("link back", extra={"device": self._device, "port": self._port})
        self._last_reason = None

    def _rest(self, until: float) -> None:
        now = self._clock.now()
        while not self._stopping.is_set() and now < until:
            self._beat()
            self._read_mail(now, None)
            wait = min(until - now, IDLE_S)
            self._wake.wait(wait)
            now = self._clock.now(waited=wait)

    def _read_mail(self, now: float, link: Link | None) -> None:
        if self._confirms:
            self._do(self._conversation.confirm(self._confirms.popleft(), now), link)
        while self._commands:
            self._do(self._conversation.command(self._commands.popleft(), now), link)

    def _do(self, reaction: Reaction, link: Link | None) -> None:
        """Tell the events in order and send the bytes. An event that the sink did not take stays for the next time: no device sends it again."""
        self._undelivered.extend(reaction.events)
        while self._undelivered:
            self._sink(self._undelivered[0])
            self._undelivered.popleft()
        if reaction.send and link is not None:
            link.send(reaction.send)

    def _unexpected(self, error: Exception) -> str:
        self._counts["unexpected_errors"] += 1
        _log.error("driver failed", exc_info=error, extra={"device": self._device, "port": self._port})
        return f"{self._port}: the driver failed ({type(error).__name__}), see the log"

    def _beat(self) -> None:
        conversation = self._conversation
        counters = dict(conversation.counters()) | self._counts | {"stalls": self._clock.stalls}
        self._health = Health(self._port, conversation.up, time.monotonic(), conversation.identity, counters, trouble=self._trouble)
