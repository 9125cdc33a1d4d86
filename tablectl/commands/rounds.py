"""`tablectl rounds`: the rounds of a table, and which of them were dealt on somebody's finding."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from tablectl.commands.options import config_file
from tablectl.commands.register import Moment, at, journal_path, json_or_csv, opened, print_list
from tablectl.table.record.rounds import PlayedRound, played_rounds

HEAD = ("round", "rules", "opened_at", "opened_record", "ended_at", "ending", "house", "cards_short", "tags")


@click.command()
@journal_path
@config_file
@click.option("--from", "since", type=Moment(), help="Those that were open at this time or later; UTC where it names no zone.")
@click.option("--to", "until", type=Moment(), help="Those that were opened before this time.")
@click.option("--tagged", is_flag=True, help="Only those whose cards were dealt on a finding, or from a pack that was short.")
@json_or_csv
def rounds(path: Path | None, config_path: Path | None, *, since: int | None, until: int | None, tagged: bool, as_json: bool, as_csv: bool) -> None:
    """List the rounds of a table, the first one first. They are those of JOURNAL, or of the journal of the configured table.

    Amounts are minor units: 500 is 5.00 where the currency has two digits after its point.
    """
    with opened(path, config_path) as reader:
        every = played_rounds(lambda wanted: reader.records(filter=wanted))
    found = [
        played
        for played in every
        if (since is None or not played.ended_ns or played.ended_ns >= since)
        and (until is None or played.opened_ns < until)
        and (not tagged or played.tags or played.short)
    ]
    print_list(found, _json if as_json else _text, HEAD, _row, as_csv=as_csv)


def _tags(played: PlayedRound) -> str:
    return "; ".join(f"{tag.cause}, hold {tag.hold}, {tag.person}: {tag.reason}" for tag in played.tags)


def _row(played: PlayedRound) -> tuple[str | int, ...]:
    times = at(played.opened_ns), played.record, at(played.ended_ns)
    return played.round, played.rules, *times, played.ending, played.house, played.short, _tags(played)


def _json(played: PlayedRound) -> str:
    times = {"opened_at": at(played.opened_ns), "ended_at": at(played.ended_ns) or None}
    return json.dumps(asdict(played) | times, ensure_ascii=False)


def _text(played: PlayedRound) -> str:
    end = f"{at(played.ended_ns)} {played.ending}, house {played.house}" if played.ended_ns else "open"
    short = f", dealt without {played.short} of its cards" if played.short else ""
    return f"{played.round:>6} {at(played.opened_ns)} {end}{short}" + (f" [{_tags(played)}]" if played.tags else "")
