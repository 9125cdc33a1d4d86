"""Which card lies where: the display says how many lie at each place and shows the open ones, the dealer saw which cards came, in which order."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

from tablectl_sim.cards import Card, card

Spot = tuple[str, int, int]  # area, seat, hand of the seat
DEALER: Spot = ("dealer", 0, 0)
BOARD: Spot = ("board", 0, 0)
BURN: Spot = ("burn", 0, 0)


def seat(number: int, hand: int = 0) -> Spot:
    return "seat", number, hand


@dataclass(slots=True)
class LaidCards:
    """The dealer's memory of one round. A card that nobody saw come is None."""

    _at: defaultdict[Spot, list[Card | None]] = field(default_factory=lambda: defaultdict(list))
    _placed: int = 0

    def forget(self) -> None:
        self._at.clear()
        self._placed = 0

    def at(self, spot: Spot) -> list[Card]:
        """The known cards of a place."""
        return [each for each in self._at[spot] if each is not None]

    def look(self, view: dict[str, Any], drawn: list[Card]) -> None:
        """Follow what the display shows; `drawn` are all cards of the round in the order in which they came."""
        counts = _counts(view)
        moved: deque[Card | None] = deque()
        for spot, lying in self._at.items():
            while len(lying) > counts.get(spot, 0):
                moved.append(lying.pop())  # a card that is split off comes up at another place
        for spot, count in counts.items():
            while len(self._at[spot]) < count:
                self._at[spot].append(moved.popleft() if moved else self._next(drawn))

    def _next(self, drawn: list[Card]) -> Card | None:
        self._placed += 1
        return drawn[self._placed - 1] if self._placed <= len(drawn) else None


def shown(cards: list[dict[str, Any]]) -> list[Card]:
    """The open cards of a place, as anybody sees them."""
    return [card(each["face"]) for each in cards if each["face"]]


def _counts(view: dict[str, Any]) -> dict[Spot, int]:
    counts = {BURN: int(view["burned"]), DEALER: len(view["dealer"]), BOARD: len(view["board"])}
    for each in view["seats"]:
        counts[seat(each["seat"])] = len(each["cards"])
        counts |= {seat(each["seat"], hand["hand"]): len(hand["cards"]) for hand in each["hands"] if hand["hand"]}
    return counts
