"""Reading a case key by key: each key is asked for once, and a key that nobody asked for is an error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Final

from tablectl.engine.cards import Card, NotACard
from tablectl.errors import TablectlError


class CaseError(TablectlError, ValueError):
    """A case cannot be read or settled: the key, what was expected there and what was found."""

    def __init__(self, key: str, expected: str, found: str) -> None:
        super().__init__(f"{key}: expected {expected}, found {found}")
        self.key = key
        self.expected = expected
        self.found = found


_LONGEST_TOLD: Final = 60  # characters


def told(value: object) -> str:
    """Write a value as it stood in the JSON, long ones by what they are."""
    if isinstance(value, float) and not isfinite(value):
        return "a number of no possible size"
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= _LONGEST_TOLD:
        return text
    match value:
        case Mapping():
            return f"an object of {len(value)} keys"
        case list():
            return f"a list of {len(value)}"
        case str():
            return f'{text[:_LONGEST_TOLD]}..."'
        case _:
            return "a number of many digits"


def each_seat_once(key: str, numbers: Iterable[int]) -> None:
    """Refuse seats of which one is named again, as only the last would count."""
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            raise CaseError(key, "each seat once", f"seat {number} twice")
        seen.add(number)


class Case:
    """The inputs of one case."""

    def __init__(self, inputs: Mapping[str, object]) -> None:
        self._left = dict(inputs)
        self._asked: dict[str, None] = {}

    def __contains__(self, key: str) -> bool:
        self._asked[key] = None
        return key in self._left

    def skip(self, *keys: str) -> None:
        """Let these keys be there without a meaning for the settlement."""
        for key in keys:
            self._left.pop(key, None)

    def text(self, key: str) -> str:
        found = self._take(key, "text")
        if not isinstance(found, str):
            raise CaseError(key, "text", told(found))
        return found

    def choice(self, key: str, *options: str) -> str:
        """Read one of the options; `null` is the last one."""
        found = self._take(key, " or ".join(options))
        found = options[-1] if found is None else found
        if found not in options:
            raise CaseError(key, " or ".join(options), told(found))
        return str(found)

    def amount(self, key: str, default: int | None = None) -> int:
        """Read an amount in minor units; without a default the key has to be there."""
        if key not in self and default is not None:
            return default
        found = self._take(key, "an amount in minor units")
        if not isinstance(found, int) or isinstance(found, bool) or found < 0:
            raise CaseError(key, "an amount in whole minor units, 0 or more", told(found))
        return found

    def cards(self, key: str, *numbers: int) -> list[Card]:
        """Read cards: one of these numbers of them, or any number where none is named."""
        expected = f"a list of {' or '.join(map(str, numbers)) or 'five to seven'} cards such as Ah"
        found = self._take(key, expected)
        if not isinstance(found, list) or (numbers and len(found) not in numbers):
            raise CaseError(key, expected, told(found))
        try:
            return [Card.parse(str(card)) for card in found]
        except NotACard:
            raise CaseError(key, expected, told(found)) from None

    def values(self, key: str) -> list[object]:
        found = self._take(key, "a list")
        if not isinstance(found, list):
            raise CaseError(key, "a list", told(found))
        return found

    def objects(self, key: str) -> list[Case]:
        """Read a list of objects, each a case of its own whose keys are asked for."""
        found = self.values(key)
        if not all(isinstance(each, Mapping) for each in found):
            raise CaseError(key, "a list of objects", told(found))
        return [Case(each) for each in found if isinstance(each, Mapping)]

    def mapping(self, key: str) -> Mapping[str, object]:
        found = self._left.pop(key, {}) if key in self else {}
        if not isinstance(found, Mapping):
            raise CaseError(key, "an object", told(found))
        return found

    def done(self) -> None:
        """Refuse what was not asked for."""
        for key, found in self._left.items():
            raise CaseError(key, f"only the keys {', '.join(self._asked)}", f"{key}: {told(found)}")

    def _take(self, key: str, expected: str) -> object:
        if key not in self:
            raise CaseError(key, expected, "no such key")
        return self._left.pop(key)
