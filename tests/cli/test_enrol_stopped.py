"""Enrolling that is stopped: by a kill between two cards, or before the first."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.engine.decks import SINGLE_52
from tablectl.enrol import order_of
from tablectl_drivers.reading.deck_map import read
from tablectl_sim.printed_code import printed
from tests.cli.conftest import PROGRAM, Run
from tests.drivers.conftest import Adapter

HOW = ("--game", "uth", "--pack", "1", "--driver", "ascii_line")


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[Adapter]:
    adapter = Adapter(tmp_path / "reader")
    adapter.plug()
    yield adapter
    adapter.unplug()


def test_a_kill_loses_no_card_that_was_read(adapter: Adapter, tmp_path: Path) -> None:
    target = tmp_path / "red.csv"
    faces = [expected.face for expected in order_of(SINGLE_52, None)[:3]]
    with subprocess.Popen([PROGRAM, "decks", "enrol", target, *HOW, "--port", adapter.port], stderr=subprocess.PIPE, text=True) as enrolling:
        assert enrolling.stderr is not None
        told = iter(enrolling.stderr)
        assert any("the port is open; nothing is known of the reader until a card comes" in line for line in told)
        for face in (*faces, faces[-1]):
            adapter.say(f"{printed(1, face, 1)}\r\n".encode())
        assert any("this code is already that of card 3" in line for line in told)
        enrolling.kill()
    assert [card.face for card in read(target.read_text(), 1, "red.csv").cards.values()] == faces


def test_a_map_that_cannot_be_written_is_said_before_a_card_is_read(process: Run, tmp_path: Path) -> None:
    done = process("decks", "enrol", tmp_path / "nowhere" / "red.csv", *HOW, "--port", tmp_path / "reader")
    assert (done.code, done.err) == (1, f"tablectl: {tmp_path}/nowhere/red.csv: cannot be written: No such file or directory\n")
