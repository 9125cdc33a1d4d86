"""How many refusals go on record one by one: whoever knocks without end is told by a number, and does not fill the disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

EACH: Final = 60  # in a span, of all people and addresses
SPAN_S: Final = 600.0
NAMED: Final = 16


class Refusals:
    """Times are seconds of a clock that nobody sets."""

    def __init__(self) -> None:
        self._ends = 0.0
        self._admitted = 0
        self._more = 0
        self._told: set[tuple[str, ...]] = set()
        self._people: set[str] = set()
        self._addresses: set[str] = set()

    def admit(self, body: Mapping[str, Any], now: float, *, once: tuple[str, ...] = ()) -> bool:
        """Whether this refusal goes on record by itself; otherwise it is counted. Of those that are the same `once` is enough in a span."""
        if now >= self._ends and not self._more:
            self._ends, self._admitted = now + SPAN_S, 0
            self._told.clear()
        if self._admitted < EACH and once not in self._told:
            self._admitted += 1
            self._told |= {once} if once else set()
            return True
        self._more += 1
        for among, name in ((self._people, body.get("person")), (self._addresses, body.get("address"))):
            if name and len(among) < NAMED:
                among.add(name)
        return False

    def counted(self, now: float, *, ending: bool = False) -> dict[str, Any] | None:
        """What was only counted, once its span is over or the console ends: for the record, and forgotten here."""
        if not self._more or (now < self._ends and not ending):
            return None
        body = {"number": self._more, "people": sorted(self._people), "addresses": sorted(self._addresses)}
        self._more = 0
        self._people.clear()
        self._addresses.clear()
        return body
