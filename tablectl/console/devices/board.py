"""The numbers of all devices side by side: looked at about once a second, drawn for whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tablectl.console.devices.condition import Condition, Seen, condition
from tablectl.console.devices.tally import tally
from tablectl.console.devices.track import BUSY_S, SPAN_S, Track
from tablectl.console.devices.views import CameView, CounterView, DevicesView, FaultView, FrameView, HealthView, PortView, SpanView
from tablectl.table.actions import PersonRole
from tablectl.table.obeying import lamps_refused
from tablectl.table.shown.screens import SEES_DEVICES
from tablectl.table.state import DeviceState, Link, TableState
from tablectl_drivers.events import Activity
from tablectl_drivers.glimpses import Glimpse
from tablectl_drivers.ports import ROUND_TRIP_BUDGET_MS, Health

SEES_FRAMES: Final = frozenset({PersonRole.TECHNICIAN, PersonRole.ADMIN})
LOOK_EVERY_S: Final = 0.9  # who looks each second may be a little early
_AT_WORK: Final = frozenset({Activity.LOADING, Activity.SHUFFLING, Activity.VERIFYING, Activity.DISPENSING})


@dataclass(frozen=True, slots=True)
class Fitted:
    """A device, or the panel, as it is configured, and where its numbers come from."""

    name: str
    role: str
    driver: str
    ports: tuple[PortView, ...]
    health: Callable[[], Health]


@dataclass(frozen=True, slots=True)
class _Standing:
    condition: Condition
    since_ns: int


class Board:
    """Belongs to the event loop. `lamps` is how many the panel has."""

    def __init__(self, devices: tuple[Fitted, ...], panel: Fitted, lamps: int, now: float) -> None:
        self._devices = devices
        self._panel = panel
        self._lamps = lamps
        self._tracks = {fitted.name: Track(now) for fitted in (*devices, panel)}
        self._standing: dict[str, _Standing] = {}
        self._looked = now - LOOK_EVERY_S

    def look(self, state: TableState, now: float, wall_ns: int) -> None:
        """Note what was counted since the last look, and who is in another condition."""
        counting = now - self._looked >= LOOK_EVERY_S
        self._looked = now if counting else self._looked
        for fitted in (*self._devices, self._panel):
            health, track = fitted.health(), self._tracks[fitted.name]
            if counting:
                track.take(health.counters, now, wall_ns, up=health.connected)
            found = condition(self._seen(fitted, health, state, now))
            if fitted.name not in self._standing or self._standing[fitted.name].condition is not found:
                self._standing[fitted.name] = _Standing(found, wall_ns)

    def view(self, state: TableState, role: PersonRole, now: float, wall_ns: int) -> DevicesView:
        """Look, and draw what a person of this role may see."""
        self.look(state, now, wall_ns)
        devices = tuple(self._view(fitted, state, role, now) for fitted in (*self._devices, self._panel))
        return DevicesView(wall_ns, SPAN_S, ROUND_TRIP_BUDGET_MS, devices, self._lamps, lamps_refused(state) or "")

    def _seen(self, fitted: Fitted, health: Health, state: TableState, now: float) -> Seen:
        track, device = self._tracks[fitted.name], state.devices.get(fitted.name)
        heard = track.heard_s(now)
        if fitted is self._panel:
            link = Link.UP if health.connected else Link.DOWN
            busy = heard is not None and heard <= BUSY_S
        else:
            link = device.link if device is not None else Link.WAITING
            busy = track.busy(now) or (device is not None and device.status is not None and device.status.activity in _AT_WORK)
        return Seen(link, now - health.beat, track.bad_s(now), track.bad_looks, track.errors(), busy, bool(health.faults))

    def _view(self, fitted: Fitted, state: TableState, role: PersonRole, now: float) -> HealthView:
        health, track, standing = fitted.health(), self._tracks[fitted.name], self._standing[fitted.name]
        device = state.devices.get(fitted.name)
        known = health.identity if role in SEES_DEVICES else None
        sums = tally(health.counters, up=health.connected)
        return HealthView(
            name=fitted.name,
            role=fitted.role,
            driver=fitted.driver,
            ports=fitted.ports,
            maker=known.maker if known else "",
            model=known.model if known else "",
            serial=known.serial if known else "",
            firmware=known.firmware if known else "",
            condition=standing.condition,
            text=health.trouble or _text(device, state),
            since_ns=standing.since_ns,
            numbers_s=max(now - health.beat, 0.0),
            heard_s=track.heard_s(now),
            good=sums.good,
            bad=sums.bad,
            discarded_bytes=sums.discarded_bytes,
            reconnects=sums.reconnects,
            round_trip_ms=sums.round_trip_ms,
            cards=sums.cards,
            unreadable=sums.unreadable,
            unknown_codes=sums.unknown_codes,
            per_thousand=sums.per_thousand,
            faults=_faults(health.faults),
            noisy=_counters(health.noisy),
            spans=tuple(SpanView(span.errors, span.round_trip_ms) for span in track.spans),
            came=tuple(CameView(came.at_ns, came.what) for came in reversed(track.came)),
            frames=tuple(_frame(glimpse) for glimpse in reversed(health.glimpses)) if role in SEES_FRAMES else (),
            counters=_counters(health.counters),
        )


def _text(device: DeviceState | None, state: TableState) -> str:
    """Why it does not answer, in the words of its driver; the panel is no device of the table's state."""
    return (state.panel_lost or "") if device is None else device.detail


def _faults(faults: Mapping[str, str]) -> tuple[FaultView, ...]:
    return tuple(FaultView(kind, name, fault) for path, fault in sorted(faults.items()) for kind, _, name in (path.partition("."),))


def _frame(glimpse: Glimpse) -> FrameView:
    hidden = None if glimpse.length is None else glimpse.length - len(glimpse.data)
    return FrameView(glimpse.at_ns, "from" if glimpse.way == "<" else "to", glimpse.kind, glimpse.data.hex(" "), hidden)


def _counters(counts: Mapping[str, int]) -> tuple[CounterView, ...]:
    return tuple(CounterView(name, count) for name, count in counts.items())
