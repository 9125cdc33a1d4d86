"""`tablectl journal people`: who did what at a table, for whoever reviews accounts, overrides and corrections."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from tablectl.commands.options import config_file
from tablectl.commands.register import Moment, at, journal_path, json_or_csv, opened, print_list
from tablectl.console.acts import Act, acts
from tablectl.journal import Filter

HEAD = ("record", "at", "clock_synced", "round", "people", "type", "text", "done", "became")


@click.command()
@journal_path
@config_file
@click.option("--from", "since", type=Moment(), help="From this time; UTC where it names no zone.")
@click.option("--to", "until", type=Moment(), help="To before this time.")
@click.option("--person", metavar="NAME", help="Only what names this person, as the one who did it or to whom it was done.")
@json_or_csv
def people(
    path: Path | None, config_path: Path | None, *, since: int | None, until: int | None, person: str | None, as_json: bool, as_csv: bool
) -> None:
    """List what people did: log-ins and refused ones, users made, changed and locked, and commands with their answers, second persons too.

    They are on the record of JOURNAL, or of the journal of the configured table. Amounts are in minor units.
    """
    with opened(path, config_path) as reader:
        found = (act for act in acts(reader, str, Filter(since_ns=since, until_ns=until)) if person is None or act.names(person))
        print_list(found, _json if as_json else _text, HEAD, _row, as_csv=as_csv)


def _row(act: Act) -> tuple[str | int, ...]:
    people = " and ".join(act.people)
    when = (at(act.at_ns), "yes" if act.synced else "no", "" if act.round is None else act.round)
    return (act.seq, *when, people, act.type, act.text, "yes" if act.done else "no", act.became)


def _json(act: Act) -> str:
    return json.dumps(asdict(act) | {"at": at(act.at_ns)}, ensure_ascii=False)


def _text(act: Act) -> str:
    of_round = "" if act.round is None else f" round {act.round}:"
    return f"{act.seq:>7} {at(act.at_ns)}{of_round} {act.text}" + (f" -- {'' if act.done else 'refused: '}{act.became}" if act.became else "")
