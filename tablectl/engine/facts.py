"""What can happen in a round: the closed set of facts that every game is told.

A fact says what was seen or said at the table, never what follows from it. Amounts are minor units of the table's currency.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from tablectl.engine.cards import Card


class Area(StrEnum):
    """Where on the layout a card lies; one that may not be used goes to the discard rack."""

    SEAT = "seat"
    DEALER = "dealer"
    BOARD = "board"
    BURN = "burn"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Place:
    """An area, and for `SEAT` its number (1 is at the dealer's left); `hand` counts the hands that were split off, from 1."""

    area: Area
    seat: int = 0
    hand: int = 0

    def __str__(self) -> str:
        if self.area is not Area.SEAT:
            return f"the {self.area.value}"
        return f"seat {self.seat}, hand {self.hand + 1}" if self.hand else f"seat {self.seat}"


DEALER = Place(Area.DEALER)
BOARD = Place(Area.BOARD)
BURN = Place(Area.BURN)
DISCARD = Place(Area.DISCARD)


def seat(number: int, hand: int = 0) -> Place:
    return Place(Area.SEAT, number, hand)


class Task(StrEnum):
    """What has to be done with the cards before they can be dealt. `GATHER` takes back what was dealt: it counts no more, and the wagers stay."""

    GATHER = "gather"
    SHUFFLE = "shuffle"
    APPROVE = "approve"
    CUT = "cut"
    LOAD = "load"


@dataclass(frozen=True, slots=True)
class ShuffleCalled:
    """The cards have to be shuffled before this round is dealt: a new pack, the cut card, or a supervisor's word."""

    reason: str
    kind: Literal["shuffle_called"] = "shuffle_called"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A task was done, or refused, by the player of `seat` or by the dealer (0)."""

    task: Task
    seat: int = 0
    refused: bool = False
    kind: Literal["prepared"] = "prepared"


@dataclass(frozen=True, slots=True)
class DealerCame:
    """A new dealer pushed in."""

    dealer: str
    kind: Literal["dealer_came"] = "dealer_came"


@dataclass(frozen=True, slots=True)
class CutCardOut:
    """The cut card came out of the shoe."""

    kind: Literal["cut_card_out"] = "cut_card_out"


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A player (any stable name or number) plays this betting position in this round."""

    seat: int
    player: str
    kind: Literal["player_seated"] = "player_seated"


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """The amount that now stands on a bet spot before the deal; 0 says it was taken back. `marks` are what the player marked on
    a wager that needs marks, one of each group that its `Bet` names."""

    seat: int
    bet: str
    amount: int
    marks: tuple[str, ...] = ()
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


SPLIT: Final = "split_pair"
"""The option that makes a hand of its own of the last card of a hand: the card moves to the next `Place.hand` of the seat."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat (or the dealer, seat 0) took one of the options that its `Decide` step named, for one of its hands."""

    seat: int
    option: str
    hand: int = 0
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
    """The dealer took and paid a seat as the settlement says: these bets, or all that were left where none are named."""

    seat: int
    bets: tuple[str, ...] = ()
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


PlainFact = (
    ShuffleCalled
    | Prepared
    | DealerCame
    | CutCardOut
    | PlayerSeated
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


@dataclass(frozen=True, slots=True)
class Corrected:
    """A supervisor put the round right: `facts` stand in the place of `count` facts that counted until then, from the `index`-th (from 0) on.

    No facts strike those out; a count of 0 puts in what was missed before the `index`-th. The record keeps what was and what is.
    """

    index: int
    facts: tuple[PlainFact, ...]
    reason: str
    count: int = 1
    kind: Literal["corrected"] = "corrected"


Fact = PlainFact | Corrected
