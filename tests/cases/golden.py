"""Hands whose results are known from outside: what is put in, and what has to be in the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("golden.jsonl")


@dataclass(frozen=True, slots=True)
class Golden:
    """One line of the file."""

    game: str
    inputs: dict[str, Any]
    expected: dict[str, Any]

    def __str__(self) -> str:
        return str(self.inputs["id"])


GOLDEN: Final = tuple(Golden(**json.loads(line)) for line in FILE.read_text("utf-8").splitlines())


def missing(expected: object, answer: object, at: str = "answer") -> list[str]:
    """Say what of the expected result is not in the answer. An answer may hold more keys; a list has to be the same to its end."""
    if isinstance(expected, Mapping):
        if not isinstance(answer, Mapping):
            return [f"{at}: expected an object, found {answer!r}"]
        lost = [f"{at}.{key}: expected {value!r}, found nothing" for key, value in expected.items() if key not in answer]
        return lost + [fault for key, value in expected.items() if key in answer for fault in missing(value, answer[key], f"{at}.{key}")]
    if isinstance(expected, Sequence) and not isinstance(expected, str):
        if not isinstance(answer, Sequence) or isinstance(answer, str) or len(answer) != len(expected):
            return [f"{at}: expected {expected!r}, found {answer!r}"]
        return [fault for index, pair in enumerate(zip(expected, answer, strict=True)) for fault in missing(*pair, f"{at}[{index}]")]
    return [] if expected == answer and isinstance(answer, bool) == isinstance(expected, bool) else [f"{at}: expected {expected!r}, found {answer!r}"]
