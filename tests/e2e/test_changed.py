"""What changed between two starts, and what the command line did to the users, are said and on record."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from tablectl.cli import cli
from tablectl.installed import installed
from tablectl.journal.filters import Filter
from tablectl.journal.reader import Reader

from .conftest import MakeTable
from .running import PASSWORD, Table

pytestmark = pytest.mark.timeout(300)


def on_record(table: Table, type: str) -> list[dict[str, Any]]:
    with Reader(table.journal) as reader:
        return [json.loads(record.body) for record in reader.records(filter=Filter(types=frozenset({type})))]


def test_a_change_between_two_starts_is_said_and_on_record(table: MakeTable) -> None:
    made = table("kills")
    made.start()
    made.supervisor()
    users = ["users", "add", "bo", "viewer", "--config", str(made.bench.config_path)]
    assert CliRunner().invoke(cli, users, input=f"{PASSWORD}\n").exit_code == 0
    assert made.daemon.stop() == 0
    (added,) = (body for body in on_record(made, "console_user_added") if body["person"] == "bo")
    assert " of this machine" in added["by"], "it was taken in while the table ran"

    text = made.bench.config_path.read_text("utf-8")
    made.bench.config_path.write_text(text.replace("[console]\n", "[console]\nsession_hours = 11\n"), "utf-8")
    made.start()
    made.daemon.wait_said(r"Changed, configuration: [0-9a-f]{12}, and [0-9a-f]{12} at the start before")
    assert made.daemon.stop() == 0
    first, second = on_record(made, "table_opened")
    assert (first["changed"], first["files"], second["files"]) == ([], installed().files, installed().files)
    (changed,) = second["changed"]
    assert changed == f"configuration: {second['config'][:12]}, and {first['config'][:12]} at the start before"
    assert any("changed since the last start" in line for line in made.daemon.said)
