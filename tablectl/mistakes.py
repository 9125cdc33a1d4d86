"""Mistakes in a configuration in words: where, what was expected, what came, and the nearest name that would have been right.

It turns what pydantic refuses into sentences; it reads no file.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import Any, Final

from pydantic import ValidationError

from tablectl.locator import Path

Schema = Mapping[str, Any]

_KINDS: Final = {
    "bool_type": "true or false",
    "dataclass_type": "a table",
    "dict_type": "a table",
    "float_type": "a number",
    "fraction_parsing": 'a fraction such as "3/2"',
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": "a table",
    "path_type": "text with a path",
    "string_type": "text",
    "tuple_type": "a list",
}
_LIMITS: Final = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}
_LONGEST_SHOWN: Final = 60  # characters
_UNKNOWN_KEY: Final = ("extra_forbidden", "unexpected_keyword_argument")


@dataclass(frozen=True, slots=True)
class Mistake:
    """`at_key` says that the key itself is wrong, not its value."""

    path: Path
    text: str
    at_key: bool = False


def dates(tree: object, path: Path = ()) -> Iterator[Mistake]:
    """Find what TOML reads as dates and times; no key of ours takes one, and in JSON it would pass for text."""
    if isinstance(tree, dict | list):
        for part, item in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from dates(item, (*path, part))
    elif isinstance(tree, date | time):
        yield Mistake(path, f"no key takes a date, found {tree}; text stands in quotes")


def from_validation(error: ValidationError, schema: Schema) -> tuple[Mistake, ...]:
    """Put every refusal of a model into words. `schema` is the JSON schema of that model."""
    found: list[Mistake] = []
    missing: dict[Path, list[Path]] = {}
    for item in error.errors(include_url=False):
        path: Path = tuple(item["loc"])
        context = item.get("ctx", {})
        if item["type"] == "mistakes":
            found += [Mistake((*path, *inner), text, at_key=True) for inner, text in context["found"]]
        elif item["type"] in _UNKNOWN_KEY:
            found.append(Mistake(path, f"unknown key{nearest(str(path[-1]), keys_at(schema, path[:-1]))}", at_key=True))
        elif path[-1:] == ("[key]",):
            names = [key for example in (node_at(schema, path[:-2]) or {}).get("examples", ()) for key in example]
            found.append(Mistake(path[:-1], f"expected a key such as {', '.join(names)}", at_key=True))
        elif item["type"] == "too_short" and item["input"]:
            continue  # its entries are what is wrong, and have been told
        elif item["type"] in ("missing", "missing_keyword_only_argument", "missing_argument"):
            missing.setdefault(path[:-1], []).append(path)
        else:
            words = _words(item["type"], item["input"], context, node_at(schema, path) or {})
            found.append(Mistake(path, words or f"{item['msg'][:1].lower()}{item['msg'][1:]}, found {shown(item['input'])}"))
    return (*found, *(_missing(table, keys) for table, keys in missing.items()))


def _missing(table: Path, keys: list[Path]) -> Mistake:
    """Name a table once, whatever it lacks."""
    if len(keys) == 1:
        return Mistake(keys[0], "missing: this key is required")
    return Mistake(table, f"missing: these keys are required: {', '.join(str(key[-1]) for key in keys)}")


def _words(kind: str, value: object, context: Mapping[str, Any], node: Schema) -> str | None:
    """Say what was expected and what came; None for a kind that has no words here."""
    found = f", found {shown(value)}"
    if kind in _KINDS:
        return f"expected {_KINDS[kind]}{found}"
    if kind in _LIMITS:
        words, bound = _LIMITS[kind]
        return f"expected {words} {context[bound]}{found}"
    if kind in ("literal_error", "enum"):
        choices = [str(choice) for choice in node.get("enum", [node.get("const")])]
        return f"expected one of {', '.join(map(json.dumps, choices))}{found}{_meant(value, choices)}"
    if kind == "string_pattern_mismatch":
        return f"expected text such as {' or '.join(map(json.dumps, node.get('examples', [context['pattern']])))}{found}"
    if kind == "string_too_short":
        return f"expected at least {context['min_length']} character{found}"
    if kind == "too_short":
        return f"expected at least {context['min_length']} entry{found}"
    if kind == "string_too_long":
        return f"expected at most {context['max_length']} characters{found}"
    if kind == "value_error":
        return str(context["error"])
    return None


def nearest(value: object, known: Iterable[str]) -> str:
    """Say "did you mean" the name nearest to `value`, or list the names there are."""
    names = list(known)
    return _meant(value, names) or (f"; known here: {', '.join(names)}" if names else "")


def _meant(value: object, names: list[str]) -> str:
    close = difflib.get_close_matches(str(value), names, n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def shown(value: object) -> str:
    """Write a value as in TOML, long ones by what they are."""
    match value:
        case dict():
            return "a table"
        case list() | tuple():
            return "an empty list" if not value else "a list"
        case str() if len(value) > _LONGEST_SHOWN:
            return json.dumps(value[:_LONGEST_SHOWN] + "...", ensure_ascii=False)
        case str() | bool() | int() | float():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def node_at(schema: Schema, path: Path) -> Schema | None:
    """Find the part of a JSON schema that speaks of a path, or None where the schema knows no such key."""
    node: Schema = schema
    for part in path:
        if isinstance(part, int):
            inner = node.get("items")
        else:
            free = next(iter(node.get("patternProperties", {}).values()), node.get("additionalProperties"))
            inner = node.get("properties", {}).get(part, free)
        if not isinstance(inner, dict):
            return None
        node = _resolved(schema, inner)
    return node


def keys_at(schema: Schema, path: Path) -> tuple[str, ...]:
    node = node_at(schema, path)
    return tuple(node.get("properties", ())) if node else ()


def _resolved(schema: Schema, node: Schema) -> Schema:
    if "anyOf" in node:
        node = next(option for option in node["anyOf"] if option.get("type") != "null")
    if "$ref" in node:
        return schema["$defs"][node["$ref"].rpartition("/")[2]]  # type: ignore[no-any-return]  # a JSON schema is a tree of Any
    return node
