"""How a round of Texas Shootout stands: who takes part, which hands were set, what stands on them, and what is in doubt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.decks import SIX_52
from tablectl.engine.facts import BOARD, DEALER, Place, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.games.texas_shootout.preparing import CardsReady, read
from tablectl.engine.house_way import HouseHand, house_way
from tablectl.engine.layout import Layout
from tablectl.engine.round import Round
from tablectl.engine.steps import Ending

ANTE: Final = "ante"
BONUS: Final = "bonus"
ENVY: Final = "envy"
TOKE: Final = "toke"
BONUS_TOKE: Final = "bonus_toke"
SPLIT_ANTE: Final = "split_ante"
SPLIT_BONUS: Final = "split_bonus"
SPLIT_ENVY: Final = "split_envy"
SPLIT_TOKE: Final = "split_toke"
WITH_BONUS: Final = "with_bonus"
WITHOUT_BONUS: Final = "without_bonus"
FIRST_HAND: Final = (ANTE, BONUS, TOKE, BONUS_TOKE)
SECOND_HAND: Final = (SPLIT_ANTE, SPLIT_BONUS, SPLIT_TOKE)
MAX_SEATS: Final = 7
OWN: Final = 4
KEPT: Final = 2
COMMUNITY: Final = 5


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts of one round, read for this game. `seats` are those with any wager before the deal, clockwise from the dealer's left."""

    rules: ShootoutRules
    layout: Layout
    ready: CardsReady
    table_seats: int
    seats: tuple[int, ...]

    @property
    def cutters(self) -> tuple[int, ...]:
        """The seats that are offered the cut, clockwise: those that somebody is known to play, or else all (RULES.md 2.3)."""
        return tuple(sorted(self.layout.players)) or tuple(range(1, self.table_seats + 1))

    @property
    def ending(self) -> tuple[Ending, str] | None:
        """How the round ended before its time, with the rule."""
        if self.layout.ended is None:
            return None
        return self.layout.ended, "TS 10.6" if self.layout.ended is Ending.VOID else "TS 10.1"

    def hands(self, number: int) -> tuple[tuple[Card, ...], ...]:
        """The hands that a seat keeps: none so far, one, or two where it split."""
        return self.layout.chosen.get(number, ())

    def split(self, number: int) -> bool:
        return len(self.hands(number)) > 1

    def split_bonus_open(self, number: int) -> bool:
        """Whether this seat has still to say if its second hand gets a bonus wager (RULES.md 5.6)."""
        asked = self.split(number) and self.rules.split.bonus == "optional" and self.layout.stake(number, BONUS) > 0
        return asked and not self.layout.decisions.get(number)

    def stake(self, number: int, bet: str) -> int:
        """What stands on a bet of a seat, on its second hand too (RULES.md 5.5, 5.6)."""
        if bet not in {SPLIT_ANTE, SPLIT_BONUS}:
            return self.layout.stake(number, bet)
        taken = bet == SPLIT_ANTE or self.rules.split.bonus == "required" or WITH_BONUS in self.layout.decisions.get(number, ())
        return self.layout.stake(number, ANTE if bet == SPLIT_ANTE else BONUS) if self.split(number) and taken else 0

    def has_envy(self, number: int, bonus: str = BONUS) -> bool:
        """Whether an Envy Bonus marker lies in front of this bonus wager (RULES.md 4.5)."""
        return self.stake(number, bonus) >= self.rules.envy.minimum

    @property
    def house_hand(self) -> HouseHand | None:
        """The dealer's hand by the house way (RULES.md 6.2, 6.3, 6.4, 6.5); None while a card of the four is unread (RULES.md 6.6)."""
        four = self.known(DEALER)
        return house_way(four, self.rules.house_way) if len(four) == OWN else None

    @property
    def dealer_set(self) -> tuple[Card, ...] | None:
        """The two cards that the dealer set, rightly or not."""
        hands = self.layout.chosen.get(0)
        return hands[0] if hands else None

    @property
    def wrongly_set(self) -> bool:
        """Whether the dealer's hand is set and the house way sets it otherwise (RULES.md 6.7)."""
        house, two = self.house_hand, self.dealer_set
        return house is not None and two is not None and Counter(house.keep) != Counter(two)

    @property
    def board(self) -> tuple[Card, ...]:
        return self.known(BOARD)

    def known(self, place: Place) -> tuple[Card, ...]:
        return tuple(card for card in self.layout.at(place) if card)

    def may_split(self, number: int) -> bool:
        """Whether this seat's four cards may be split (RULES.md 5.4); cards that are not read are judged when they are named."""
        ranks = Counter(card.rank for card in self.known(seat(number)))
        return self.rules.split.allowed == "any" or sorted(ranks.values()) in ([KEPT, KEPT], [OWN])

    @property
    def doubt(self) -> Refusal | None:
        """Say why no seat can be settled: one face lies there too often, or a community card is unread."""
        lying = Counter(card for cards in self.layout.cards.values() for card in cards if card)
        if any(count > SIX_52.composition[card] for card, count in lying.items()):
            return Refusal("TS 1.1", "one card is on the table more often than six decks have it: a supervisor has to name it or void the round")
        if None in self.layout.at(BOARD):
            return Refusal("TS 7.5", f"a card of {BOARD} has not been read: a supervisor has to name it")
        return None


def stand(round: Round) -> Standing:
    if not isinstance(round.rules, ShootoutRules):
        raise TypeError(f"Texas Shootout is played by ShootoutRules, not {type(round.rules).__name__}")
    return Standing(round.rules, round.layout, read(round.facts), min(round.seats, MAX_SEATS), round.layout.wagered)
