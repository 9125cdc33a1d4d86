"""A small table whose files are right, to be made wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from tablectl.config import LoadedConfig, load

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def base() -> str:
    return (HERE / "base.toml").read_text("utf-8")


@pytest.fixture(scope="session")
def house_rules() -> str:
    return (HERE / "rules.toml").read_text("utf-8")


@pytest.fixture
def load_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base: str, house_rules: str) -> Callable[..., LoadedConfig]:
    """Load a table from texts; messages show bare file names."""
    monkeypatch.chdir(tmp_path)

    def load_texts(
        table: str | None = None, rules: str | None = None, environment: Mapping[str, str] | None = None, arguments: Sequence[str] = ()
    ) -> LoadedConfig:
        Path("tablectl.toml").write_text(table or base, "utf-8")
        Path("rules.toml").write_text(rules or house_rules, "utf-8")
        return load(Path("tablectl.toml"), environment or {}, arguments)

    return load_texts
