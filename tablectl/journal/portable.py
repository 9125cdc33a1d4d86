"""A record as a line of text that leaves the table, and back: nothing is lost on the way, so its hash can be computed again from the line.

JSON is for whoever checks or computes; a row of a table is for whoever reads, with no cell that a spreadsheet takes for a formula.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from tablectl.journal.chain import Difference, Finding
from tablectl.journal.records import Kind, Record, Stamp, canonical
from tablectl.journal.rows import COLUMNS, to_row

HEADINGS: Final = ("at", *COLUMNS)
_FORMULA: Final = re.compile(r"(^|[;\t\r\n])(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])")
"""Where a cell begins as a formula, full-width signs among them; also behind what another country's spreadsheet takes for the end of a cell."""


def to_line(record: Record) -> str:
    """One line of JSON with every field; what is sealed stays sealed, in hexadecimal digits."""
    cells: dict[str, Any] = dict(zip(COLUMNS, map(_shown, to_row(record)), strict=True))
    return canonical({**cells, "synced": record.stamp.synced, "body": json.loads(record.body)})


def from_line(line: str, due: int) -> Record:
    """Read a line back. Raises `JournalDamaged` at record `due` where it is not the line of a record."""
    try:
        cells: dict[str, Any] = json.loads(line)
        stamp = Stamp(cells["wall_ns"], cells["mono_ns"], cells["boot_id"], cells["synced"])
        sealed = None if cells["sealed"] is None else bytes.fromhex(cells["sealed"])
        hashes = bytes.fromhex(cells["prev_hash"]), bytes.fromhex(cells["hash"])
        record = Record(
            cells["seq"], cells["version"], Kind(cells["kind"]), cells["type"], cells["cause"], cells["round"], stamp,
            cells["correlation"], canonical(cells["body"]), sealed, cells["sealer"], *hashes,
        )  # fmt: skip
        same = to_line(record) == line
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        same = False
    if not same:
        raise Finding(due, Difference.UNPARSABLE, "this line is not one that a record is written as").error()
    return record


def to_table(record: Record) -> str:
    """A record as a line of a table under `HEADINGS`; nothing is an empty cell."""
    at = datetime.fromtimestamp(record.stamp.wall_ns / 1e9, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return row([at, *("" if value is None else _shown(value) for value in to_row(record))])


def row(cells: Iterable[str | int]) -> str:
    """A line of a table."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(map(cell, cells))
    return text.getvalue()


def cell(value: str | int) -> str | int:
    """A text that a spreadsheet would take for a formula gets an apostrophe, which it shows as text."""
    return _FORMULA.sub(r"\1'", value) if isinstance(value, str) else value


def _shown(value: object) -> Any:  # noqa: ANN401 - a cell of JSON
    return value.hex() if isinstance(value, bytes) else value
