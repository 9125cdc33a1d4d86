"""What the contacts of one button mean: levels with their times in, presses out.

Knows no pin, clock or thread. Times are monotonic seconds; a time that lies before one already seen counts as that one. It does
not matter how late the caller is: an edge carries its own time, and whatever fell due before it is done first.

A level counts once it has stood for the stable time. Anything shorter is bounce if the level changed after it and noise if not,
and makes neither a press nor a release. A button that was down at the start, that stays down too long or that chatters is masked:
it makes no presses until it has been up and quiet for a while.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from tablectl_drivers.events import InputFault, InputHeld, InputMasked, InputPressed, InputRestored

InputEvent = InputPressed | InputHeld | InputMasked | InputRestored


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds; more than `chatter` edges within `chatter_window` are chatter. A clean press makes two edges, a worn contact
    about ten; no finger makes more than 20 in a second."""

    stable: float = 0.020
    long_press: float = 0.8
    stuck: float = 10.0
    chatter: int = 20
    chatter_window: float = 1.0
    calm: float = 1.0


@dataclass(slots=True)
class Counts:
    """What a technician wants to know of a button's contacts since the panel was made."""

    presses: int = 0
    bounces: int = 0
    noise: int = 0
    lost_edges: int = 0


class Debouncer:
    """One button, from its first reading on."""

    def __init__(self, panel: str, name: str, limits: Limits, counts: Counts, *, down: bool, now: float) -> None:
        self._panel = panel
        self._name = name
        self._limits = limits
        self._counts = counts
        self._now = now
        self._level = down
        self._level_at = now
        self._seen_by_poll = False
        self._settled: bool | None = None
        self._settled_at = now
        self._unsettled_edges = 0
        self._edges: deque[float] = deque(maxlen=limits.chatter + 1)
        self._may_be_held = False
        self._fault: InputFault | None = None

    @property
    def fault(self) -> InputFault | None:
        """Why the button is masked, if it is."""
        return self._fault

    def edge(self, *, down: bool, at: float) -> list[InputEvent]:
        """Take a change of level as it was reported."""
        events = self._pass_time(at)
        if down is self._level and self._seen_by_poll:
            self._seen_by_poll = False
            return events
        self._miss_edge()
        # The same level twice: the change between the two was not reported.
        return events + self._change(down=down, edges=2 if down is self._level else 1)

    def poll(self, *, down: bool, now: float) -> list[InputEvent]:
        """Take the level as it was read. Call it when `deadline` has come, and now and then to notice lost edges."""
        if down is self._level:
            self._miss_edge()
            return self._pass_time(now)
        # Nobody knows when it changed, so nothing that fell due meanwhile is taken as proven.
        self._now = max(now, self._now)
        self._miss_edge()
        self._seen_by_poll = True
        return self._change(down=down, edges=1)

    def deadline(self) -> float | None:
        """Return when `poll` is due, or None if nothing can happen without an edge."""
        due = (self._settles_at(), self._held_at(), self._stuck_at(), self._restored_at())
        return min((moment for moment in due if moment is not None), default=None)

    def _miss_edge(self) -> None:
        """The edge of a change that a poll saw did not follow."""
        if self._seen_by_poll:
            self._seen_by_poll = False
            self._counts.lost_edges += 1

    def _change(self, *, down: bool, edges: int) -> list[InputEvent]:
        self._level = down
        self._level_at = self._now
        self._unsettled_edges += edges
        self._edges.extend([self._now] * edges)
        if len(self._edges) > self._limits.chatter and self._now - self._edges[0] <= self._limits.chatter_window:
            return self._mask(InputFault.CHATTER)
        return []

    def _pass_time(self, now: float) -> list[InputEvent]:
        self._now = now = max(now, self._now)
        events: list[InputEvent] = []
        if (at := self._settles_at()) is not None and at <= now:
            events += self._settle()
        if (at := self._held_at()) is not None and at <= now:
            self._may_be_held = False
            events.append(InputHeld(self._panel, self._name))
        if (at := self._stuck_at()) is not None and at <= now:
            events += self._mask(InputFault.STUCK)
        if (at := self._restored_at()) is not None and at <= now:
            self._fault = None
            events.append(InputRestored(self._panel, self._name))
        return events

    def _settle(self) -> list[InputEvent]:
        edges, self._unsettled_edges = self._unsettled_edges, 0
        if self._level is self._settled:
            self._counts.noise += edges // 2
            return []
        at_start = self._settled is None
        self._counts.bounces += edges // 2
        self._settled = self._level
        self._settled_at = self._level_at
        self._may_be_held = False
        if not self._settled:
            return []
        if at_start:
            return self._mask(InputFault.DOWN_AT_START)
        if self._fault is not None:
            return []
        self._may_be_held = True
        self._counts.presses += 1
        return [InputPressed(self._panel, self._name)]

    def _mask(self, fault: InputFault) -> list[InputEvent]:
        already = self._fault is not None
        self._fault = fault
        self._may_be_held = False
        return [] if already else [InputMasked(self._panel, self._name, fault)]

    def _settles_at(self) -> float | None:
        if self._settled is None or self._unsettled_edges:
            return self._level_at + self._limits.stable
        return None

    def _held_at(self) -> float | None:
        # With the level up the finger may be gone already; then only settling tells.
        return self._settled_at + self._limits.long_press if self._may_be_held and self._level else None

    def _stuck_at(self) -> float | None:
        return self._settled_at + self._limits.stuck if self._settled and self._level and self._fault is None else None

    def _restored_at(self) -> float | None:
        if self._fault is None or self._level or self._settled is not False:
            return None
        since = max(self._settled_at, self._level_at) if self._fault is InputFault.CHATTER else self._settled_at
        return since + self._limits.calm
