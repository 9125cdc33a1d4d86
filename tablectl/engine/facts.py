"""What can happen in a round: the closed set of facts that every game is told.

A fact says what was seen or said at the table, never what follows from it. Amounts are minor units of the table's currency.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tablectl.engine.cards import Card


class Area(StrEnum):
    """Where on the layout a card lies."""

    SEAT = "seat"
    DEALER = "dealer"
    BOARD = "board"
    BURN = "burn"


@dataclass(frozen=True, slots=True)
class Place:
    """An area, and for `SEAT` its number (1 is at the dealer's left)."""

    area: Area
    seat: int = 0

    def __str__(self) -> str:
        return f"seat {self.seat}" if self.area is Area.SEAT else f"the {self.area.value}"


DEALER = Place(Area.DEALER)
BOARD = Place(Area.BOARD)
BURN = Place(Area.BURN)


def seat(number: int) -> Place:
    return Place(Area.SEAT, number)


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A player (any stable name or number) plays this betting position in this round."""

    seat: int
    player: str
    kind: Literal["player_seated"] = "player_seated"


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """The amount that now stands on a bet spot before the deal; 0 says it was taken back."""

    seat: int
    bet: str
    amount: int
    kind: Literal["wager_placed"] = "wager_placed"


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """The dealer called "no more bets", or drew the first card."""

    kind: Literal["betting_closed"] = "betting_closed"


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card reached a place; `None` is a card that no reader could name."""

    place: Place
    card: Card | None
    kind: Literal["card_dealt"] = "card_dealt"


@dataclass(frozen=True, slots=True)
class CardIdentified:
    """A supervisor named the card that lies `index`-th (from 0) at a place, in place of what was read."""

    place: Place
    index: int
    card: Card
    kind: Literal["card_identified"] = "card_identified"


@dataclass(frozen=True, slots=True)
class CardExposed:
    """A face-down card at a place was shown by mistake."""

    place: Place
    kind: Literal["card_exposed"] = "card_exposed"


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat took one of the options that its `Decide` step named."""

    seat: int
    option: str
    kind: Literal["decided"] = "decided"


@dataclass(frozen=True, slots=True)
class CardsChosen:
    """A seat (or the dealer, seat 0) set its hands; cards in none of them are mucked."""

    seat: int
    hands: tuple[tuple[Card, ...], ...]
    kind: Literal["cards_chosen"] = "cards_chosen"


@dataclass(frozen=True, slots=True)
class HandTurned:
    """The face-down cards at a place were turned over by the rules."""

    place: Place
    kind: Literal["hand_turned"] = "hand_turned"


@dataclass(frozen=True, slots=True)
class SeatSettled:
    """The dealer took and paid a seat as the settlement says."""

    seat: int
    kind: Literal["seat_settled"] = "seat_settled"


@dataclass(frozen=True, slots=True)
class MisdealDeclared:
    """The deal does not count; every wager goes back."""

    reason: str
    kind: Literal["misdeal_declared"] = "misdeal_declared"


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """A supervisor voided the round; every wager goes back."""

    reason: str
    kind: Literal["round_voided"] = "round_voided"


Fact = (
    PlayerSeated
    | WagerPlaced
    | BettingClosed
    | CardDealt
    | CardIdentified
    | CardExposed
    | Decided
    | CardsChosen
    | HandTurned
    | SeatSettled
    | MisdealDeclared
    | RoundVoided
)
