"""The page's types are the server's types."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.console import typegen


def test_the_types_of_the_page_are_fresh() -> None:
    assert typegen.main(["--check"]) == 0


def test_a_stale_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "view.ts"
    monkeypatch.setattr(typegen, "TARGET", target)
    assert typegen.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err
    assert typegen.main([]) == 0
    assert typegen.main(["--check"]) == 0
    assert "readonly as_of_ns: number;" in target.read_text()
