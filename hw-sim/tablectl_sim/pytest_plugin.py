"""The fixture `bench`: builds benches in the test's own directory, and takes them down after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from tablectl_sim.bench import Bench


class MakeBench(Protocol):
    """Call with the name or file of a scenario (and any keyword of Bench); the devices are plugged in when it returns."""

    def __call__(self, scenario: str, **options: Any) -> Bench: ...  # noqa: ANN401 - handed on to Bench, which knows their types


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[MakeBench]:
    # imported here, so that a test run without a bench does not load gpiozero
    from tablectl_sim import scenario as scenarios  # noqa: PLC0415
    from tablectl_sim.bench import Bench  # noqa: PLC0415

    with ExitStack() as running:
        count = 0

        def make(scenario: str, **options: Any) -> Bench:  # noqa: ANN401
            nonlocal count
            count += 1
            directory = options.pop("directory", tmp_path / f"bench{count}")
            return running.enter_context(Bench(scenarios.load(scenarios.find(scenario)), directory, **options))

        yield make
