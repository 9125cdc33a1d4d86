"""`tablectl journal backup`: the whole record as one file, while the table runs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tablectl.commands.hand import told
from tablectl.commands.register import explained
from tablectl.errors import ProblemsFound, TablectlError
from tablectl.journal.backup import back_up
from tablectl.journal.errors import JournalError


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
def backup(journal: Path, file: Path) -> None:
    """Copy JOURNAL into FILE, also while it is in use, and verify the copy. FILE is not there yet, and needs no other file beside it.

    No record waits for it. What comes after it began is not in it. The log of this machine says who took it.
    """
    with explained(), click.progressbar(length=0, label=str(file), file=sys.stderr) as bar:

        def progress(done: int, pages: int) -> None:
            bar.length = pages
            bar.update(done - bar.pos)

        try:
            found = back_up(journal, file, progress)
        except JournalError:
            raise
        except OSError as error:
            raise TablectlError(f"{file}: cannot be written: {error.strerror}") from error
    if not found.sound or found.head is None or found.meta is None:
        fault = str(found.finding.error()) if found.finding else "; ".join(found.file_faults)
        raise ProblemsFound(f"{journal}: the copy does not hold and was not kept: {fault}")
    told(f"copied records 1 to {found.head.seq} of journal {found.meta.journal_id} into {file.absolute()}")
    click.echo(f"{file}: {found.head.seq} records of journal {found.meta.journal_id} hold")
    click.echo(f"note elsewhere: {found.head.seq}:{found.head.hash.hex()}")
