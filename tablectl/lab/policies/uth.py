"""Policies of Ultimate Texas Hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablectl.engine.cards import Card, Rank
from tablectl.engine.decks import SINGLE_52
from tablectl.engine.games.uth.house import DOCUMENT
from tablectl.engine.games.uth.standing import ANTE, BLIND, TRIPLE
from tablectl.engine.hands import Category, category, rate
from tablectl.engine.steps import Decide
from tablectl.lab.policy import Bench, Decides, Sight

FLOP: Final = 3
RIVER: Final = 5
OUTS: Final = 21
"""With so many cards that would put the dealer ahead by themselves a seat without a pair of its own folds."""

_LOWEST_SUITED: Final = {Rank.KING: Rank.TWO, Rank.QUEEN: Rank.SIX, Rank.JACK: Rank.EIGHT}
_LOWEST_UNSUITED: Final = {Rank.KING: Rank.FIVE, Rank.QUEEN: Rank.EIGHT, Rank.JACK: Rank.TEN}


class NeverFold(Decides):
    name: str = "never_fold"
    text: str = "checks until the river, then plays whatever it holds"

    def decide(self, sight: Sight, step: Decide) -> str:
        play, *_, way_out = (option.name for option in step.options)
        return play if len(sight.board) == RIVER else way_out


class Basic(Decides):
    """The strategy that is in print for a last play of one time; at two times it plays a little too often."""

    name: str = "basic"
    text: str = "plays the largest multiple before the flop on good cards, twice on a made hand or a high flush draw, then unless 21 cards beat it"

    def decide(self, sight: Sight, step: Decide) -> str:
        play, *_, way_out = (option.name for option in step.options)
        wants = {0: _before_the_flop, FLOP: _on_the_flop, RIVER: _on_the_river}[len(sight.board)]
        return play if wants(sight.own, sight.board) else way_out


def _before_the_flop(own: Sequence[Card], _board: Sequence[Card]) -> bool:
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


def _on_the_river(own: Sequence[Card], board: Sequence[Card]) -> bool:
    """A hand of a better kind than the board makes alone, or few cards that beat it."""
    value = rate((*own, *board))
    if category(value) > category(rate(board)):
        return True
    seen = {*own, *board}
    return sum(rate((*board, card)) > value for card in SINGLE_52.composition if card not in seen) < OUTS


BENCH: Final = Bench(DOCUMENT, ANTE, (Basic(), NeverFold()), {BLIND: (), TRIPLE: ()})
