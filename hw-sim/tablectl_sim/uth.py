"""What a dealer of Ultimate Texas Hold'em knows by heart: which cards are due, and who still has to speak.

It is the dealer's memory of one round, not a rules engine: the lamps have the last word.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tablectl_sim.cards import Card

GAME: Final = "uth"
MOST_SEATS: Final = 7
MANDATORY: Final = ("ante", "blind")
BONUS: Final = "triple_bonus"
RAISE: Final = "play"
BETS: Final = (*MANDATORY, BONUS, RAISE)
WHOLE_BOARD: Final = 5
NEXT_BOARD: Final = {0: 3, 3: 5}

DEALER: Final = 0
BOARD: Final = -1


@dataclass(slots=True)
class Hand:
    """One round on the felt. `seats` are those with a wager, clockwise from the dealer's left."""

    seats: tuple[int, ...] = ()
    cards: dict[int, list[Card]] = field(default_factory=dict)
    spoken: dict[int, set[int]] = field(default_factory=dict)  # by cards on the board
    out: set[int] = field(default_factory=set)  # raised or folded: asked no more

    @property
    def board(self) -> list[Card]:
        return self.cards.get(BOARD, [])

    @property
    def dealt(self) -> int:
        return sum(map(len, self.cards.values()))

    @property
    def holes_complete(self) -> bool:
        return self.dealt >= 2 * (len(self.seats) + 1)

    def hole(self, seat: int) -> list[Card]:
        return self.cards.get(seat, [])

    def due(self) -> list[int]:
        """The places of the cards that come now, in order; empty where somebody has to speak first."""
        if not self.holes_complete:
            twice = (*self.seats, DEALER) * 2
            return list(twice[self.dealt :])
        begun = len(self.board) not in (*NEXT_BOARD, WHOLE_BOARD)
        return self.next_board() if begun or self.all_spoken() else []

    def next_board(self) -> list[int]:
        """The rest of the flop, or of the turn and the river."""
        have = len(self.board)
        upto = next((upto for done, upto in reversed(NEXT_BOARD.items()) if have >= done), 0)
        return [BOARD] * max(0, upto - have)

    def lay(self, place: int, card: Card) -> None:
        self.cards.setdefault(place, []).append(card)

    def all_spoken(self) -> bool:
        spoken = self.spoken.get(len(self.board), set())
        return all(seat in spoken or seat in self.out for seat in self.seats)

    def spoke(self, seat: int, *, final: bool) -> None:
        self.spoken.setdefault(len(self.board), set()).add(seat)
        if final:
            self.out.add(seat)

    def asked(self, seat: int) -> None:
        """A seat's lamp is lit: all before it have spoken, and it has not, whatever was thought before."""
        spoken = self.spoken.setdefault(len(self.board), set())
        spoken.update(other for other in self.seats if other < seat)
        spoken.discard(seat)
        self.out.discard(seat)
