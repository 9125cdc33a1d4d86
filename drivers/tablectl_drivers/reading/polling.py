"""The conversation with a reader that only answers: who is there, what lies there now, and again. No I/O, no clock.

What is asked and how an answer reads is the reader's `Language`, written as scripts: generators that give a question and are sent its answer.
One question is in flight at a time; what was held or comes before it is asked is no answer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Any, Final, Generic, Protocol, TypeVar

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import CommandAnswered, Identity, LinkLost, ReportId, WrongDevice
from tablectl_drivers.noise import Noise
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Outbox, Reaction
from tablectl_drivers.reading.presence import Look, Presence
from tablectl_drivers.reading.readings import Readings

LOST_S: Final = 3.5  # without a whole look the link is lost
SPARE_S: Final = 0.35  # beyond the time between two looks: enough for one lost answer, and too short for a card to go by unseen
AGAIN_S: Final = 0.03  # from a spoiled answer to the next question, so that the rest of it has come
REFUSED_S: Final = 0.25  # pause after an answer that says no
STRANGER_S: Final = 5.0

F = TypeVar("F")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question(Generic[F]):
    """Bytes to send, none where more is to come of what was asked; which frame is the answer; and how long to wait for it."""

    send: bytes
    takes: Callable[[F], bool]
    wait_s: float


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reader answered, and it was a no; `text` goes on after "the reader answers, but"."""

    text: str


Script = Generator[Question[F], F, T | Trouble]


class Decoder(Protocol[F]):
    """Bytes to frames; counts what it drops."""

    good_frames: int
    discarded_bytes: int

    @property
    def bad_frames(self) -> int: ...

    @property
    def faults(self) -> Mapping[Any, int]: ...

    def feed(self, data: bytes) -> list[F]: ...

    def clear(self) -> None:
        """Drop a frame that was begun."""
        ...


class Language(Protocol[F]):
    """What one make of reader speaks."""

    @property
    def decoder(self) -> Decoder[F]: ...

    def give_up(self) -> bytes:
        """What makes the reader leave a question that it has not answered."""
        ...

    def greeting(self, *, fresh: bool) -> Script[F, Identity]:
        """Who is there, and what has to be set before a look. `fresh` is the first time since the port was opened."""
        ...

    def looking(self) -> Script[F, Look]: ...


@dataclass(frozen=True, slots=True)
class Pace:
    """`poll_s` is the time from the beginning of one look to that of the next, `misses` after how many looks without it a tag is gone."""

    poll_s: float
    misses: int


class _Phase(Enum):
    CLOSED = "closed"
    GREETING = "greeting"
    STRANGER = "stranger"
    SETTLING = "settling"
    UP = "up"


