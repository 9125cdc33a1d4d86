"""What a game is: three pure functions, its bets, its pack and its house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from tablectl.engine.cards import Card
    from tablectl.engine.facts import Fact
    from tablectl.engine.round import Round
    from tablectl.engine.settlement import Settlement
    from tablectl.engine.steps import Step


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a fact is not allowed: the rule it breaks and a sentence for the dealer. Where a round is played again, `at` says which of its facts
    (from 0) it is about."""

    rule: str
    text: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet spot of every seat. `before_deal` bets are placed by pressing their button while wagers are open; a seat that
    wagers has to cover every `required` one. A wager on a bet with `marks` marks one of each group."""

    name: str
    label: str
    before_deal: bool
    required: bool = False
    marks: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class DeckProfile:
    """A pack: how many copies of which face. `count` cards in all."""

    id: str
    composition: Counter[Card]

    @property
    def count(self) -> int:
        return self.composition.total()

    @property
    def decks(self) -> int:
        """How many decks together are one pack: every deck has at least one card of each face."""
        return min(self.composition.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What every game's house rules share. `id` and `version` stand in every round's record.

    `unit` is what one press of a bet button adds. Amounts are minor units.
    """

    id: str
    version: int
    profile: str
    unit: int


class Supply(StrEnum):
    """Where a game's cards come from: a pack that is shuffled for each round, a shoe that is dealt down to the cut card, or a machine that
    takes every card back after its round."""

    FRESH_PACK = "fresh_pack"
    SHOE = "shoe"
    CONTINUOUS = "continuous"


class Game(Protocol):
    """One of the games. Every method is pure; the rules it is given are of its `rules_type`. `sheet` are those of the printed sheet, without
    posted limits."""

    id: str
    title: str
    max_seats: int
    bets: tuple[Bet, ...]
    rules_type: type[HouseRules]
    sheet: HouseRules

    def pack(self, rules: HouseRules) -> DeckProfile: ...

    def supply(self, rules: HouseRules) -> Supply: ...

    def pressed(self, round: Round, seat: int, bet: str) -> int:
        """The amount that stands on a bet spot after one more press while wagers are open; see `one_unit_more`."""
        ...

    def warnings(self, rules: HouseRules) -> tuple[str, ...]:
        """Sentences about switches that a house should know of, such as an edge given to the player."""
        ...

    def judge(self, round: Round, fact: Fact) -> Refusal | None: ...

    def next_step(self, round: Round) -> Step: ...

    def settle(self, round: Round) -> Settlement | Refusal:
        """The settlement of what is known; a Refusal where a card that matters is unread or a decision is open."""
        ...


@runtime_checkable
class KnowsEdges(Protocol):
    """A game that can say exactly what the house keeps of some of its bets."""

    def edges(self, rules: HouseRules) -> Mapping[str, Fraction]:
        """Of one unit, by the name of the bet and before rounding. A bet whose edge depends on how it is played is not named."""
        ...


@runtime_checkable
class Remarking(Protocol):
    """A game that has something to say beside the step: markers that lie on the layout, or what went otherwise than it should and play goes on."""

    def remarks(self, round: Round) -> tuple[str, ...]:
        """Sentences for every screen, with their rules; no face is in them."""
        ...
