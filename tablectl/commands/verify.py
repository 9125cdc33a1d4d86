"""`tablectl verify`: is this journal what was written, record by record."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tablectl.commands.journal import explained
from tablectl.commands.options import json_lines
from tablectl.errors import ProblemsFound
from tablectl.journal import Verification
from tablectl.journal import verify as verify_journal


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@json_lines
def verify(journal: Path, *, as_json: bool) -> None:
    """Check the hash chain and every page of JOURNAL, also while it is in use. Names the first record that cannot be trusted."""
    with explained():
        result = verify_journal(journal)
    if as_json:
        click.echo(json.dumps(_as_object(result), ensure_ascii=False))
    elif result.meta and result.head:
        click.echo(f"journal {result.meta.journal_id}: {result.head.seq} records hold, the last has hash {result.head.hash.hex()}")
    if not result.sound:
        found = [str(result.finding.error())] if result.finding else []
        raise ProblemsFound("\n".join([*found, *(f"the file is damaged: {fault}" for fault in result.file_faults)]))


def _as_object(result: Verification) -> dict[str, object]:
    finding = result.finding
    return {
        "path": str(result.path),
        "journal": result.meta.journal_id if result.meta else None,
        "sound": result.sound,
        "records": result.head.seq if result.head else 0,
        "hash": result.head.hash.hex() if result.head else None,
        "finding": {"seq": finding.seq, "what": finding.error().what, "text": finding.error().text} if finding else None,
        "file_faults": list(result.file_faults),
    }
