"""A policy: how a player wagers and decides, who sees what may be seen from the seat and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tablectl.engine.cards import Card
from tablectl.engine.game import HouseRules
from tablectl.engine.steps import ChooseCards, Decide

Hands = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What the player at the seat sees: the cards of the hand that is asked about, and those of the board and the dealer that lie face up."""

    rules: HouseRules
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]


class Policy(Protocol):
    """`name` is what people type, `text` what the policy does, in a sentence."""

    name: str
    text: str

    def decide(self, sight: Sight, step: Decide) -> str:
        """Name one of the options."""
        ...

    def choose(self, sight: Sight, step: ChooseCards) -> Hands:
        """Set a hand, or two."""
        ...


class Decides:
    """For policies of games in which no cards are chosen."""

    def choose(self, sight: Sight, step: ChooseCards) -> Hands:
        raise TypeError(f"no cards are chosen in this game, but {step.rule} asks for {step.keep} of {len(sight.own)}")


class Chooses:
    """For policies of games in which a player only chooses cards."""

    def decide(self, sight: Sight, step: Decide) -> str:
        raise TypeError(f"a player only chooses cards in this game, but {step.rule} asks with {len(sight.own)} cards")


@dataclass(frozen=True, slots=True)
class Bench:
    """The policies of one game, the first of which is played unless another is named, and the wagers that they place.

    `sheet` are the house rules of the printed sheet. `base` is the wager by whose amount all is measured; `bets` are placed with it in the same
    amount, each with its marks. Those of them that the game does not require are side bets.
    """

    sheet: HouseRules
    base: str
    policies: tuple[Policy, ...]
    bets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