class Polling(Generic[F]):
    """Call `open` when the link opens, `close` when it is gone, `tick` no later than `deadline`; do what each Reaction says."""

    def __init__(self, device: str, language: Language[F], expected: Expected, readings: Readings, pace: Pace) -> None:
        self._device = device
        self._language = language
        self._decoder = language.decoder
        self._expected = expected
        self._readings = readings
        self._presence = Presence(pace.misses)
        self._poll_s = pace.poll_s
        self._stall_s = pace.poll_s + SPARE_S
        self._phase = _Phase.CLOSED
        self._identity: Identity | None = None
        self._script: Script[F, Identity] | Script[F, Look] | None = None
        self._question: Question[F] | None = None
        self._fresh = self._told_lost = False
        self._trouble: str | None = None
        self._outbox = Outbox()
        self._asked = self._due = self._next = -inf
        self._looked = self._watched = -inf  # the last whole look; and the same, or when looking began
        self._noise = Noise(device)
        self._noise_looked = (0, 0)
        self._counts = dict.fromkeys(("looks", "blurred", "unanswered", "refused", "unasked", "stalls", "together", "taken", "round_trip_ms"), 0)

    @property
    def up(self) -> bool:
        return self._phase is _Phase.UP

    @property
    def identity(self) -> Identity | None:
        return self._identity

    def counters(self) -> Mapping[str, int]:
        decoder = self._decoder
        faults = {str(fault): count for fault, count in decoder.faults.items()}
        wire = {"good_frames": decoder.good_frames, "discarded_bytes": decoder.discarded_bytes} | faults
        return {**wire, **self._readings.counts, **self._counts, "present": len(self._presence.codes)}

    def open(self, now: float) -> Reaction:
        """The link is open: ask who is there."""
        self._fresh = True
        self._looked = now
        self._greet(now)
        return self._outbox.empty()

    def close(self, reason: str) -> Reaction:
        self._lose(reason)
        self._phase, self._question = _Phase.CLOSED, None
        self._decoder.clear()
        return self._outbox.empty()

    def receive(self, data: bytes, now: float) -> Reaction:
        if self._phase is _Phase.CLOSED or self._stalled(now):
            return self._outbox.empty()
        bad, question = self._decoder.bad_frames, self._question
        for frame in self._decoder.feed(data):
            if self._question is None or not self._question.takes(frame):
                self._counts["unasked"] += 1
                continue
            self._counts["round_trip_ms"] = round((now - self._asked) * 1000)
            if self._advance(frame, now):
                break  # what else had come is older than the next question
        if self._decoder.bad_frames > bad and self._question is question:
            self._due = min(self._due, now + AGAIN_S)
        return self._outbox.empty()

    def tick(self, now: float) -> Reaction:
        if self._phase is not _Phase.CLOSED:
            self._stalled(now)
            if now >= self._lost_at():
                self._lose(self._why())
            if self._question is not None and now >= self._due:
                self._unanswered(now)
            elif self._question is None and now >= self._next:
                self._begin(now)
            self._outbox.events += self._noise.tell(*self._noise_now(), now)
        return self._outbox.empty()

    def deadline(self) -> float:
        if self._phase is _Phase.CLOSED:
            return inf
        return min(self._noise.deadline(), self._lost_at(), self._stall_at(), self._next if self._question is None else self._due)

    def confirm(self, report: ReportId, now: float) -> Reaction:  # noqa: ARG002  a reader that keeps nothing has nothing to be told
        return self._outbox.empty()

    def command(self, command: Command, now: float) -> Reaction:  # noqa: ARG002  no time is needed to say no
        self._outbox.events.append(CommandAnswered(self._device, command.value, accepted=False, detail="a reader of cards takes no commands"))
        return self._outbox.empty()

    # Who is there, and is it alive

    def _greet(self, now: float) -> None:
        if self._question is not None:
            self._outbox.send += self._language.give_up()
        self._phase = _Phase.GREETING
        self._begin(now)

    def _stall_at(self) -> float:
        return self._watched + self._stall_s if self._phase in (_Phase.SETTLING, _Phase.UP) else inf

    def _lost_at(self) -> float:
        return inf if self._told_lost or self._phase in (_Phase.CLOSED, _Phase.STRANGER) else self._looked + LOST_S

    def _stalled(self, now: float) -> bool:
        """Where nobody looked for too long, drop what is known of the field and begin with who is there."""
        if now < self._stall_at():
            return False
        self._counts["stalls"] += 1
        self._greet(now)
        return True

    def _why(self) -> str:
        if self._trouble is not None:
            return f"the reader answers, but {self._trouble}"
        if self._noise_now() != self._noise_looked:
            return "what comes from the reader is no answer; are speed and parity of the line right?"
        return f"asked for {LOST_S} s, the reader does not answer"

    def _lose(self, reason: str) -> None:
        if not self._told_lost:
            self._outbox.events.append(LinkLost(self._device, reason))
        self._told_lost = True

    def _unanswered(self, now: float) -> None:
        self._counts["unanswered"] += 1
        if self._phase is _Phase.STRANGER:
            self._phase, self._looked = _Phase.GREETING, now
        self._outbox.send += self._language.give_up()
        self._begin(now)

    # Scripts

    def _begin(self, now: float) -> None:
        self._next = now + self._poll_s
        if self._phase in (_Phase.GREETING, _Phase.STRANGER):
            self._script = self._language.greeting(fresh=self._fresh)
            self._fresh = False
        else:
            self._script = self._language.looking()
        self._advance(None, now)

    def _advance(self, frame: F | None, now: float) -> bool:
        """Go on with the script to its next question or to its end; say whether what comes from now on answers something else."""
        if self._script is None:
            return True
        try:
            question = next(self._script) if frame is None else self._script.send(frame)
        except StopIteration as end:
            self._question = self._script = None
            self._finish(end.value, now)
            return True
        self._question, self._due = question, now + question.wait_s
        if question.send:
            self._decoder.clear()
            self._asked = now
            self._outbox.send += question.send
        return bool(question.send)

    def _finish(self, outcome: Identity | Look | Trouble, now: float) -> None:
        match outcome:
            case Trouble():
                self._counts["refused"] += 1
                self._trouble = outcome.text
                self._next = now + REFUSED_S
            case Identity():
                self._meet(outcome, now)
            case Look():
                self._take(outcome, now)

    def _meet(self, identity: Identity, now: float) -> None:
        if (stranger := self._expected.check(identity)) is not None:
            if self._phase is not _Phase.STRANGER:
                self._outbox.events.append(WrongDevice(self._device, stranger.found, stranger.expected))
            self._phase, self._told_lost = _Phase.STRANGER, False
            self._next = now + STRANGER_S
            return
        if self._phase is _Phase.STRANGER:
            self._looked = now
        self._identity = identity
        self._presence.restart()
        self._phase = _Phase.SETTLING
        self._watched = self._next = now

    def _take(self, look: Look, now: float) -> None:
        self._counts["looks"] += 1
        self._counts["blurred"] += look.blurred
        self._looked = self._watched = now
        self._noise_looked, self._trouble = self._noise_now(), None
        change = self._presence.take(look)
        self._counts["taken"] += change.taken
        if change.unread:
            self._outbox.events.append(self._readings.unreadable())
        if len(change.put) == 1:
            self._outbox.events.append(self._readings.code(change.put[0]))
        elif change.put:  # which was first is not known, so that none of them is a card
            self._counts["together"] += len(change.put)
            self._outbox.events += [self._readings.unreadable() for _ in change.put]
        if self._phase is _Phase.SETTLING and self._presence.settled and self._identity is not None:
            self._phase, self._told_lost = _Phase.UP, False
            self._outbox.events += self._readings.begin(self._identity)

    def _noise_now(self) -> tuple[int, int]:
        return self._decoder.discarded_bytes, self._decoder.bad_frames
