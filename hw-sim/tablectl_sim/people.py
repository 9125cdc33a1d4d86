"""Players: what they stake and what they say, from their policy and a seed. They see their own cards and the board."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from tablectl_sim.cards import Card

Policy = Literal["sheet", "never_fold", "random"]
Say = Literal["raise", "check", "fold"]
POLICIES: Final = ("sheet", "never_fold", "random")

KING, QUEEN, JACK = 13, 12, 11


@dataclass(frozen=True, slots=True)
class Stake:
    """Presses on each spot before the deal."""

    units: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Player:
    """One person at one seat. `units` is the most that is staked, `bonus` the chance of a bonus wager.

    Where a `name` is given the seat is said to be that person's; a `dark` field is played without looking at its cards.
    """

    seat: int
    policy: Policy = "sheet"
    units: int = 1
    bonus: float = 0.3
    name: str = ""
    dark: bool = False

    def stake(self, seed: str) -> Stake:
        chance = random.Random(f"{seed}/seat {self.seat}/stake")
        return Stake(chance.randint(1, self.units), int(chance.random() < self.bonus))

    def say(self, hole: list[Card], board: list[Card], seed: str) -> Say:
        """The choice with these cards; with five on the board it is raise or fold, before that raise or check."""
        last = len(board) == 5  # noqa: PLR2004 - the whole board
        if self.policy == "random":
            chance = random.Random(f"{seed}/seat {self.seat}/say {len(board)}")
            return chance.choice(("raise", "fold" if last else "check"))
        if self._likes(hole, board):
            return "raise"
        if not last:
            return "check"
        return "raise" if self.policy == "never_fold" else "fold"

    def _likes(self, hole: list[Card], board: list[Card]) -> bool:
        if not board:
            return good_start(hole)
        if len(board) < 5:  # noqa: PLR2004 - the whole board
            return strength(hole + board) > strength(board)
        return strength(hole + board) > 0


def good_start(hole: list[Card]) -> bool:
    """Worth four times the ante: a pair of threes or better, any ace, and kings, queens and jacks with a fair second card."""
    low, high = sorted(card.high for card in hole)
    suited = len({card.suit for card in hole}) == 1
    if low == high:
        return low > 2  # noqa: PLR2004 - twos are not enough
    least = {14: 2, KING: 2 if suited else 5, QUEEN: 6 if suited else 8, JACK: 8 if suited else 10}
    return low >= least.get(high, 15)


def strength(cards: list[Card]) -> int:
    """0 nothing, 1 a pair, 2 two pairs, 3 three of a kind, 4 a straight, 5 a flush, 6 more. Enough to decide, not to pay."""
    counts = sorted(Counter(card.high for card in cards).values(), reverse=True)
    if counts[0] > 3 or (counts[:1] == [3] and counts[1:2] >= [2]):  # noqa: PLR2004 - four of a kind, full house
        return 6
    if max(Counter(card.suit for card in cards).values()) >= 5:  # noqa: PLR2004 - a flush
        return 5
    ranks = {card.high for card in cards} | {1 for card in cards if card.rank == 1}
    if any(ranks >= set(range(low, low + 5)) for low in range(1, 11)):
        return 4
    return {3: 3, 2: 1 + (counts[1:2] == [2])}.get(counts[0], 0)
