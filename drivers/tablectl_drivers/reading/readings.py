"""What a reader read, as reports of cards with numbers that are never used twice. No I/O, no clock.

A plain reader counts nothing and keeps nothing. The host counts for it: every time that it is heard anew is a power-up of its own, and what was
drawn before is in doubt.
"""

from __future__ import annotations

from typing import Final

from tablectl_drivers.events import CardSeen, CardUnreadable, CutCardSeen, DeviceEvent, Identity, LinkUp, ReportId, Unwatched
from tablectl_drivers.reading.deck_map import CODE_AT_MOST, CUT, DeckMap

SURE: Final = 100  # quality of a reading whose check held


class Readings:
    """Numbers and names what one reader sees. `resume` is the last report on record, None where there is none."""

    def __init__(self, device: str, deck_map: DeckMap, resume: ReportId | None) -> None:
        self._device = device
        self._deck_map = deck_map
        self._last = resume
        self.counts = dict.fromkeys(("cards", "unknown_codes", "unreadable", "unwatched"), 0)

    def begin(self, identity: Identity) -> list[DeviceEvent]:
        """The reader is heard (again): tell that it is up, and before that what nobody saw."""
        events: list[DeviceEvent] = []
        heard_before, self._last = self._last, ReportId(self._last.power_up + 1 if self._last else 1, 0)
        if heard_before is not None:
            self.counts["unwatched"] += 1
            events.append(Unwatched(self._device, self._last.power_up))
        return [*events, LinkUp(self._device, identity, self._last, plain=True)]

    def code(self, code: str, quality: int = SURE) -> CardSeen | CardUnreadable | CutCardSeen:
        """A code was read: the card that the map knows it as, or one that cannot be named."""
        card = self._deck_map.find(code)
        if card is None:
            self.counts["unknown_codes"] += 1
            return CardUnreadable(self._device, self._next(), 0, quality, code[:CODE_AT_MOST])
        if card.face == CUT:
            return CutCardSeen(self._device, self._next())
        self.counts["cards"] += 1
        return CardSeen(self._device, self._next(), card.face, card.pack, quality, code)

    def unreadable(self) -> CardUnreadable:
        """Something was drawn and nothing that can be believed was read."""
        self.counts["unreadable"] += 1
        return CardUnreadable(self._device, self._next(), 0, 0)

    @property
    def last(self) -> ReportId | None:
        """The last report that was told."""
        return self._last

    def _next(self) -> ReportId:
        if self._last is None:
            raise RuntimeError(f"{self._device} read a card before it was up")
        self._last = ReportId(self._last.power_up, self._last.number + 1)
        return self._last
