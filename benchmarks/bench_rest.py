"""What a daemon at rest costs with a whole table wired: 60 buttons, 60 lamps, keys and three devices, nobody at the table.

    python benchmarks/bench_rest.py --seconds 60

The shoe tells its status once a second; the other devices only have lights. Beside it the share of an empty loop that
wakes as often as the daemon does, in the same minute: what is beyond that is the daemon's own work.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from running import RULES, cpu_seconds, switches

from tablectl_sim.bench import Bench
from tablectl_sim.scenario import find, load
from tests.e2e.running import Table

SECONDS: Final = 60.0
SETTLE_S: Final = 5.0  # after the start, until console, devices and lights have calmed down
LIMIT: Final = 0.02
GAME: Final = "tx_bj"  # five seats of twelve areas: no other table has so many
FIRST_LIGHT: Final = 100  # lines of the lights, beyond those of the buttons

_EMPTY: Final = """
import sys, threading, time
pause, event = float(sys.argv[1]), threading.Event()
end = time.monotonic() + float(sys.argv[2])
while time.monotonic() < end:
    event.wait(pause)
print(time.process_time())
"""


def lights(name: str, line: int) -> str:
    """A shuffler that only has lights, all of them dark."""
    options = f'green = "inputs:{line}", amber = "inputs:{line + 1}", red = "inputs:{line + 2}", active_low = []'
    return f'[[devices]]\nname = "{name}"\nrole = "shuffler"\ndriver = "lamps_in"\nport = "gpio {name}"\noptions = {{ {options} }}\n'


def add_lights(config: Path) -> dict[str, int]:
    """Bring the table to three devices; return how many buttons and lamps it has."""
    text = config.read_text(encoding="utf-8")
    devices = lights("left", FIRST_LIGHT) + lights("right", FIRST_LIGHT + 3)
    config.write_text(text.replace("\n[panel]\n", f"\n{devices}\n[panel]\n", 1), encoding="utf-8")
    return {kind: len(re.findall(rf'= "{kind}:\d+"\n', text)) for kind in ("inputs", "lamps")}


def rest(folder: Path, seconds: float) -> None:
    bench = Bench(load(find("blackjack-full-speed")), folder, house_rules=RULES.with_name(f"{GAME}-document.toml"), rounds=0)
    with bench:
        wired = add_lights(bench.config_path)
        resting = Table(bench, folder)
        try:
            resting.start()
            spent, woken = at_rest(resting, seconds)
        finally:
            resting.close()
    total, share = sum(woken.values()), spent / seconds
    empty = empty_loop(1 / total, min(seconds, 20.0))
    print(f"{wired['inputs']} buttons, {wired['lamps']} lamps and three devices at rest for {seconds:.0f} s: ", end="")
    print(f"{share:.2%} of one processor, woken {total:.0f} times a second; the limit is {LIMIT:.0%}: {'kept' if share < LIMIT else 'NOT KEPT'}")
    print(f"    an empty loop that is woken as often: {empty:.2%}")
    for name, often in sorted(woken.items(), key=lambda each: -each[1])[:6]:
        print(f"    {often:6.1f} a second  {name}")


def at_rest(resting: Table, seconds: float) -> tuple[float, dict[str, float]]:
    """Processor seconds, and how often a second each thread was woken."""
    resting.daemon.wait_said("Console of table")
    time.sleep(SETTLE_S)
    pid = resting.daemon.pid
    spent, slept = cpu_seconds(pid), switches(pid)
    time.sleep(seconds)
    return cpu_seconds(pid) - spent, {name: (count - slept.get(name, 0)) / seconds for name, count in switches(pid).items()}


def empty_loop(pause: float, seconds: float) -> float:
    """The share of one processor that waking up alone takes."""
    done = subprocess.run([sys.executable, "-c", _EMPTY, str(pause), str(seconds)], capture_output=True, text=True, check=True)  # noqa: S603  # our own words
    return float(done.stdout) / seconds


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Measure the daemon at rest with a whole table wired.")
    arguments.add_argument("--seconds", type=float, default=SECONDS, help="seconds at rest")
    with tempfile.TemporaryDirectory() as name:
        rest(Path(name) / "rest", arguments.parse_args().seconds)
