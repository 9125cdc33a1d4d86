"""A machine by its lights: levels of lines in, statuses out. No I/O, no clock: time is an argument."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import inf
from typing import Final

from tablectl_drivers.events import Activity, CommandAnswered, DeviceEvent, Identity, Light, LinkLost, LinkUp, ReportId, Role, Status, StatusChanged
from tablectl_drivers.lamps_in.frames import Decoder
from tablectl_drivers.lamps_in.lights import Watch
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Reaction

LIGHTS: Final = ("green", "amber", "red")
LID: Final = "lid"
UNDECIDED_S: Final = 8.0  # a light that is neither steady nor flashing after this time shows a pattern that nobody knows
IDENTITY: Final = Identity(Role.SHUFFLER, "lights only", "", "", "")

Lights = tuple[Light, Light, Light]


class Session:
    """The conversation with a machine that cannot answer. It is up when every line was read; a status follows when every light has settled."""

    def __init__(self, device: str, lines: Collection[str]) -> None:
        """`lines` are those of `LIGHTS` and `LID` that the machine has."""
        self._device = device
        self._lines = lines
        self._decoder = Decoder()
        self._watches: dict[str, Watch] = {}
        self._undecided: dict[str, float] = {}
        self._now = 0.0
        self._lights: Lights | None = None
        self._status: Status | None = None
        self._told_lost = False
        self._counts = dict.fromkeys(("changes", "short_pulses", "losses"), 0)
        self.up = False

    @property
    def identity(self) -> Identity | None:
        return IDENTITY if self.up else None

    def counters(self) -> Mapping[str, int]:
        return self._counts | {
            "short_pulses": self._counts["short_pulses"] + sum(watch.short_pulses for watch in self._watches.values()),
            "discarded_bytes": self._decoder.dropped,
        }

    def open(self, now: float) -> Reaction:  # noqa: ARG002 - lights are asked nothing
        self._forget()
        return Reaction()

    def close(self, reason: str) -> Reaction:
        self._forget()
        if self._told_lost:
            return Reaction()
        self._told_lost = True
        self._counts["losses"] += 1
        return Reaction((LinkLost(self._device, reason),))

    def receive(self, data: bytes, now: float) -> Reaction:
        events: list[DeviceEvent] = []
        for level in self._decoder.feed(data):
            if level.line not in self._lines:
                continue
            if (watch := self._watches.get(level.line)) is None:
                self._watches[level.line] = Watch(active=level.active, now=level.at)
            else:
                self._counts["changes"] += 1
                events += self._evaluate(min(level.at, now))
                watch.change(active=level.active, at=level.at)
        if not self.up and len(self._watches) == len(self._lines):
            self.up, self._told_lost = True, False
            events.append(LinkUp(self._device, IDENTITY, ReportId(0, 0)))
        return Reaction((*events, *self._evaluate(now)))

    def tick(self, now: float) -> Reaction:
        return Reaction(tuple(self._evaluate(now)))

    def confirm(self, report: ReportId, now: float) -> Reaction:  # noqa: ARG002 - and report no card
        return Reaction()

    def command(self, command: Command, now: float) -> Reaction:  # noqa: ARG002
        said = "this machine is only seen by its lights and takes no commands"
        return Reaction((CommandAnswered(self._device, command.value, accepted=False, detail=said),))

    def deadline(self) -> float:
        due = [watch.deadline() for watch in self._watches.values()]
        return min((*due, *(at for at in self._undecided.values() if at > self._now)), default=inf)

    def _forget(self) -> None:
        self._decoder.clear()
        self._counts["short_pulses"] += sum(watch.short_pulses for watch in self._watches.values())
        self._watches = {}
        self._undecided = {}
        self._lights = None
        self._status = None
        self.up = False

    def _evaluate(self, now: float) -> list[DeviceEvent]:
        """Tell the status where it is another. A lid is told at once, lights when all of them have settled: while one goes off and the next comes
        on they show what they never meant."""
        self._now = max(now, self._now)
        if not self.up:
            return []
        shown = [self._shown(name, now) for name in LIGHTS]
        green, amber, red = shown
        if green is not None and amber is not None and red is not None:
            self._lights = green, amber, red
        if self._lights is None:
            return []
        lid = self._watches.get(LID)
        lid_open = lid is not None and (lid.level(now) or lid.chatters(now))
        status = Status(activity(self._lights), *self._lights, lid_open, 0, 0, None, None)
        if status == self._status:
            return []
        self._status = status
        return [StatusChanged(self._device, status)]

    def _shown(self, name: str, now: float) -> Light | None:
        """What a light shows, None while it has not settled. One that the machine has not is off."""
        watch = self._watches.get(name)
        if watch is None:
            return Light.OFF
        verdict = watch.verdict(now)
        if verdict is not None:
            self._undecided.pop(name, None)
            return verdict
        known_until = self._undecided.setdefault(name, now + UNDECIDED_S)
        return Light.UNKNOWN if now >= known_until else None


def activity(lights: Lights) -> Activity:
    """What may be said of a machine by its lights: PROTOCOL.md 4. Nothing more is known of any other pattern than that the lights show it."""
    match lights:
        case (Light.STEADY, Light.OFF, Light.OFF):
            return Activity.READY
        case (Light.OFF, Light.STEADY, Light.OFF):
            return Activity.SHUFFLING
        case _:
            return Activity.IDLE
