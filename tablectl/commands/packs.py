"""`tablectl packs`: the register of a table's packs, and the receipts of their inspections, from its record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tablectl.commands.options import MOST_RECORDS, Whole, config_file, json_lines, loaded
from tablectl.commands.packlog import log
from tablectl.commands.register import at, journal_path, opened, seal_key, sealer_of, unsealed
from tablectl.engine.games import GAMES
from tablectl.errors import TablectlError
from tablectl.journal import ClearSealer, Filter, Reader, verified
from tablectl.journal.clock import SystemClock
from tablectl.opening import seal_keys
from tablectl.table.record.recovery import recover
from tablectl.table.shown.of_packs import pack_views
from tablectl.table.views_of_packs import PackView

INSPECTED = Filter(types=frozenset({"pack_inspected"}))
PAGE = 200


@click.group()
def packs() -> None:
    """Show the register of packs of a table, also while it runs."""


packs.add_command(log)


@packs.command("list")
@journal_path
@config_file
@seal_key
@json_lines
def list_(path: Path | None, config_path: Path | None, key: Path | None, *, as_json: bool) -> None:
    """Say how it stands with each pack. They are those of JOURNAL, or of the journal of the configured table.

    This reads the whole record, with the key of its faces: that of --seal-key, or the one that the configured table has.
    """
    with opened(path, config_path) as reader, unsealed(reader.path):
        sealer = sealer_of(key) if path or key else seal_keys(loaded(config_path, ())) or ClearSealer()
        state = recover(GAMES, verified(reader), sealer, SystemClock().stamp()).state
    for pack in pack_views(state, state.backs) if state is not None else ():  # with the backs that they had at the last start
        click.echo(json.dumps(asdict(pack), ensure_ascii=False) if as_json else _line(pack))


@packs.command()
@click.argument("number", type=Whole(1, MOST_RECORDS))
@journal_path
@config_file
@json_lines
def receipt(number: int, path: Path | None, config_path: Path | None, *, as_json: bool) -> None:
    """Print receipt NUMBER of an inspection, as it stands on record in JOURNAL, or in the journal of the configured table. No key is needed."""
    with opened(path, config_path) as reader:
        found = _receipt(reader, number)
    if found is None:
        raise TablectlError(f"{reader.path}: there is no receipt {number} of an inspection on record")
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else printed(found))


def printed(receipt: Mapping[str, Any]) -> str:
    """A receipt as lines to be printed and signed."""
    people = [f"{each['person']}, {each['role']}" for each in receipt["people"]]
    device = f"{receipt['maker']} {receipt['model']}, serial number {receipt['serial']}" if receipt["way"] == "shoe" else "none: counted by hand"
    rows = {
        "Table": receipt["table"],
        "Game": receipt["game"],
        "Time": at(receipt["at_ns"]),
        "Pack": f"{receipt['pack']}, {receipt['back'] or 'no back on record'}",
        "Seal": receipt["seal"] or "none on record",
        "Profile": f"{receipt['profile']}, decks: {receipt['decks']}",
        "Cards": f"{receipt['counted']} of {receipt['expected']}",
        "Missing": " ".join(receipt["missing"]),
        "Too many": " ".join(receipt["extra"]),
        "Other backs": receipt["foreign"] or "",
        "Device": device,
        "By": "; ".join(people),
    }
    result = f"{'Right' if receipt['right'] else 'WRONG'}: {receipt['finding']}"
    lines = (f"{name + ':':<13}{value}" for name, value in rows.items() if value != "")
    return "\n".join([f"Inspection of a pack, receipt {receipt['number']}", "", *lines, "", result])


def _receipt(reader: Reader, number: int) -> Mapping[str, Any] | None:
    """The record of one receipt, found from the newest back."""
    before = reader.head().seq + 1
    while found := reader.page(before=before, limit=PAGE, filter=INSPECTED).records:
        for record in found:
            body: Mapping[str, Any] = json.loads(record.body)["receipt"]
            if body["number"] == number:
                return body
        before = found[-1].seq
    return None


def _line(pack: PackView) -> str:
    use = f", in use since {at(pack.since_ns)}" if pack.since_ns else ""
    day = f" ({pack.hours} hours: more than a day)" if pack.hours else ""
    receipt = f", receipt {pack.receipt.number}" if pack.receipt else ""
    seal = f", seal {pack.seal}" if pack.seal else ""
    against = f"\n      {pack.unfit}" if pack.unfit else ""
    words = pack.standing.replace("_", " ")
    return f"{pack.pack:>3}  {pack.back}: {words}; {pack.cards} cards of {pack.profile}, {pack.rounds} rounds{seal}{use}{day}{receipt}{against}"
