from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .running import Console, running


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with running(tmp_path) as console:
        yield console
