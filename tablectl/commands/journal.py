"""`tablectl journal`: read the record of a table, also while it is written, and make its keys. What is sealed stays sealed."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from pathlib import Path

import click

from tablectl.commands.backup import backup
from tablectl.commands.exporting import export, prove
from tablectl.commands.options import MOST_RECORDS, Whole, config_file, json_lines
from tablectl.commands.people import people
from tablectl.commands.register import configured, explained, journal_path
from tablectl.journal import Filter, Kind, Reader, Record


@click.group()
def journal() -> None:
    """Read the record of a table, take parts of it away, and make the keys that seal and sign it."""


for _command in (export, prove, backup, people):
    journal.add_command(_command)


@journal.command()
@journal_path
@config_file
@click.option("-n", "--lines", type=Whole(0, MOST_RECORDS), default=20, show_default=True, help="How many of the newest records.")
@click.option("-f", "--follow", is_flag=True, help="Go on with the records that come.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice([kind.value for kind in Kind]), help="Only records of this kind.")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only records of this type, such as card_read.")
@click.option("--round", "round", type=Whole(0, MOST_RECORDS), help="Only records of this round.")
@json_lines
def tail(
    path: Path | None,
    config_path: Path | None,
    *,
    lines: int,
    kinds: tuple[str, ...],
    types: tuple[str, ...],
    round: int | None,
    follow: bool,
    as_json: bool,
) -> None:
    """Print the newest records, oldest first. They are those of JOURNAL, or of the journal of the configured table."""
    wanted = Filter(kinds=frozenset(map(Kind, kinds)), types=frozenset(types), round=round)
    write = _write_json if as_json else _write_text
    with explained(), Reader(path or configured(config_path)) as reader:
        head = reader.head().seq
        for record in reversed(reader.page(before=head + 1, limit=lines, filter=wanted).records if lines else ()):
            write(record)
        if follow:
            for record in reader.follow(head, math.inf, wanted):
                write(record)


@journal.command("new-key")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--keep", type=click.Path(path_type=Path), metavar="OLD", help="A file whose keys go into the new one too, so that what they sealed can be read."
)
def new_key(file: Path, keep: Path | None) -> None:
    """Make a key that seals the faces in a journal, in a FILE of its own that only this user may read. A file that is there is left alone.

    Name it in the configuration (journal.seal_key), or hand it over as the credential tablectl-seal-key. Keep a copy where the table's disk is not:
    without it nobody can read the faces again, and the table does not start on its record.
    """
    from tablectl.journal.keys import make_keys  # noqa: PLC0415 - the other commands need no cipher

    with explained():
        click.echo(f"{file}: {make_keys(file, keep).id}")


@journal.command("new-signing-key")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--keep", type=click.Path(path_type=Path), metavar="OLD", help="A file whose keys go into the new one too, so that their signatures count on."
)
def new_signing_key(file: Path, keep: Path | None) -> None:
    """Make a key that signs the checkpoints of a journal, in a FILE that only this user may read, and FILE.pub with the public key for the auditor.

    Name FILE in the configuration (journal.signing_key), or hand it over as the credential tablectl-signing-key. Give FILE.pub to whoever checks the
    record (`tablectl verify --public-key FILE.pub JOURNAL`), and keep it where nobody who can write the record can write it too.
    """
    from tablectl.journal.signing import make_signer  # noqa: PLC0415 - the other commands need no cipher

    with explained():
        signer, public = make_signer(file, keep)
    click.echo(f"{file}: {signer.id}")
    click.echo(f"{public}: for the auditor")
    click.echo(public.read_text("ascii"), nl=False)


def _write_text(record: Record) -> None:
    of_round = "" if record.round is None else f" round {record.round}"
    cause = "" if record.cause is None else f" because of {record.cause}"
    sealed = " +sealed" if record.sealed is not None else ""
    click.echo(f"{record.seq:>7} {_at(record)} {record.kind.value:<7} {record.type}{of_round}{cause}{sealed} {record.body}")


def _write_json(record: Record) -> None:
    found = {
        "seq": record.seq,
        "at": _at(record),
        "synced": record.stamp.synced,
        "kind": record.kind.value,
        "type": record.type,
        "round": record.round,
        "cause": record.cause,
        "correlation": record.correlation,
        "body": json.loads(record.body),
        "sealed": record.sealed is not None,
        "hash": record.hash.hex(),
    }
    click.echo(json.dumps(found, ensure_ascii=False))


def _at(record: Record) -> str:
    return datetime.fromtimestamp(record.stamp.wall_ns / 1e9, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
