"""A journal as long as wanted, without dealing for hours: a dealt one goes on by its own rounds, dealt again and again.

Every event is applied and its outcomes computed as the daemon does it; reports and pack changes count on, so that they are new.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tablectl.engine.games import GAMES
from tablectl.journal.checkpoints import Signs
from tablectl.journal.clock import SystemClock
from tablectl.journal.reader import Reader
from tablectl.journal.records import STOPPED, Draft, Kind, canonical
from tablectl.journal.sealing import Sealer, secret_of
from tablectl.journal.store import open_for_writing
from tablectl.table import codec
from tablectl.table.record.checkpoints import Origin
from tablectl.table.record.checkpoints import draft as checkpoint
from tablectl.table.record.recovery import event_draft, outcome_draft, recover, step


def prolong(path: Path, records: int, sealer: Sealer, *, signer: Signs | None = None, origin: Origin | None = None) -> int:
    """Add whole passes until the journal has at least so many records; return how many it has. Its rounds must be an even number. With an origin
    there are checkpoints, but none behind the last pass, as after a cut."""
    clock = SystemClock()
    with Reader(path) as reader:
        dealt = list(reader.records())
    events = [record for record in dealt if record.kind is Kind.EVENT]
    found = recover(GAMES, dealt, sealer, clock.stamp())
    state, seq, cause = found.state, len(dealt), found.cursor
    bodies = [(record.type, json.loads(record.body), secret_of(record, sealer)) for record in events]
    writer = open_for_writing(path, stamper=clock, sealer=sealer, signer=signer)
    try:
        passes = 0
        while seq < records:
            passes += 1
            if origin is not None and state is not None:
                writer.append([checkpoint(state, cause, clock.stamp(), origin)])
                seq += 1
            drafts: list[Draft] = []
            for body, secret in _again(bodies, passes):
                event, stamp = codec.event_from(body, secret), clock.stamp()
                number = state.live.number if state else None
                applied = step(GAMES, state, event, stamp.wall_ns)
                drafts.append(event_draft(event, stamp, number, event.kind))
                cause, state = seq + len(drafts), applied.state
                drafts += [outcome_draft(outcome, cause, stamp, number, event.kind) for outcome in applied.outcomes]
            for draft in drafts[:-1]:
                writer.append([draft])
            writer.append(drafts[-1:]).result()  # so that no more waits than a pass
            seq += len(drafts)
        writer.append([Draft(Kind.MARKER, STOPPED, clock.stamp(), "{}")]).result()
    finally:
        writer.close()
    if state is None or state.holds:
        raise ValueError("the rounds do not follow each other: play is held")
    return seq + 1


def _again(bodies: Sequence[tuple[str, Any, str | None]], passes: int) -> Iterator[tuple[str, str | None]]:
    reports = max(body["report"] for kind, body, _ in bodies if kind == "card_read")
    loads = {body["device"]: body["status"]["loads"] for kind, body, _ in bodies if kind == "device_status"}
    for kind, body, secret in bodies:
        match kind:
            case "card_read":
                yield canonical({**body, "report": body["report"] + passes * reports}), secret
            case "device_status":
                status: dict[str, Any] = body["status"]
                yield canonical({**body, "status": {**status, "loads": status["loads"] + passes * loads[body["device"]]}}), secret
            case "key_pressed":
                yield canonical(body), secret
            case _:
                continue
