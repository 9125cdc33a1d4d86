"""`tablectl packs`: how it stands with each pack, and receipts, from a record that was written as the daemon writes it."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from tablectl.commands.packlog import OF_PACKS
from tablectl.config import load
from tablectl.engine.games import GAMES
from tablectl.journal import ClearSealer, SystemClock, open_for_writing
from tablectl.opening import table_opened
from tablectl.table.actions import Action, CountPack, OpenPack, PersonRole, QuarantinePack, SecondAction
from tablectl.table.events import CommandGiven, TableEvent
from tablectl.table.outcomes import Outcome
from tablectl.table.record.recovery import event_draft, outcome_draft, step
from tablectl.table.state import TableState
from tests.cli.conftest import Run

DONE: list[tuple[str, PersonRole, Action]] = [
    ("Ana", PersonRole.DEALER, OpenPack(1, "A-1")),
    ("Kim", PersonRole.SUPERVISOR, SecondAction(1)),
    ("Ana", PersonRole.DEALER, CountPack(1, 52)),
    ("Kim", PersonRole.SUPERVISOR, SecondAction(2)),
    ("Ana", PersonRole.DEALER, CountPack(1, 51)),
    ("Kim", PersonRole.SUPERVISOR, SecondAction(3)),
    ("Kim", PersonRole.SUPERVISOR, QuarantinePack(1, "a card is missing")),
]


@pytest.fixture
def config(table: Path) -> Path:
    """A table where two persons opened and inspected pack 1, twice; at the second time a card was missing."""
    config, clock = load(table, {}, ()), SystemClock()
    events: list[TableEvent] = [table_opened(config, clean=True)]
    events += [CommandGiven(f"command-{number}", person, role, action) for number, (person, role, action) in enumerate(DONE)]
    state: TableState | None = None
    with closing(open_for_writing(config.at(config.settings.journal.path), stamper=clock, sealer=ClearSealer())) as writer:
        for event in events:
            stamp = clock.stamp()
            (record,) = writer.append([event_draft(event, stamp, 1, event.kind)]).result(20)
            applied = step(GAMES, state, event, stamp.wall_ns)
            state = applied.state
            writer.append([outcome_draft(outcome, record.seq, stamp, 1, event.kind) for outcome in applied.outcomes]).result(20)
    return table


def test_each_pack_is_listed_with_its_standing_and_what_speaks_against_it(tablectl: Run, config: Path) -> None:
    done = tablectl("packs", "list", "--config", config)
    assert (done.code, done.err) == (0, "")
    first, against = done.out.splitlines()[:2]
    assert first.startswith("  1  red: quarantined; 52 cards of single-52, 0 rounds, seal A-1, in use since ")
    assert first.endswith(", receipt 2")
    assert against.strip() == "Pack 1 is quarantined and does not come back into play: a card is missing"
    rows = [json.loads(line) for line in tablectl("packs", "list", "--json", "--config", config).out.splitlines()]
    assert {row["pack"]: row["standing"] for row in rows}[1] == "quarantined"
    assert all(row["standing"] == "sealed" for row in rows[1:])
    assert tablectl("packs", "list", config.parent / "journal.db").out == done.out, "the record says it without the configuration"


def test_what_happened_to_a_pack_is_listed_in_its_order(tablectl: Run, config: Path) -> None:
    done = tablectl("packs", "log", "--config", config)
    assert (done.code, done.err) == (0, "")
    assert [line.partition("Z pack 1: ")[2] for line in done.out.splitlines()] == [
        "Ana, dealer, and Kim, supervisor opened pack 1, seal A-1",
        "Ana, dealer, and Kim, supervisor inspected pack 1: 52 cards, as this pack of single-52 should have",
        "Ana, dealer, and Kim, supervisor inspected pack 1: 51 cards, and it should have 52",
        "Kim: pack 1 is quarantined, because: a card is missing",
    ]
    assert tablectl("packs", "log", "--config", config, "--pack", "2").out == ""
    assert tablectl("packs", "log", "--config", config, "--to", "2020-01-01").out == ""
    rows = list(csv.DictReader(io.StringIO(tablectl("packs", "log", config.parent / "journal.db", "--csv").out)))
    assert [(row["pack"], row["type"], row["people"]) for row in rows] == [
        ("1", "pack_opened", "Ana and Kim"),
        ("1", "pack_inspected", "Ana and Kim"),
        ("1", "pack_inspected", "Ana and Kim"),
        ("1", "pack_withdrawn", "Kim"),
    ]
    (last,) = [json.loads(line) for line in tablectl("packs", "log", "--config", config, "--json").out.splitlines()][-1:]
    assert (last["people"], last["at"][-1]) == (["Kim"], "Z")
    assert tablectl("packs", "log", "--config", config, "--json", "--csv").code == 2


def test_a_receipt_is_printed_as_it_was_given(tablectl: Run, config: Path) -> None:
    first, second = (tablectl("packs", "receipt", number, "--config", config).out for number in ("1", "2"))
    for words in ("receipt 1", "Seal:        A-1", "52 of 52", "none: counted by hand", "Ana, dealer; Kim, supervisor", "Right: 52 cards"):
        assert words in first
    assert "WRONG: 51 cards, and it should have 52" in second
    journal = config.parent / "journal.db"
    found = json.loads(tablectl("packs", "receipt", "2", journal, "--json").out)
    assert (found["number"], found["right"], found["people"][1]) == (2, False, {"person": "Kim", "role": "supervisor"})


def test_a_receipt_that_is_not_there_is_a_failure_in_words(tablectl: Run, config: Path) -> None:
    done = tablectl("packs", "receipt", "3", "--config", config)
    assert done.code == 1
    assert "there is no receipt 3 of an inspection on record" in done.err


def test_a_table_that_never_ran_has_no_register(tablectl: Run, table: Path) -> None:
    assert tablectl("packs", "list", "--config", table).code != 0


def test_every_outcome_that_is_about_a_pack_is_in_its_log() -> None:
    about = {kind for kind in get_args(Outcome) if {"pack", "receipt"} & {field.name for field in fields(kind)}}
    assert {next(field.default for field in fields(kind) if field.name == "kind") for kind in about} == OF_PACKS
