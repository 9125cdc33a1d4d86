"""What all tests share: a small disk, and processes that can be interrupted also where whoever runs the tests ignores these signals."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

SIZE_KB = 1024
MEMORY = Path("/dev/shm") if Path("/dev/shm").is_dir() else None  # noqa: S108 - folders with random names are made there
"""Where a flush costs nothing; None is the usual place."""

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a machine under load is no mistake
settings.load_profile("patient")

E2E: Final = Path(__file__).parent / "e2e"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tables with devices and people are dealt last: beside tests that only compute they would wait for a processor, and look like bad devices."""
    items.sort(key=lambda item: E2E in item.path.parents)


with contextlib.suppress(ValueError):  # only the main thread may say so
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def in_memory() -> Iterator[Path]:
    """A folder for much that is written and flushed, and kept by nobody."""
    with TemporaryDirectory(dir=MEMORY) as name:
        yield Path(name)


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """A disk of `SIZE_KB`, which takes the right to mount one."""
    folder = tmp_path / "volume"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "tablectl-test", folder], check=False, capture_output=True).returncode:
        pytest.skip("mounting a small file system takes root")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def fill() -> Callable[[Path], Path]:
    """Call with a volume: it takes what is left of it, to the last byte, and tells the file that does."""
    return _fill


def _fill(volume: Path) -> Path:
    filler = volume / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return filler
