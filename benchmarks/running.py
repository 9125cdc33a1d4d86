"""A daemon on a full-speed bench for the benchmarks, and what the kernel says of its process."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from tablectl_sim.bench import Bench
from tablectl_sim.scenario import Scenario, find, load
from tests.e2e.running import Table

RULES: Final = Path(__file__).parents[1] / "config" / "rules" / "uth-document.toml"
TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")
MIB: Final = 1 << 20


def scenario(seats: int) -> Scenario:
    """The full-speed scenario with its first so many players."""
    full = load(find("full-speed"))
    return replace(full, seats=seats, players=full.players[:seats])


@contextmanager
def table(folder: Path, seats: int, *, rounds: int = 0, prepare: Callable[[Bench], None] = lambda _: None) -> Iterator[Table]:
    """Devices plugged in, the daemon not yet started. `prepare` gets the bench before its devices are switched on."""
    bench = Bench(scenario(seats), folder, house_rules=RULES, rounds=rounds)
    prepare(bench)
    with bench:
        made = Table(bench, folder)
        try:
            yield made
        finally:
            made.close()


def resident(pid: int) -> float:
    """MiB of memory that the process has in RAM."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / MIB


def cpu_seconds(pid: int) -> float:
    """Processor time that the process has used, in user and kernel mode."""
    after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) * TICK_S


def switches(pid: int) -> dict[str, int]:
    """How often each thread of the process has gone to sleep so far, by the kernel's name of the thread."""
    found: dict[str, int] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        lines = dict(line.split(":", 1) for line in (task / "status").read_text(encoding="utf-8").splitlines())
        found[f"{lines['Name'].strip()} {task.name}"] = int(lines["voluntary_ctxt_switches"])
    return found


def quantile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]
