"""Which records a reader wants, as SQL over bound values. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.journal.records import Kind


@dataclass(frozen=True, slots=True)
class Filter:
    """Empty is everything; what is given must all hold. Times are wall-clock nanoseconds, `since` included, `until` not."""

    kinds: frozenset[Kind] = frozenset()
    types: frozenset[str] = frozenset()
    round: int | None = None
    since_ns: int | None = None
    until_ns: int | None = None
    correlation: str | None = None

    def where(self) -> tuple[str, tuple[str | int, ...]]:
        """Return the condition, `1` for everything, and its values."""
        terms: list[str] = []
        values: list[str | int] = []
        for column, choices in (("kind", sorted(self.kinds)), ("type", sorted(self.types))):
            if choices:
                # One type goes by its index. Several are told apart while walking back by seq: cheaper than sorting every match.
                indexed = column if len(choices) == 1 else f"+{column}"
                terms.append(f"{indexed} IN ({', '.join('?' * len(choices))})")
                values += choices
        for term, value in (
            ("round = ?", self.round),
            ("wall_ns >= ?", self.since_ns),
            ("wall_ns < ?", self.until_ns),
            ("correlation = ?", self.correlation),
        ):
            if value is not None:
                terms.append(term)
                values.append(value)
        return " AND ".join(terms) or "1", tuple(values)


EVERYTHING = Filter()
