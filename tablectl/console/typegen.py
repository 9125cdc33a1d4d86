"""Writes `web/src/view.ts`: the types of the page, from the dataclasses that the server sends and takes.

`python -m tablectl.console.typegen` writes it, `--check` says with exit code 1 that it is stale.
"""

from __future__ import annotations

import enum
import sys
import types
import typing
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints

from tablectl.console.devices.views import DevicesView
from tablectl.console.ports import Answer
from tablectl.table.actions import Action, PersonRole
from tablectl.table.commands import OF_THE_ROUND, kind_of
from tablectl.table.events import TableEvent
from tablectl.table.outcomes import Outcome, RoundPutRight
from tablectl.table.record.incidents import Incident
from tablectl.table.shown.recovered import RecoveryView
from tablectl.table.views import LastCardView, RoundView, TableView, WhatIfView

TARGET: Final = Path(__file__).parent / "web" / "src" / "view.ts"
HEAD: Final = "// Made by `python -m tablectl.console.typegen`; change the dataclasses, not this file.\n"
PLAIN: Final = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


class _Module:
    """Collects declarations; each dataclass and enum is written once, after what it is made of."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}

    def of(self, type_: object) -> str:
        """The TypeScript for a Python type. Raise TypeError for one that JSON does not carry."""
        if type_ in PLAIN and isinstance(type_, type):
            return PLAIN[type_]
        origin = get_origin(type_)
        if origin is Literal:
            return " | ".join(f'"{value}"' for value in get_args(type_))
        if origin is tuple and get_args(type_)[1:] == (...,):
            inner = self.of(get_args(type_)[0])
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        if origin in {Union, types.UnionType}:
            return " | ".join(self.of(part) for part in get_args(type_))
        if isinstance(type_, type) and issubclass(type_, enum.Enum):
            values = " | ".join(f'"{member.value}"' if isinstance(member.value, str) else str(member.value) for member in type_)
            return self._declare(type_.__name__, f"export type {type_.__name__} = {values};\n")
        if isinstance(type_, type) and is_dataclass(type_):
            hints = get_type_hints(type_)
            body = "".join(f"  readonly {field.name}: {self.of(hints[field.name])};\n" for field in fields(type_))
            return self._declare(type_.__name__, f"export interface {type_.__name__} {{\n{body}}}\n")
        raise TypeError(f"the page has no type for {type_!r}")

    def _declare(self, name: str, text: str) -> str:
        if self.declared.setdefault(name, text) != text:
            raise TypeError(f"two types have the name {name}")
        return name


def generate() -> str:
    module = _Module()
    for root in (TableView, DevicesView, RoundView, LastCardView, WhatIfView, RoundPutRight, Incident, RecoveryView, Answer, PersonRole):
        module.of(root)
    action = module.of(Action)
    types_ = "".join(f'  "{kind_of(record)}",\n' for record in (*get_args(TableEvent), *get_args(Outcome)))
    of_the_round = "".join(f'  "{kind}",\n' for kind in sorted(map(kind_of, OF_THE_ROUND)))
    return (
        HEAD
        + "\n"
        + "\n".join(module.declared.values())
        + f"\nexport type Action = {action};\n"
        + f"\n/** What the journal calls the events and outcomes of a table. */\nexport const RECORD_TYPES: readonly string[] = [\n{types_}];\n"
        + f"\n/** The actions that are meant for the round that is shown. */\nexport const OF_THE_ROUND: readonly string[] = [\n{of_the_round}];\n"
    )


def main(arguments: typing.Sequence[str]) -> int:
    text = generate()
    if "--check" in arguments:
        fresh = TARGET.is_file() and TARGET.read_text() == text
        sys.stderr.write("" if fresh else f"{TARGET} is stale: run python -m tablectl.console.typegen\n")
        return 0 if fresh else 1
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
