"""`tablectl devices probe`: who is at a port, and what it tells, or why not."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

import click

from tablectl.commands.choosing import DRIVERS, Choice, Chosen, choice, start
from tablectl.commands.options import json_lines
from tablectl.errors import ProblemsFound, TryLater
from tablectl_drivers.events import DeviceEvent, LinkLost, LinkUp, Role, Status, StatusChanged, WrongDevice
from tablectl_drivers.ports import ROUND_TRIP_BUDGET_MS, CardDevice, Health

PATIENCE_S: Final = 5.0
_LOOK_S: Final = 0.05


class Found(StrEnum):
    FINE = "fine"
    UNTOLD = "untold"  # it says who it is, and not how it is
    SILENT = "silent"
    ANOTHER = "another"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Probed:
    """`why` is for a device that is not fine."""

    found: Found
    why: str
    up: LinkUp | None
    status: Status | None
    health: Health

    def lines(self, chosen: Chosen) -> Iterator[str]:
        if self.up is None:
            yield f"{chosen.config.name}: {self.why} ({chosen.where})"
        else:
            yield f"{chosen.config.name}: {_who(self.up)} ({chosen.where})"
            if self.why:
                yield f"    {self.why}"
        if self.status is not None:
            yield f"    {_how(self.status)}"
        elif self.up is not None and self.up.plain:
            yield "    tells of cards and of nothing else"
        if (taken := _round_trip(self.health)) is not None:
            yield f"    round trip {taken} ms"
        yield from (f"    warning: {text}" for text in _warnings(self.health))

    def row(self, chosen: Chosen) -> dict[str, object]:
        return {
            "device": chosen.config.name,
            "driver": chosen.driver,
            "port": chosen.config.port,
            "found": self.found,
            "why": self.why,
            "identity": asdict(self.up.identity) if self.up else None,
            "status": asdict(self.status) if self.status else None,
            "round_trip_ms": _round_trip(self.health),
            "warnings": list(_warnings(self.health)),
            "counters": dict(self.health.counters),
        }


@click.command(epilog=DRIVERS)
@click.argument("device", required=False)
@choice
@json_lines
def probe(choice: Choice, device: str | None, *, as_json: bool) -> None:
    """Ask a device who it is, and say within 5 s what it tells, or why it does not. The daemon must be stopped.

    Give --driver and --port, or a configuration, of which DEVICE is one. Nothing is commanded, and no card is acknowledged. A round trip above 100 ms
    is warned of. Exit code 3 where a device does not answer as it should, 75 where its port cannot be had.
    """
    wrong: list[str] = []
    away: list[str] = []
    for chosen in choice.devices(device):
        probed = look_at(chosen)
        click.echo(json.dumps(probed.row(chosen), ensure_ascii=False) if as_json else "\n".join(probed.lines(chosen)))
        if probed.found is not Found.FINE:
            (away if probed.found is Found.AWAY else wrong).append(f"{chosen.config.name}: {probed.why}")
    if wrong:
        raise ProblemsFound("; ".join((*wrong, *away)))
    if away:
        raise TryLater("; ".join(away))


def look_at(chosen: Chosen) -> Probed:
    """Probe a device, in each role that it may have."""
    for role in (chosen.config.role, *chosen.others):
        probed = _ask(chosen, role)
        if probed.found is not Found.ANOTHER:
            break
    return probed


def _ask(chosen: Chosen, role: Role) -> Probed:
    seen: queue.SimpleQueue[DeviceEvent] = queue.SimpleQueue()
    device = start(chosen, seen.put, role)
    try:
        return _listen(device, seen)
    finally:
        device.stop()


def _listen(device: CardDevice, seen: queue.SimpleQueue[DeviceEvent]) -> Probed:
    up: LinkUp | None = None
    status: Status | None = None
    end = time.monotonic() + PATIENCE_S
    while (left := end - time.monotonic()) > 0:
        match _next(seen, min(_LOOK_S, left)):
            case LinkUp() as event:
                up = event
            case StatusChanged() as event:
                status = event.status
            case WrongDevice() as event:
                return Probed(Found.ANOTHER, f"another device answers: {event.found}; expected {event.expected}", up, status, device.health())
            case LinkLost() as event:
                opened = device.health().counters.get("opened", 0)
                return Probed(Found.SILENT if opened else Found.AWAY, event.reason, up, status, device.health())
            case _:
                pass
        health = device.health()
        if up is not None and (up.plain or status is not None) and health.connected:
            return Probed(Found.FINE, "", up, status, health)
    health = device.health()
    if up is None:
        return Probed(Found.SILENT, f"nothing that this driver understands came within {PATIENCE_S:.0f} s", up, status, health)
    return Probed(Found.UNTOLD, f"says who it is, and told no status within {PATIENCE_S:.0f} s", up, status, health)


def _next(seen: queue.SimpleQueue[DeviceEvent], wait: float) -> DeviceEvent | None:
    with suppress(queue.Empty):
        return seen.get(timeout=wait)
    return None


def _who(up: LinkUp) -> str:
    found = up.identity
    parts = [" ".join(filter(None, (found.maker, found.model))) or "no name", f"a {found.role}"]
    parts += [f"{name} {text}" for name, text in (("serial", found.serial), ("firmware", found.firmware)) if text]
    return ", ".join(parts)


def _how(status: Status) -> str:
    lights = f"lights green {status.green}, amber {status.amber}, red {status.red}"
    parts = [str(status.activity).replace("_", " "), lights, "lid open" if status.lid_open else "lid closed"]
    parts.append(f"pack {status.pack or 'none'}, {status.loads} put in since power-up")
    counts = [f"{count} cards {way}" for count, way in ((status.cards_in, "in"), (status.cards_out, "out")) if count is not None]
    return "; ".join((*parts, ", ".join(counts) or "counts no cards"))


def _round_trip(health: Health) -> int | None:
    """Milliseconds, None where it was not measured."""
    return health.counters.get("round_trip_ms") if health.connected else None


def _warnings(health: Health) -> Iterator[str]:
    if health.counters.get("cannot_be_asked"):
        yield "this kind cannot be asked whether it is there; only the port is known to be open"
    if (taken := _round_trip(health) or 0) > ROUND_TRIP_BUDGET_MS:
        yield f"a round trip of {taken} ms is above {ROUND_TRIP_BUDGET_MS} ms; does the adapter hold bytes back (latency_timer)?"
    if lost := health.counters.get("discarded_bytes"):
        yield f"{lost} bytes came that make no sense; are the driver and the speed of the line the right ones?"
