"""`tablectl incidents`: every hold and warning of a table, with who ended it and what was put right meanwhile."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from tablectl.commands.options import MOST_RECORDS, Whole, config_file
from tablectl.commands.register import Moment, at, journal_path, json_or_csv, opened, print_list, round_missing
from tablectl.errors import TablectlError
from tablectl.table.record.incidents import Incident, Wanted
from tablectl.table.record.incidents import incidents as registered
from tablectl.table.state import Cause

HEAD = (
    *("id", "severity", "cause", "text", "device", "pack", "first_round", "last_round", "raised_at", "clock_synced", "event_record"),
    *("raised_record", "follows", "ended_at", "ended_record", "person", "reason", "rulings", "findings"),
)


@click.command()
@journal_path
@config_file
@click.option("--from", "since", type=Moment(), help="Those that stood at this time or later; UTC where it names no zone.")
@click.option("--to", "until", type=Moment(), help="Those that were raised before this time.")
@click.option("--cause", type=click.Choice([cause.value for cause in Cause]), metavar="CAUSE", help="Only those of a cause, such as lid_open.")
@click.option("--round", "round", type=Whole(0, MOST_RECORDS), help="Only those that touched this round.")
@click.option("--open", "open_only", is_flag=True, help="Only those that nobody ended yet.")
@json_or_csv
def incidents(
    path: Path | None,
    config_path: Path | None,
    *,
    since: int | None,
    until: int | None,
    cause: str | None,
    round: int | None,
    open_only: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """List the holds and warnings of a table, the oldest first. They are those of JOURNAL, or of the journal of the configured table.

    Each names the records that it rests on; `tablectl journal tail --round N` shows those around it.
    """
    with opened(path, config_path) as reader:
        if round is not None and (fault := round_missing(reader, round)):
            raise TablectlError(f"{reader.path}: {fault}")
        found = registered(lambda wanted: reader.records(filter=wanted), str, Wanted(since, until, cause, round, open_only))
    print_list(found, _json if as_json else _text, HEAD, _row, as_csv=as_csv)


def _row(incident: Incident) -> tuple[str | int, ...]:
    rulings = "; ".join(f"{ruling.person}{f' and {ruling.second}' if ruling.second else ''}: {ruling.text}" for ruling in incident.rulings)
    findings = "; ".join(finding.text for finding in incident.findings)
    return (
        *(incident.id, incident.severity, incident.cause, incident.text, incident.device, incident.pack),
        *(incident.first_round, incident.last_round, at(incident.raised_ns), "yes" if incident.synced else "no", incident.event, incident.raised),
        *(incident.follows or "", at(incident.ended_ns), incident.ended or "", incident.person, incident.reason, rulings, findings),
    )


def _json(incident: Incident) -> str:
    times = {"raised_at": at(incident.raised_ns), "ended_at": at(incident.ended_ns) or None}
    return json.dumps(asdict(incident) | times, ensure_ascii=False)


def _text(incident: Incident) -> str:
    rounds = f"round {incident.first_round}" + (f" to {incident.last_round}" if incident.last_round != incident.first_round else "")
    end = f"{at(incident.ended_ns)} {incident.person or 'by itself'}: {incident.reason}" if incident.ended else "open"
    rulings = "".join(
        f"\n      {at(ruling.at_ns)} {ruling.person}{f', {ruling.second}' if ruling.second else ''}: {ruling.text}" for ruling in incident.rulings
    )
    findings = "".join(f"\n      {at(finding.at_ns)} {finding.text}" for finding in incident.findings)
    return (
        f"{incident.id:>4} {at(incident.raised_ns)} {incident.severity} {incident.cause}, {rounds}: {incident.text}{rulings}\n      {end}{findings}"
    )
