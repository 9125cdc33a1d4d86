"""The page of what is found: its table is made from the numbers of a run, and stands between two marks in docs/detection.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tablectl.engine.games import GAMES

from .planting import WORDS, Fault
from .tally import Found, Tally, as_values, from_values, quantile

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE, NUMBERS, PLOT = DOCS / "detection.md", DOCS / "detection.json", DOCS / "pictures" / "detection.svg"
BEGIN, END = "<!-- made by `make detection`: do not edit -->", "<!-- end -->"
COLUMNS: Final = (
    "fault",
    "shoes",
    "came out",
    "held on a card",
    "which card: median, 95 %",
    "cards after it came out: median, 95 %",
    "held by the next count",
    "not found",
    "named rightly",
)


def as_text(found: Found) -> str:
    """One table a game, and a line on false alarms."""
    return "\n\n".join("\n".join(_of_game(game, faults)) for game, faults in found.items())


def _of_game(game: str, faults: dict[Fault, Tally]) -> Iterator[str]:
    shoes = sum(tally.shoes for tally in faults.values())
    cards = sum(tally.dealt for tally in faults.values())
    yield f"### {GAMES[game].title}"
    yield ""
    yield f"{shoes:,} shoes, {cards:,} cards. {_false_alarms(faults.get(Fault.NONE, Tally()))}"
    yield ""
    yield _row(COLUMNS)
    yield "|" + "---|" * len(COLUMNS)
    for fault in Fault:
        if fault is not Fault.NONE and (tally := faults.get(fault)):
            yield _line(fault, tally)


def _false_alarms(tally: Tally) -> str:
    """With none in n shoes the rate is below 3/n at 95 %."""
    if not tally.shoes:
        return "No shoe was without a fault."
    most = f"; the true rate is below {3000 / tally.shoes:.1f} with a confidence of 95 %" if not tally.found else ""
    return f"False alarms per thousand shoes: {1000 * tally.found / tally.shoes:.1f} ({tally.found} in {tally.shoes:,} shoes without a fault{most})."


def _line(fault: Fault, tally: Tally) -> str:
    def share(count: int, whole: int = tally.shoes) -> str:
        return f"{count / whole:.1%}" if whole else ""

    cells = (
        WORDS[fault],
        f"{tally.shoes:,}",
        share(tally.came) if fault is not Fault.MISSING else "",
        share(tally.at.total()),
        _two(quantile(tally.at, 0.5), quantile(tally.at, 0.95)),
        _two(quantile(tally.after, 0.5), quantile(tally.after, 0.95)),
        share(tally.counted),
        share(tally.shoes - tally.found),
        share(tally.rightly, tally.found),
    )
    return _row(cells)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _two(one: int | None, other: int | None) -> str:
    return "" if one is None else f"{one}, {other}"


def on_page(page: str, found: Found) -> str:
    """The page with the tables of these numbers."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{as_text(found)}\n{END}{after}"


def numbers(found: Found) -> str:
    """The file of numbers: a line for each game and fault."""
    games = (
        f"{json.dumps(game)}: {{\n"
        + ",\n".join(f"  {json.dumps(fault)}: {json.dumps(tally, separators=(',', ':'))}" for fault, tally in faults.items())
        + "\n}"
        for game, faults in as_values(found).items()
    )
    return "{\n" + ",\n".join(games) + "\n}\n"


def read_numbers() -> Found:
    return from_values(json.loads(NUMBERS.read_text()))
