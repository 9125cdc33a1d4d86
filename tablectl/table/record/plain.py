"""Frozen values as JSON and back by their types, exactly: a field that a dataclass gets is written and read without a word here.

A mapping is a list of pairs, in its order; a set is a sorted list; a card is its two letters.
"""

from __future__ import annotations

import types
import typing
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

from tablectl.engine.cards import Card
from tablectl.journal.records import Json, canonical

_PLAIN: Final = (str, int, bool)


def written(value: object, *, without: frozenset[str] = frozenset()) -> Json:
    """A value as JSON; of a dataclass all fields but some. Raise TypeError for what no state holds."""
    match value:
        case Card() | Fraction():
            return str(value)
        case Enum():
            return written(value.value)
        case None | str() | int():
            return value
        case Mapping():
            return [[written(key), written(held)] for key, held in value.items()]
        case frozenset():
            return sorted(map(written, value), key=canonical)
        case tuple():
            return [written(each) for each in value]
        case _ if is_dataclass(value):
            return {field.name: written(getattr(value, field.name)) for field in fields(value) if field.name not in without}
        case _:
            raise TypeError(f"there is no JSON for a {type(value).__name__}")


def read(kind: Any, data: Any) -> Any:  # noqa: ANN401 - a type, JSON, and a value of the type
    """The value of this type that was written so. Raise ValueError, KeyError or TypeError where it was not."""
    origin = get_origin(kind)
    if origin is Annotated:
        return read(get_args(kind)[0], data)
    if origin in {types.UnionType, typing.Union}:
        return read(_member(get_args(kind), data), data)
    if origin is None:
        return _one(kind, data)
    return _many(origin, get_args(kind), data)


def read_fields(kind: type, data: Mapping[str, Any], given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a value of the type
    """A dataclass from its fields; some are given."""
    hints = _hints(kind)
    return kind(**{name: given[name] if name in given else read(hints[name], data[name]) for name in hints})


def _one(kind: Any, data: Any) -> Any:  # noqa: ANN401 - as `read`
    if kind is Card:
        return Card.parse(data)
    if kind is Fraction:
        return Fraction(data)
    if kind is type(None) or kind in _PLAIN:
        if type(data) is not kind:
            raise TypeError(f"a {kind.__name__} is expected, not a {type(data).__name__}")
        return data
    if issubclass(kind, Enum):
        return kind(data)
    return read_fields(kind, data, {})


def _many(origin: Any, inner: tuple[Any, ...], data: Any) -> Any:  # noqa: ANN401 - as `read`
    if origin is Literal:
        if data not in inner:
            raise ValueError(f"one of {inner} is expected")
        return data
    if origin is Counter:
        return Counter({read(inner[0], key): count for key, count in data})
    if origin is frozenset:
        return frozenset(read(inner[0], each) for each in data)
    if origin is tuple and inner[-1] is Ellipsis:
        return tuple(read(inner[0], each) for each in data)
    if origin is tuple:
        return tuple(read(each, held) for each, held in zip(inner, data, strict=True))
    if issubclass(origin, Mapping):
        return {read(inner[0], key): read(inner[1], held) for key, held in data}
    raise TypeError(f"there is no reading a {origin.__name__}")


def _member(members: tuple[Any, ...], data: Any) -> Any:  # noqa: ANN401 - as `read`
    """The member of a union that this is; several dataclasses tell themselves apart by their `kind`."""
    if data is None:
        return type(None)
    held = [member for member in members if member is not type(None)]
    if len(held) == 1:
        return held[0]
    for member in held:
        if get_args(_hints(member)["kind"]) == (data["kind"],):
            return member
    raise ValueError("there is no value of this kind")


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}
