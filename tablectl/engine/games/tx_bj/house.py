"""The house rules of Texas Blackjack: every switch. `DOCUMENT` is the sheet, with regular blackjack as RULES.md 5 to 7 play it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tablectl.engine.cards import Rank
from tablectl.engine.game import HouseRules
from tablectl.engine.money import MoneyRules, payable

HALF: Final = Fraction(1, 2)
HANDS_AT_MOST: Final = 4
_GROUPS: Final = 3
_GROUP_SIZE: Final = 4
_LETTERS: Final = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_IN_COLUMNS: Final = Counter({rank: 1 for rank in Rank if rank is not Rank.ACE})


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackRules:
    dealer_soft_17: Literal["stand", "hit"]
    pays: Literal["3:2", "6:5"]
    double: Literal["any_two", "nine_to_eleven", "none"]
    double_after_split: bool
    hands: int
    split_of: Literal["same_value", "same_rank"]
    split_aces: Literal["one_card", "as_others"]
    insurance: bool
    even_money: bool
    surrender: Literal["none", "late"]
    dealer_second_card: Literal["after_players", "before_players"]
    dealer_blackjack_takes: Literal["original", "all"]

    def __post_init__(self) -> None:
        if not 1 <= self.hands <= HANDS_AT_MOST:
            raise ValueError(f"blackjack.hands is 1 (no splitting) to {HANDS_AT_MOST}, not {self.hands}")

    @property
    def odds(self) -> Fraction:
        """What a blackjack pays."""
        return Fraction(*map(int, self.pays.split(":")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Minor units; None is no limit."""

    box_min: int
    side_min: int
    box_max: int | None = None
    side_max: int | None = None
    aggregate_payout: int | None = None

    def __post_init__(self) -> None:
        for name, least, most in (("box", self.box_min, self.box_max), ("side", self.side_min, self.side_max)):
            if least < 1:
                raise ValueError(f"limits.{name}_min is at least 1 minor unit, not {least}")
            if most is not None and most < least:
                raise ValueError(f"limits.{name}_max is at least limits.{name}_min ({least}), not {most}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TxBjRules(HouseRules):
    columns: tuple[tuple[str, ...], ...]
    a_bet_dealer_ace: Literal["full_loss", "half_loss"]
    blackjack: BlackjackRules
    limits: Limits
    money: MoneyRules

    def __post_init__(self) -> None:
        ranks = Counter(_LETTERS.get(letter) for group in self.columns for letter in group)
        if [len(group) for group in self.columns] != [_GROUP_SIZE] * _GROUPS or ranks != _IN_COLUMNS:
            raise ValueError(f"columns are three groups of four ranks with each of 2 to K once, not {self.columns}")
        if self.unit < 1 or self.unit % self.money.smallest_chip:
            raise ValueError(f"unit is a whole number of money.smallest_chip ({self.money.smallest_chip}), not {self.unit}")
        if not payable(self.unit, (*self.box_odds, HALF), self.money):
            raise ValueError(f"unit ({self.unit}) could not be paid exactly as a blackjack and halved; change it or money.rounding")

    @property
    def box_odds(self) -> tuple[Fraction, ...]:
        """The odds by which a box wager may have to be paid or halved."""
        return (self.blackjack.odds, HALF) if self.blackjack.surrender == "late" else (self.blackjack.odds,)

    def column_of(self, rank: Rank) -> int | None:
        """The number of the column that a rank stands in, from 1; an ace stands in none."""
        return next((number for number, group in enumerate(self.columns, 1) for letter in group if _LETTERS[letter] is rank), None)


DOCUMENT: Final = TxBjRules(
    id="tx_bj-sheet",
    version=1,
    profile="document",
    unit=100,
    columns=(("2", "3", "4", "5"), ("6", "7", "8", "9"), ("10", "J", "Q", "K")),
    a_bet_dealer_ace="full_loss",
    blackjack=BlackjackRules(
        dealer_soft_17="stand",
        pays="3:2",
        double="any_two",
        double_after_split=True,
        hands=HANDS_AT_MOST,
        split_of="same_value",
        split_aces="one_card",
        insurance=True,
        even_money=False,
        surrender="none",
        dealer_second_card="after_players",
        dealer_blackjack_takes="original",
    ),
    limits=Limits(box_min=1, side_min=1),
    money=MoneyRules(rounding="exact", smallest_chip=1),
)
