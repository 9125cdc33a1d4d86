"""How a round of Ultimate Texas Hold'em stands: who takes part, who played, who folded, which hands matter, and what is in doubt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, Area, Place, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.uth.house import UthRules
from tablectl.engine.layout import Layout
from tablectl.engine.round import Round
from tablectl.engine.steps import Ending

ANTE: Final = "ante"
BLIND: Final = "blind"
TRIPLE: Final = "triple_bonus"
PLAY: Final = "play"
CHECK: Final = "check"
FOLD: Final = "fold"
MAX_SEATS: Final = 7


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts of one round, read for this game. `seats` are those with any wager before the deal, clockwise from the dealer's left."""

    rules: UthRules
    layout: Layout
    table_seats: int
    seats: tuple[int, ...]

    @property
    def ending(self) -> tuple[Ending, str] | None:
        """How the round ended before its time, with the rule."""
        if self.layout.ended is Ending.VOID:
            return Ending.VOID, "UTH 9.7"
        shown = self.layout.exposed[: self.layout.exposed_in_deal]
        if DEALER in shown:
            return Ending.MISDEAL, "UTH 9.4"
        if sum(place.area is Area.SEAT for place in shown) > 1:  # one alone changes nothing, RULES.md 9.2
            return Ending.MISDEAL, "UTH 9.3"
        return (Ending.MISDEAL, "UTH 9.6") if self.layout.ended is Ending.MISDEAL else None

    def stake(self, number: int, bet: str) -> int:
        """What stands on a bet of a seat, the play wager included."""
        return self._multiple(number) * self.layout.stake(number, ANTE) if bet == PLAY else self.layout.stake(number, bet)

    def decisions(self, number: int) -> tuple[str, ...]:
        return tuple(self.layout.decisions.get(number, ()))

    def folded(self, number: int) -> bool:
        return FOLD in self.decisions(number)

    def triple_in_action(self, number: int) -> bool:
        """Say whether the hand of this seat decides a triple bonus (RULES.md 8.3, 8.4)."""
        triple = self.rules.triple
        lost_by_fold = self.folded(number) and (triple.after_fold == "forfeit" or triple.must_win)
        return self.stake(number, TRIPLE) > 0 and not lost_by_fold

    def shown(self, number: int) -> bool:
        """Say whether this seat's hand is turned over (RULES.md 4.2, 4.3)."""
        return not self.folded(number) or self.triple_in_action(number)

    def hand(self, place: Place) -> tuple[Card, ...] | None:
        """The seven cards of a seat or the dealer; None while one is missing or unread."""
        own, board = self._known(place), self._known(BOARD)
        return own + board if len(own) == _OWN and len(board) == _COMMUNITY else None

    def doubt(self, seats: Iterable[int]) -> Refusal | None:
        """Say why these seats cannot be settled: a card that matters is unread, or two cards of the one pack are equal."""
        if twins := self._twins():
            return Refusal("UTH 1.1", f"{twins[0]} and {twins[1]} hold the same card of one pack: a supervisor has to name it or void the round")
        for number in seats:
            for place in self._needed(number):
                if None in self.layout.at(place):
                    return Refusal("UTH 4.7", f"a card of {place} has not been read: a supervisor has to name it")
        return None

    def _needed(self, number: int) -> tuple[Place, ...]:
        if not self.folded(number):
            return (BOARD, DEALER, seat(number))
        return (BOARD, seat(number)) if self.triple_in_action(number) else ()

    def _twins(self) -> tuple[Place, Place] | None:
        seen: dict[Card, Place] = {}
        for place, cards in self.layout.cards.items():
            for card in cards:
                if card in seen:
                    return seen[card], place
                if card:
                    seen[card] = place
        return None

    def _known(self, place: Place) -> tuple[Card, ...]:
        return tuple(card for card in self.layout.at(place) if card)

    def _multiple(self, number: int) -> int:
        decisions = self.decisions(number)
        return int(decisions[-1].removeprefix(f"{PLAY}_").removesuffix("x")) if decisions and decisions[-1].startswith(PLAY) else 0


_OWN: Final = 2
_COMMUNITY: Final = 5


def play_name(multiple: int) -> str:
    """The option that plays a multiple of the ante: `play_4x`."""
    return f"{PLAY}_{multiple}x"


def stand(round: Round) -> Standing:
    if not isinstance(round.rules, UthRules):
        raise TypeError(f"Ultimate Texas Hold'em is played by UthRules, not {type(round.rules).__name__}")
    return Standing(round.rules, round.layout, min(round.seats, MAX_SEATS), round.layout.wagered)
