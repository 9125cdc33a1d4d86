"""A conversation with a device as lines of text, as transcripts of tests and captures have it.

A line is `time_ms act words`. `open` and `close "WHY"` are the link's, `confirm 1/2` and `command stop` the host's; `<` and bytes in hexadecimal
come from the device, `>` goes to it, `!` is an event that a driver made of it, `end` is the last. What stands behind ` ;`, and a line that begins
with `#`, is for people. The first line that does not is `host key=value ...`: what the driver was told.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final, TextIO

from tablectl_drivers.events import DeviceEvent, Identity, ReportId, Status
from tablectl_drivers.links.link import Link
from tablectl_drivers.links.tapped import FROM_DEVICE, TO_DEVICE, Tapped

SECRET: Final = frozenset({"face", "code"})
"""Fields of events that tell a card."""


def event_of(event: DeviceEvent, *, faces: bool = True) -> str:
    """An event in words. Without `faces`, nothing in them tells a card."""
    return " ".join((type(event).__name__, *_pairs(event, frozenset({"device"} if faces else {"device", *SECRET}))))


def host_line(told: Mapping[str, str]) -> str:
    return " ".join(("host", *(f"{key}={_quoted(value)}" for key, value in told.items())))


class Capture:
    """Writes a conversation down while it goes on. `told` is what the driver was told. Any thread."""

    def __init__(self, file: TextIO, told: Mapping[str, str], clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._clock = clock
        self._lock = threading.Lock()
        self._began = clock()
        self.counts = {FROM_DEVICE: 0, TO_DEVICE: 0}
        self._write(host_line(told))

    def tap(self, open_link: Callable[[], Link]) -> Link:
        """For `DriverConfig.tap`."""
        return Tapped(open_link, self._passed)

    def event(self, event: DeviceEvent) -> None:
        self._note("!", event_of(event))

    def confirmed(self, report: ReportId) -> None:
        self._note("confirm", _value(report))

    def end(self) -> None:
        self._note("end")

    def _passed(self, act: str, what: bytes | str) -> None:
        if isinstance(what, str):
            self._note(act, '"{}"'.format(what.replace('"', "'")))
            return
        self._note(act, what.hex(" "))
        if act in self.counts:
            self.counts[act] += len(what)

    def _note(self, act: str, words: str = "") -> None:
        with self._lock:
            self._write(f"{round((self._clock() - self._began) * 1000)} {act} {words}".rstrip())

    def _write(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()


def _pairs(value: DeviceEvent | Identity | Status, hidden: frozenset[str]) -> list[str]:
    shown = [field for field in dataclasses.fields(value) if field.name not in hidden and getattr(value, field.name) != field.default]
    return [_pair(field.name, getattr(value, field.name)) for field in shown]


def _pair(name: str, value: object) -> str:
    match value:
        case Identity() | Status():
            return " ".join(_pairs(value, frozenset()))
        case _:
            return f"{name}={_value(value)}"


def _value(value: object) -> str:
    match value:
        case ReportId():
            return f"{value.power_up}/{value.number}"
        case str():
            return _quoted(value)
        case _:
            return str(value)


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text or not text else text
