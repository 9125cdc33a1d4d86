"""`tablectl run`: the daemon, at a table or, with --simulate, on a simulated one."""

from __future__ import annotations

import faulthandler
import os
from pathlib import Path

import click

from tablectl import bootstrap, logs
from tablectl.commands.examples import examples
from tablectl.commands.options import Whole, config_file, loaded, settings
from tablectl.commands.simulator import PANEL_VARIABLE, Bench, accounts, bench
from tablectl.opening import bench_meant
from tablectl.sources import read


@click.command()
@config_file
@settings
@click.option("--bench", "on_bench", is_flag=True, help="Run a table whose configuration says that it is on a bench and not for live play.")
@click.option("--simulate", "scenario", metavar="SCENARIO", help="Play this scenario's devices and people; needs the simulator.")
@click.option("--seed", type=Whole(0), help="With --simulate: the seed of chance.")
@click.option("--speed", help='With --simulate: how much faster than life, or "max".')
@click.option("--rounds", type=Whole(0), help="With --simulate: stop after so many rounds; 0 is without end.")
@click.option("--console-port", type=Whole(0, 65535), help="With --simulate: the console's port; 0 takes a free one.")
@click.option("--house-rules", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="With --simulate: house rules to play by.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="With --simulate: keep the bench's files and the journal in this folder.")
@click.pass_obj
def run(
    level: str | None,
    /,
    *,
    config_path: Path | None,
    settings: tuple[str, ...],
    on_bench: bool,
    scenario: str | None,
    house_rules: Path | None,
    folder: Path | None,
    **bench_options: str | int | None,
) -> None:
    """Run the table until it is told to stop."""
    given = [f"--{name.replace('_', '-')}={value}" for name, value in bench_options.items() if value is not None]
    if scenario is None:
        if given or house_rules or folder:
            raise click.UsageError("--seed, --speed, --rounds, --console-port, --house-rules and --dir need --simulate")
        raise SystemExit(_table(config_path, settings, level, on_bench=on_bench))
    if on_bench:
        raise click.UsageError("--bench is for real devices; what is simulated is on a bench anyway")
    if config_path:
        raise click.UsageError("--simulate brings its own configuration, so --config has no place")
    if folder and folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise click.UsageError(
            f"--dir: expected a new folder or an empty one, as a bench is a table of its own; {folder} is there and holds something"
        )
    rules = ["--rules-from", str(examples() / "rules")]
    if house_rules:
        read(house_rules)  # before the bench copies it
        rules = ["--house-rules", str(house_rules.resolve())]
        settings = (*settings, f"table.house_rules={house_rules.resolve()}")  # a mistake is one in this file, not in the copy
    with bench(scenario, [*given, *rules], folder) as running:
        if folder is None:
            click.echo(f"{running.folder} goes away with the bench, its journal too; --dir FOLDER keeps them.", err=True)
        os.environ[PANEL_VARIABLE] = str(running.folder / "panel.sock")
        code = _table(running.folder / "table.toml", settings, level, running)
    raise SystemExit(code)


def _table(config_path: Path | None, settings: tuple[str, ...], level: str | None, simulated: Bench | None = None, *, on_bench: bool = False) -> int:
    config = loaded(config_path, settings, level)
    if simulated is None:
        bench_meant(config, bench=on_bench)
    faulthandler.enable()  # the watchdog's SIGABRT then leaves the stack of what hung in the log
    logs.setup(config.settings.log.format, config.settings.log.level)
    with logs.about(table=config.settings.table.id):
        if simulated is None:
            return bootstrap.run(config)
        dealer, supervisor = accounts(config.at(config.settings.console.users))
        return bootstrap.run(config, lambda url: simulated.sign_in(url, dealer, supervisor), ends_with_terminal=simulated.ends_with_terminal)
