"""Where in a TOML text a key or its value stands. It knows nothing of what the keys mean.

The text has been read by `tomllib` before, so this scans well-formed TOML only and keeps positions, not values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

Path = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")
# The longer quotes first: three quotes open a text that may hold line breaks.
_TEXT: Final = re.compile(r"""\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'""", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_ESCAPES: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


@dataclass(frozen=True, slots=True)
class Place:
    """Offsets into the text: of the key, and of its value (of a table: its header or its brace)."""

    key: int
    value: int


@dataclass(slots=True)
class _Scan:
    text: str
    at: int = 0
    places: dict[Path, Place] = field(default_factory=dict)
    arrays: dict[Path, int] = field(default_factory=dict)

    def document(self) -> None:
        here: Path = ()
        while self._blank() < len(self.text):
            if self.text[self.at] == "[":
                here = self._header()
            else:
                self._pair(here)

    def _header(self) -> Path:
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        path: Path = ()
        keys = list(self._keys())
        for number, (key, at) in enumerate(keys, start=1):
            path = (*path, key)
            self.places.setdefault(path, Place(at, at))
            if many and number == len(keys):
                self.arrays[path] = self.arrays.get(path, -1) + 1
            if path in self.arrays:
                path = (*path, self.arrays[path])
                self.places.setdefault(path, Place(at, at))
        self.at += 2 if many else 1
        return path

    def _pair(self, here: Path) -> None:
        for key, at in self._keys():
            here = (*here, key)
            self.places.setdefault(here, Place(at, at))
        key_at = self.places[here].key
        self.at += 1
        self.places[here] = Place(key_at, self._blank())
        self._value(here)

    def _keys(self) -> Iterator[tuple[str, int]]:
        """Read `a.'b'.c` up to the `=` or `]` after it."""
        while True:
            start = self._blank()
            key = self._take(_TEXT, _BARE)
            yield _unquoted(key) if key[0] in "\"'" else key, start
            if self.text[self._blank()] != ".":
                return
            self.at += 1

    def _value(self, here: Path) -> None:
        opening = self.text[self.at]
        if opening == "[":
            self._items(here)
        elif opening == "{":
            self._inline(here)
        else:
            self._take(_TEXT, _SCALAR)

    def _items(self, here: Path) -> None:
        self.at += 1
        index = 0
        while self.text[self._blank()] != "]":
            self.places[*here, index] = Place(self.at, self.at)
            self._value((*here, index))
            index += 1
            self._comma()
        self.at += 1

    def _inline(self, here: Path) -> None:
        self.at += 1
        while self.text[self._blank()] != "}":
            self._pair(here)
            self._comma()
        self.at += 1

    def _comma(self) -> None:
        if self.text[self._blank()] == ",":
            self.at += 1

    def _blank(self) -> int:
        self._take(_BLANK)
        return self.at

    def _take(self, *patterns: re.Pattern[str]) -> str:
        for pattern in patterns:
            if match := pattern.match(self.text, self.at):
                self.at = match.end()
                return match[0]
        raise ValueError(f"no well-formed TOML at offset {self.at}")


def _unquoted(text: str) -> str:
    if text.startswith("'"):
        return text[1:-1]
    return _ESCAPE.sub(_unescaped, text[1:-1])


def _unescaped(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2]
    return chr(int(code, 16)) if code else _ESCAPES.get(escape[3], escape[3])


def places(text: str) -> dict[Path, Place]:
    """Find every key of a well-formed TOML text: `("devices", 0, "port")` to its place."""
    scan = _Scan(text)
    scan.document()
    return scan.places


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Both count from 1, as editors do."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def split_path(text: str) -> Path:
    """Read `devices[0].port`, `devices.0.port` or `panel.inputs."seat1.ante"` as people write it. Raise ValueError."""
    parts: list[str | int] = []
    rest = text
    while rest:
        match = re.match(r"""\[(\d+)\]|\.?([A-Za-z0-9_-]+)|\.?("(?:[^"\\]|\\.)*"|'[^']*')""", rest)
        if match is None:
            raise ValueError(f"{text!r} is not a path such as console.port or devices[0].port")
        index, bare, quoted = match.groups()
        if index or (bare and bare.isdecimal()):
            parts.append(int(index or bare))
        else:
            parts.append(bare or _unquoted(quoted))
        rest = rest[match.end() :]
    if not parts or not isinstance(parts[0], str) or text.startswith("."):
        raise ValueError(f"{text!r} is not a path such as console.port or devices[0].port")
    return tuple(parts)


def join_path(path: Path) -> str:
    """Write a path as people do; a key that is not bare, or could pass for a number, stands in quotes."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            bare = _BARE.fullmatch(part) and not part.isdecimal()
            text += ("." if text else "") + (part if bare else '"' + part.replace("\\", "\\\\").replace('"', '\\"') + '"')
    return text
