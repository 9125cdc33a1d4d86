"""A process that is killed in the middle of writing: what it had acknowledged is there, whole batches only, and the chain holds.

This shows that no record waits in the process. That it does not wait in the kernel either is the work of `synchronous = FULL`,
which is asked of SQLite below; `tests/powercut` cuts the power.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tablectl.journal import Draft, LastRun, Reader, Writer, verify
from tablectl.journal.connections import SYNCHRONOUS_FULL, configure_writer, connect

DEADLINE_S = 20.0
TARGET = Path(__file__).with_name("kill_target.py")


def write_and_be_killed(path: Path, lines: int) -> tuple[str, dict[int, str]]:
    """Let a process write until it has acknowledged so many batches, then kill it; return how it found the journal, and what it told."""
    process = subprocess.Popen([sys.executable, TARGET, path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process, process.stdout as output:
        found = output.readline().strip()
        told = list(itertools.islice(output, lines))
        process.kill()
        told += [line for line in output if line.endswith("\n")]
    process.wait(DEADLINE_S)
    pairs = [pair.split(":") for line in told for pair in line.split()]
    return found, {int(seq): digest for seq, digest in pairs}


def test_whatever_was_acknowledged_survives_a_kill_at_any_moment(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], path: Path
) -> None:
    acknowledged: dict[int, str] = {}
    for expected, lines in (("none", 1), ("unclean", 40), ("unclean", 173)):
        found, told = write_and_be_killed(path, lines)
        assert found == expected
        assert len(told) >= 2 * lines
        acknowledged |= told

        assert verify(path).sound
        with Reader(path) as reader:
            records = list(reader.records())
        stored = {record.seq: record.hash.hex() for record in records}
        assert acknowledged.items() <= stored.items()
        assert [first.body for first in records[::2]] == [second.body for second in records[1::2]]

    writer = open_journal()
    assert writer.opening.last_run is LastRun.UNCLEAN
    assert writer.append([draft()]).result(DEADLINE_S)[0].seq == max(acknowledged.keys() | stored.keys()) + 1


def test_a_crash_image_with_its_write_ahead_file_opens_with_every_record(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], tmp_path: Path, snapshot: Callable[[Path, Path], Path]
) -> None:
    writer = open_journal()
    writer.append([draft(number) for number in range(30)]).result(DEADLINE_S)
    crashed = snapshot(writer.path, tmp_path / "crashed")
    again = open_journal(crashed)
    assert again.head == writer.head
    assert again.opening.last_run is LastRun.UNCLEAN


def test_a_write_ahead_file_torn_anywhere_leaves_whole_batches_and_a_chain_that_holds(
    open_journal: Callable[..., Writer], draft: Callable[..., Draft], tmp_path: Path, snapshot: Callable[[Path, Path], Path]
) -> None:
    writer = open_journal()
    for number in range(12):
        writer.append([draft(number), draft(number)]).result(DEADLINE_S)
    crashed = snapshot(writer.path, tmp_path / "crashed")
    wal = Path(f"{crashed}-wal").read_bytes()
    seen: list[int] = []
    for number, size in enumerate(range(len(wal), 40_000, -3_001)):
        folder = tmp_path / f"torn-{number}"
        folder.mkdir()
        (folder / crashed.name).write_bytes(crashed.read_bytes())
        (folder / f"{crashed.name}-wal").write_bytes(wal[:size])
        torn = open_journal(folder / crashed.name)
        seen.append(torn.head.seq)
        assert torn.append([draft()]).result(DEADLINE_S)[0].seq == seen[-1] + 1
        torn.close()
        assert verify(torn.path).sound
    assert seen[0] == 24
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) > 5
    assert all(seq % 2 == 0 for seq in seen)


def test_every_commit_is_synced(open_journal: Callable[..., Writer]) -> None:
    writer = open_journal()
    writer.close()
    connection = connect(writer.path)
    configure_writer(connection, writer.path)
    assert connection.execute("PRAGMA synchronous").fetchone() == (SYNCHRONOUS_FULL,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == (b"wal",)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    connection.close()
