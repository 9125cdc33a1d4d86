"""`tablectl verify`: is this journal what was written, record by record, and how does it end."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from tablectl.commands.options import json_lines
from tablectl.commands.register import explained, public_key, public_keys
from tablectl.errors import ProblemsFound
from tablectl.journal import Anchor, Ending, Head, LastRun, Reader, Verification
from tablectl.journal import verify as verify_journal
from tablectl.journal.continuing import before
from tablectl.journal.records import Continues

ANCHOR: Final = re.compile(r"([1-9][0-9]{0,17}):([0-9a-fA-F]{64})")
_NOT_STOPPED: Final = (
    "the last run was not stopped, so records may be missing at the end: a power cut, a kill, or a copy without the -wal file beside it"
)


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.option(
    "--anchor", "anchors", multiple=True, metavar="SEQ:HASH", help="A record as it was noted elsewhere, such as the last one of an earlier verify."
)
@click.option("--before", "earlier", type=click.Path(path_type=Path), metavar="FILE", help="The damaged journal that JOURNAL says it continues.")
@public_key
@json_lines
@click.pass_obj
def verify(level: str | None, /, journal: Path, anchors: tuple[str, ...], earlier: Path | None, key: Path | None, *, as_json: bool) -> None:
    """Check the hash chain and every page of JOURNAL, also while it is in use. Names the first record that cannot be trusted.

    A chain proves that nothing inside it was changed. It cannot prove that nothing was cut off its end, or that the whole was not written anew:
    note its last record and hash where nobody who can write the file can reach, and compare with --anchor. Checkpoints that the table signed show
    with --public-key that all before them is the table's own. A journal that was begun where another was damaged names that one, with its last good
    record and hash: --before checks that it is the one, and holds up to there.
    """
    known = [_anchor(text) for text in anchors]
    with explained():
        result = verify_journal(journal, _of(journal, known), keys=public_keys(key))
        unlinked = before(result.meta, earlier) if earlier and result.meta and result.sound else None
    if as_json:
        click.echo(json.dumps(_as_object(result), ensure_ascii=False))
    elif result.meta and result.head and not (result.file_faults and not result.finding):
        click.echo(f"journal {result.meta.journal_id}: {result.head.seq} records hold, the last has hash {result.head.hash.hex()}")
        if result.ending:
            click.echo(_ending(result.ending))
        if result.meta.continues:
            click.echo(_continues(result.meta.continues))
        if result.covered is not None and result.sound:
            click.echo(_signed(result.covered, result.head.seq))
    if not result.sound:
        raise ProblemsFound("\n".join(_faults(result, every=level == "debug")))
    if unlinked:
        raise ProblemsFound(f"{earlier}: this is not the journal before, as {journal} knows it: {unlinked.error()}")
    if earlier and not as_json:
        click.echo(f"{earlier} is that journal, and holds up to that record")
    if result.ending and result.ending.run is LastRun.UNCLEAN and result.ending.holder is None:
        click.echo(f"warning: {_NOT_STOPPED}", err=True)


def _signed(covered: int, last: int) -> str:
    tail = f"no signature covers the {last - covered} after it yet" if last > covered else "and that is the last"
    return f"signatures cover records 1 to {covered}; {tail}"


def _continues(before: Continues) -> str:
    named = f"it continues journal {before.journal_id or 'of unknown id'}, set aside as {before.file}"
    return f"{named}, of which record {before.head.seq} with hash {before.head.hash.hex()} was the last good one" if before.head else named


def _anchor(text: str) -> Head:
    if not (found := ANCHOR.fullmatch(text)):
        raise click.UsageError(f"--anchor {text}: expected the number of a record, a colon and the 64 hexadecimal digits of its hash")
    return Head(int(found[1]), bytes.fromhex(found[2]))


def _of(journal: Path, heads: list[Head]) -> tuple[Anchor, ...]:
    """Heads that were noted of this journal."""
    if not heads:
        return ()
    with Reader(journal) as reader:
        return tuple(Anchor(reader.meta.journal_id, head) for head in heads)


def _ending(ending: Ending) -> str:
    at = datetime.fromtimestamp(ending.stamp.wall_ns // 10**9, UTC).isoformat().replace("+00:00", "Z")
    within = f", in round {ending.round}" if ending.round else ""
    if ending.holder is not None:
        run = f"is still open (process {ending.holder or 'of unknown id'})"
    else:
        run = "was stopped" if ending.run is LastRun.CLEAN else "was not stopped"
    return f"ends at {at}{within}; its last run {run}"


def _faults(result: Verification, *, every: bool) -> list[str]:
    """What is wrong, each in a line; the pages of the file in one, unless all is to be told."""
    found = [str(result.finding.error())] if result.finding else []
    if result.file_faults:
        records = "" if result.finding or not result.head else f", although its {result.head.seq} records could be read and hold"
        more = "" if every else "; tablectl -v verify tells what SQLite found"
        found.append(f"{result.path}: the file is damaged{records}{more}")
        found += [f"  {line}" for fault in result.file_faults for line in fault.splitlines() if every]
    return found


def _as_object(result: Verification) -> dict[str, object]:
    finding, ending = result.finding, result.ending
    return {
        "path": str(result.path),
        "journal": result.meta.journal_id if result.meta else None,
        "sound": result.sound,
        "records": result.head.seq if result.head else 0,
        "hash": result.head.hash.hex() if result.head else None,
        "ends": {"wall_ns": ending.stamp.wall_ns, "round": ending.round, "run": _run(ending)} if ending else None,
        "signed_up_to": result.covered,
        "continues": {
            "file": old.file,
            "journal": old.journal_id,
            "records": old.head.seq if old.head else 0,
            "hash": old.head.hash.hex() if old.head else None,
        }
        if (old := result.meta and result.meta.continues)
        else None,
        "finding": {"seq": finding.seq, "what": finding.error().what, "text": finding.error().text} if finding else None,
        "file_faults": list(result.file_faults),
    }


def _run(ending: Ending) -> str:
    return "open" if ending.holder is not None else "stopped" if ending.run is LastRun.CLEAN else "not stopped"
