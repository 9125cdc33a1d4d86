"""The rounds of a table, read from the journal: how each ended, and on whose findings it was dealt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from tablectl.journal.filters import Filter
from tablectl.journal.records import Record

TYPES: Final = ("round_opened", "round_ended", "round_tagged", "dealt_short")


@dataclass(frozen=True, slots=True)
class Tagged:
    """A finding that cards of a round were dealt under: the hold that was released, who did it, and why."""

    hold: int
    cause: str
    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round by its number. `ending` is empty while it is open; `house` is what the house gains. `short` is how many cards its pack lacked."""

    round: int
    rules: str
    opened_ns: int
    record: int
    ended_ns: int = 0
    ending: str = ""
    house: int = 0
    short: int = 0
    tags: tuple[Tagged, ...] = ()


def played_rounds(read: Callable[[Filter], Iterable[Record]]) -> tuple[PlayedRound, ...]:
    """The first one first. Where a round was put right after its end, it is told as it stands now."""
    records = sorted((record for each in TYPES for record in read(Filter(types=frozenset({each})))), key=lambda record: record.seq)
    found: dict[int, PlayedRound] = {}
    for record in records:
        body = json.loads(record.body)
        number = body["round"]
        if record.type == "round_opened":
            found[number] = PlayedRound(number, f"{body['rules_id']} {body['rules_version']}", record.stamp.wall_ns, record.seq)
            continue
        played = found[number]
        match record.type:
            case "round_ended":
                found[number] = replace(played, ended_ns=record.stamp.wall_ns, ending=body["ending"], house=body["house"])
            case "round_tagged":
                found[number] = replace(played, tags=tuple(Tagged(**tag) for tag in body["tags"]))
            case _:
                found[number] = replace(played, short=len(body["out"]))
    return tuple(found.values())
