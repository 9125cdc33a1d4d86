"""The locator against TOML texts that were written down with every place noted."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.locator import Path, join_path, line_and_column, places, split_path

KEYS = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_-]{0,5}", fullmatch=True), st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=5)
)
SCALARS = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.booleans().map(lambda value: str(value).lower()),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(lambda value: f"{value:.3f}"),
    st.sampled_from(["2026-11-30", "2026-11-30 03:50:18Z", "inf", "0x1F", '"""two\nlines # no comment ["""', "'''it's\n''two'''''", '""', "''"]),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8).map(lambda text: json.dumps(text, ensure_ascii=False)),
    st.from_regex(r"'[^'\x00-\x1f\x7f]{0,8}'", fullmatch=True),
)
TREES = st.recursive(SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)), max_leaves=8)
GAPS = st.sampled_from(["", "\n", "# a comment = [not] {here}\n", "\n\n"])


def as_tables(value: object, path: Path) -> list[tuple[Path, dict[str, Any]]]:
    """What could stand under headers of its own: a table, or a list of nothing but tables."""
    if isinstance(value, dict):
        return [(path, value)]
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return [((*path, index), item) for index, item in enumerate(value)]
    return []


class Writer:
    """Writes a tree as TOML and notes where each key and value went."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.text = ""
        self.noted: dict[Path, tuple[int, int]] = {}

    def key(self, key: str) -> str:
        bare = re.fullmatch(r"[A-Za-z0-9_-]+", key) and self.draw(st.booleans())
        return key if bare else json.dumps(key, ensure_ascii=False)

    def table(self, tree: dict[str, Any], path: Path) -> None:
        later: list[tuple[Path, dict[str, Any]]] = []
        for key, value in tree.items():
            tables = as_tables(value, (*path, key))
            apart = self.draw(st.booleans())
            if tables and apart:
                later += tables
            else:
                self.text += self.draw(GAPS) + self.draw(st.sampled_from(["", "  ", "\t"]))
                self.pair(key, value, path)
                self.text += self.draw(st.sampled_from(["\n", "  # said aside\n"]))
        for here, item in later:
            self.header(here)
            self.table(item, here)

    def header(self, path: Path) -> None:
        opening, closing = ("[[", "]]") if isinstance(path[-1], int) else ("[", "]")
        *above, last = [part for part in path if isinstance(part, str)]
        self.text += self.draw(GAPS) + opening + "".join(f"{self.key(name)}." for name in above)
        self.noted[path] = (len(self.text), len(self.text))
        self.text += self.key(last) + closing + "\n"

    def pair(self, key: str, value: object, path: Path) -> None:
        at = len(self.text)
        self.text += self.key(key) + self.draw(st.sampled_from([" = ", "=", "\t= "]))
        self.noted[*path, key] = (at, len(self.text))
        self.value(value, (*path, key))

    def value(self, value: object, path: Path) -> None:
        if isinstance(value, dict):
            self.text += "{ "
            for number, (key, item) in enumerate(value.items()):
                self.text += ", " if number else ""
                self.pair(key, item, path)
            self.text += " }"
        elif isinstance(value, list):
            self.text += "["
            for index, item in enumerate(value):
                self.text += self.draw(st.sampled_from(["", "\n  ", " # why\n"]))
                self.noted[*path, index] = (len(self.text), len(self.text))
                self.value(item, (*path, index))
                self.text += ","
            self.text += "]"
        else:
            self.text += str(value)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[Path, tuple[int, int]]]:
    writer = Writer(draw)
    writer.table(draw(st.dictionaries(KEYS, TREES, max_size=4)), ())
    return writer.text, writer.noted


@given(documents())
def test_every_key_and_value_is_found_where_it_was_written(document: tuple[str, dict[Path, tuple[int, int]]]) -> None:
    text, noted = document
    tomllib.loads(text)
    found = places(text)
    assert {path: (found[path].key, found[path].value) for path in noted if path in found} == noted


def test_dotted_keys_name_every_table_on_the_way() -> None:
    text = 'a.b."c.d" = 1\n[x.y]\n[[x.z]]\nk = 1\n[[x.z]]\nk = 2\n[x.z.inner]\nm = 3\n'
    found = {path: line_and_column(text, place.value) for path, place in places(text).items()}
    assert found["a",] == (1, 1)
    assert found["a", "b"] == (1, 3)
    assert found["a", "b", "c.d"] == (1, 13)
    assert found["x", "z", 1, "k"] == (6, 5)
    assert found["x", "z", 1, "inner", "m"] == (8, 5)


@given(st.lists(st.one_of(st.text(max_size=5), st.integers(0, 99)), min_size=1, max_size=4).filter(lambda parts: isinstance(parts[0], str)))
def test_a_path_reads_back_as_it_was_written(parts: list[str | int]) -> None:
    path = tuple(parts)
    assert split_path(join_path(path)) == path


@pytest.mark.parametrize("text", ["", "=", "a..b", ".a", "a b", "[0]", "a[", '"open'])
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a path"):
        split_path(text)
