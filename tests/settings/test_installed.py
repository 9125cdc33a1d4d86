"""The digest of the program: every file counts, by its name and what is in it."""

from __future__ import annotations

from pathlib import Path

from tablectl import __version__
from tablectl.installed import add, installed


def digest(folder: Path) -> list[bytes]:
    lines: list[bytes] = []
    add(lines.append, "tablectl", folder)
    return lines


def test_a_file_changed_renamed_added_or_removed_changes_it_and_what_python_leaves_does_not(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "rules.py").write_text("three = 3\n")
    (tmp_path / "migration.sql").write_text("")
    seen = [digest(tmp_path)]
    assert [line.split()[0] for line in seen[0]] == [b"tablectl/engine/rules.py", b"tablectl/migration.sql"]
    for made in ("engine/__pycache__", "web"):
        (tmp_path / made).mkdir()
        (tmp_path / made / "rules.py").write_text("left behind")
    assert digest(tmp_path) == seen[0]
    (tmp_path / "engine" / "rules.py").write_text("three = 4\n")
    seen.append(digest(tmp_path))
    (tmp_path / "engine" / "rules.py").rename(tmp_path / "engine" / "ruled.py")
    seen.append(digest(tmp_path))
    (tmp_path / "migration.sql").unlink()
    seen.append(digest(tmp_path))
    assert len(set(map(tuple, seen))) == len(seen)


def test_this_program_is_the_same_at_every_look() -> None:
    first = installed()
    assert (first.version, len(first.files)) == (__version__, 64)
    assert installed() == first
