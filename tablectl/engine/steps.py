"""What is due next in a round: the closed set of steps that a game answers with.

A step carries everything the dealer display, the lamps and the keys need, so that none of them knows a game.
Each names the rule it rests on, as `"UTH 3.2"`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tablectl.engine.cards import Card
from tablectl.engine.facts import Place, Task


class Key(StrEnum):
    """The dealer's keys."""

    NEXT = "next"
    FOLD = "fold"
    SUPERVISOR = "supervisor"


class Ending(StrEnum):
    """How a round ended."""

    SETTLED = "settled"
    MISDEAL = "misdeal"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a seat may decide, and the button that says it: a bet spot of that seat, or a dealer key."""

    name: str
    label: str
    spot: str | None = None
    key: Key | None = None
    bet: str | None = None
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Prepare:
    """A task with the cards is due from the player of `seat` or from the dealer (0); where it may be refused, FOLD refuses.

    `LOAD` is answered by the shoe itself, `APPROVE` by a supervisor.
    """

    task: Task
    seat: int
    may_refuse: bool
    text: str
    rule: str
    kind: Literal["prepare"] = "prepare"


@dataclass(frozen=True, slots=True)
class TakeWagers:
    """Wagers are open on these seats; NEXT or the first card closes them."""

    seats: tuple[int, ...]
    rule: str
    kind: Literal["take_wagers"] = "take_wagers"


@dataclass(frozen=True, slots=True)
class Deal:
    """The next card goes to this place."""

    place: Place
    face_up: bool
    rule: str
    kind: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat (or the dealer, seat 0) has to say one of these options, for one of its hands."""

    seat: int
    options: tuple[Option, ...]
    rule: str
    hand: int = 0
    kind: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class ChooseCards:
    """A seat (or the dealer, seat 0) sets one hand of `keep` cards, or two where `may_split`.

    `suggested` is the hand that the house way sets for the dealer, whose cards lie face up by then; for a seat it is empty. `advice` is the hand
    that a printed list puts highest for a seat whose cards lie face up; it binds nobody. `row` says the line of the list for either.
    `split_bets` are the wagers that two hands place beside those that stand: bet and amount.
    """

    seat: int
    keep: int
    may_split: bool
    rule: str
    suggested: tuple[Card, ...] = ()
    row: str = ""
    advice: tuple[Card, ...] = ()
    split_bets: tuple[tuple[str, int], ...] = ()
    kind: Literal["choose_cards"] = "choose_cards"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The face-down cards at this place are to be turned over; NEXT says it was done."""

    place: Place
    rule: str
    kind: Literal["reveal"] = "reveal"


@dataclass(frozen=True, slots=True)
class SettleSeat:
    """This seat is to be taken and paid; NEXT says it was done. `bets` are those of this pass, none are all that are left."""

    seat: int
    rule: str
    bets: tuple[str, ...] = ()
    kind: Literal["settle_seat"] = "settle_seat"


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The round cannot go on by itself: a person has to name a card or void the round."""

    reason: str
    rule: str
    kind: Literal["unsettled"] = "unsettled"


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Nothing is due; the settlement is final."""

    ending: Ending
    rule: str
    kind: Literal["round_over"] = "round_over"


Step = Prepare | TakeWagers | Deal | Decide | ChooseCards | Reveal | SettleSeat | Unsettled | RoundOver
