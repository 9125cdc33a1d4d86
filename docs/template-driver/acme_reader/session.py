"""The conversation with an Acme reader (PROTOCOL.md 2 to 4). No I/O, no clock: `now` is any monotonic time in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from acme_reader import frames
from tablectl_drivers.admission import Expected
from tablectl_drivers.events import CommandAnswered, DeviceEvent, Identity, LinkLost, ReportId, Role, WrongDevice
from tablectl_drivers.noise import Noise
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.reading.readings import Readings

QUESTION: Final = frames.encode("?")
UNANSWERED: Final = 3
_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class Options:
    """`ask_s` is the time between two questions, 0.2 to 1 second."""

    ask_s: float = 1.0

    def __post_init__(self) -> None:
        if not 0.2 <= self.ask_s <= 1.0:  # noqa: PLR2004  stated above
            raise ValueError(f"ask_s is 0.2 to 1 second, not {self.ask_s}")


class Session:
    def __init__(self, device: str, expected: Expected, readings: Readings, options: Options) -> None:
        self._device, self._expected, self._readings, self._options = device, expected, readings, options
        self._decoder = frames.Decoder()
        self._noise = Noise(device)
        self._identity: Identity | None = None
        self._open = self._up = self._told_lost = False
        self._asked_at = -inf
        self._unanswered = 0

    @property
    def up(self) -> bool:
        return self._up

    @property
    def identity(self) -> Identity | None:
        return self._identity

    def counters(self) -> Mapping[str, int]:
        return {"bad_frames": self._decoder.bad_frames, "discarded_bytes": self._decoder.discarded_bytes} | self._readings.counts

    def open(self, now: float) -> Reaction:
        self._decoder.clear()
        self._open, self._up, self._unanswered = True, False, 0
        return self._ask(now)

    def close(self, reason: str) -> Reaction:
        self._open = False
        return Reaction(tuple(self._lost(reason)))

    def receive(self, data: bytes, now: float) -> Reaction:
        events: list[DeviceEvent] = []
        for text in self._decoder.feed(data):
            kind, _, rest = text.partition(" ")
            if kind == "I":
                events += self._answered(rest)
            elif kind == "C" and self._up:
                events.append(self._readings.code(rest))
        return Reaction((*events, *self._noise.tell(self._decoder.discarded_bytes, self._decoder.bad_frames, now)))

    def tick(self, now: float) -> Reaction:
        if not self._open or now < self._asked_at + self._options.ask_s:
            return Reaction()
        events = self._lost(f"it left {UNANSWERED} questions unanswered") if self._unanswered >= UNANSWERED else []
        asked = self._ask(now)
        return Reaction((*events, *asked.events), asked.send)

    def confirm(self, report: ReportId, now: float) -> Reaction:  # noqa: ARG002  the reader keeps nothing that could be forgotten
        return Reaction()

    def command(self, command: Command, now: float) -> Reaction:  # noqa: ARG002
        return Reaction((CommandAnswered(self._device, command.value, accepted=False, detail="a reader knows no commands"),))

    def deadline(self) -> float:
        return min(self._asked_at + self._options.ask_s if self._open else inf, self._noise.deadline())

    def _ask(self, now: float) -> Reaction:
        self._asked_at = now
        self._unanswered += 1
        return Reaction(send=QUESTION)

    def _answered(self, text: str) -> list[DeviceEvent]:
        words = ["I", *text.split(" ")]
        if len(words) != _WORDS:
            return []
        self._unanswered = 0
        identity = Identity(self._expected.role or Role.SHOE, "Acme", *words[1:])
        if (stranger := self._expected.check(identity)) is not None:
            told = self._identity == identity and not self._up
            self._identity, self._up = identity, False
            return [] if told else [WrongDevice(self._device, stranger.found, stranger.expected)]
        if self._up and identity == self._identity:
            return []
        self._identity, self._up, self._told_lost = identity, True, False
        return self._readings.begin(identity)

    def _lost(self, reason: str) -> list[DeviceEvent]:
        self._up = False
        if self._told_lost:
            return []
        self._told_lost = True
        return [LinkLost(self._device, reason)]
