"""Start to ready, what of it are imports, and the memory that a daemon takes with its console in use.

    python benchmarks/bench_start.py --repeats 7 --records 100000

Times are of real processes, from the start until READY=1 arrives at the notify socket, and each has a bare interpreter beside it that
starts and ends, so that a slow machine shows.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from long_journal import prolong
from running import resident, table

from tablectl.journal.keys import read_keys

REPEATS: Final = 7
RECORDS: Final = 100_000
DEALT: Final = 20  # rounds that the long journal repeats; an even number, as two packs alternate
AIM_READY_S: Final = 1.5
AIM_MIB: Final = 100
NEVER_BEFORE_READY: Final = ("fastapi", "uvicorn", "argon2", "starlette")
IMPORTS: Final = """
import sys, time
start = time.perf_counter()
import tablectl.commands.run
print(time.perf_counter() - start, *(name for name in sys.argv[1:] if name in sys.modules))
"""


def bare_start() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - start


def imports() -> tuple[float, list[str]]:
    """Seconds for the modules of `tablectl run` in a fresh interpreter, and what it loaded of what should come later."""
    command = [sys.executable, "-c", IMPORTS, *NEVER_BEFORE_READY]
    seconds, *early = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()  # noqa: S603 - this interpreter
    return float(seconds), early


def ready(folder: Path, journal: Path | None, *, keep: Path | None = None, deal: int = 0) -> float:
    """Start a daemon on a copy of a journal, or on none, and return the seconds until it was ready. `deal` rounds, `keep` the journal.

    The key of a journal lies beside it.
    """
    with table(folder, 1, rounds=deal) as started:
        if journal is not None:
            started.journal.write_bytes(journal.read_bytes())
            shutil.copy(journal.with_name(started.seal_key.name), started.seal_key)
        start = time.perf_counter()
        started.start()
        seconds = time.perf_counter() - start
        if deal:
            started.bench.deal()
            started.bench.dealer.done.wait()
        if keep is not None:
            started.daemon.stop()
            keep.write_bytes(started.journal.read_bytes())
            shutil.copy(started.seal_key, keep.with_name(started.seal_key.name))
    return seconds


def memory(folder: Path) -> tuple[float, float]:
    """MiB when ready and nobody was ever at the console, and with a person who watches."""
    with table(folder, 1) as started:
        started.start()
        supervisor_at = started.supervisor()
        alone = resident(started.daemon.pid)
        with supervisor_at.live() as live:
            live.wait(bool, 10, "anything")
            return alone, resident(started.daemon.pid)


def report(name: str, seconds: list[float], more: str = "") -> None:
    print(f"{name:<34} median {statistics.median(seconds):>7.3f} s   best {min(seconds):>7.3f} s   worst {max(seconds):>7.3f} s{more}")


def main(folder: Path, repeats: int, records: int) -> None:
    ready(folder / "dealt", None, keep=folder / "journal.db", deal=DEALT)
    count = prolong(folder / "journal.db", records, read_keys(folder / "seal.key"))
    bare: list[float] = []
    loading: list[float] = []
    empty: list[float] = []
    long: list[float] = []
    early: list[str] = []
    for number in range(repeats):
        bare.append(bare_start())
        seconds, early = imports()
        loading.append(seconds)
        empty.append(ready(folder / f"empty{number}", None))
        long.append(ready(folder / f"long{number}", folder / "journal.db"))
    share = statistics.median(loading) / statistics.median(empty)
    report("bare interpreter, start to end", bare)
    report("imports of tablectl run", loading, f"   {share:.0%} of the start; too early among them: {', '.join(early) or 'nothing'}")
    report("start to ready, empty journal", empty, f"   (aim: below {AIM_READY_S} s)")
    report(f"start to ready, {count} records", long)
    alone, watched = memory(folder / "memory")
    print(f"resident: {alone:.1f} MiB once the first person is logged in, {watched:.1f} MiB with a view open (aim: below {AIM_MIB} MiB)")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Measure how long a daemon takes to be ready, and its memory.")
    arguments.add_argument("--repeats", type=int, default=REPEATS)
    arguments.add_argument("--records", type=int, default=RECORDS)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        main(Path(name), given.repeats, given.records)
