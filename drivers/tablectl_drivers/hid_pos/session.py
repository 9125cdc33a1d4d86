"""The host's side of a HID scanner (PROTOCOL.md 4, KEYBOARD.md 4): reports and times in, events out. It has nothing to say to the scanner.

Knows no port, no clock and no thread; `now` is any monotonic time in seconds. One Session outlives the link.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import inf
from typing import Final, Generic, Protocol, TypeVar

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import CommandAnswered, DeviceEvent, Identity, LinkLost, ReportId, WrongDevice
from tablectl_drivers.hid_pos.frames import Code, Spoilt
from tablectl_drivers.hid_pos.frames import Decoder as ReportDecoder
from tablectl_drivers.noise import Noise
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.reading.readings import Readings

GAP_S: Final = 0.2  # PROTOCOL.md 3, KEYBOARD.md 3: from one report of a code to the next

F = TypeVar("F")


class Decoder(Protocol[F]):
    """Reports to codes; counts what it drops."""

    discarded_bytes: int

    @property
    def waits(self) -> bool:
        """Whether a code has begun and not ended."""
        ...

    @property
    def bad_reports(self) -> int: ...

    def counters(self) -> Mapping[str, int]: ...

    def feed(self, report: bytes) -> list[F]: ...

    def end(self) -> list[F]:
        """Nothing more comes of what has begun."""
        ...

    def clear(self) -> None: ...


class Language(Protocol[F]):
    """How a scanner says a code: as reports of data, or as keys."""

    @property
    def decoder(self) -> Decoder[F]: ...

    @property
    def readings(self) -> Readings: ...

    def card(self, found: F) -> DeviceEvent: ...

    def counters(self) -> Mapping[str, int]: ...


class Scanned:
    """Reports of data. `symbologies` are the AIM letters of the codes that cards carry; none is any."""

    def __init__(self, symbologies: tuple[str, ...], readings: Readings) -> None:
        self._symbologies = symbologies
        self.readings = readings
        self.decoder = ReportDecoder()
        self._counts = {"other_symbologies": 0}

    def counters(self) -> Mapping[str, int]:
        return self._counts

    def card(self, found: Code | Spoilt) -> DeviceEvent:
        if isinstance(found, Spoilt):
            return self.readings.unreadable()
        if self._symbologies and found.aim[0] not in self._symbologies:
            self._counts["other_symbologies"] += 1
            return self.readings.unreadable()
        return self.readings.code(found.text)


class _Phase(Enum):
    CLOSED = "closed"
    STRANGER = "stranger"
    UP = "up"


class Session(Generic[F]):
    """Call `meet` and then `open` when the link opens, `close` when it is gone, `tick` no later than `deadline`; do what each Reaction says."""

    def __init__(self, device: str, expected: Expected, language: Language[F]) -> None:
        self._device = device
        self._expected = expected
        self._language = language
        self._readings = language.readings
        self._noise = Noise(device)
        self._decoder = language.decoder
        self._phase = _Phase.CLOSED
        self._told_lost = False
        self._identity: Identity | None = None
        self._got = -inf

    @property
    def up(self) -> bool:
        return self._phase is _Phase.UP

    @property
    def identity(self) -> Identity | None:
        """Who was there last, also when the link is lost."""
        return self._identity

    def counters(self) -> Mapping[str, int]:
        return {**self._decoder.counters(), **self._readings.counts, **self._language.counters()}

    def meet(self, identity: Identity) -> None:
        """Who the descriptors say is there."""
        self._identity = identity

    def open(self, now: float) -> Reaction:
        """The scanner is there and may speak. Where another one is expected, nothing of it is taken."""
        if self._identity is None:
            raise RuntimeError(f"{self._device} was opened before anybody was met")
        self._decoder.clear()
        self._got = now
        self._told_lost = False
        stranger = self._expected.check(self._identity)
        if stranger is not None:
            self._phase = _Phase.STRANGER
            return Reaction((WrongDevice(self._device, stranger.found, stranger.expected),))
        self._phase = _Phase.UP
        return Reaction(tuple(self._readings.begin(self._identity)))

    def close(self, reason: str) -> Reaction:
        """The link is gone or could not be opened; that is told once until the scanner is there again."""
        self._phase = _Phase.CLOSED
        self._decoder.clear()
        told, self._told_lost = self._told_lost, True
        return Reaction() if told else Reaction((LinkLost(self._device, reason),))

    def receive(self, data: bytes, now: float) -> Reaction:
        """Take one transfer from the scanner."""
        events: list[DeviceEvent] = self._tell(self._decoder.end(), now) if self._is_late(now) else []
        self._got = now
        return Reaction((*events, *self._tell(self._decoder.feed(data), now)))

    def tick(self, now: float) -> Reaction:
        """Do what is due by now."""
        return Reaction(tuple(self._tell(self._decoder.end() if self._is_late(now) else [], now)))

    def deadline(self) -> float:
        """When `tick` has something to do at the latest."""
        if self._phase is _Phase.CLOSED:
            return inf
        return min(self._got + GAP_S if self._decoder.waits else inf, self._noise.deadline())

    def confirm(self, _report: ReportId, _now: float) -> Reaction:
        """A scanner has forgotten what it said long before."""
        return Reaction()

    def command(self, command: Command, _now: float) -> Reaction:
        return Reaction((CommandAnswered(self._device, command.value, accepted=False, detail="a scanner takes no commands"),))

    def _is_late(self, now: float) -> bool:
        return self._decoder.waits and now >= self._got + GAP_S

    def _tell(self, found: list[F], now: float) -> list[DeviceEvent]:
        events: list[DeviceEvent] = [self._language.card(one) for one in found] if self.up else []
        return [*events, *self._noise.tell(self._decoder.discarded_bytes, self._decoder.bad_reports, now)]
