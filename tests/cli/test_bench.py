"""A table on a bench: said twice before it runs, said by `check`, kept apart from every record of live play."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.config import load
from tablectl.engine.games import GAMES
from tablectl.errors import ConfigError
from tablectl.opening import same_table, table_opened
from tablectl.table import table as tables
from tests.cli.conftest import Run
from tests.cli.test_check import check


@pytest.fixture
def on_bench(table: Path) -> Path:
    table.write_text(table.read_text().replace("[table]\n", "[table]\nbench = true\n", 1))
    return table


def test_a_table_on_a_bench_runs_only_where_the_command_line_says_so_too(tablectl: Run, on_bench: Path) -> None:
    done = tablectl("run", "--config", on_bench)
    assert done.code == 78  # what the systemd unit does not try again
    assert "this table is on a bench and not for live play; `tablectl run --bench` runs it, and nothing else does" in done.err
    assert not (on_bench.parent / "journal.db").exists()


def test_a_table_for_live_play_does_not_run_as_one_on_a_bench(tablectl: Run, table: Path) -> None:
    done = tablectl("run", "--bench", "--config", table)
    assert (done.code, "this table is for live play" in done.err) == (78, True)
    assert tablectl("run", "--bench", "--simulate", "first-table").code == 2


def test_the_environment_cannot_bring_a_live_table_to_a_bench_unseen(tablectl: Run, table: Path) -> None:
    done = tablectl("run", "--config", table, environment={"TABLECTL__TABLE__BENCH": "true"})
    assert (done.code, "on a bench" in done.err) == (78, True)


def test_check_says_that_it_is_on_a_bench(tablectl: Run, table: Path, on_bench: Path) -> None:
    assert "this table is on a bench and not for live play" in check(tablectl, on_bench, "bench")[1]
    table.write_text(table.read_text().replace("bench = true", "bench = false"))
    assert check(tablectl, table, "bench")[1] == ""


@pytest.mark.parametrize("before", [False, True])
def test_a_record_of_a_bench_and_one_of_live_play_are_never_one(table: Path, before: bool) -> None:
    first, then = (table_opened(load(table, {}, (f"table.bench={str(bench).lower()}",)), clean=True) for bench in (before, not before))
    state = tables.opened(GAMES, first, 0).state
    assert state.bench is before
    same_table(state, first)
    with pytest.raises(ConfigError, match="never stands in one record with live play"):
        same_table(state, then)


@pytest.mark.parametrize(("bench", "told"), [("false", False), ("true", True)])
def test_a_scanner_that_types_is_only_for_a_bench(tablectl: Run, table: Path, bench: str, told: bool) -> None:
    """Also where it is named without a configuration."""
    text = table.read_text().replace('driver = "cdl"\n', 'driver = "hid_pos"\noptions = { mode = "keyboard" }\n', 1)
    table.write_text(text.replace("[table]\n", f"[table]\nbench = {bench}\n", 1))
    done = tablectl("check", "--config", table)
    words = "devices[0].options: a scanner that types as a keyboard is only for a table on a bench: table.bench = true, and never for live play"
    assert (words in done.err) is not told
    done = tablectl("devices", "probe", "--driver", "hid_pos", "--port", "usb:1-1", "--option", "mode=keyboard")
    assert (done.code, "only for a table on a bench" in done.err) == (2, True)
