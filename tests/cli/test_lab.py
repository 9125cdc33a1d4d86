"""`tablectl lab`: rounds in, averages out."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tablectl.engine.games import GAMES
from tests.cli.conftest import PROGRAM, Run

CONFIG = Path(__file__).parents[2] / "config" / "rules"


def test_the_first_policy_is_played_by_the_sheet(tablectl: Run) -> None:
    done = tablectl("lab", "casino_holdem", "--rounds", "50")
    assert (done.code, done.err) == (0, "")
    assert "casino_holdem-sheet" in done.out
    assert "sensible: folds" in done.out
    assert "50 rounds of one seat, seed 1" in done.out


@pytest.mark.parametrize("game", [*GAMES])
def test_every_game_is_played_by_a_file_and_plotted(tablectl: Run, game: str) -> None:
    done = tablectl("lab", game, "--rounds", "20", "--rules", CONFIG / f"{game}-document.toml")
    assert (done.code, done.err) == (0, "")
    assert f"house rules {game}-document version 1 (document)" in done.out
    table, _, plot = done.out.partition("Net of a round in units of the ")
    assert "\nall " in table
    assert " ± " in table
    assert "#" * 50 in plot


def test_json_is_one_object_and_house_rules_count(tablectl: Run) -> None:
    arguments = ("lab", "uth", "--rounds", "30", "--policy", "never_fold", "--seed", "4", "--no-side-bets", "--json")
    first, second = (json.loads(tablectl(*arguments, "--rules", CONFIG / f"uth-{profile}.toml").out) for profile in ("document", "trade"))
    assert (first["house_rules"]["id"], second["house_rules"]["id"]) == ("uth-document", "uth-trade")
    assert set(first["bets"]) == {"ante", "blind", "play"}
    assert first["bets"]["play"]["stake"] == 2 * second["bets"]["play"]["stake"]
    assert first["bets"]["ante"] == second["bets"]["ante"]


def test_what_cannot_be_is_wrong_usage(tablectl: Run, tmp_path: Path) -> None:
    for arguments, says in (
        (("lab", "utf"), "did you mean `uth`"),
        (("lab", "uth", "--policy", "bold"), "has no policy 'bold'; it has basic, never_fold"),
        (("lab", "uth", "--rounds", "0"), "--rounds"),
        (("lab", "uth", "--rounds", "1"), "expected a whole number from 2 to 1000000000000, found 1"),
        (("lab", "uth", "--rounds", "9" * 30), "expected a whole number from 2"),
        (("lab", "uth", "--jobs", "0"), "--jobs"),
        (("lab", "uth", "--jobs", "257"), "expected a whole number from 1 to 256, found 257"),
    ):
        done = tablectl(*arguments)
        assert (done.code, done.out) == (2, "")
        assert says in done.err
    (tmp_path / "rules.toml").write_text('id = "x"\n')
    assert tablectl("lab", "uth", "--rules", "rules.toml").code == 78


def test_processes_share_the_work_and_the_pipe_stays_quiet() -> None:
    """As a process of its own, and its error stream is no terminal: no progress is drawn."""
    command = [str(PROGRAM), "lab", "casino_holdem", "--rounds", "600", "--json", "--jobs"]
    runs = [subprocess.run([*command, jobs], capture_output=True, text=True, timeout=60, check=True) for jobs in ("1", "2")]
    assert runs[0].stdout == runs[1].stdout
    assert [done.stderr for done in runs] == ["", ""]


def test_a_terminal_shows_how_far_it_is() -> None:
    """The error stream is a terminal: the bar moves on it, and the answer stays by itself on the other."""
    ours, theirs = pty.openpty()
    command = [str(PROGRAM), "lab", "casino_holdem", "--rounds", "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, env=os.environ | {"TERM": "xterm"}) as process:
        os.close(theirs)
        drawn = b""
        with suppress(OSError):  # the terminal is gone when the process is
            while more := os.read(ours, 4096):
                drawn += more
        said, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    assert [percent in drawn for percent in (b" 41%", b" 83%", b" 100%")] == [True, True, True]
    assert b"casino_holdem, sensible" in drawn
    assert said.startswith("Casino Texas Hold'em, house rules")
