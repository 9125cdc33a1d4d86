"""`tablectl journal export` and `prove`: a part of the record that leaves the table, and the check of it where there is no journal."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl import __version__
from tablectl.commands.hand import told
from tablectl.commands.options import MOST_RECORDS, Whole, config_file
from tablectl.commands.register import Moment, at, explained, journal_path, opened, public_key, public_keys
from tablectl.errors import ProblemsFound, TablectlError
from tablectl.journal import Filter, SystemClock
from tablectl.journal.errors import JournalError
from tablectl.journal.exporting import Wanted
from tablectl.journal.exporting import export as write_export
from tablectl.journal.proofs import Proof
from tablectl.journal.proving import prove as check_export

_UNSIGNED = "no signed checkpoint follows these records"


@click.command()
@journal_path
@config_file
@click.option("--from", "since", type=Moment(), help="From the first record of this time or later; UTC where it names no zone.")
@click.option("--to", "until", type=Moment(), help="To the last record before this time.")
@click.option("--round", "round", type=Whole(0, MOST_RECORDS), help="From the first to the last record of this round.")
@click.option("--format", "form", type=click.Choice(["jsonl", "csv"]), default="jsonl", show_default=True, help="csv adds a table for a spreadsheet.")
@click.option("--out", "folder", required=True, type=click.Path(path_type=Path), metavar="DIR", help="A folder that is not there yet.")
@click.option("--clear", is_flag=True, help="Take records along whose faces no key sealed; whoever gets the export can read them.")
def export(
    path: Path | None,
    config_path: Path | None,
    *,
    since: int | None,
    until: int | None,
    round: int | None,
    form: str,
    folder: Path,
    clear: bool,
) -> None:
    """Write a part of JOURNAL, or of the journal of the configured table, into DIR, also while it is in use.

    DIR gets records.jsonl with every field of every record between the first and the last one that was asked for, and proof.json, with which
    `tablectl journal prove DIR` checks it anywhere. What is sealed stays sealed. The log of this machine says who took it.
    """
    wanted = Wanted(Filter(since_ns=since, until_ns=until, round=round), table=form == "csv", clear=clear)
    with opened(path, config_path) as reader:
        try:
            proof = write_export(reader, folder, wanted, SystemClock().stamp(), __version__)
        except JournalError:
            raise
        except OSError as error:
            raise TablectlError(f"{folder}: the export cannot be written: {error.strerror}") from error
    told(f"took {_span(proof)} into {folder.absolute()}")
    click.echo(f"{folder}: {_span(proof)}")
    click.echo(f"signed with checkpoint {proof.vouching.seq}" if proof.vouching else _UNSIGNED)
    click.echo(f"note elsewhere: {proof.after.seq}:{proof.after.hash.hex()}")


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False))
@public_key
def prove(folder: Path, key: Path | None) -> None:
    """Check an export in DIR without the journal that it came from. Names each file that was changed, and the first record that cannot be trusted.

    Without a key this shows that nothing changed since the export was made. That it is of the record of the table, a signature shows with
    --public-key, or its last record and hash where somebody noted them: `tablectl verify --anchor SEQ:HASH JOURNAL`.
    """
    with explained():
        found = check_export(folder, public_keys(key))
    if found.faults or found.proof is None:
        raise ProblemsFound("\n".join(f"{folder}/{fault}" for fault in found.faults))
    proof = found.proof
    taken = "" if proof.taken_synced else ", by a clock that nobody kept"
    click.echo(f"{folder}: {_span(proof)} hold; taken {at(proof.taken_ns)}{taken}")
    if found.covered is None:
        click.echo("no key was given, so no signature was checked" if proof.vouching else _UNSIGNED)
    elif found.covered < proof.after.seq:
        click.echo(f"warning: records {found.covered + 1} to {proof.after.seq} are not signed for", err=True)
    else:
        click.echo("the table's signature vouches for all of them")
    click.echo(f"the last is {proof.after.seq}:{proof.after.hash.hex()}")


def _span(proof: Proof) -> str:
    return f"records {proof.before.seq + 1} to {proof.after.seq} of journal {proof.meta.journal_id}"
