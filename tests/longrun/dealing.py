"""A table in one process for as many events as one likes: the real loop and the real journal, on a clock that is set while it runs.

    python -m tests.longrun.dealing EVENTS FOLDER

Shoe after shoe is dealt to the events that somebody at the table would cause, and these are played through the loop. What grew meanwhile
is printed as JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import random
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

import structlog

from tablectl.engine.games import GAMES
from tablectl.journal import ClearSealer, Stamp, Writer, open_for_writing
from tablectl.table.controller import Controller
from tablectl.table.events import TableEvent
from tablectl.table.record.checkpoints import Checkpoints, Origin
from tablectl.table.record.recovery import event_draft, step
from tablectl_drivers.events import ReportId
from tablectl_drivers.ports import Pattern
from tests.detection.croupier import Croupier
from tests.detection.planting import Fault

STEPS: Final = {0.4: 37 * 3600 * 10**9, 0.7: -600 * 10**9}
"""After which part of the events the wall clock is set, and by how much."""
WARM_UP: Final = 0.25
"""The part of the events after which nothing may grow any more."""
PER_STAMP_NS: Final = 700 * 10**6
ORIGIN: Final = Origin("0.1", "ab" * 32)
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass
class SetClock:
    """A clock that goes on at every look. `wall` is set by whoever has the clock."""

    wall: int = 1_800_000_000 * 10**9
    mono: int = 0

    def stamp(self) -> Stamp:
        self.wall += PER_STAMP_NS
        self.mono += PER_STAMP_NS
        return Stamp(self.wall, self.mono, "boot-1", synced=True)


class Nobody:
    """Looks at no lamp."""

    def show(self, lamps: Mapping[str, Pattern], wink: frozenset[str]) -> None: ...

    def try_lamps(self) -> None: ...

    def confirm(self, device: str, report: ReportId) -> None: ...

    def changed(self) -> None: ...


@dataclass(frozen=True)
class Size:
    events: int
    rounds: int
    memory: int
    threads: int
    handles: int
    tasks: int


@dataclass
class Grown:
    seconds: float = 0.0
    journal: int = 0
    sizes: list[Size] = field(default_factory=list)


def shoes(game: str) -> Iterator[list[TableEvent]]:
    """What happens at a table without faults, shoe by shoe. What was told is forgotten, or the dealer would grow."""
    croupier = Croupier(game, random.Random(5))
    while True:
        croupier.shoe(Fault.NONE)
        assert croupier.table is not None, "play is held, and there is no fault"
        yield [event for event, _ in croupier.table.history]
        croupier.table.history.clear()
        croupier.table.told.clear()


def size(events: int, controller: Controller) -> Size:
    gc.collect()
    memory = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    handles = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are enough
    return Size(events, controller.state.live.number, memory, threading.active_count(), handles, len(asyncio.all_tasks()))


async def play(events: int, writer: Writer, clock: SetClock) -> Grown:
    began = time.monotonic()
    dealt = shoes("uth")
    first, *rest = next(dealt)
    (record,) = await asyncio.wrap_future(writer.append([event_draft(first, clock.stamp(), 1, first.kind)]))
    controller = Controller(
        step(GAMES, None, first, record.stamp.wall_ns).state, record.seq, writer, clock, Nobody(), checkpoints=Checkpoints(None, ORIGIN, clock)
    )
    loop = asyncio.create_task(controller.run())
    played, due, found = 1, sorted({WARM_UP, 1.0, *(part / 10 for part in range(3, 10)), *STEPS}), Grown()
    while due:
        controller.tick()
        for event in rest:
            controller.put(event)
        await controller.drained()
        played += len(rest)
        while due and played >= due[0] * events:
            clock.wall += STEPS.get(due[0], 0)
            controller.tick()
            await controller.drained()
            await controller.settle()
            found.sizes.append(size(played, controller))
            due.pop(0)
        rest = next(dealt)
    loop.cancel()
    with suppress(asyncio.CancelledError):
        await loop
    found.seconds = time.monotonic() - began
    return found


def main(events: int, folder: Path) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    path, clock = folder / "table.journal", SetClock()
    writer = open_for_writing(path, stamper=clock, sealer=ClearSealer())
    found = asyncio.run(play(events, writer, clock))
    writer.close()
    found.journal = path.stat().st_size
    print(json.dumps(asdict(found)))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
