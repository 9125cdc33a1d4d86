"""Policies of Ultimate Texas Hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from tablectl.engine.cards import Card, Rank
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.games.uth.house import DOCUMENT
from tablectl.engine.games.uth.standing import ANTE, BLIND, PLAY, TRIPLE
from tablectl.engine.games.uth.wagers import BLIND_TABLE
from tablectl.engine.hands import Category, category, rate
from tablectl.engine.steps import Decide
from tablectl.lab.policy import Bench, Decides, Sight

FLOP: Final = 3
RIVER: Final = 5
_FOLD_LOSES: Final = -2
"""Ante and blind."""

_LOWEST_SUITED: Final = {Rank.KING: Rank.TWO, Rank.QUEEN: Rank.SIX, Rank.JACK: Rank.EIGHT}
_LOWEST_UNSUITED: Final = {Rank.KING: Rank.FIVE, Rank.QUEEN: Rank.EIGHT, Rank.JACK: Rank.TEN}


class NeverFold(Decides):
    name: str = "never_fold"
    text: str = "checks until the river, then plays whatever it holds"

    def decide(self, sight: Sight, step: Decide) -> str:
        play, *_, way_out = (option.name for option in step.options)
        return play if len(sight.board) == RIVER else way_out


class Basic(Decides):
    """The strategy in print before and on the flop; on the river the sums are done."""

    name: str = "basic"
    text: str = "plays the most before the flop on good cards, twice on a made hand or a high flush draw, and last where a fold costs more"

    def decide(self, sight: Sight, step: Decide) -> str:
        play, *_, way_out = (option.name for option in step.options)
        match len(sight.board):
            case 0:
                wants = _before_the_flop(sight.own)
            case n if n == RIVER:
                wants = _on_the_river(sight.own, sight.board, int(play.removeprefix(f"{PLAY}_").removesuffix("x")))
            case _:
                wants = _on_the_flop(sight.own, sight.board)
        return play if wants else way_out


def _before_the_flop(own: Sequence[Card]) -> bool:
    low, high = sorted(own, key=lambda card: card.rank)
    if low.rank is high.rank:
        return low.rank > Rank.TWO
    lowest = _LOWEST_SUITED if low.suit is high.suit else _LOWEST_UNSUITED
    return high.rank is Rank.ACE or (high.rank in lowest and low.rank >= lowest[high.rank])


def _on_the_flop(own: Sequence[Card], board: Sequence[Card]) -> bool:
    """Two pair or better, a pair that an own card makes (not twos in hand), or four to a flush with an own ten or better in it."""
    if category(rate((*own, *board))) >= Category.TWO_PAIR:
        return True
    ranks = [card.rank for card in board]
    if any(card.rank in ranks for card in own) or (own[0].rank is own[1].rank and own[0].rank > Rank.TWO):
        return True
    suits = [card.suit for card in (*own, *board)]
    return any(card.rank >= Rank.TEN and suits.count(card.suit) >= FLOP + 1 for card in own)


def _on_the_river(own: Sequence[Card], board: Sequence[Card], multiple: int) -> bool:
    """A hand of a better kind than the board makes alone, or one that loses less than a fold does on average over all hands of the dealer."""
    value = rate((*own, *board))
    if category(value) > category(rate(board)):
        return True
    seen = {*own, *board}
    unseen = [card for card in SINGLE_52.composition if card not in seen]
    blind = BLIND_TABLE.of(value) or 0
    hands = 0
    net = Fraction(0)
    for dealer in combinations(unseen, 2):
        theirs = rate((*dealer, *board))
        ante = int(category(theirs) >= Category.PAIR)
        hands += 1
        if value > theirs:
            net += ante + blind + multiple
        elif value < theirs:
            net -= ante + 1 + multiple
    return net > _FOLD_LOSES * hands


BENCH: Final = Bench(DOCUMENT, ANTE, (Basic(), NeverFold()), {BLIND: (), TRIPLE: ()})
