"""What the counters of any driver come to. Drivers count by names of their own; here it stands which of them mean the same. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

ROUND_TRIP: Final = "round_trip_ms"

_GOOD: Final = frozenset({"good_frames", "good_reports", "lines", "changes", "presses"})
_BAD: Final = frozenset(
    {
        "bad_frames", "too_long", "too_short", "wrong_crc", "wrong_sum", "wrong_length", "wrong_size", "wrong_version", "wrong_form", "unknown_type",
        "bad_content", "not_cobs", "not_printable", "no_start", "no_end", "no_aim", "no_code", "mixed", "unfinished", "glued",
    }
)  # fmt: skip
_REFUSED_LINES: Final = ("glued", "wrong_form", "no_aim")  # counted among the lines too
_MISREAD: Final = ("unreadable", "unknown_codes", "map_says_another", "cards_spoilt")
_TROUBLE: Final = frozenset({*_MISREAD, "unanswered", "naks_sent", "naks_heard", "gaps", "missed", "stalls", "short_pulses", "noise", "lost_edges"})


@dataclass(frozen=True, slots=True)
class Tally:
    """None is what this kind of device does not count. `errors` adds up all that went wrong, but for bytes that were discarded: one loose plug
    discards thousands, so that `Track` counts how often. `reconnects` is how often the link was made again."""

    good: int | None
    bad: int | None
    discarded_bytes: int | None
    errors: int
    reconnects: int
    round_trip_ms: int | None
    cards: int | None
    unreadable: int | None
    unknown_codes: int | None
    per_thousand: float | None


def tally(counters: Mapping[str, int], *, up: bool) -> Tally:
    """`up` says that the link stands: what a round trip took before is not what it takes. Of what sent nothing good none was measured."""
    cards, misread = counters.get("cards"), sum(counters.get(name, 0) for name in _MISREAD)
    good, bad = _sum(counters, _GOOD), _sum(counters, _BAD)
    reads = (cards or 0) + misread
    return Tally(
        good=None if good is None else good - (_sum(counters, _REFUSED_LINES) or 0 if "lines" in counters else 0),
        bad=bad,
        discarded_bytes=counters.get("discarded_bytes"),
        errors=(bad or 0) + (_sum(counters, _TROUBLE) or 0),
        reconnects=max(counters["opened"] - 1, 0) if "opened" in counters else counters.get("losses", 0),
        round_trip_ms=counters.get(ROUND_TRIP) if up and good else None,
        cards=cards,
        unreadable=counters.get("unreadable"),
        unknown_codes=counters.get("unknown_codes"),
        per_thousand=1000 * misread / reads if reads else None,
    )


def _sum(counters: Mapping[str, int], names: Collection[str]) -> int | None:
    found = [count for name, count in counters.items() if name in names]
    return sum(found) if found else None
