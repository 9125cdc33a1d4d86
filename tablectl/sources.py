"""Where configuration comes from: TOML files, the environment and the command line, each value with its origin.

Nothing here knows what a key means, except the kind of value that the schema asks for, as the environment only holds text.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tablectl.errors import ConfigError, ConfigUnreadable
from tablectl.locator import Path as KeyPath
from tablectl.locator import Place, join_path, line_and_column, places, split_path
from tablectl.mistakes import Mistake, Schema, node_at

ENVIRONMENT_PREFIX: Final = "TABLECTL__"
_TRUTH: Final = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class Source:
    """A TOML file as read."""

    path: Path
    text: str
    tree: Mapping[str, Any]
    places: Mapping[KeyPath, Place]

    def offset(self, mistake: Mistake) -> int:
        """Where a mistake is; a missing key is shown at its table."""
        path = mistake.path
        while path and path not in self.places:
            path = path[:-1]
        place = self.places.get(path, Place(0, 0))
        return place.value if path == mistake.path and not mistake.at_key else place.key

    def point(self, mistake: Mistake) -> str:
        """Write `file:line:column: key: what is wrong`, the line and a caret; of the file as a whole, its name is enough."""
        if not mistake.path:
            return f"{self.path}: {mistake.text}"
        name = f"{join_path(mistake.path)}: "
        return pointed(self.path, self.text, self.offset(mistake), name + mistake.text)

    def point_all(self, mistakes: Iterable[Mistake]) -> list[str]:
        """Point at each, in the order in which they stand in the file."""
        return [self.point(mistake) for mistake in sorted(mistakes, key=self.offset)]


def pointed(path: Path, text: str, offset: int, sentence: str) -> str:
    line, column = line_and_column(text, offset)
    lines = text.splitlines()
    shown = lines[line - 1] if line <= len(lines) else ""
    under = re.sub(r"[^\t]", " ", shown[: column - 1])
    return f"{path}:{line}:{column}: {sentence}\n{line:5} | {shown}\n      | {under}^"


def read(path: Path) -> Source:
    """Read a TOML file. Raise ConfigUnreadable, or ConfigError where it is no TOML."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise ConfigUnreadable(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise ConfigUnreadable(f"{path}: this is a directory, and a file is expected") from None
    except UnicodeDecodeError as error:
        raise ConfigUnreadable(f"{path}: not UTF-8 text (byte {error.start} is 0x{error.object[error.start]:02X})") from None
    except OSError as error:
        raise ConfigUnreadable(f"{path}: cannot be read: {error.strerror}") from None
    text = text.replace("\r\n", "\n")
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_syntax(path, text, str(error))) from None
    return Source(path, text, tree, places(text))


def _syntax(path: Path, text: str, message: str) -> str:
    """Point at a mistake in the syntax; the parser tells its place only in words."""
    match = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.DOTALL)
    if match is None:
        return f"{path}: {message}"
    if match[2] is None:
        return pointed(path, text, len(text.rstrip()), f"not TOML: {match[1]}")
    start = sum(len(line) for line in text.splitlines(keepends=True)[: int(match[2]) - 1])
    return pointed(path, text, start + int(match[3]) - 1, f"not TOML: {match[1]}")


@dataclass(frozen=True, slots=True)
class Override:
    """A value from outside the file. `origin` is what a person would have to change."""

    path: KeyPath
    text: str
    origin: str


def from_environment(environment: Mapping[str, str]) -> tuple[Override, ...]:
    """Read `TABLECTL__CONSOLE__PORT=8081` and `TABLECTL__DEVICES__0__PORT=/dev/ttyS0`, in the order of their names."""
    return tuple(
        Override(tuple(name.removeprefix(ENVIRONMENT_PREFIX).lower().split("__")), text, name)
        for name, text in sorted(environment.items())
        if name.startswith(ENVIRONMENT_PREFIX)
    )


def from_arguments(arguments: Iterable[str]) -> tuple[Override, ...]:
    """Read `console.port=8081` as given to `--set`. Raise ConfigError for what has no such form."""
    found = []
    for argument in arguments:
        name, equals, text = argument.partition("=")
        try:
            path = split_path(name.strip())
        except ValueError as error:
            raise ConfigError(f"--set {argument}: {error}") from None
        if not equals:
            raise ConfigError(f"--set {argument}: expected key=value")
        found.append(Override(path, text.strip(), f"--set {argument}"))
    return tuple(found)


def override(tree: Mapping[str, Any], overrides: Iterable[Override], schema: Schema) -> tuple[dict[str, Any], dict[KeyPath, Override], list[Mistake]]:
    """Lay overrides over a tree, later ones over earlier ones: the new tree, who set what, and paths that lead nowhere."""
    result = copy.deepcopy(dict(tree))
    setters: dict[KeyPath, Override] = {}
    mistakes = []
    for item in overrides:
        path = _set(result, item, schema)
        if path is None:
            path = tuple(int(part) if str(part).isdecimal() else part for part in item.path)
            mistakes.append(Mistake(path, "the file has no such entry to change"))
        setters = {other: setter for other, setter in setters.items() if other[: len(path)] != path}
        setters[path] = item
    return result, setters, mistakes


def _set(tree: dict[str, Any], item: Override, schema: Schema) -> KeyPath | None:
    """Set one value and return its path, or None where a list is too short or something on the way is no table."""
    node: Any = tree
    path: KeyPath = ()
    for number, part in enumerate(item.path, start=1):
        match node:
            case dict():
                path = (*path, str(part))
            case list() if str(part).isdecimal() and int(part) < len(node):
                path = (*path, int(part))
            case _:
                return None
        if number == len(item.path):
            node[path[-1]] = _value(item.text, node_at(schema, path))
        else:
            node = node.setdefault(path[-1], {}) if isinstance(node, dict) else node[path[-1]]
    return path


def _value(text: str, node: Schema | None) -> object:
    """Read text as the kind that the schema asks for; what does not fit stays text and is refused by the model."""
    kind = node.get("type") if node else None
    try:
        match kind:
            case "boolean":
                return _TRUTH.get(text.lower(), text)
            case "integer":
                return int(text)
            case "number":
                return float(text)
            case "array" | "object":
                return tomllib.loads(f"value = {text}")["value"]
            case _:
                return text
    except ValueError:
        return text
