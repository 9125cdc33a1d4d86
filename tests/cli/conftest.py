"""The program as a person starts it: in this process where only its words and exit code count, else as a process of its own."""

from __future__ import annotations

import io
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog

from tablectl.cli import main

PROGRAM = Path(sys.executable).with_name("tablectl")
SETTINGS = Path(__file__).parents[1] / "settings"


@dataclass(frozen=True, slots=True)
class Done:
    code: int
    out: str
    err: str


class Typed(io.BytesIO):
    name = "<stdin>"


Run = Callable[..., Done]


@pytest.fixture(autouse=True)
def _clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, away from any configuration of this machine."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("TABLECTL")]:
        monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _restore_log() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
def tablectl(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `tablectl` in this process."""

    def run(*arguments: str | Path, stdin: str = "", environment: Mapping[str, str] | None = None) -> Done:
        typed = Typed(stdin.encode())
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["tablectl", *map(str, arguments)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(typed, "utf-8"))
            patch.setattr(sys, "excepthook", sys.excepthook)
            for name, value in (environment or {}).items():
                patch.setenv(name, value)
            capsys.readouterr()
            with pytest.raises(SystemExit) as stopped:
                main()
            words = capsys.readouterr()
        return Done(stopped.value.code if isinstance(stopped.value.code, int) else 0, words.out, words.err)

    return run


@pytest.fixture
def process() -> Run:
    """Run `tablectl` as a process of its own."""

    def run(*arguments: str | Path) -> Done:
        done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
        return Done(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The configuration of a small table, in the folder where the program runs."""
    shutil.copy(SETTINGS / "base.toml", tmp_path / "table.toml")
    shutil.copy(SETTINGS / "rules.toml", tmp_path / "rules.toml")
    return tmp_path / "table.toml"
