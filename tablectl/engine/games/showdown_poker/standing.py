"""How a round of Showdown Poker stands: who takes part, what each seat selected, how the dealer's hand is set, and what is in doubt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.decks import SIX_52
from tablectl.engine.facts import BOARD, DEALER, Place
from tablectl.engine.game import Refusal
from tablectl.engine.games.showdown_poker.house import ShowdownRules
from tablectl.engine.hands import HandValue, rate
from tablectl.engine.house_way import HouseHand, house_way
from tablectl.engine.layout import Layout
from tablectl.engine.round import Round
from tablectl.engine.steps import Ending

ANTE: Final = "ante"
BONUS: Final = "bonus"
SPLIT_ANTE: Final = "split_ante"
SPLIT_BONUS: Final = "split_bonus"
BETS: Final = (ANTE, BONUS, SPLIT_ANTE, SPLIT_BONUS)
MAX_SEATS: Final = 7
DEALT: Final = 4
KEPT: Final = 2
COMMUNITY: Final = 5
_FIRST_OF: Final = {SPLIT_ANTE: ANTE, SPLIT_BONUS: BONUS}
_TEN_ROWS: Final = {6: "both cards ten or higher, suited", 7: "both cards ten or higher, unsuited"}  # this sheet's words for the shared list


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts of one round, read for this game."""

    rules: ShowdownRules
    layout: Layout
    table_seats: int

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with any wager before the deal, clockwise from the dealer's left."""
        return tuple(sorted(number for number, bets in self.layout.wagers.items() if any(bets.values())))

    @property
    def ending(self) -> tuple[Ending, str] | None:
        """How the round ended before its time, with the rule."""
        if self.layout.ended is None:
            return None
        return self.layout.ended, "SP 8.7" if self.layout.ended is Ending.VOID else "SP 8.6"

    def hands(self, number: int) -> tuple[tuple[Card, ...], ...]:
        """The hands that a seat selected: none so far, one, or two where it split."""
        return self.layout.chosen.get(number, ())

    def stake(self, number: int, bet: str) -> int:
        """What stands on a bet of a seat; a split places as much again (RULES.md 4.2, 4.3)."""
        if bet in _FIRST_OF:
            return self.layout.stake(number, _FIRST_OF[bet]) if len(self.hands(number)) > 1 else 0
        return self.layout.stake(number, bet)

    @property
    def house_hand(self) -> HouseHand | None:
        """The dealer's hand by the house way (RULES.md 5.2, 5.3, 5.4, 5.5); None while a card of the four is unread (RULES.md 5.7)."""
        four = self.known(DEALER)
        return house_way(four, self.rules.way) if len(four) == DEALT else None

    @property
    def dealer_set(self) -> tuple[Card, ...] | None:
        """The two cards that the dealer plays; None while they are not set, or not any more as the list has it (RULES.md 5.6)."""
        house, chosen = self.house_hand, self.layout.chosen.get(0)
        if chosen is None or (house is not None and Counter(house.keep) != Counter(chosen[0])):
            return None
        return chosen[0]

    def value(self, two: tuple[Card, ...]) -> HandValue:
        """Rate the best five of two cards and the community cards (RULES.md 6.1, 6.2, 6.3)."""
        return rate((*two, *self.known(BOARD)))

    def known(self, place: Place) -> tuple[Card, ...]:
        return tuple(card for card in self.layout.at(place) if card)

    @property
    def doubt(self) -> Refusal | None:
        """Say why no seat can be settled: a community card is unread, or a face is there more often than in six packs."""
        lying = Counter(card for cards in self.layout.cards.values() for card in cards if card)
        if any(count > SIX_52.composition[card] for card, count in lying.items()):
            return Refusal("SP 1.1", "one card is on the table more often than six packs have it: a supervisor has to name it or void the round")
        if None in self.layout.at(BOARD):
            return Refusal("SP 6.9", f"a card of {BOARD} has not been read: a supervisor has to name it")
        return None


def row_words(hand: HouseHand) -> str:
    """Name the row of the house way as on this sheet: `row 3: a pair below eights, suited`."""
    return f"row {hand.row}: {_TEN_ROWS.get(hand.row, hand.name)}"


def stand(round: Round) -> Standing:
    if not isinstance(round.rules, ShowdownRules):
        raise TypeError(f"Showdown Poker is played by ShowdownRules, not {type(round.rules).__name__}")
    return Standing(round.rules, round.layout, min(round.seats, MAX_SEATS))
