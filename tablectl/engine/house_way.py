"""The house way of Texas Shootout and Showdown Poker: which two of its four cards the dealer keeps, and the row that says so.

Every two of the four cards have a row; the lowest row wins. In one row the higher card decides, then the lower one, then the suits in the order of
the alphabet. Source: the lists of house ways of both rule sheets, which differ in words only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from tablectl.engine.cards import COLOURS, Card, Rank

FOUR: Final = 4
ROWS: Final = (
    "the highest pair, eights or better",
    "an ace with a jack or better",
    "a pair below eights, suited",
    "a pair below eights, unsuited",
    "ace high, suited",
    "a ten with a jack or better, suited",
    "a ten with a jack or better, unsuited",
    "ace high, unsuited",
    "a face card high, suited",
    "a face card high, unsuited",
    "connected cards, suited",
    "connected cards, unsuited",
    "the two highest cards, suited",
    "the two highest cards, unsuited",
)


class NotAHouseHand(ValueError):
    """The house way sets four cards with suits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWayRules:
    """Where the printed list can be read in two ways.

    `ten_row`: rows 6 and 7 ask for two cards of ten or more, or `ten_with_jack_or_better`: for a ten and a higher card, to the letter.
    `two_highest`: rows 13 and 14 hold any two cards as a `class`, so that a suited hand goes first, or only the `top_two` of the four.
    `pair_tie`: of three or four cards of a rank keep two of one suit (`suited_first`), or the two first in the `alphabet` of suits.
    """

    ten_row: Literal["both_ten_or_higher", "ten_with_jack_or_better"]
    two_highest: Literal["class", "top_two"]
    pair_tie: Literal["suited_first", "alphabet"]


DEFAULT: Final = HouseWayRules(ten_row="both_ten_or_higher", two_highest="class", pair_tie="suited_first")


@dataclass(frozen=True, slots=True)
class HouseHand:
    """The two cards that are kept, the higher first, and the row (1 to 14) that chose them."""

    keep: tuple[Card, Card]
    row: int

    @property
    def name(self) -> str:
        return ROWS[self.row - 1]

    def __str__(self) -> str:
        return f"row {self.row}: {self.name}"


def house_way(four: Sequence[Card], rules: HouseWayRules = DEFAULT) -> HouseHand:
    """Set a dealer's four cards. Raise NotAHouseHand for anything else."""
    if len(four) != FOUR or any(card.suit in COLOURS for card in four):
        raise NotAHouseHand(f"the house way sets four cards with suits, not {' '.join(map(str, four)) or 'none'}")
    ordered = sorted(four, key=lambda card: (-card.rank, card.suit))
    return min(_hands(ordered, rules), key=lambda hand: _order(hand, rules))


def _hands(ordered: Sequence[Card], rules: HouseWayRules) -> Iterator[HouseHand]:
    top = (ordered[0], ordered[1])
    for high, low in combinations(ordered, 2):
        row = _row(high, low, rules)
        if row < _TWO_HIGHEST or rules.two_highest == "class" or (high, low) == top:
            yield HouseHand((high, low), row)


def _order(hand: HouseHand, rules: HouseWayRules) -> tuple[object, ...]:
    high, low = hand.keep
    unsuited = rules.pair_tie == "suited_first" and high.suit is not low.suit
    return hand.row, -high.rank, -low.rank, unsuited, high.suit, low.suit


def _row(high: Card, low: Card, rules: HouseWayRules) -> int:
    unsuited = int(high.suit is not low.suit)
    if high.rank is low.rank:
        return 1 if high.rank >= Rank.EIGHT else 3 + unsuited
    if high.rank is Rank.ACE and low.rank >= Rank.JACK:
        return 2
    if high.rank is Rank.ACE and not unsuited:
        return 5
    if low.rank is Rank.TEN or (low.rank > Rank.TEN and rules.ten_row == "both_ten_or_higher"):
        return 6 + unsuited
    if high.rank is Rank.ACE:
        return 8
    if high.rank >= Rank.JACK:
        return 9 + unsuited
    if high.rank - low.rank == 1:
        return 11 + unsuited
    return _TWO_HIGHEST + unsuited


_TWO_HIGHEST: Final = 13
