"""The power is cut at any moment of a run: what the disk had not flushed is gone, or there in part and in another order.

A process of its own plays a table on a journal, and every word to the disk is noted (`recording.py`). From these notes the folder is
rebuilt as a cut at a random moment could have left it (`disk.py`), and opened as a start would. Nothing that the process had promised may
be missing. Two controls show that a loss would be found: commits that are not flushed each, and a disk that lies about its flushes.
"""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tablectl.console.errors import StoreUnusable
from tablectl.console.users import Users
from tablectl.engine.games import GAMES
from tablectl.journal import ClearSealer, Draft, Kind, Reader, Stamp, SystemClock, open_for_writing, verified, verify
from tablectl.journal.errors import JournalError
from tablectl.journal.keys import read_keys
from tablectl.journal.signing import read_signer
from tablectl.table.record.recovery import recover
from tablectl.table.record.starting import read
from tests.conftest import MEMORY

from .disk import Disk, Image, cuts
from .ops import Op, Written
from .playing import CHEAP, JOURNAL, KEY, LIVES, PASSWORD, SIGNER, USERS
from .recording import Unrecordable, library

ROOT = Path(__file__).parents[2]
DEADLINE_S = 60.0
WAL_HEADER_BYTES = 32
Promises = list[tuple[str, ...]]
Check = Callable[[Path, Promises], None]

try:
    library()
except Unrecordable as error:
    pytest.skip(f"NO POWER CUT IS TESTED HERE: {error}", allow_module_level=True)


class Lost(Exception):
    """Something that was promised is not there."""


@cache
def played(what: str) -> tuple[list[Op], dict[str, bytes]]:
    """What a process asked of its folder, and what lay there at its end."""
    with TemporaryDirectory(dir=MEMORY) as name:
        folder, notes = Path(name, "folder"), Path(name, "ops")
        folder.mkdir()
        subprocess.run([sys.executable, "-m", "tests.powercut.playing", what, folder, notes], cwd=ROOT, check=True, timeout=DEADLINE_S)
        return pickle.loads(notes.read_bytes()), {file.name: file.read_bytes() for file in folder.iterdir()}  # noqa: S301 - our own


def found(image: Image, folder: Path, chance: random.Random) -> Path:
    """The folder as a start finds it. What is in the file that SQLite shares among processes is anything."""
    folder.mkdir()
    for name, content in image.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    if chance.random() < 0.5 and JOURNAL in image:
        (folder / f"{JOURNAL}-shm").write_bytes(chance.randbytes(32768))
    return folder


def the_journal_goes_on(folder: Path, promised: Promises) -> None:
    clock = SystemClock()
    path = folder / JOURNAL
    writer = open_for_writing(path, stamper=clock, sealer=ClearSealer(), signer=SIGNER)
    with closing(writer):
        with Reader(path) as reader:
            records = list(verified(reader))
            start = read(GAMES, reader, ClearSealer(), clock.stamp(), SIGNER.public)
        there = {f"{record.seq} {record.hash.hex()}" for record in records}
        if lost := [one for several in promised for one in several if one not in there]:
            raise Lost(f"{len(lost)} records, the first is {lost[0]}")
        recovery = recover(GAMES, records, ClearSealer(), clock.stamp())
        assert start.recovery.state == recovery.state, "a start goes by the newest checkpoint"
        assert (recovery.state is None) == (not records)
        drafts = (*recovery.missing, Draft(Kind.MARKER, "noted", Stamp(1, 1, "boot", synced=True), "{}"))
        assert writer.append(drafts).result(DEADLINE_S)[-1].seq == len(records) + len(drafts)
    assert verify(path).sound


def everybody_is_known(folder: Path, promised: Promises) -> None:
    with Users(folder / USERS, hasher=CHEAP) as users:
        names = {user.name for user in users.everyone()}
        if lost := [name for (name,) in promised if name not in names]:
            raise Lost(f"{len(lost)} people, the first is {lost[0]}")
        if promised:
            assert users.log_in(promised[-1][0], PASSWORD, "here").name == promised[-1][0]


def the_keys_are_there(folder: Path, promised: Promises) -> None:
    for name, key in promised:
        if not (folder / name).exists():
            raise Lost(f"the key {name}")
        assert (read_keys(folder / name) if name == KEY else read_signer(folder / name)).id == key


CHECKS: dict[str, Check] = {"journal": the_journal_goes_on, "careless": the_journal_goes_on, "users": everybody_is_known, "keys": the_keys_are_there}


def cut(what: str, folder: Path, times: int, seed: int, *, lies: bool = False) -> list[str]:
    """Cut the power so many times; tell after which operation something was lost, or nothing could be opened any more."""
    chance = random.Random(seed)
    losses: list[str] = []
    for moment, image, promised in cuts(played(what)[0], times, seed, lies=lies):
        with TemporaryDirectory(dir=folder) as name:
            try:
                CHECKS[what](found(image, Path(name, "found"), chance), promised)
            except (Lost, JournalError, StoreUnusable) as error:
                losses.append(f"operation {moment}: {type(error).__name__}: {error}")
    return losses


@pytest.mark.parametrize("what", ["journal", "users", "keys"])
def test_what_was_noted_is_what_happened(what: str) -> None:
    ops, at_the_end = played(what)
    disk = Disk(512)
    for op in ops:
        disk.do(op)
    assert disk.promised
    if what == "journal":
        anew = [op for op in ops if isinstance(op, Written) and op.at == 0 and len(op.data) == WAL_HEADER_BYTES]
        assert len(anew) > len(LIVES), "the write-ahead file began anew while the table was played"
    kept = {name: content for name, content in at_the_end.items() if not name.endswith(".lock")}
    assert disk.whole() == kept


@pytest.mark.parametrize(("what", "times"), [("journal", 15), ("users", 10), ("keys", 5)])
def test_a_power_cut_loses_nothing_that_was_promised(what: str, times: int, in_memory: Path) -> None:
    assert cut(what, in_memory, times, seed=1) == []


def test_a_loss_would_be_found(in_memory: Path) -> None:
    assert any("Lost" in loss for loss in cut("careless", in_memory, 8, seed=1))
    assert cut("journal", in_memory, 4, seed=1, lies=True)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2, 12))
def test_five_hundred_power_cuts_lose_nothing(seed: int, in_memory: Path) -> None:
    assert cut("journal", in_memory, 50, seed) == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("what", "times"), [("users", 150), ("keys", 12)])
def test_many_power_cuts_lose_nobody_and_no_key(what: str, times: int, in_memory: Path) -> None:
    assert cut(what, in_memory, times, seed=2) == []
