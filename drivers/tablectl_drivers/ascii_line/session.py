"""The host's side of a scanner that only prints lines (PROTOCOL.md 3): bytes and times in, events out. Nothing is ever sent.

Knows no port, no clock and no thread; `now` is any monotonic time in seconds. One Session outlives the link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, Literal

from tablectl_drivers.admission import Expected
from tablectl_drivers.ascii_line import frames
from tablectl_drivers.ascii_line.frames import Junk, Line
from tablectl_drivers.events import CommandAnswered, DeviceEvent, Identity, LinkLost, ReportId, Role, WrongDevice
from tablectl_drivers.noise import Noise
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.reading.deck_map import DeckMap
from tablectl_drivers.reading.printed import QUALITY, Refused, agrees, code_of
from tablectl_drivers.reading.readings import Readings

GAP_S: Final = 0.2  # PROTOCOL.md 1: between two bytes of a line
BOOT_S: Final = 1.5  # PROTOCOL.md 3.2


@dataclass(frozen=True, slots=True)
class Options:
    """How the scanner is set: the speed and parity of its line (over USB they mean nothing), and whether it puts an AIM prefix before each code."""

    baud: Literal[9600, 19200, 38400, 57600, 115200] = 9600
    parity: Literal["N", "E", "O"] = "N"
    aim: Literal["optional", "required"] = "optional"


class Session:
    """Call `open` when the link opens, `close` when it is gone, `tick` no later than `deadline`; do what each Reaction says.

    It is up while the port is open: a scanner that only prints cannot be asked whether it is there."""

    def __init__(self, device: str, expected: Expected, options: Options, deck_map: DeckMap, readings: Readings) -> None:
        self._device = device
        self._expected = expected
        self._options = options
        self._deck_map = deck_map
        self._readings = readings
        self._decoder = frames.Decoder()
        self._noise = Noise(device)
        self._identity: Identity | None = None
        self._up = False
        self._told_lost = False
        self._opened = self._got = self._seen = -inf
        self._junk_told = False
        self._counts = dict.fromkeys((*Refused, "map_says_another", "boot_noise", "quiet_s"), 0) | {"cannot_be_asked": 1}

    @property
    def up(self) -> bool:
        return self._up

    @property
    def identity(self) -> Identity | None:
        return self._identity

    def counters(self) -> Mapping[str, int]:
        decoder = self._decoder
        wire = {"lines": decoder.lines, "empty_lines": decoder.empty_lines, "discarded_bytes": decoder.discarded_bytes}
        refused = {str(cause): count for cause, count in (decoder.faults | self._counts).items()}
        return wire | refused | self._readings.counts

    def open(self, now: float) -> Reaction:
        """The port is open, and that is all that can be known."""
        self._decoder.clear()
        self._opened = self._seen = now
        self._junk_told = False
        found = Identity(self._expected.role or Role.SHOE, "", "cannot be asked", "", "")
        if (stranger := self._expected.check(found)) is not None:
            return Reaction((WrongDevice(self._device, stranger.found, stranger.expected),))
        self._identity = found
        self._up, self._told_lost = True, False
        return Reaction(tuple(self._readings.begin(found)))

    def close(self, reason: str) -> Reaction:
        """The port is gone or could not be opened; that is told once until it opens again."""
        told, self._told_lost = self._told_lost, True
        self._up = False
        return Reaction() if told else Reaction((LinkLost(self._device, reason),))

    def receive(self, data: bytes, now: float) -> Reaction:
        """Take bytes from the scanner, cut anywhere."""
        events = self._after_silence(now)
        self._got = now
        events += self._take(self._decoder.feed(data), now)
        return Reaction((*events, *self._tell_noise(now)))

    def tick(self, now: float) -> Reaction:
        """Do what is due by now."""
        self._counts["quiet_s"] = int(now - self._seen) if self._up else 0
        return Reaction((*self._after_silence(now), *self._tell_noise(now)))

    def deadline(self) -> float:
        """When `tick` has something to do at the latest."""
        return min(self._got + GAP_S if self._decoder.waits else inf, self._noise.deadline())

    def confirm(self, report: ReportId, now: float) -> Reaction:  # noqa: ARG002  # a scanner that only prints hears nothing
        return Reaction()

    def command(self, command: Command, now: float) -> Reaction:  # noqa: ARG002  # the answer takes no time
        """A reader moves no cards, so every command is refused at once."""
        return Reaction((CommandAnswered(self._device, command.value, accepted=False, detail="a reader takes no commands"),))

    def _after_silence(self, now: float) -> list[DeviceEvent]:
        """A silence ends a line, and with it a burst of junk."""
        if now < self._got + GAP_S:
            return []
        events = self._take(self._decoder.end(), now)
        self._junk_told = False
        return events

    def _take(self, found: list[Line | Junk], now: float) -> list[DeviceEvent]:
        if not self._up:
            return []
        return [event for piece in found if (event := self._event(piece, now)) is not None]

    def _event(self, piece: Line | Junk, now: float) -> DeviceEvent | None:
        self._seen = now
        code = code_of(piece.text, aim_required=self._options.aim == "required") if isinstance(piece, Line) else None
        if isinstance(code, Refused):
            self._counts[code] += 1
        elif code is not None:
            return self._readings.code(code, QUALITY) if self._agrees(code) else self._readings.unreadable()
        if now < self._opened + BOOT_S:
            self._counts["boot_noise"] += 1
            return None
        if code is None:
            told, self._junk_told = self._junk_told, True
            return None if told else self._readings.unreadable()
        return self._readings.unreadable()

    def _agrees(self, code: str) -> bool:
        agreed = agrees(self._deck_map, code)
        self._counts["map_says_another"] += not agreed
        return agreed

    def _tell_noise(self, now: float) -> list[DeviceEvent]:
        return [*self._noise.tell(self._decoder.discarded_bytes, self._decoder.bad_frames, now)]
