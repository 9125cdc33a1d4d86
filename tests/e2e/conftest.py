"""Benches with daemons, stopped whatever happens."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tablectl_sim.pytest_plugin import MakeBench

from .running import Table

RULES = Path(__file__).parents[2] / "config" / "rules" / "uth-document.toml"
MakeTable = Callable[..., Table]


@pytest.fixture(autouse=True)
def _nothing_is_left_open() -> Iterator[None]:
    """What a test left open is told of that test, and not of the one during which it is thrown away."""
    yield
    gc.collect()


@pytest.fixture
def table(bench: MakeBench, tmp_path: Path) -> Iterator[MakeTable]:
    """Call with a scenario and keywords of Bench: devices are plugged in; `start` the daemon, then let the bench `deal`."""
    with ExitStack() as running:

        def make(scenario: str, **options: Any) -> Table:  # noqa: ANN401 - handed on to Bench
            folder = tmp_path / "table"
            made = Table(bench(scenario, directory=folder, **({"house_rules": RULES} | options)), folder)
            running.callback(made.close)
            return made

        yield make
