"""Numbers for readers that have none: each used once, and a time without a listener is told."""

from __future__ import annotations

import pytest

from tablectl_drivers.events import CardSeen, CardUnreadable, CutCardSeen, Identity, LinkUp, ReportId, Role, Unwatched
from tablectl_drivers.reading.deck_map import CUT, DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings

READER = Identity(Role.SHOE, "Bench Works", "Reader", "0001", "1.0")
CARDS = DeckMap({"c1": MappedCard(2, "Ah", 1, 1), "c2": MappedCard(2, CUT, 1, 53)})


def test_codes_become_the_cards_of_the_map_and_unknown_ones_none() -> None:
    readings = Readings("shoe", CARDS, None)
    assert readings.begin(READER) == [LinkUp("shoe", READER, ReportId(1, 0), plain=True)]
    assert readings.code("c1") == CardSeen("shoe", ReportId(1, 1), "Ah", 2, 100, "c1")
    assert readings.code("c2") == CutCardSeen("shoe", ReportId(1, 2))
    assert readings.code("x" * 500) == CardUnreadable("shoe", ReportId(1, 3), 0, 100, "x" * 64)
    assert readings.unreadable() == CardUnreadable("shoe", ReportId(1, 4), 0, 0)
    assert readings.counts == {"cards": 1, "unknown_codes": 1, "unreadable": 1, "unwatched": 0}


def test_what_was_drawn_while_nobody_listened_is_in_doubt() -> None:
    readings = Readings("shoe", CARDS, ReportId(4, 17))
    assert readings.begin(READER) == [Unwatched("shoe", 5), LinkUp("shoe", READER, ReportId(5, 0), plain=True)]
    readings.code("c1")
    assert readings.begin(READER) == [Unwatched("shoe", 6), LinkUp("shoe", READER, ReportId(6, 0), plain=True)]
    assert readings.last == ReportId(6, 0)


def test_no_card_is_told_before_the_reader_is_up() -> None:
    with pytest.raises(RuntimeError, match="shoe read a card before it was up"):
        Readings("shoe", CARDS, None).code("c1")
