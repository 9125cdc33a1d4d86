"""`tablectl packs log`: everything that happened to the packs of a table, in its order, for whoever keeps the inventory of packs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import click

from tablectl.commands.options import MOST_RECORDS, Whole, config_file
from tablectl.commands.register import Moment, at, journal_path, json_or_csv, opened, print_list
from tablectl.console.telling import told
from tablectl.journal import Filter, Reader

OF_PACKS: Final = frozenset(
    {
        *("pack_opened", "pack_inspected", "scan_stopped", "pack_doubted", "pack_withdrawn"),
        *("pack_loaded", "pack_counted", "readings_told", "card_taken_out", "card_replaced"),
    }
)
HEAD: Final = ("record", "at", "clock_synced", "round", "pack", "type", "people", "text")


@dataclass(frozen=True, slots=True)
class Step:
    """One record of a pack. `people` are those who stand for it."""

    record: int
    at_ns: int
    synced: bool
    round: int | None
    pack: int
    type: str
    people: tuple[str, ...]
    text: str


@click.command()
@journal_path
@config_file
@click.option("--from", "since", type=Moment(), help="From this time; UTC where it names no zone.")
@click.option("--to", "until", type=Moment(), help="To before this time.")
@click.option("--pack", "pack", type=Whole(1, MOST_RECORDS), help="Only this pack, and those that had its number before.")
@json_or_csv
def log(path: Path | None, config_path: Path | None, *, since: int | None, until: int | None, pack: int | None, as_json: bool, as_csv: bool) -> None:
    """List what happened to each pack: opened, inspected, put into the shoe, counted, a card taken out or replaced, out of play.

    It is on the record of JOURNAL, or of the journal of the configured table. No key is needed.
    """
    with opened(path, config_path) as reader:
        found = (step for step in steps(reader, Filter(types=OF_PACKS, since_ns=since, until_ns=until)) if pack in {None, step.pack})
        print_list(found, _json if as_json else _text, HEAD, _row, as_csv=as_csv)


def steps(reader: Reader, wanted: Filter) -> Iterator[Step]:
    for record in reader.records(filter=wanted):
        body = json.loads(record.body)
        about = body.get("receipt", body)
        text = told(record.type, body, str)
        yield Step(record.seq, record.stamp.wall_ns, record.stamp.synced, record.round, about["pack"], record.type, _people(about), text)


def _people(body: dict[str, Any]) -> tuple[str, ...]:
    return tuple(each["person"] for each in body.get("people", ())) or ((body["person"],) if "person" in body else ())


def _row(step: Step) -> tuple[str | int, ...]:
    when = at(step.at_ns), "yes" if step.synced else "no", "" if step.round is None else step.round
    return step.record, *when, step.pack, step.type, " and ".join(step.people), step.text


def _text(step: Step) -> str:
    return f"{step.record:>7} {at(step.at_ns)} pack {step.pack}: {step.text}"


def _json(step: Step) -> str:
    return json.dumps(asdict(step) | {"at": at(step.at_ns)}, ensure_ascii=False)
